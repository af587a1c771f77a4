// Of the library: reflection, files, numbers without bounds, patterns of texts, times.

export const SYSTEM = `
in java.lang.reflect
class Type : Object
  getTypeName(): String
class ParameterizedType : Type
  getActualTypeArguments(): Array<Type>
  getRawType(): Type
  getOwnerType(): Type
class GenericArrayType : Type
  getGenericComponentType(): Type
class WildcardType : Type
  getUpperBounds(): Array<Type>
  getLowerBounds(): Array<Type>
class TypeVariable<D> : Type
  getName(): String
  getBounds(): Array<Type>
  getGenericDeclaration(): D
class AccessibleObject : Object
  setAccessible(boolean): void
  isAccessible(): boolean
  getAnnotation<A>(Class<A>): A
  isAnnotationPresent(Class<?>): boolean
  getAnnotations(): Array<Annotation>
class Member : Object
  getName(): String
  getModifiers(): int
  getDeclaringClass(): Class<?>
class Field : AccessibleObject, Member
  get(Object): Object
  set(Object, Object): void
  getType(): Class<?>
  getGenericType(): Type
  getInt(Object): int
  isSynthetic(): boolean
  isEnumConstant(): boolean
class Executable : AccessibleObject, Member
  getParameterTypes(): Array<Class<?>>
  getGenericParameterTypes(): Array<Type>
  getParameterCount(): int
class Method : Executable
  invoke(Object, ...Object): Object
  getReturnType(): Class<?>
  getGenericReturnType(): Type
class Constructor<T> : Executable
  newInstance(...Object): T
class Modifier : Object
  isStatic(int): boolean
  isFinal(int): boolean
  isAbstract(int): boolean
  isPublic(int): boolean
  isPrivate(int): boolean
  isTransient(int): boolean
  toString(int): String
class InvocationTargetException : ReflectiveOperationException
  getTargetException(): Throwable

in java.lang.annotation
class Annotation : Object
  annotationType(): Class<?>

in java.lang.ref
class Reference<T> : Object
  get(): T
  clear(): void
class WeakReference<T> : Reference<T>
class SoftReference<T> : Reference<T>

in java.io
class Serializable : Object
class Closeable : AutoCloseable
  close(): void
  @run(): void
class Flushable : Object
  flush(): void
class InputStream : Object, Closeable
  read(?, int?, int?): int
  read(): int
  readAllBytes(): Array<byte>
  available(): int
  skip(long): long
  mark(int): void
  reset(): void
  transferTo(OutputStream): long
class OutputStream : Object, Closeable, Flushable
  write(?, int?, int?): void
class FilterInputStream : InputStream
class FilterOutputStream : OutputStream
class ByteArrayInputStream : InputStream
class ByteArrayOutputStream : OutputStream
  toByteArray(): Array<byte>
  size(): int
  toString(?): String
class FileInputStream : InputStream
class FileOutputStream : OutputStream
class BufferedInputStream : FilterInputStream
class BufferedOutputStream : FilterOutputStream
class ObjectOutputStream : OutputStream
  writeObject(Object): void
class ObjectInputStream : InputStream
  readObject(): Object
class PrintStream : FilterOutputStream
  print(?): void
  println(?): void
  println(): void
  printf(?, ...Object): PrintStream
  format(?, ...Object): PrintStream
  append(?): PrintStream
class Reader : Object, Closeable
  read(?, int?, int?): int
  read(): int
  ready(): boolean
  mark(int): void
  reset(): void
  skip(long): long
class BufferedReader : Reader
  readLine(): String
  lines(): Stream<String>
class InputStreamReader : Reader
class FileReader : InputStreamReader
class StringReader : Reader
class Writer : Object, Appendable, Closeable, Flushable
  write(?, int?, int?): void
  append(?, int?, int?): Writer
  flush(): void
class StringWriter : Writer
  toString(): String
  getBuffer(): StringBuffer
class BufferedWriter : Writer
  newLine(): void
class OutputStreamWriter : Writer
class FileWriter : OutputStreamWriter
class PrintWriter : Writer
  print(?): void
  println(?): void
  println(): void
  printf(?, ...Object): PrintWriter
class IOException : Exception
class FileNotFoundException : IOException
class EOFException : IOException
class UncheckedIOException : RuntimeException
class File : Object, Comparable<File>, Serializable
  getName(): String
  getPath(): String
  getAbsolutePath(): String
  getCanonicalPath(): String
  getParent(): String
  getParentFile(): File
  getAbsoluteFile(): File
  getCanonicalFile(): File
  toPath(): Path
  toURI(): URI
  exists(): boolean
  isFile(): boolean
  isDirectory(): boolean
  canRead(): boolean
  delete(): boolean
  mkdir(): boolean
  mkdirs(): boolean
  createNewFile(): boolean
  length(): long
  lastModified(): long
  list(): Array<String>
  listFiles(?): Array<File>
  listFiles(): Array<File>
  createTempFile(String, String, File?): File
  separator: String
  separatorChar: char
  pathSeparator: String

in java.nio.file
class Path : Object, Comparable<Path>, Iterable<Path>
  of(String, ...String): Path
  getFileName(): Path
  getParent(): Path
  getRoot(): Path
  resolve(?): Path
  resolveSibling(?): Path
  relativize(Path): Path
  normalize(): Path
  toAbsolutePath(): Path
  toRealPath(...?): Path
  toFile(): File
  toUri(): URI
  startsWith(?): boolean
  endsWith(?): boolean
  isAbsolute(): boolean
  getNameCount(): int
  getName(int): Path
class Paths : Object
  get(?, ...String): Path
class Files : Object
  exists(Path, ...?): boolean
  isDirectory(Path, ...?): boolean
  isRegularFile(Path, ...?): boolean
  readString(Path, ?): String
  readString(Path): String
  readAllLines(Path, ?): List<String>
  readAllLines(Path): List<String>
  readAllBytes(Path): Array<byte>
  lines(Path, ?): Stream<String>
  lines(Path): Stream<String>
  walk(Path, ...?): Stream<Path>
  list(Path): Stream<Path>
  find(Path, int, ?, ...?): Stream<Path>
  write(Path, ...?): Path
  writeString(Path, CharSequence, ...?): Path
  copy(?, ?, ...?): Path
  move(Path, Path, ...?): Path
  delete(Path): void
  deleteIfExists(Path): boolean
  createDirectory(Path, ...?): Path
  createDirectories(Path, ...?): Path
  createFile(Path, ...?): Path
  createTempFile(...?): Path
  createTempDirectory(...?): Path
  size(Path): long
  newInputStream(Path, ...?): InputStream
  newOutputStream(Path, ...?): OutputStream
  newBufferedReader(Path, ?): BufferedReader
  newBufferedReader(Path): BufferedReader
  newBufferedWriter(Path, ...?): BufferedWriter

in java.nio.charset
class Charset : Object
  name(): String
  forName(String): Charset
  defaultCharset(): Charset
class StandardCharsets : Object
  UTF_8: Charset
  US_ASCII: Charset
  ISO_8859_1: Charset
  UTF_16: Charset

in java.net
class URI : Object
  getPath(): String
  getHost(): String
  getScheme(): String
  create(String): URI
  toURL(): URL
  resolve(?): URI
class URL : Object
  getPath(): String
  getHost(): String
  toURI(): URI
  openStream(): InputStream
  toExternalForm(): String

in java.math
class BigInteger : Number, Comparable<BigInteger>
  valueOf(long): BigInteger
  add(BigInteger): BigInteger
  subtract(BigInteger): BigInteger
  multiply(BigInteger): BigInteger
  divide(BigInteger): BigInteger
  negate(): BigInteger
  pow(int): BigInteger
  signum(): int
  bitLength(): int
  ZERO: BigInteger
  ONE: BigInteger
  TEN: BigInteger
class BigDecimal : Number, Comparable<BigDecimal>
  valueOf(?, int?): BigDecimal
  add(BigDecimal): BigDecimal
  subtract(BigDecimal): BigDecimal
  multiply(BigDecimal): BigDecimal
  divide(BigDecimal, ...?): BigDecimal
  negate(): BigDecimal
  setScale(int, ?): BigDecimal
  setScale(int): BigDecimal
  scale(): int
  precision(): int
  signum(): int
  stripTrailingZeros(): BigDecimal
  toPlainString(): String
  toBigInteger(): BigInteger
  ZERO: BigDecimal
  ONE: BigDecimal
  TEN: BigDecimal

in java.util.regex
class Pattern : Object
  compile(String, int?): Pattern
  matcher(CharSequence): Matcher
  matches(String, CharSequence): boolean
  pattern(): String
  quote(String): String
  split(CharSequence, int?): Array<String>
  splitAsStream(CharSequence): Stream<String>
  asPredicate(): Predicate<String>
class MatchResult : Object
  group(?): String
  group(): String
  start(?): int
  start(): int
  end(?): int
  end(): int
  groupCount(): int
class Matcher : MatchResult
  matches(): boolean
  find(int?): boolean
  lookingAt(): boolean
  replaceAll(?): String
  replaceFirst(?): String
  reset(CharSequence?): Matcher
  results(): Stream<MatchResult>
  appendReplacement(?, String): Matcher
  appendTail(StringBuilder): StringBuilder
  hitEnd(): boolean

in java.time
class Instant : Object, Comparable<Instant>
  now(): Instant
  ofEpochMilli(long): Instant
  parse(CharSequence): Instant
  toEpochMilli(): long
  plus(?, ?): Instant
  plus(?): Instant
  minus(?): Instant
  isBefore(Instant): boolean
  isAfter(Instant): boolean
class Duration : Object, Comparable<Duration>
  ofMillis(long): Duration
  ofSeconds(long, long?): Duration
  ofMinutes(long): Duration
  ofHours(long): Duration
  ofDays(long): Duration
  between(?, ?): Duration
  toMillis(): long
  getSeconds(): long
  toNanos(): long
  plus(Duration): Duration
  ZERO: Duration
class LocalDate : Object, Comparable<LocalDate>
  now(): LocalDate
  of(int, ?, int): LocalDate
  parse(CharSequence, ?): LocalDate
  parse(CharSequence): LocalDate
  plusDays(long): LocalDate
  minusDays(long): LocalDate
  plusMonths(long): LocalDate
  isBefore(LocalDate): boolean
  isAfter(LocalDate): boolean
  getYear(): int
  getMonthValue(): int
  getDayOfMonth(): int
  format(?): String
class LocalDateTime : Object, Comparable<LocalDateTime>
  now(): LocalDateTime
  of(...?): LocalDateTime
  parse(CharSequence, ?): LocalDateTime
  parse(CharSequence): LocalDateTime
  toLocalDate(): LocalDate
  format(?): String
  isBefore(LocalDateTime): boolean
  isAfter(LocalDateTime): boolean
`
