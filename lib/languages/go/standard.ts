// Names that every file sees without an import.

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

export const PREDECLARED: ReadonlySet<string> = words(`
  any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint uint8
  uint16 uint32 uint64 uintptr true false iota nil
  append cap clear close complex copy delete imag len make max min new panic print println real recover
`)

/**
 * Methods of interfaces and types of the standard library that others embed or meet, a type a line: each by its name and
 * signature, or a type all of whose methods it has.
 */
const METHODS = `
  .error: Error()string
  fmt.Stringer: String()string
  fmt.GoStringer: GoString()string
  fmt.Formatter: Format(fmt.State,int32)
  io.Reader: Read([]uint8)(int,error)
  io.Writer: Write([]uint8)(int,error)
  io.Closer: Close()error
  io.Seeker: Seek(int64,int)(int64,error)
  io.ReaderAt: ReadAt([]uint8,int64)(int,error)
  io.WriterAt: WriteAt([]uint8,int64)(int,error)
  io.ReaderFrom: ReadFrom(io.Reader)(int64,error)
  io.WriterTo: WriteTo(io.Writer)(int64,error)
  io.ByteReader: ReadByte()(uint8,error)
  io.ByteWriter: WriteByte(uint8)error
  io.StringWriter: WriteString(string)(int,error)
  io.ReadWriter: io.Reader io.Writer
  io.ReadCloser: io.Reader io.Closer
  io.WriteCloser: io.Writer io.Closer
  io.ReadWriteCloser: io.Reader io.Writer io.Closer
  io.ReadSeeker: io.Reader io.Seeker
  net/http.Handler: ServeHTTP(net/http.ResponseWriter,*net/http.Request)
  net/http.ResponseWriter: Header()net/http.Header Write([]uint8)(int,error) WriteHeader(int)
  net/http.Flusher: Flush()
  net/http.Hijacker: Hijack()(net.Conn,*bufio.ReadWriter,error)
  net/http.CloseNotifier: CloseNotify()chan<bool>
  net/http.Pusher: Push(string,*net/http.PushOptions)error
  net/http.RoundTripper: RoundTrip(*net/http.Request)(*net/http.Response,error)
  net/http.FileSystem: Open(string)(net/http.File,error)
  sort.Interface: Len()int Less(int,int)bool Swap(int,int)
  container/heap.Interface: sort.Interface Push({}) Pop(){}
  context.Context: Deadline()(time.Time,bool) Done()chan<{}> Err()error Value({}){}
  sync.Locker: Lock() Unlock()
  sync.Mutex: Lock() Unlock() TryLock()bool
  sync.RWMutex: Lock() Unlock() RLock() RUnlock() TryLock()bool TryRLock()bool RLocker()sync.Locker
  sync.WaitGroup: Add(int) Done() Wait()
  encoding/json.Marshaler: MarshalJSON()([]uint8,error)
  encoding/json.Unmarshaler: UnmarshalJSON([]uint8)error
  encoding.TextMarshaler: MarshalText()([]uint8,error)
  encoding.TextUnmarshaler: UnmarshalText([]uint8)error
  encoding.BinaryMarshaler: MarshalBinary()([]uint8,error)
  encoding.BinaryUnmarshaler: UnmarshalBinary([]uint8)error
  flag.Value: String()string Set(string)error
  io/fs.FS: Open(string)(io/fs.File,error)
  io/fs.FileInfo: Name()string Size()int64 Mode()io/fs.FileMode ModTime()time.Time IsDir()bool Sys(){}
  net.Error: .error Timeout()bool Temporary()bool
  net.Addr: Network()string String()string
`

const methodsOf = (text: string): Readonly<Record<string, ReadonlyArray<string>>> => {
  const all: Record<string, ReadonlyArray<string>> = {}
  for (const line of text.trim().split("\n")) {
    const [, name, methods] = /^\s*(\S+): (.*)$/.exec(line)!
    all[name!] = methods!.split(" ").flatMap((it) => it.includes("(") ? [it] : all[it]!)
  }
  return all
}

export const INTERFACES = methodsOf(METHODS)
