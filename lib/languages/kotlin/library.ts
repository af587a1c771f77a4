// The standard library, as far as it decides what a chain gives. An extension stands among the members of the type that it
// extends: nobody else has its name in sight by then. The form is described where it is read, in resolve/library.ts. What
// is not listed is external all the same.

import { COLLECTIONS } from "./library_collections.ts"
import { NUMBERS } from "./library_numbers.ts"

export const LIBRARY = `
type Any
  toString(): String
  hashCode(): Int
  equals(?): Boolean
  let<R>((this) => R): R
  also((this) => ?): this
  apply(on this () => ?): this
  run<R>(on this () => R): R
  takeIf((this) => Boolean): this
  takeUnless((this) => Boolean): this
  runCatching<R>(on this () => R): Result<R>
  to<B>(B): Pair<this, B>
  use<R>((this) => R): R
  javaClass: Class<this>
type Unit : Any
type Nothing : Any
type Function : Any
  invoke(...?): result this

type Boolean : Any
  not(): Boolean
  and(Boolean): Boolean
  or(Boolean): Boolean
  xor(Boolean): Boolean
type Char : Comparable<Char>
  code: Int
  plus(Int): Char
  minus(Int): Char
  minus(Char): Int
  rangeTo(Char): CharRange
  isDigit(): Boolean
  isLetter(): Boolean
  isWhitespace(): Boolean
  isUpperCase(): Boolean
  isLowerCase(): Boolean
  toUpperCase(): Char
  toLowerCase(): Char
  uppercaseChar(): Char
  lowercaseChar(): Char
  uppercase(): String
  lowercase(): String
  digitToInt(): Int
  inc(): Char
  dec(): Char
type Comparable<T> : Any
  compareTo(T): Int
  coerceAtLeast(T): this
  coerceAtMost(T): this
  coerceIn(...?): this
${NUMBERS}
type CharSequence : Any
  @element: Char
  length: Int
  indices: IntRange
  lastIndex: Int
  get(Int): Char
  subSequence(Int, Int): CharSequence
  iterator(): Iterator<Char>
  isEmpty(): Boolean
  isNotEmpty(): Boolean
  isBlank(): Boolean
  isNotBlank(): Boolean
  isNullOrEmpty(): Boolean
  isNullOrBlank(): Boolean
  contains(?, ...?): Boolean
  startsWith(?, ...?): Boolean
  endsWith(?, ...?): Boolean
  indexOf(?, ...?): Int
  lastIndexOf(?, ...?): Int
  indexOfFirst((Char) => Boolean): Int
  indexOfLast((Char) => Boolean): Int
  split(...?): List<String>
  splitToSequence(...?): Sequence<String>
  lines(): List<String>
  lineSequence(): Sequence<String>
  first((Char) => Boolean?): Char
  last((Char) => Boolean?): Char
  firstOrNull((Char) => Boolean?): Char
  lastOrNull((Char) => Boolean?): Char
  single((Char) => Boolean?): Char
  getOrNull(Int): Char
  forEach((Char) => ?): Unit
  forEachIndexed((Int, Char) => ?): Unit
  map<R>((Char) => R): List<R>
  mapIndexed<R>((Int, Char) => R): List<R>
  flatMap<R>((Char) => Iterable<R>): List<R>
  all((Char) => Boolean): Boolean
  any((Char) => Boolean?): Boolean
  none((Char) => Boolean?): Boolean
  count((Char) => Boolean?): Int
  fold<R>(R, (R, Char) => R): R
  toList(): List<Char>
  toSet(): Set<Char>
  asSequence(): Sequence<Char>
  withIndex(): Iterable<IndexedValue<Char>>
  chunked(Int): List<String>
  trim((Char) => Boolean?): String
  trimStart(...?): String
  trimEnd(...?): String
  padStart(Int, Char?): String
  padEnd(Int, Char?): String
  removePrefix(?): String
  removeSuffix(?): String
  removeSurrounding(...?): String
  replace(?, ?, ...?): String
  repeat(Int): String
  matches(?): Boolean
  substring(...?): String
  ifEmpty<R>(() => R): R
  ifBlank<R>(() => R): R
  filter((Char) => Boolean): String
  filterNot((Char) => Boolean): String
  takeWhile((Char) => Boolean): String
  dropWhile((Char) => Boolean): String
  reversed(): String
type String : CharSequence, Comparable<String>
  plus(?): String
  subSequence(Int, Int): CharSequence
  toInt(Int?): Int
  toLong(Int?): Long
  toShort(): Short
  toByte(): Byte
  toFloat(): Float
  toDouble(): Double
  toBoolean(): Boolean
  toIntOrNull(Int?): Int
  toLongOrNull(Int?): Long
  toDoubleOrNull(): Double
  toFloatOrNull(): Float
  toBigInteger(): BigInteger
  toBigDecimal(): BigDecimal
  toRegex(...?): Regex
  toByteArray(...?): ByteArray
  encodeToByteArray(): ByteArray
  toCharArray(): CharArray
  toUpperCase(...?): String
  toLowerCase(...?): String
  uppercase(...?): String
  lowercase(...?): String
  capitalize(...?): String
  decapitalize(...?): String
  replaceFirstChar((Char) => ?): String
  substringBefore(?, String?): String
  substringAfter(?, String?): String
  substringBeforeLast(?, String?): String
  substringAfterLast(?, String?): String
  replaceFirst(?, ?, ...?): String
  replaceBefore(?, ?, ...?): String
  replaceAfter(?, ?, ...?): String
  replaceRange(...?): String
  removeRange(...?): String
  take(Int): String
  takeLast(Int): String
  drop(Int): String
  dropLast(Int): String
  format(...?): String
  trimIndent(): String
  trimMargin(...?): String
  prependIndent(...?): String
  replaceIndent(...?): String
  orEmpty(): String
  intern(): String
  concat(String): String
  codePointAt(Int): Int
  byteInputStream(...?): InputStream
  reader(): Reader
class StringBuilder : CharSequence
  append(...?): StringBuilder
  appendLine(...?): StringBuilder
  appendln(...?): StringBuilder
  insert(Int, ?): StringBuilder
  reverse(): StringBuilder
  deleteCharAt(Int): StringBuilder
  delete(Int, Int): StringBuilder
  setLength(Int): Unit
  setCharAt(Int, Char): Unit
  clear(): StringBuilder
class Regex : Any
  pattern: String
  matches(?): Boolean
  containsMatchIn(?): Boolean
  find(?, Int?): MatchResult
  findAll(?, Int?): Sequence<MatchResult>
  matchEntire(?): MatchResult
  replace(?, ?): String
  replaceFirst(?, ?): String
  split(?, Int?): List<String>
type MatchResult : Any
  value: String
  range: IntRange
  groups: MatchGroupCollection
  groupValues: List<String>
  destructured: Destructured
  next(): MatchResult
type Destructured : Any
  component1(): String
  component2(): String
  component3(): String
  component4(): String
  component5(): String
  toList(): List<String>
type MatchGroupCollection : Collection<MatchGroup>
  get(?): MatchGroup
type MatchGroup : Any
  value: String
  range: IntRange

class Pair<A, B> : Any
  @call<X, Y>(X, Y): Pair<X, Y>
  first: A
  second: B
  component1(): A
  component2(): B
  copy(...?): Pair<A, B>
  toList(): List<A>
class Triple<A, B, C> : Any
  @call<X, Y, Z>(X, Y, Z): Triple<X, Y, Z>
  first: A
  second: B
  third: C
  component1(): A
  component2(): B
  component3(): C
type Lazy<T> : Any
  value: T
  getValue(...?): T
  isInitialized(): Boolean
type Result<T> : Any
  isSuccess: Boolean
  isFailure: Boolean
  getOrNull(): T
  getOrThrow(): T
  getOrElse((Throwable) => T): T
  getOrDefault(T): T
  exceptionOrNull(): Throwable
  onSuccess((T) => ?): Result<T>
  onFailure((Throwable) => ?): Result<T>
  map<R>((T) => R): Result<R>
  mapCatching<R>((T) => R): Result<R>
  recover((Throwable) => T): Result<T>
  fold<R>((T) => R, (Throwable) => R): R
class Throwable : Any
  message: String
  cause: Throwable
  localizedMessage: String
  stackTrace: Array<StackTraceElement>
  suppressed: Array<Throwable>
  printStackTrace(...?): Unit
  addSuppressed(Throwable): Unit
  initCause(Throwable): Throwable
  stackTraceToString(): String
type StackTraceElement : Any
  className: String
  methodName: String
  fileName: String
  lineNumber: Int
class Exception : Throwable
class Error : Throwable
class RuntimeException : Exception
class IllegalArgumentException : RuntimeException
class IllegalStateException : RuntimeException
class IndexOutOfBoundsException : RuntimeException
class UnsupportedOperationException : RuntimeException
class ArithmeticException : RuntimeException
class NumberFormatException : IllegalArgumentException
class NullPointerException : RuntimeException
class ClassCastException : RuntimeException
class AssertionError : Error
class NoSuchElementException : RuntimeException
class ConcurrentModificationException : RuntimeException
class UninitializedPropertyAccessException : RuntimeException
class NotImplementedError : Error
class InterruptedException : Exception
class StackOverflowError : Error
class OutOfMemoryError : Error
type KClass<T> : Any
  simpleName: String
  qualifiedName: String
  java: Class<T>
  javaObjectType: Class<T>
  isInstance(?): Boolean
  cast(?): T
  safeCast(?): T
  objectInstance: T
alias kotlin.reflect.KClass<T> = KClass<T>
type Class<T> : Any
  name: String
  simpleName: String
  kotlin: KClass<T>
  newInstance(): T
  cast(?): T
  getSimpleName(): String
  getName(): String
class Thread : Any
class Object : Any
type Runnable : Any
  run(): Unit
  @call(): Unit
type AutoCloseable : Any
  close(): Unit
type Closeable : AutoCloseable
type InputStream : Closeable
  read(...?): Int
  readBytes(...?): ByteArray
  reader(...?): Reader
  bufferedReader(...?): BufferedReader
type OutputStream : Closeable
  write(...?): Unit
  flush(): Unit
type Reader : Closeable
  readText(): String
  readLines(): List<String>
  forEachLine((String) => ?): Unit
  useLines<R>((Sequence<String>) => R): R
type BufferedReader : Reader
  readLine(): String
  lineSequence(): Sequence<String>

class java.io.File : Any
  name: String
  path: String
  absolutePath: String
  canonicalPath: String
  parent: String
  parentFile: java.io.File
  absoluteFile: java.io.File
  canonicalFile: java.io.File
  extension: String
  nameWithoutExtension: String
  isDirectory: Boolean
  isFile: Boolean
  exists(): Boolean
  mkdirs(): Boolean
  delete(): Boolean
  length(): Long
  toPath(): Path
  readText(...?): String
  readLines(...?): List<String>
  readBytes(): ByteArray
  writeText(...?): Unit
  appendText(...?): Unit
  listFiles(...?): Array<java.io.File>
  walk(...?): Sequence<java.io.File>
  resolve(?): java.io.File
  relativeTo(?): java.io.File
  inputStream(): InputStream
  outputStream(): OutputStream
  forEachLine((String) => ?, ...?): Unit
  useLines<R>((Sequence<String>) => R): R
${COLLECTIONS}
function println(...?): Unit
function print(...?): Unit
function readLine(): String
function readln(): String
function require (Boolean, (() => ?)?): Unit
function check(Boolean, (() => ?)?): Unit
function requireNotNull<T>(T, (() => ?)?): T
function checkNotNull<T>(T, (() => ?)?): T
function error(?): Nothing
function TODO(...?): Nothing
function assert(Boolean, (() => ?)?): Unit
function run<R>(() => R): R
function with<T, R>(T, on T () => R): R
function runCatching<R>(() => R): Result<R>
function repeat(Int, (Int) => ?): Unit
function lazy<T>(...() => T): Lazy<T>
function lazyOf<T>(T): Lazy<T>
function synchronized<R>(?, () => R): R
function buildString(on StringBuilder () => ?): String
function maxOf<T>(...T): T
function minOf<T>(...T): T
function suspend<R>(() => R): () => R
function enumValueOf<T>(String): T
function compareValues(?, ?): Int
function compareBy<T>(...(T) => ?): Comparator<T>
function compareByDescending<T>((T) => ?): Comparator<T>
function naturalOrder<T>(): Comparator<T>
function reverseOrder<T>(): Comparator<T>
type Comparator<T> : Any
  compare(T, T): Int
  @call(T, T): Int
  reversed(): Comparator<T>
  thenBy((T) => ?): Comparator<T>
  thenByDescending((T) => ?): Comparator<T>
  then(?): Comparator<T>
`
