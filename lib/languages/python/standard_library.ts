// The part of the standard library that gives values of a known type back, by module. Read with the built-in types of
// library.ts, in the form described in resolve/library.ts.

export const STANDARD_LIBRARY = `
module typing
  Any: ?
  TYPE_CHECKING: bool
  cast(?, ?): ?
  overload<F>(F): F
  final<F>(F): F
  no_type_check<F>(F): F
  runtime_checkable<F>(F): F
class typing.Generic : object
class typing.Protocol : object
class typing.NamedTuple : tuple<?>
  _asdict(): dict<str, ?>
  _replace(...?): this
class typing.TypedDict : dict<str, ?>
alias typing.List<T> = list<T>
alias typing.Dict<K, V> = dict<K, V>
alias typing.Set<T> = set<T>
alias typing.FrozenSet<T> = frozenset<T>
alias typing.AbstractSet<T> = set<T>
alias typing.MutableSet<T> = set<T>
alias typing.DefaultDict<K, V> = dict<K, V>
alias typing.OrderedDict<K, V> = dict<K, V>
alias typing.Counter<K> = dict<K, int>
alias typing.ChainMap<K, V> = dict<K, V>
alias typing.Deque<T> = list<T>
alias typing.Iterable<T> = Iterable<T>
alias typing.Iterator<T> = Iterator<T>
alias typing.Collection<T> = Collection<T>
alias typing.Container<T> = Collection<T>
alias typing.Reversible<T> = Iterable<T>
alias typing.Sequence<T> = Sequence<T>
alias typing.MutableSequence<T> = list<T>
alias typing.Mapping<K, V> = Mapping<K, V>
alias typing.MutableMapping<K, V> = dict<K, V>
alias typing.ItemsView<K, V> = Iterable<[K, V]>
alias typing.KeysView<K> = Iterable<K>
alias typing.ValuesView<V> = Iterable<V>
alias typing.Generator<T, S, R> = Generator<T, S>
alias typing.AsyncGenerator<T, S> = AsyncGenerator<T, S>
alias typing.AsyncIterable<T> = AsyncIterable<T>
alias typing.AsyncIterator<T> = AsyncIterator<T>
alias typing.Awaitable<T> = Awaitable<T>
alias typing.Coroutine<A, B, T> = Coroutine<T>
alias typing.ContextManager<T> = ContextManager<T>
alias typing.AsyncContextManager<T> = AsyncContextManager<T>
alias typing.Text = str
alias typing.ByteString = bytes
alias typing.AnyStr = str
alias typing.IO<T> = TextFile
alias typing.TextIO = TextFile
alias typing.BinaryIO = TextFile
alias typing.Pattern<T> = re.Pattern
alias typing.Match<T> = re.Match
alias typing.LiteralString = str

module re
  compile(?, ?): re.Pattern
  match(?, str, ?): re.Match
  fullmatch(?, str, ?): re.Match
  search(?, str, ?): re.Match
  findall(?, str, ?): list<str>
  finditer(?, str, ?): Iterator<re.Match>
  split(?, str, ?): list<str>
  sub(?, (re.Match) => str, str): str
  subn(?, (re.Match) => str, str): [str, int]
  escape(str): str
class re.Pattern : object
  match(str, ...?): re.Match
  fullmatch(str, ...?): re.Match
  search(str, ...?): re.Match
  findall(str, ...?): list<str>
  finditer(str, ...?): Iterator<re.Match>
  split(str, ...?): list<str>
  sub((re.Match) => str, str, ...?): str
  subn((re.Match) => str, str, ...?): [str, int]
  pattern: str
  flags: int
  groups: int
  groupindex: dict<str, int>
class re.Match : object
  @index: str
  group(...?): str
  groups(...?): tuple<str>
  groupdict(...?): dict<str, str>
  start(...?): int
  end(...?): int
  span(...?): [int, int]
  expand(str): str
  lastgroup: str
  lastindex: int
  string: str
  re: re.Pattern
  pos: int
  endpos: int

module functools
  partial<F>(F, ...?): F
  partialmethod<F>(F, ...?): F
  wraps<F>(F, ...?): (F) => F
  update_wrapper<F, G>(F, G, ...?): F
  lru_cache<F>(F, ...?): F
  cache<F>(F): F
  cached_property<F>(F): F
  singledispatch<F>(F): F
  total_ordering<F>(F): F
  reduce<T, U>((U, T) => U, Iterable<T>, U): U
  cmp_to_key(?): ?

module itertools
  chain<T>(...Iterable<T>): Iterator<T>
  cycle<T>(Iterable<T>): Iterator<T>
  repeat<T>(T, int): Iterator<T>
  count(...int): Iterator<int>
  islice<T>(Iterable<T>, ...?): Iterator<T>
  takewhile<T>((T) => ?, Iterable<T>): Iterator<T>
  dropwhile<T>((T) => ?, Iterable<T>): Iterator<T>
  filterfalse<T>((T) => ?, Iterable<T>): Iterator<T>
  starmap<U>((...?) => U, Iterable<?>): Iterator<U>
  groupby<T, K>(Iterable<T>, (T) => K): Iterator<[K, Iterator<T>]>
  zip_longest<A, B>(Iterable<A>, Iterable<B>, ...?): Iterator<[A, B]>
  product<T>(...Iterable<T>): Iterator<tuple<T>>
  permutations<T>(Iterable<T>, int): Iterator<tuple<T>>
  combinations<T>(Iterable<T>, int): Iterator<tuple<T>>
  tee<T>(Iterable<T>, int): tuple<Iterator<T>>
  accumulate<T>(Iterable<T>, ...?): Iterator<T>

module collections
class collections.OrderedDict<K, V> : dict<K, V>
  @call<A, B>(Mapping<A, B>): collections.OrderedDict<A, B>
  move_to_end(K, bool): void
class collections.defaultdict<K, V> : dict<K, V>
  @call<A, B>(() => B, Mapping<A, B>): collections.defaultdict<A, B>
  default_factory: ?
class collections.Counter<K> : dict<K, int>
  @call<U>(Iterable<U>): collections.Counter<U>
  most_common(int): list<[K, int]>
  elements(): Iterator<K>
  subtract(?): void
class collections.ChainMap<K, V> : dict<K, V>
  maps: list<dict<K, V>>
class collections.UserDict<K, V> : dict<K, V>
  data: dict<K, V>
class collections.UserList<T> : list<T>
  data: list<T>
class collections.UserString : str
class collections.deque<T> : list<T>
  @call<U>(Iterable<U>, int): collections.deque<U>
  appendleft(T): void
  extendleft(Iterable<T>): void
  popleft(): T
  rotate(int): void
  maxlen: int
module collections.abc = typing
module typing_extensions = typing

module contextlib
  contextmanager<T>((...?) => Iterator<T>): (...?) => ContextManager<T>
  asynccontextmanager<T>((...?) => AsyncIterator<T>): (...?) => AsyncContextManager<T>
  closing<T>(T): ContextManager<T>
  aclosing<T>(T): AsyncContextManager<T>
  nullcontext<T>(T): ContextManager<T>
  suppress(...?): ContextManager<void>
  redirect_stdout<T>(T): ContextManager<T>
  redirect_stderr<T>(T): ContextManager<T>
class contextlib.ExitStack : object
  __enter__(): this
  __exit__(...?): bool
  enter_context<T>(ContextManager<T>): T
  push<T>(T): T
  callback<F>(F, ...?): F
  pop_all(): this
  close(): void
class contextlib.AsyncExitStack : contextlib.ExitStack
  __aenter__(): Awaitable<this>
  enter_async_context<T>(AsyncContextManager<T>): Awaitable<T>
class contextlib.ContextDecorator : object
class contextlib.AbstractContextManager<T> : ContextManager<T>

module dataclasses
  dataclass<C>(C): C
  field(...?): ?
  replace<T>(T, ...?): T
  asdict(?): dict<str, ?>
  astuple(?): tuple<?>

module abc
  abstractmethod<F>(F): F
class abc.ABC : object
class abc.ABCMeta : object

module enum
  unique<C>(C): C
  auto(): int
class enum.Enum : object
  @element: this
  name: str
  value: ?
class enum.IntEnum : int, enum.Enum
class enum.StrEnum : str, enum.Enum
class enum.Flag : enum.Enum
class enum.IntFlag : int, enum.Flag

module copy
  copy<T>(T): T
  deepcopy<T>(T, ?): T

module operator
  itemgetter(...?): (?) => ?
  attrgetter(...?): (?) => ?
  methodcaller(...?): (?) => ?

module threading
class threading.local : object
class threading.Thread : object
  start(): void
  run(): void
  join(...?): void
  is_alive(): bool
  name: str
  daemon: bool
class threading.Lock : ContextManager<bool>
  acquire(...?): bool
  release(): void
  locked(): bool
class threading.RLock : threading.Lock
class threading.Condition : threading.Lock
  wait(...?): bool
  wait_for(...?): bool
  notify(...?): void
  notify_all(): void
class threading.Event : object
  set(): void
  clear(): void
  wait(...?): bool
  is_set(): bool

module asyncio
  run<T>(Awaitable<T>, ...?): T
  create_task<T>(Awaitable<T>, ...?): Awaitable<T>
  ensure_future<T>(Awaitable<T>, ...?): Awaitable<T>
  gather<T>(...Awaitable<T>): Awaitable<list<T>>
  wait_for<T>(Awaitable<T>, ?): Awaitable<T>
  shield<T>(Awaitable<T>): Awaitable<T>
  sleep<T>(?, T): Awaitable<T>

module os
  path: module os.path
  environ: dict<str, str>
  getcwd(): str
  getenv(str, ?): str
  listdir(...?): list<str>
  sep: str
  linesep: str
  pathsep: str
  curdir: str
  name: str
  fspath(?): str
  walk(...?): Iterator<[str, list<str>, list<str>]>
  urandom(int): bytes
  getpid(): int
module os.path
  abspath(?): str
  basename(?): str
  commonprefix(?): str
  dirname(?): str
  exists(?): bool
  expanduser(?): str
  expandvars(?): str
  getmtime(?): float
  getsize(?): int
  isabs(?): bool
  isdir(?): bool
  isfile(?): bool
  islink(?): bool
  join(...?): str
  normcase(?): str
  normpath(?): str
  realpath(?): str
  relpath(...?): str
  samefile(...?): bool
  split(?): [str, str]
  splitext(?): [str, str]
  sep: str

module pathlib
class pathlib.PurePath : object
  name: str
  stem: str
  suffix: str
  suffixes: list<str>
  parts: tuple<str>
  parent: this
  parents: Sequence<this>
  as_posix(): str
  as_uri(): str
  is_absolute(): bool
  is_relative_to(...?): bool
  joinpath(...?): this
  match(?): bool
  relative_to(...?): this
  with_name(str): this
  with_stem(str): this
  with_suffix(str): this
class pathlib.Path : pathlib.PurePath
  absolute(): this
  chmod(?): void
  cwd(): pathlib.Path
  exists(): bool
  expanduser(): this
  glob(str): Iterator<this>
  home(): pathlib.Path
  is_dir(): bool
  is_file(): bool
  iterdir(): Iterator<this>
  mkdir(...?): void
  open(...?): TextFile
  read_bytes(): bytes
  read_text(...?): str
  rename(?): this
  replace(?): this
  resolve(...?): this
  rglob(str): Iterator<this>
  rmdir(): void
  stat(): ?
  symlink_to(?): void
  touch(...?): void
  unlink(...?): void
  write_bytes(?): int
  write_text(?): int

module io
class io.StringIO : TextFile
  getvalue(): str
class io.BytesIO : TextFile
  getvalue(): bytes
  getbuffer(): memoryview
class io.TextIOWrapper : TextFile
class io.TextIOBase : TextFile
class io.IOBase : TextFile
class io.RawIOBase : TextFile
class io.BufferedIOBase : TextFile
class io.BufferedReader : TextFile
class io.BufferedWriter : TextFile

module json
  dumps(...?): str
  loads(...?): ?
  load(...?): ?
  dump(...?): void
class json.JSONEncoder : object
  default(?): ?
  encode(?): str
  iterencode(?): Iterator<str>
class json.JSONDecoder : object
  decode(str): ?

module logging
  getLogger(...?): logging.Logger
class logging.Logger : object
  name: str
  level: int
  handlers: list<logging.Handler>
  parent: logging.Logger
  addHandler(?): void
  removeHandler(?): void
  critical(...?): void
  debug(...?): void
  error(...?): void
  exception(...?): void
  fatal(...?): void
  info(...?): void
  log(...?): void
  warn(...?): void
  warning(...?): void
  setLevel(?): void
  isEnabledFor(?): bool
  getChild(str): logging.Logger
  hasHandlers(): bool
  getEffectiveLevel(): int
class logging.Handler : object
  setFormatter(?): void
  setLevel(?): void
  emit(?): void
  handle(?): void
  flush(): void
  close(): void
  format(?): str
class logging.StreamHandler : logging.Handler
  stream: ?
class logging.Formatter : object
  format(?): str
  formatTime(...?): str
  formatException(?): str
class logging.Filter : object
  filter(?): bool

module weakref
  ref<T>(T, ...?): () => T
  proxy<T>(T): T
class weakref.WeakKeyDictionary<K, V> : dict<K, V>
class weakref.WeakValueDictionary<K, V> : dict<K, V>
class weakref.WeakSet<T> : set<T>

module types
class types.ModuleType : object
class types.SimpleNamespace : object
class types.MappingProxyType<K, V> : Mapping<K, V>
  @call<A, B>(Mapping<A, B>): types.MappingProxyType<A, B>

module contextvars
class contextvars.ContextVar<T> : object
  get(?): T
  set(T): contextvars.Token<T>
  reset(contextvars.Token<T>): void
  name: str
class contextvars.Token<T> : object
  var: contextvars.ContextVar<T>
  old_value: T

module unittest
class unittest.TestCase : object
`
