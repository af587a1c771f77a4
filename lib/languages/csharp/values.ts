// Types of the library that values are of: what every value has, texts, numbers, times, what is asked without an instance.

const NUMBERS = ["Byte", "SByte", "Int16", "UInt16", "Int32", "UInt32", "Int64", "UInt64", "IntPtr", "UIntPtr"]

const REAL_NUMBERS = ["Single", "Double", "Decimal"]

const number = (name: string): string =>
  `class ${name} : ValueType, IComparable<${name}>, IEquatable<${name}>, IFormattable
  CompareTo(?): Int32
  MaxValue: ${name}
  MinValue: ${name}
  GetTypeCode(): ?
value ${name}
  Parse(...?): ${name}
  TryParse(...?): Boolean
  MaxValue: ${name}
  MinValue: ${name}
  NaN: ${name}
  Epsilon: ${name}
  Zero: ${name}
  One: ${name}
  PositiveInfinity: ${name}
  NegativeInfinity: ${name}
  IsNaN(?): Boolean
  IsInfinity(?): Boolean
  Round(...?): ${name}
`

export const VALUES = `
class Object
  Equals(?): Boolean
  GetHashCode(): Int32
  GetType(): Type
  ToString(...?): String
  MemberwiseClone(): Object
  Finalize(): void
value Object
  Equals(?, ?): Boolean
  ReferenceEquals(?, ?): Boolean
class ValueType : Object
class Enum : ValueType
  HasFlag(?): Boolean
  CompareTo(?): Int32
value Enum
  GetName(Type, ?): String
  GetNames(...?): Array<String>
  GetValues(...?): Array
  GetUnderlyingType(Type): Type
  IsDefined(...?): Boolean
  Parse(...?): ?
  ToObject(Type, ?): Object
  TryParse(...?): Boolean
class Delegate : Object
  DynamicInvoke(...?): Object
  GetInvocationList(): Array<Delegate>
  Compile(): this
  Body: ?
  Parameters: ?
  Method: MethodInfo
  Target: Object
  BeginInvoke(...?): IAsyncResult
  EndInvoke(IAsyncResult): ?
class MulticastDelegate : Delegate
class Attribute : Object
  TypeId: Object
  IsDefaultAttribute(): Boolean
  Match(?): Boolean
value Attribute
  GetCustomAttribute(...?): Attribute
  GetCustomAttributes(...?): Array<Attribute>
  IsDefined(...?): Boolean
class EventArgs : Object
value EventArgs
  Empty: EventArgs
class EventHandler : Delegate
  @run(Object, EventArgs): void
  Invoke(Object, EventArgs): void
class EventHandler<T> : Delegate
  @run(Object, T): void
  Invoke(Object, T): void
class Predicate<T> : Delegate
  @run(T): Boolean
  Invoke(T): Boolean
class Comparison<T> : Delegate
  @run(T, T): Int32
  Invoke(T, T): Int32
class Converter<A, B> : Delegate
  @run(A): B
  Invoke(A): B
alias Expression<F> = F
class Nullable<T> : ValueType
  HasValue: Boolean
  Value: T
  GetValueOrDefault(T?): T
class Lazy<T> : Object
  Value: T
  IsValueCreated: Boolean
class WeakReference<T> : Object
  TryGetTarget(T): Boolean
  SetTarget(T): void
class Tuple<A> : Object
  Item1: A
class Tuple<A, B> : Object
  Item1: A
  Item2: B
class Tuple<A, B, C> : Object
  Item1: A
  Item2: B
  Item3: C
class Tuple<A, B, C, D> : Object
  Item1: A
  Item2: B
  Item3: C
  Item4: D
value Tuple
  Create<A>(A): Tuple<A>
  Create<A, B>(A, B): Tuple<A, B>
  Create<A, B, C>(A, B, C): Tuple<A, B, C>
  Create<A, B, C, D>(A, B, C, D): Tuple<A, B, C, D>
type IDisposable : Object
  Dispose(): void
type IAsyncDisposable : Object
  DisposeAsync(): ValueTask
type ICloneable : Object
  Clone(): Object
type IComparable : Object
  CompareTo(?): Int32
type IComparable<T> : Object
  CompareTo(T): Int32
type IEquatable<T> : Object
  Equals(T): Boolean
type IFormattable : Object
  ToString(String, IFormatProvider): String
type IFormatProvider : Object
  GetFormat(Type): Object
type IServiceProvider : Object
  GetService(Type): Object
type IComparer : Object
  Compare(?, ?): Int32
type IComparer<T> : Object
  Compare(T, T): Int32
type IEqualityComparer : Object
  Equals(?, ?): Boolean
  GetHashCode(?): Int32
type IEqualityComparer<T> : Object
  Equals(T, T): Boolean
  GetHashCode(T): Int32
class Comparer<T> : IComparer<T>
value Comparer<T>
  Default: ?
  Create(?): ?
class EqualityComparer<T> : IEqualityComparer<T>
class StringComparer : IComparer<String>, IEqualityComparer<String>
value StringComparer
  CurrentCulture: StringComparer
  CurrentCultureIgnoreCase: StringComparer
  InvariantCulture: StringComparer
  InvariantCultureIgnoreCase: StringComparer
  Ordinal: StringComparer
  OrdinalIgnoreCase: StringComparer
type IAsyncResult : Object
  AsyncState: Object
  IsCompleted: Boolean
class String : IEnumerable<Char>
  @index: Char
  Chars: Char
  Length: Int32
  Clone(): Object
  CompareTo(?): Int32
  Contains(...?): Boolean
  CopyTo(...?): void
  EndsWith(...?): Boolean
  GetEnumerator(): ?
  IndexOf(...?): Int32
  IndexOfAny(...?): Int32
  Insert(Int32, String): String
  IsNormalized(...?): Boolean
  LastIndexOf(...?): Int32
  LastIndexOfAny(...?): Int32
  Normalize(...?): String
  PadLeft(...?): String
  PadRight(...?): String
  Remove(...?): String
  Replace(...?): String
  Split(...?): Array<String>
  StartsWith(...?): Boolean
  Substring(Int32, Int32?): String
  ToCharArray(...?): Array<Char>
  ToLower(...?): String
  ToLowerInvariant(): String
  ToUpper(...?): String
  ToUpperInvariant(): String
  Trim(...?): String
  TrimEnd(...?): String
  TrimStart(...?): String
value String
  Empty: String
  Compare(...?): Int32
  CompareOrdinal(...?): Int32
  Concat(...?): String
  Copy(String): String
  Equals(...?): Boolean
  Format(...?): String
  Intern(String): String
  IsInterned(String): String
  IsNullOrEmpty(String): Boolean
  IsNullOrWhiteSpace(String): Boolean
  Join(...?): String
class Char : ValueType, IComparable<Char>, IEquatable<Char>
  CompareTo(?): Int32
value Char
  GetNumericValue(...?): Double
  IsControl(...?): Boolean
  IsDigit(...?): Boolean
  IsLetter(...?): Boolean
  IsLetterOrDigit(...?): Boolean
  IsLower(...?): Boolean
  IsNumber(...?): Boolean
  IsPunctuation(...?): Boolean
  IsSeparator(...?): Boolean
  IsSurrogate(...?): Boolean
  IsSymbol(...?): Boolean
  IsUpper(...?): Boolean
  IsWhiteSpace(...?): Boolean
  MaxValue: Char
  MinValue: Char
  Parse(String): Char
  ToLower(...?): Char
  ToLowerInvariant(?): Char
  ToUpper(...?): Char
  ToUpperInvariant(?): Char
class Boolean : ValueType, IComparable<Boolean>, IEquatable<Boolean>
  CompareTo(?): Int32
value Boolean
  Parse(?): Boolean
  TryParse(...?): Boolean
  TrueString: String
  FalseString: String
${[...NUMBERS, ...REAL_NUMBERS].map(number).join("")}class Guid : ValueType
  ToByteArray(): Array<Byte>
  CompareTo(?): Int32
value Guid
  Empty: Guid
  NewGuid(): Guid
  Parse(?): Guid
  TryParse(...?): Boolean
class DateTime : ValueType
  Add(TimeSpan): DateTime
  AddDays(Double): DateTime
  AddHours(Double): DateTime
  AddMilliseconds(Double): DateTime
  AddMinutes(Double): DateTime
  AddMonths(Int32): DateTime
  AddSeconds(Double): DateTime
  AddTicks(Int64): DateTime
  AddYears(Int32): DateTime
  CompareTo(?): Int32
  Date: DateTime
  Day: Int32
  DayOfWeek: ?
  DayOfYear: Int32
  Hour: Int32
  Kind: ?
  Millisecond: Int32
  Minute: Int32
  Month: Int32
  Second: Int32
  Subtract(DateTime): TimeSpan
  Ticks: Int64
  TimeOfDay: TimeSpan
  ToLocalTime(): DateTime
  ToUniversalTime(): DateTime
  ToShortDateString(): String
  ToLongDateString(): String
  Year: Int32
value DateTime
  DaysInMonth(Int32, Int32): Int32
  IsLeapYear(Int32): Boolean
  MaxValue: DateTime
  MinValue: DateTime
  Now: DateTime
  Parse(...?): DateTime
  ParseExact(...?): DateTime
  SpecifyKind(DateTime, ?): DateTime
  Today: DateTime
  TryParse(...?): Boolean
  TryParseExact(...?): Boolean
  UnixEpoch: DateTime
  UtcNow: DateTime
class DateTimeOffset : ValueType
  DateTime: DateTime
  LocalDateTime: DateTime
  Offset: TimeSpan
  UtcDateTime: DateTime
  UtcTicks: Int64
  Add(TimeSpan): DateTimeOffset
  ToUniversalTime(): DateTimeOffset
value DateTimeOffset
  Now: DateTimeOffset
  UtcNow: DateTimeOffset
  Parse(...?): DateTimeOffset
  ParseExact(...?): DateTimeOffset
  TryParse(...?): Boolean
class TimeSpan : ValueType
  Add(TimeSpan): TimeSpan
  CompareTo(?): Int32
  Days: Int32
  Duration(): TimeSpan
  Hours: Int32
  Milliseconds: Int32
  Minutes: Int32
  Negate(): TimeSpan
  Seconds: Int32
  Subtract(TimeSpan): TimeSpan
  Ticks: Int64
  TotalDays: Double
  TotalHours: Double
  TotalMilliseconds: Double
  TotalMinutes: Double
  TotalSeconds: Double
value TimeSpan
  FromDays(Double): TimeSpan
  FromHours(Double): TimeSpan
  FromMilliseconds(Double): TimeSpan
  FromMinutes(Double): TimeSpan
  FromSeconds(Double): TimeSpan
  FromTicks(Int64): TimeSpan
  MaxValue: TimeSpan
  MinValue: TimeSpan
  Parse(...?): TimeSpan
  TryParse(...?): Boolean
  Zero: TimeSpan
class Uri : Object
  AbsolutePath: String
  AbsoluteUri: String
  Authority: String
  Host: String
  IsAbsoluteUri: Boolean
  LocalPath: String
  OriginalString: String
  PathAndQuery: String
  Port: Int32
  Query: String
  Scheme: String
  Segments: Array<String>
class Version : Object
  Build: Int32
  CompareTo(?): Int32
  Major: Int32
  Minor: Int32
  Revision: Int32
class Random : Object
  Next(...?): Int32
  NextBytes(?): void
  NextDouble(): Double
value Math
  Abs(?): ?
  Ceiling(?): ?
  Cos(?): Double
  Exp(?): Double
  Floor(?): ?
  Log(...?): Double
  Log10(?): Double
  Max(?, ?): ?
  Min(?, ?): ?
  PI: Double
  Pow(?, ?): Double
  Round(...?): ?
  Sign(?): Int32
  Sin(?): Double
  Sqrt(?): Double
  Truncate(?): ?
value Convert
  ChangeType(...?): Object
  FromBase64String(String): Array<Byte>
  ToBase64String(...?): String
  ToBoolean(...?): Boolean
  ToByte(...?): Byte
  ToChar(...?): Char
  ToDateTime(...?): DateTime
  ToDecimal(...?): Decimal
  ToDouble(...?): Double
  ToInt16(...?): Int16
  ToInt32(...?): Int32
  ToInt64(...?): Int64
  ToSingle(...?): Single
  ToString(...?): String
  ToUInt32(...?): UInt32
  ToUInt64(...?): UInt64
value Console
  Clear(): void
  Error: TextWriter
  In: TextReader
  Out: TextWriter
  Read(): Int32
  ReadKey(...?): ?
  ReadLine(): String
  SetError(?): void
  SetOut(?): void
  Write(...?): void
  WriteLine(...?): void
  WindowWidth: Int32
  ForegroundColor: ?
  ResetColor(): void
value Environment
  CommandLine: String
  CurrentDirectory: String
  Exit(Int32): void
  FailFast(...?): void
  GetCommandLineArgs(): Array<String>
  GetEnvironmentVariable(...?): String
  GetEnvironmentVariables(...?): IDictionary
  GetFolderPath(...?): String
  MachineName: String
  NewLine: String
  OSVersion: ?
  ProcessorCount: Int32
  SetEnvironmentVariable(...?): void
  StackTrace: String
  TickCount: Int32
  UserName: String
  Version: Version
value GC
  Collect(...?): void
  KeepAlive(?): void
  SuppressFinalize(?): void
  WaitForPendingFinalizers(): void
value Activator
  CreateInstance(...?): ?
  CreateInstance<T>(): T
value BitConverter
  GetBytes(?): Array<Byte>
  ToInt32(...?): Int32
  ToInt64(...?): Int64
  ToString(...?): String
value Debug
  Assert(...?): void
  Fail(...?): void
  Print(...?): void
  Write(...?): void
  WriteLine(...?): void
value Trace
  Assert(...?): void
  TraceError(...?): void
  TraceInformation(...?): void
  TraceWarning(...?): void
  WriteLine(...?): void
`
