// Tasks, threads, texts that are built, streams and files of the library.

export const TASKS = `
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
