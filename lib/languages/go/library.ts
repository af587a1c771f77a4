// The built-in types and functions. The form is described where it is read, in resolve/library.ts. What is not listed is
// external all the same.

export const LIBRARY = `
type any

type func : any

type bool : any
type string : any
  @element: int
  @index: int
type int : any
type error : any
  Error(): string

type slice<T> : any
  @element: int
  @index: T
type map<K, V> : any
  @element: K
  @index: V
type chan<T> : any
  @element: T
  @index: T

type iter.Seq<T> : any
  @element: T
  @index: T
type iter.Seq2<K, V> : any
  @element: K
  @index: V
type sync/atomic.Pointer<T> : any
  Load(): T
  Store(T): void
  Swap(T): T
  CompareAndSwap(T, T): bool
module slices
  All<T>(slice<T>): iter.Seq2<int, T>
  Clip<S>(S): S
  Clone<S>(S): S
  Collect<T>(iter.Seq<T>): slice<T>
  Compact<S>(S): S
  CompactFunc<S>(S, ?): S
  Concat<S>(...S): S
  Delete<S>(S, int, int): S
  DeleteFunc<S>(S, ?): S
  Grow<S>(S, int): S
  Insert<S>(S, int, ...?): S
  Max<T>(slice<T>): T
  MaxFunc<T>(slice<T>, (T, T) => int): T
  Min<T>(slice<T>): T
  MinFunc<T>(slice<T>, (T, T) => int): T
  Repeat<S>(S, int): S
  Replace<S>(S, int, int, ...?): S
  Sorted<T>(iter.Seq<T>): slice<T>
  SortedFunc<T>(iter.Seq<T>, (T, T) => int): slice<T>
  Values<T>(slice<T>): iter.Seq<T>
module maps
  All<K, V>(map<K, V>): iter.Seq2<K, V>
  Clone<M>(M): M
  Collect<K, V>(iter.Seq2<K, V>): map<K, V>
  Keys<K, V>(map<K, V>): iter.Seq<K>
  Values<K, V>(map<K, V>): iter.Seq<V>
module sync
  OnceFunc(() => void): () => void
  OnceValue<T>(() => T): () => T

function append<T>(T, ...?): T
function cap(?): int
function copy(?, ?): int
function len(?): int
function max<T>(T, ...?): T
function min<T>(T, ...?): T
function panic(?): void
function recover(): any
`
