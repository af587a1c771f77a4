// The built-in types and the part of the standard library that gives values of a known type back. The form is described
// where it is read, in resolve/library.ts. What is not listed is external all the same.

export const LIBRARY = `
class object
  __class__: ?
  __doc__: str
  __dict__: dict<str, ?>
  __module__: str
  __repr__(): str
  __str__(): str
  __format__(str): str
  __eq__(?): bool
  __ne__(?): bool
  __hash__(): int
  __init__(...?): void
  __new__(...?): ?
  __init_subclass__(...?): void
  __getattribute__(str): ?
  __setattr__(str, ?): void
  __delattr__(str): void
  __dir__(): list<str>
  __reduce__(): ?
  __reduce_ex__(?): ?
  __sizeof__(): int

type function : object
  __name__: str
  __qualname__: str
  __wrapped__: ?
  __call__(...?): ?
  __get__(...?): ?
  __defaults__: ?
  __code__: ?
  __annotations__: dict<str, ?>
  __module__: str
  __subclasses__(): list<?>
  __mro__: ?
  __bases__: ?
  mro(): list<?>

type Iterable<T> : object
  @element: T
  __iter__(): Iterator<T>
type Iterator<T> : Iterable<T>
  __next__(): T
type Generator<T, S> : Iterator<T>
  send(?): T
  throw(...?): T
  close(): void
type AsyncIterable<T> : object
  @element: Awaitable<T>
  __aiter__(): AsyncIterator<T>
type AsyncIterator<T> : AsyncIterable<T>
  __anext__(): Awaitable<T>
type AsyncGenerator<T, S> : AsyncIterator<T>
  asend(?): Awaitable<T>
  athrow(...?): Awaitable<T>
  aclose(): Awaitable<void>
type Awaitable<T> : object
  @await: T
type Coroutine<T> : Awaitable<T>
  @await: T
  close(): void
  send(?): ?
  throw(...?): ?
type ContextManager<T> : object
  __enter__(): T
  __exit__(...?): bool
type AsyncContextManager<T> : object
  __aenter__(): Awaitable<T>
  __aexit__(...?): Awaitable<bool>
type Collection<T> : Iterable<T>
  __len__(): int
  __contains__(?): bool
type Sequence<T> : Collection<T>
  @index: T
  count(?): int
  index(?): int
type Mapping<K, V> : Collection<K>
  @index: V
  @element: K
  get<D>(K, D): V | D
  items(): Iterable<[K, V]>
  keys(): Iterable<K>
  values(): Iterable<V>

class int : object
  @call(?): int
  bit_length(): int
  to_bytes(...?): bytes
  from_bytes(...?): int
  real: int
  imag: int
  numerator: int
  denominator: int
class float : object
  @call(?): float
  is_integer(): bool
  hex(): str
class complex : object
class bool : int
  @call(?): bool
class str : Sequence<str>
  @call(...?): str
  @element: str
  @index: str
  capitalize(): str
  casefold(): str
  center(int, str): str
  count(str): int
  encode(...str): bytes
  endswith(?): bool
  expandtabs(int): str
  find(str): int
  format(...?): str
  format_map(?): str
  index(str): int
  isalnum(): bool
  isalpha(): bool
  isascii(): bool
  isdecimal(): bool
  isdigit(): bool
  isidentifier(): bool
  islower(): bool
  isnumeric(): bool
  isprintable(): bool
  isspace(): bool
  istitle(): bool
  isupper(): bool
  join(Iterable<str>): str
  ljust(int, str): str
  lower(): str
  lstrip(str): str
  maketrans(...?): ?
  partition(str): [str, str, str]
  removeprefix(str): str
  removesuffix(str): str
  replace(str, str, int): str
  rfind(str): int
  rindex(str): int
  rjust(int, str): str
  rpartition(str): [str, str, str]
  rsplit(str, int): list<str>
  rstrip(str): str
  split(str, int): list<str>
  splitlines(bool): list<str>
  startswith(?): bool
  strip(str): str
  swapcase(): str
  title(): str
  translate(?): str
  upper(): str
  zfill(int): str
class bytes : Sequence<int>
  @call(...?): bytes
  decode(...str): str
  join(?): bytes
  split(...?): list<bytes>
  strip(?): bytes
  lstrip(?): bytes
  rstrip(?): bytes
  lower(): bytes
  upper(): bytes
  replace(bytes, bytes): bytes
  find(?): int
  startswith(?): bool
  endswith(?): bool
  hex(): str
  fromhex(str): bytes
  partition(?): [bytes, bytes, bytes]
class bytearray : bytes
  append(int): void
  extend(?): void
class memoryview : Sequence<int>
  tobytes(): bytes
  release(): void

class list<T> : Sequence<T>
  @call<U>(Iterable<U>): list<U>
  @index: T
  append(T): void
  clear(): void
  copy(): list<T>
  extend(Iterable<T>): void
  insert(int, T): void
  pop(int): T
  remove(T): void
  reverse(): void
  sort((T) => ?): void
  __getitem__(int): T
  __len__(): int
class tuple<T> : Sequence<T>
  @call<U>(Iterable<U>): tuple<U>
class dict<K, V> : Mapping<K, V>
  @call<A, B>(Mapping<A, B>): dict<A, B>
  clear(): void
  copy(): dict<K, V>
  fromkeys<A, B>(Iterable<A>, B): dict<A, B>
  pop(K, ?): V
  popitem(): [K, V]
  setdefault(K, V): V
  update(Mapping<K, V>): void
  __getitem__(K): V
  __setitem__(K, V): void
  __len__(): int
class set<T> : Collection<T>
  @call<U>(Iterable<U>): set<U>
  add(T): void
  clear(): void
  copy(): set<T>
  difference(...Iterable<T>): set<T>
  difference_update(...?): void
  discard(T): void
  intersection(...?): set<T>
  intersection_update(...?): void
  isdisjoint(?): bool
  issubset(?): bool
  issuperset(?): bool
  pop(): T
  remove(T): void
  symmetric_difference(?): set<T>
  union(...Iterable<T>): set<T>
  update(...Iterable<T>): void
class frozenset<T> : set<T>
  @call<U>(Iterable<U>): frozenset<U>
class range : Sequence<int>
  @element: int
  start: int
  stop: int
  step: int
class slice : object
  start: ?
  stop: ?
  step: ?
class property : object
class classmethod<F> : object
  @call<G>(G): G
class staticmethod<F> : object
  @call<G>(G): G

class BaseException : object
  args: tuple<?>
  with_traceback(?): this
  add_note(str): void
  __traceback__: ?
  __cause__: ?
  __context__: ?
class Exception : BaseException
class ArithmeticError : Exception
class AssertionError : Exception
class AttributeError : Exception
  name: str
  obj: ?
class EOFError : Exception
class ImportError : Exception
  name: str
  path: str
class ModuleNotFoundError : ImportError
class LookupError : Exception
class IndexError : LookupError
class KeyError : LookupError
class KeyboardInterrupt : BaseException
class MemoryError : Exception
class NameError : Exception
class NotImplementedError : RuntimeError
class OSError : Exception
  errno: int
  strerror: str
  filename: str
class IOError : OSError
class EnvironmentError : OSError
class ConnectionError : OSError
class BrokenPipeError : ConnectionError
class FileExistsError : OSError
class FileNotFoundError : OSError
class InterruptedError : OSError
class IsADirectoryError : OSError
class NotADirectoryError : OSError
class PermissionError : OSError
class TimeoutError : OSError
class OverflowError : ArithmeticError
class RecursionError : RuntimeError
class RuntimeError : Exception
class StopIteration : Exception
  value: ?
class StopAsyncIteration : Exception
class SyntaxError : Exception
  lineno: int
  filename: str
  text: str
class SystemError : Exception
class SystemExit : BaseException
  code: ?
class GeneratorExit : BaseException
class TypeError : Exception
class ValueError : Exception
class UnicodeError : ValueError
class UnicodeDecodeError : UnicodeError
class UnicodeEncodeError : UnicodeError
class ZeroDivisionError : ArithmeticError
class Warning : Exception
class DeprecationWarning : Warning
class UserWarning : Warning
class RuntimeWarning : Warning
class FutureWarning : Warning
class PendingDeprecationWarning : Warning
class ResourceWarning : Warning
class ImportWarning : Warning
class BytesWarning : Warning

type TextFile : ContextManager<TextFile>, Iterable<str>
  __enter__(): TextFile
  close(): void
  closed: bool
  fileno(): int
  flush(): void
  isatty(): bool
  read(int): str
  readable(): bool
  readline(int): str
  readlines(int): list<str>
  seek(...int): int
  seekable(): bool
  tell(): int
  truncate(int): int
  writable(): bool
  write(?): int
  writelines(?): void
  buffer: ?
  encoding: str
  errors: str
  name: str
  mode: str

function abs(?): ?
function all(Iterable<?>): bool
function any(Iterable<?>): bool
function ascii(?): str
function bin(int): str
function callable(?): bool
function chr(int): str
function dir(?): list<str>
function divmod(?, ?): [int, int]
function enumerate<T>(Iterable<T>, int): Iterator<[int, T]>
function filter<T>((T) => ?, Iterable<T>): Iterator<T>
function format(?, str): str
function hasattr(?, str): bool
function hash(?): int
function hex(int): str
function id(?): int
function input(str): str
function isinstance(?, ?): bool
function issubclass(?, ?): bool
function iter<T>(Iterable<T>): Iterator<T>
function len(?): int
function map<T, U>((T) => U, Iterable<T>): Iterator<U>
function max<T>(Iterable<T>, (T) => ?): T
function min<T>(Iterable<T>, (T) => ?): T
function next<T>(Iterable<T>, ?): T
function oct(int): str
function open(...?): TextFile
function ord(str): int
function print(...?): void
function repr(?): str
function reversed<T>(Iterable<T>): Iterator<T>
function round(?, int): int
function sorted<T>(Iterable<T>, (T) => ?): list<T>
function sum<T>(Iterable<T>): T
function vars(?): dict<str, ?>
function zip<A, B, C, D>(Iterable<A>, Iterable<B>, Iterable<C>, Iterable<D>): Iterator<[A, B, C, D]>

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
