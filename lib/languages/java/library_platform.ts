// Of the library: what is seen everywhere, primitives and their objects, texts, exceptions, threads.

export const PLATFORM = `
in java.lang
type boolean
type byte
type short
type char
type int
type long
type float
type double
class Object
  equals(Object): boolean
  hashCode(): int
  toString(): String
  getClass(): Class<this>
  notify(): void
  notifyAll(): void
  wait(long?, int?): void
  clone(): Object
  finalize(): void
class Comparable<T> : Object
  compareTo(T): int
  @run(T): int
class CharSequence : Object
  length(): int
  charAt(int): char
  isEmpty(): boolean
  subSequence(int, int): CharSequence
  chars(): IntStream
class Number : Object, Serializable
  intValue(): int
  longValue(): long
  floatValue(): float
  doubleValue(): double
  byteValue(): byte
  shortValue(): short
class Integer : Number, Comparable<Integer>
  MAX_VALUE: int
  MIN_VALUE: int
  SIZE: int
  BYTES: int
  TYPE: Class<Integer>
  parseInt(String, int?): int
  valueOf(int): Integer
  valueOf(String, int?): Integer
  toString(int?, int?): String
  toHexString(int): String
  toBinaryString(int): String
  compare(int, int): int
  hashCode(int?): int
  max(int, int): int
  min(int, int): int
  sum(int, int): int
  bitCount(int): int
  signum(int): int
  numberOfTrailingZeros(int): int
  numberOfLeadingZeros(int): int
  highestOneBit(int): int
class Long : Number, Comparable<Long>
  MAX_VALUE: long
  MIN_VALUE: long
  parseLong(String, int?): long
  valueOf(long): Long
  valueOf(String, int?): Long
  toString(long?, int?): String
  toHexString(long): String
  compare(long, long): int
  hashCode(long?): int
  max(long, long): long
  min(long, long): long
class Short : Number, Comparable<Short>
  MAX_VALUE: short
  MIN_VALUE: short
  parseShort(String, int?): short
  valueOf(short): Short
  valueOf(String, int?): Short
class Byte : Number, Comparable<Byte>
  MAX_VALUE: byte
  MIN_VALUE: byte
  parseByte(String, int?): byte
  valueOf(byte): Byte
  valueOf(String, int?): Byte
class Float : Number, Comparable<Float>
  MAX_VALUE: float
  MIN_VALUE: float
  NaN: float
  parseFloat(String): float
  valueOf(float): Float
  valueOf(String): Float
  isNaN(float?): boolean
  isInfinite(float?): boolean
  floatToIntBits(float): int
  intBitsToFloat(int): float
  compare(float, float): int
class Double : Number, Comparable<Double>
  MAX_VALUE: double
  MIN_VALUE: double
  NaN: double
  POSITIVE_INFINITY: double
  NEGATIVE_INFINITY: double
  parseDouble(String): double
  valueOf(double): Double
  valueOf(String): Double
  isNaN(double?): boolean
  isInfinite(double?): boolean
  doubleToLongBits(double): long
  longBitsToDouble(long): double
  compare(double, double): int
  toString(double?): String
class Boolean : Object, Comparable<Boolean>, Serializable
  TRUE: Boolean
  FALSE: Boolean
  parseBoolean(String): boolean
  booleanValue(): boolean
  valueOf(boolean): Boolean
  valueOf(String): Boolean
  toString(boolean?): String
  compare(boolean, boolean): int
class Character : Object, Comparable<Character>, Serializable
  MAX_VALUE: char
  MIN_VALUE: char
  charValue(): char
  valueOf(char): Character
  isDigit(int): boolean
  isLetter(int): boolean
  isLetterOrDigit(int): boolean
  isUpperCase(int): boolean
  isLowerCase(int): boolean
  isWhitespace(int): boolean
  toUpperCase(char): char
  toUpperCase(int): int
  toLowerCase(char): char
  toLowerCase(int): int
  toString(int?): String
  toChars(int): Array<char>
  getNumericValue(int): int
  charCount(int): int
  digit(int, int): int
class Void : Object
class String : Object, CharSequence, Comparable<String>, Serializable
  length(): int
  isEmpty(): boolean
  isBlank(): boolean
  charAt(int): char
  codePointAt(int): int
  getBytes(?): Array<byte>
  getBytes(): Array<byte>
  equalsIgnoreCase(String): boolean
  contentEquals(CharSequence): boolean
  compareTo(String): int
  compareToIgnoreCase(String): int
  startsWith(String, int?): boolean
  endsWith(String): boolean
  indexOf(?, int?): int
  lastIndexOf(?, int?): int
  substring(int, int?): String
  concat(String): String
  replace(?, ?): String
  replaceAll(String, String): String
  replaceFirst(String, String): String
  matches(String): boolean
  contains(CharSequence): boolean
  split(String, int?): Array<String>
  toLowerCase(?): String
  toLowerCase(): String
  toUpperCase(?): String
  toUpperCase(): String
  trim(): String
  strip(): String
  stripLeading(): String
  stripTrailing(): String
  lines(): Stream<String>
  repeat(int): String
  toCharArray(): Array<char>
  intern(): String
  formatted(...Object): String
  indent(int): String
  format(?, ...Object): String
  valueOf(?, int?, int?): String
  copyValueOf(Array<char>): String
  join(CharSequence, ...?): String
  CASE_INSENSITIVE_ORDER: Comparator<String>
class StringBuilder : Object, CharSequence
  append(?, int?, int?): StringBuilder
  appendCodePoint(int): StringBuilder
  insert(int, ?): StringBuilder
  delete(int, int): StringBuilder
  deleteCharAt(int): StringBuilder
  replace(int, int, String): StringBuilder
  reverse(): StringBuilder
  length(): int
  capacity(): int
  charAt(int): char
  indexOf(String, int?): int
  lastIndexOf(String, int?): int
  substring(int, int?): String
  setLength(int): void
  setCharAt(int, char): void
  toString(): String
class StringBuffer : Object, CharSequence
  append(?, int?, int?): StringBuffer
  insert(int, ?): StringBuffer
  delete(int, int): StringBuffer
  deleteCharAt(int): StringBuffer
  reverse(): StringBuffer
  length(): int
  charAt(int): char
  indexOf(String, int?): int
  substring(int, int?): String
  setLength(int): void
  toString(): String
class Math : Object
  PI: double
  E: double
  abs(int): int
  abs(long): long
  abs(float): float
  abs(double): double
  max(int, int): int
  max(long, long): long
  max(float, float): float
  max(double, double): double
  min(int, int): int
  min(long, long): long
  min(float, float): float
  min(double, double): double
  floor(double): double
  ceil(double): double
  round(float): int
  round(double): long
  sqrt(double): double
  pow(double, double): double
  random(): double
  floorMod(int, int): int
  floorDiv(int, int): int
  addExact(int, int): int
  toIntExact(long): int
  log(double): double
  log10(double): double
  exp(double): double
  sin(double): double
  cos(double): double
  tan(double): double
  atan2(double, double): double
  signum(double): double
class System : Object
  out: PrintStream
  err: PrintStream
  in: InputStream
  currentTimeMillis(): long
  nanoTime(): long
  getProperty(String, String?): String
  setProperty(String, String): String
  getenv(String): String
  getenv(): Map<String, String>
  lineSeparator(): String
  identityHashCode(Object): int
  arraycopy(Object, int, Object, int, int): void
  exit(int): void
  gc(): void
class Class<T> : Object, Type
  getName(): String
  getSimpleName(): String
  getTypeName(): String
  getCanonicalName(): String
  getPackage(): Package
  getSuperclass(): Class<?>
  getComponentType(): Class<?>
  getEnclosingClass(): Class<?>
  getDeclaringClass(): Class<?>
  getInterfaces(): Array<Class<?>>
  getGenericSuperclass(): Type
  getGenericInterfaces(): Array<Type>
  getEnumConstants(): Array<T>
  getDeclaredFields(): Array<Field>
  getFields(): Array<Field>
  getDeclaredField(String): Field
  getField(String): Field
  getDeclaredMethods(): Array<Method>
  getMethods(): Array<Method>
  getDeclaredMethod(String, ...Class<?>): Method
  getMethod(String, ...Class<?>): Method
  getDeclaredConstructor(...Class<?>): Constructor<T>
  getConstructor(...Class<?>): Constructor<T>
  getDeclaredConstructors(): Array<Constructor<?>>
  getConstructors(): Array<Constructor<?>>
  getTypeParameters(): Array<?>
  getAnnotation<A>(Class<A>): A
  getAnnotations(): Array<Annotation>
  getModifiers(): int
  getClassLoader(): ClassLoader
  getResource(String): URL
  getResourceAsStream(String): InputStream
  newInstance(): T
  cast(Object): T
  asSubclass<U>(Class<U>): Class<U>
  forName(String, boolean?, ClassLoader?): Class<?>
  isInstance(Object): boolean
  isAssignableFrom(Class<?>): boolean
  isArray(): boolean
  isEnum(): boolean
  isInterface(): boolean
  isPrimitive(): boolean
  isAnonymousClass(): boolean
  isLocalClass(): boolean
  isMemberClass(): boolean
  isRecord(): boolean
  isAnnotationPresent(Class<?>): boolean
  desiredAssertionStatus(): boolean
class ClassLoader : Object
  loadClass(String): Class<?>
  getResource(String): URL
  getResourceAsStream(String): InputStream
  getParent(): ClassLoader
  getSystemClassLoader(): ClassLoader
class Package : Object
  getName(): String
class Enum<E> : Object, Comparable<E>, Serializable
  name(): String
  ordinal(): int
  compareTo(E): int
  getDeclaringClass(): Class<E>
  valueOf<T>(Class<T>, String): T
class Record : Object
class Iterable<T> : Object
  @element: T
  iterator(): Iterator<T>
  forEach(Consumer<T>): void
  spliterator(): Spliterator<T>
class AutoCloseable : Object
  close(): void
  @run(): void
class Cloneable : Object
class Appendable : Object
  append(?, int?, int?): Appendable
class Runnable : Object
  run(): void
  @run(): void
class Throwable : Object, Serializable
  getMessage(): String
  getLocalizedMessage(): String
  getCause(): Throwable
  initCause(Throwable): Throwable
  printStackTrace(?): void
  printStackTrace(): void
  getStackTrace(): Array<StackTraceElement>
  setStackTrace(Array<StackTraceElement>): void
  addSuppressed(Throwable): void
  getSuppressed(): Array<Throwable>
class StackTraceElement : Object
  getClassName(): String
  getMethodName(): String
  getFileName(): String
  getLineNumber(): int
class Exception : Throwable
class Error : Throwable
class RuntimeException : Exception
class IllegalArgumentException : RuntimeException
class IllegalStateException : RuntimeException
class IndexOutOfBoundsException : RuntimeException
class ArrayIndexOutOfBoundsException : IndexOutOfBoundsException
class StringIndexOutOfBoundsException : IndexOutOfBoundsException
class NullPointerException : RuntimeException
class ClassCastException : RuntimeException
class ArithmeticException : RuntimeException
class UnsupportedOperationException : RuntimeException
class NumberFormatException : IllegalArgumentException
class SecurityException : RuntimeException
class NegativeArraySizeException : RuntimeException
class ArrayStoreException : RuntimeException
class CloneNotSupportedException : Exception
class InterruptedException : Exception
class ReflectiveOperationException : Exception
class ClassNotFoundException : ReflectiveOperationException
class NoSuchMethodException : ReflectiveOperationException
class NoSuchFieldException : ReflectiveOperationException
class IllegalAccessException : ReflectiveOperationException
class InstantiationException : ReflectiveOperationException
class AssertionError : Error
class LinkageError : Error
class NoClassDefFoundError : LinkageError
class VirtualMachineError : Error
class OutOfMemoryError : VirtualMachineError
class StackOverflowError : VirtualMachineError
class Thread : Object, Runnable
  start(): void
  run(): void
  join(long?): void
  interrupt(): void
  isInterrupted(): boolean
  interrupted(): boolean
  isAlive(): boolean
  getName(): String
  setName(String): void
  setDaemon(boolean): void
  getId(): long
  getContextClassLoader(): ClassLoader
  currentThread(): Thread
  sleep(long, int?): void
  yield(): void
class ThreadLocal<T> : Object
  get(): T
  set(T): void
  remove(): void
  initialValue(): T
  withInitial<S>(Supplier<S>): ThreadLocal<S>
class ProcessBuilder : Object
class Runtime : Object
  getRuntime(): Runtime
  availableProcessors(): int
  addShutdownHook(Thread): void
type Array<T> : Object
  length: int
  clone(): Array<T>
  @element: T
  @index: T
`
