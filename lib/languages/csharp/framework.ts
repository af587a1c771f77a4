// Types of the library that are no collections: what every value has, texts, numbers, tasks, exceptions, input and output.

const EXCEPTIONS = [
  "SystemException",
  "ApplicationException",
  "ArgumentException",
  "ArithmeticException",
  "FormatException",
  "IndexOutOfRangeException",
  "InvalidCastException",
  "InvalidOperationException",
  "KeyNotFoundException",
  "MissingMemberException",
  "NotImplementedException",
  "NotSupportedException",
  "NullReferenceException",
  "OperationCanceledException",
  "OutOfMemoryException",
  "TargetInvocationException",
  "TimeoutException",
  "UnauthorizedAccessException",
  "IOException",
  "SerializationException",
  "AggregateException",
]

const NUMBERS = ["Byte", "SByte", "Int16", "UInt16", "Int32", "UInt32", "Int64", "UInt64", "IntPtr", "UIntPtr"]

const REAL_NUMBERS = ["Single", "Double", "Decimal"]

const number = (name: string): string =>
  `class ${name} : ValueType
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

export const FRAMEWORK = `
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
  @call(Object, EventArgs): void
  Invoke(Object, EventArgs): void
class EventHandler<T> : Delegate
  @call(Object, T): void
  Invoke(Object, T): void
class Predicate<T> : Delegate
  @call(T): Boolean
  Invoke(T): Boolean
class Comparison<T> : Delegate
  @call(T, T): Int32
  Invoke(T, T): Int32
class Converter<A, B> : Delegate
  @call(A): B
  Invoke(A): B
type Expression<F> : Object
  Body: ?
  Compile(): F
  Parameters: ?
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
class Char : ValueType
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
class Boolean : ValueType
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
class Stopwatch : Object
  Elapsed: TimeSpan
  ElapsedMilliseconds: Int64
  ElapsedTicks: Int64
  IsRunning: Boolean
  Reset(): void
  Restart(): void
  Start(): void
  Stop(): void
value Stopwatch
  StartNew(): Stopwatch
  GetTimestamp(): Int64
  Frequency: Int64
class Type : MemberInfo
  Assembly: Assembly
  AssemblyQualifiedName: String
  BaseType: Type
  FullName: String
  GenericTypeArguments: Array<Type>
  GetConstructor(...?): ConstructorInfo
  GetConstructors(...?): Array<ConstructorInfo>
  GetElementType(): Type
  GetEvent(...?): ?
  GetField(...?): FieldInfo
  GetFields(...?): Array<FieldInfo>
  GetGenericArguments(): Array<Type>
  GetGenericTypeDefinition(): Type
  GetInterface(...?): Type
  GetInterfaces(): Array<Type>
  GetMember(...?): Array<MemberInfo>
  GetMembers(...?): Array<MemberInfo>
  GetMethod(...?): MethodInfo
  GetMethods(...?): Array<MethodInfo>
  GetNestedType(...?): Type
  GetProperties(...?): Array<PropertyInfo>
  GetProperty(...?): PropertyInfo
  GetTypeInfo(): Type
  HasElementType: Boolean
  InvokeMember(...?): Object
  IsAbstract: Boolean
  IsArray: Boolean
  IsAssignableFrom(Type): Boolean
  IsByRef: Boolean
  IsClass: Boolean
  IsEnum: Boolean
  IsGenericParameter: Boolean
  IsGenericType: Boolean
  IsGenericTypeDefinition: Boolean
  IsInstanceOfType(?): Boolean
  IsInterface: Boolean
  IsNested: Boolean
  IsPointer: Boolean
  IsPrimitive: Boolean
  IsPublic: Boolean
  IsSealed: Boolean
  IsSubclassOf(Type): Boolean
  IsValueType: Boolean
  IsVisible: Boolean
  MakeArrayType(...?): Type
  MakeGenericType(...Type): Type
  Namespace: String
  TypeHandle: ?
  UnderlyingSystemType: Type
value Type
  EmptyTypes: Array<Type>
  GetType(...?): Type
  GetTypeCode(Type): ?
  GetTypeFromHandle(?): Type
class MemberInfo : Object
  DeclaringType: Type
  GetCustomAttribute<A>(...?): A
  GetCustomAttributes(...?): Array<Object>
  GetCustomAttributes<A>(...?): IEnumerable<A>
  IsDefined(...?): Boolean
  MemberType: ?
  Module: ?
  Name: String
  ReflectedType: Type
class MethodBase : MemberInfo
  GetGenericArguments(): Array<Type>
  GetParameters(): Array<ParameterInfo>
  Invoke(...?): Object
  IsAbstract: Boolean
  IsConstructor: Boolean
  IsGenericMethod: Boolean
  IsPrivate: Boolean
  IsPublic: Boolean
  IsStatic: Boolean
  IsVirtual: Boolean
class MethodInfo : MethodBase
  CreateDelegate(...?): Delegate
  GetBaseDefinition(): MethodInfo
  GetGenericMethodDefinition(): MethodInfo
  MakeGenericMethod(...Type): MethodInfo
  ReturnType: Type
  ReturnParameter: ParameterInfo
class ConstructorInfo : MethodBase
class PropertyInfo : MemberInfo
  CanRead: Boolean
  CanWrite: Boolean
  GetGetMethod(...?): MethodInfo
  GetIndexParameters(): Array<ParameterInfo>
  GetMethod: MethodInfo
  GetSetMethod(...?): MethodInfo
  GetValue(...?): Object
  PropertyType: Type
  SetMethod: MethodInfo
  SetValue(...?): void
class FieldInfo : MemberInfo
  FieldType: Type
  GetValue(?): Object
  IsInitOnly: Boolean
  IsLiteral: Boolean
  IsPrivate: Boolean
  IsPublic: Boolean
  IsStatic: Boolean
  SetValue(...?): void
class ParameterInfo : Object
  DefaultValue: Object
  GetCustomAttributes(...?): Array<Object>
  HasDefaultValue: Boolean
  IsOptional: Boolean
  IsOut: Boolean
  Member: MemberInfo
  Name: String
  ParameterType: Type
  Position: Int32
class Assembly : Object
  CodeBase: String
  DefinedTypes: IEnumerable<Type>
  EntryPoint: MethodInfo
  ExportedTypes: IEnumerable<Type>
  FullName: String
  GetCustomAttributes(...?): Array<Object>
  GetExportedTypes(): Array<Type>
  GetManifestResourceNames(): Array<String>
  GetManifestResourceStream(...?): Stream
  GetName(...?): AssemblyName
  GetReferencedAssemblies(): Array<AssemblyName>
  GetType(...?): Type
  GetTypes(): Array<Type>
  Location: String
value Assembly
  GetCallingAssembly(): Assembly
  GetEntryAssembly(): Assembly
  GetExecutingAssembly(): Assembly
  Load(...?): Assembly
  LoadFrom(...?): Assembly
class AssemblyName : Object
  FullName: String
  Name: String
  Version: Version
class Exception : Object
  Data: IDictionary
  GetBaseException(): Exception
  GetObjectData(...?): void
  HelpLink: String
  HResult: Int32
  InnerException: Exception
  InnerExceptions: ReadOnlyCollection<Exception>
  Message: String
  ParamName: String
  Source: String
  StackTrace: String
  TargetSite: MethodBase
  Flatten(): ?
  Handle(?): void
  CancellationToken: CancellationToken
${EXCEPTIONS.map((name) => `class ${name} : Exception\n`).join("")}class ArgumentNullException : ArgumentException
value ArgumentNullException
  ThrowIfNull(...?): void
class ArgumentOutOfRangeException : ArgumentException
  ActualValue: Object
class DivideByZeroException : ArithmeticException
class OverflowException : ArithmeticException
class ObjectDisposedException : InvalidOperationException
class TaskCanceledException : OperationCanceledException
class FileNotFoundException : IOException
class DirectoryNotFoundException : IOException
class EndOfStreamException : IOException
class Task : Object
  @await: void
  AsyncState: Object
  ConfigureAwait(?): Task
  ContinueWith<R>((Task) => R, ...?): Task<R>
  Exception: Exception
  GetAwaiter(): ?
  Id: Int32
  IsCanceled: Boolean
  IsCompleted: Boolean
  IsCompletedSuccessfully: Boolean
  IsFaulted: Boolean
  RunSynchronously(...?): void
  Start(...?): void
  Status: ?
  Wait(...?): Boolean
  WaitAsync(...?): Task
  Dispose(): void
value Task
  CompletedTask: Task
  Delay(...?): Task
  FromCanceled(?): Task
  FromException(?): Task
  FromResult<T>(T): Task<T>
  Run<T>(() => Task<T>, ...?): Task<T>
  Run<T>(() => T, ...?): Task<T>
  WaitAll(...?): void
  WaitAny(...?): Int32
  WhenAll<T>(...Task<T>): Task<Array<T>>
  WhenAll<T>(IEnumerable<Task<T>>): Task<Array<T>>
  WhenAny<T>(...Task<T>): Task<Task<T>>
  Yield(): ?
  Factory: ?
  CurrentId: Int32
class Task<T> : Task
  @await: T
  ConfigureAwait(?): Task<T>
  ContinueWith<R>((Task<T>) => R, ...?): Task<R>
  GetAwaiter(): TaskAwaiter<T>
  Result: T
  WaitAsync(...?): Task<T>
type TaskAwaiter<T> : Object
  GetResult(): T
  IsCompleted: Boolean
  OnCompleted(?): void
class ValueTask : ValueType
  @await: void
  AsTask(): Task
  ConfigureAwait(?): ValueTask
  GetAwaiter(): ?
  IsCompleted: Boolean
  IsCompletedSuccessfully: Boolean
value ValueTask
  CompletedTask: ValueTask
  FromResult<T>(T): ValueTask<T>
class ValueTask<T> : ValueType
  @await: T
  AsTask(): Task<T>
  ConfigureAwait(?): ValueTask<T>
  GetAwaiter(): TaskAwaiter<T>
  IsCompleted: Boolean
  IsCompletedSuccessfully: Boolean
  Result: T
class TaskCompletionSource<T> : Object
  SetCanceled(...?): void
  SetException(?): void
  SetResult(T): void
  Task: Task<T>
  TrySetCanceled(...?): Boolean
  TrySetException(?): Boolean
  TrySetResult(T): Boolean
class CancellationToken : ValueType
  CanBeCanceled: Boolean
  IsCancellationRequested: Boolean
  Register(...?): ?
  ThrowIfCancellationRequested(): void
  WaitHandle: ?
value CancellationToken
  None: CancellationToken
class CancellationTokenSource : IDisposable
  Cancel(...?): void
  CancelAfter(?): void
  IsCancellationRequested: Boolean
  Token: CancellationToken
value CancellationTokenSource
  CreateLinkedTokenSource(...?): CancellationTokenSource
class Thread : Object
  Abort(...?): void
  CurrentCulture: CultureInfo
  CurrentUICulture: CultureInfo
  IsAlive: Boolean
  IsBackground: Boolean
  Join(...?): Boolean
  ManagedThreadId: Int32
  Name: String
  Start(...?): void
value Thread
  CurrentThread: Thread
  Sleep(?): void
  Yield(): Boolean
  MemoryBarrier(): void
value Monitor
  Enter(...?): void
  Exit(?): void
  Pulse(?): void
  PulseAll(?): void
  TryEnter(...?): Boolean
  Wait(...?): Boolean
value Interlocked
  Add(?, ?): ?
  CompareExchange<T>(T, T, T): T
  Decrement(?): ?
  Exchange<T>(T, T): T
  Increment(?): ?
  Read(?): Int64
class SemaphoreSlim : IDisposable
  CurrentCount: Int32
  Release(...?): Int32
  Wait(...?): Boolean
  WaitAsync(...?): Task<Boolean>
class ManualResetEvent : IDisposable
  Reset(): Boolean
  Set(): Boolean
  WaitOne(...?): Boolean
class AutoResetEvent : IDisposable
  Reset(): Boolean
  Set(): Boolean
  WaitOne(...?): Boolean
class CultureInfo : IFormatProvider
  DisplayName: String
  Name: String
  NumberFormat: ?
  DateTimeFormat: ?
  Parent: CultureInfo
  TextInfo: ?
  TwoLetterISOLanguageName: String
value CultureInfo
  CurrentCulture: CultureInfo
  CurrentUICulture: CultureInfo
  GetCultureInfo(...?): CultureInfo
  InvariantCulture: CultureInfo
class StringBuilder : Object
  @index: Char
  Append(...?): StringBuilder
  AppendFormat(...?): StringBuilder
  AppendJoin(...?): StringBuilder
  AppendLine(...?): StringBuilder
  Capacity: Int32
  Clear(): StringBuilder
  CopyTo(...?): void
  Insert(...?): StringBuilder
  Length: Int32
  Remove(Int32, Int32): StringBuilder
  Replace(...?): StringBuilder
class Encoding : Object
  GetByteCount(...?): Int32
  GetBytes(...?): Array<Byte>
  GetChars(...?): Array<Char>
  GetString(...?): String
  GetPreamble(): Array<Byte>
  WebName: String
value Encoding
  ASCII: Encoding
  BigEndianUnicode: Encoding
  Default: Encoding
  GetEncoding(...?): Encoding
  UTF32: Encoding
  UTF7: Encoding
  UTF8: Encoding
  Unicode: Encoding
class Regex : Object
  GetGroupNames(): Array<String>
  IsMatch(...?): Boolean
  Match(...?): Match
  Matches(...?): IReadOnlyList<Match>
  Replace(...?): String
  Split(...?): Array<String>
value Regex
  Escape(String): String
  IsMatch(...?): Boolean
  Match(...?): Match
  Matches(...?): IReadOnlyList<Match>
  Replace(...?): String
  Split(...?): Array<String>
class Group : Object
  Captures: IReadOnlyList<Group>
  Index: Int32
  Length: Int32
  Name: String
  Success: Boolean
  Value: String
class Match : Group
  Groups: GroupCollection
  NextMatch(): Match
  Result(String): String
type GroupCollection : IReadOnlyList<Group>
  @index: Group
class Stream : IDisposable
  CanRead: Boolean
  CanSeek: Boolean
  CanWrite: Boolean
  Close(): void
  CopyTo(...?): void
  CopyToAsync(...?): Task
  Flush(): void
  FlushAsync(...?): Task
  Length: Int64
  Position: Int64
  Read(...?): Int32
  ReadAsync(...?): Task<Int32>
  ReadByte(): Int32
  Seek(...?): Int64
  SetLength(Int64): void
  Write(...?): void
  WriteAsync(...?): Task
  WriteByte(Byte): void
class MemoryStream : Stream
  GetBuffer(): Array<Byte>
  ToArray(): Array<Byte>
  WriteTo(Stream): void
class FileStream : Stream
  Name: String
class BufferedStream : Stream
class GZipStream : Stream
class TextReader : IDisposable
  Close(): void
  Peek(): Int32
  Read(...?): Int32
  ReadAsync(...?): Task<Int32>
  ReadLine(): String
  ReadLineAsync(...?): Task<String>
  ReadToEnd(): String
  ReadToEndAsync(...?): Task<String>
  ReadBlock(...?): Int32
class StreamReader : TextReader
  BaseStream: Stream
  CurrentEncoding: Encoding
  EndOfStream: Boolean
class StringReader : TextReader
class TextWriter : IDisposable
  Close(): void
  Encoding: Encoding
  Flush(): void
  FlushAsync(...?): Task
  FormatProvider: IFormatProvider
  NewLine: String
  Write(...?): void
  WriteAsync(...?): Task
  WriteLine(...?): void
  WriteLineAsync(...?): Task
class StreamWriter : TextWriter
  AutoFlush: Boolean
  BaseStream: Stream
class StringWriter : TextWriter
  GetStringBuilder(): StringBuilder
class BinaryReader : IDisposable
  BaseStream: Stream
  Close(): void
  ReadBoolean(): Boolean
  ReadByte(): Byte
  ReadBytes(Int32): Array<Byte>
  ReadDouble(): Double
  ReadInt32(): Int32
  ReadInt64(): Int64
  ReadString(): String
class BinaryWriter : IDisposable
  BaseStream: Stream
  Close(): void
  Flush(): void
  Write(...?): void
value File
  AppendAllText(...?): void
  Copy(...?): void
  Create(...?): FileStream
  CreateText(String): StreamWriter
  Delete(String): void
  Exists(String): Boolean
  GetLastWriteTime(String): DateTime
  Move(...?): void
  Open(...?): FileStream
  OpenRead(String): FileStream
  OpenText(String): StreamReader
  OpenWrite(String): FileStream
  ReadAllBytes(String): Array<Byte>
  ReadAllLines(...?): Array<String>
  ReadAllText(...?): String
  ReadAllTextAsync(...?): Task<String>
  ReadLines(...?): IEnumerable<String>
  WriteAllBytes(...?): void
  WriteAllLines(...?): void
  WriteAllText(...?): void
value Directory
  CreateDirectory(...?): DirectoryInfo
  Delete(...?): void
  EnumerateDirectories(...?): IEnumerable<String>
  EnumerateFiles(...?): IEnumerable<String>
  Exists(String): Boolean
  GetCurrentDirectory(): String
  GetDirectories(...?): Array<String>
  GetFiles(...?): Array<String>
  GetParent(String): DirectoryInfo
  SetCurrentDirectory(String): void
value Path
  ChangeExtension(...?): String
  Combine(...?): String
  DirectorySeparatorChar: Char
  GetDirectoryName(?): String
  GetExtension(?): String
  GetFileName(?): String
  GetFileNameWithoutExtension(?): String
  GetFullPath(...?): String
  GetInvalidFileNameChars(): Array<Char>
  GetPathRoot(?): String
  GetRandomFileName(): String
  GetTempFileName(): String
  GetTempPath(): String
  HasExtension(?): Boolean
  IsPathRooted(?): Boolean
  PathSeparator: Char
class FileSystemInfo : Object
  Delete(): void
  Exists: Boolean
  Extension: String
  FullName: String
  LastWriteTime: DateTime
  Name: String
  Refresh(): void
class FileInfo : FileSystemInfo
  CopyTo(...?): FileInfo
  Create(): FileStream
  Directory: DirectoryInfo
  DirectoryName: String
  Length: Int64
  MoveTo(...?): void
  Open(...?): FileStream
  OpenRead(): FileStream
  OpenText(): StreamReader
class DirectoryInfo : FileSystemInfo
  Create(): void
  EnumerateFiles(...?): IEnumerable<FileInfo>
  GetDirectories(...?): Array<DirectoryInfo>
  GetFiles(...?): Array<FileInfo>
  Parent: DirectoryInfo
  Root: DirectoryInfo
class HttpClient : IDisposable
  BaseAddress: Uri
  DefaultRequestHeaders: ?
  DeleteAsync(...?): Task<HttpResponseMessage>
  GetAsync(...?): Task<HttpResponseMessage>
  GetByteArrayAsync(...?): Task<Array<Byte>>
  GetStreamAsync(...?): Task<Stream>
  GetStringAsync(...?): Task<String>
  PostAsync(...?): Task<HttpResponseMessage>
  PutAsync(...?): Task<HttpResponseMessage>
  SendAsync(...?): Task<HttpResponseMessage>
  Timeout: TimeSpan
class HttpResponseMessage : IDisposable
  Content: HttpContent
  EnsureSuccessStatusCode(): HttpResponseMessage
  Headers: ?
  IsSuccessStatusCode: Boolean
  ReasonPhrase: String
  StatusCode: ?
class HttpContent : IDisposable
  Headers: ?
  ReadAsByteArrayAsync(...?): Task<Array<Byte>>
  ReadAsStreamAsync(...?): Task<Stream>
  ReadAsStringAsync(...?): Task<String>
type IQueryProvider : Object
`
