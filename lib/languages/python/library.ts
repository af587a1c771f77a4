// The built-in types and functions, and with them the standard library. The form is described where it is read, in
// resolve/library.ts. What is not listed is external all the same.

import { STANDARD_LIBRARY } from "./standard_library.ts"

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
${STANDARD_LIBRARY}`
