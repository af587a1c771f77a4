// Collections of the library, and what is asked of every sequence.

export const SEQUENCES = `
type IEnumerable : Object
  @element: ?
  GetEnumerator(): IEnumerator
  Cast<R>(): IEnumerable<R>
  OfType<R>(): IEnumerable<R>
type IEnumerator : Object
  Current: ?
  MoveNext(): Boolean
  Reset(): void
type IEnumerator<T> : IEnumerator, IDisposable
  Current: T
type IAsyncEnumerator<T> : IAsyncDisposable
  Current: T
  MoveNextAsync(): ValueTask<Boolean>
type IAsyncEnumerable<T> : Object
  @element: ValueTask<T>
  GetAsyncEnumerator(CancellationToken?): IAsyncEnumerator<T>
  ConfigureAwait(Boolean): IAsyncEnumerable<T>
  WithCancellation(CancellationToken): IAsyncEnumerable<T>
type IEnumerable<T> : IEnumerable
  @element: T
  GetEnumerator(): IEnumerator<T>
  Aggregate((T, T) => T): T
  Aggregate<A>(A, (A, T) => A): A
  Aggregate<A, R>(A, (A, T) => A, (A) => R): R
  All((T) => Boolean): Boolean
  Any((T) => Boolean?): Boolean
  Append(T): IEnumerable<T>
  AsEnumerable(): IEnumerable<T>
  AsParallel(): IEnumerable<T>
  AsQueryable(): IQueryable<T>
  Average((T) => ?): Double
  Average(): Double
  Cast<R>(): IEnumerable<R>
  Concat(IEnumerable<T>): IEnumerable<T>
  Contains(T, ?): Boolean
  Contains(T): Boolean
  Count((T) => Boolean): Int32
  Count(): Int32
  DefaultIfEmpty(T?): IEnumerable<T>
  Distinct(?): IEnumerable<T>
  Distinct(): IEnumerable<T>
  DistinctBy<K>((T) => K): IEnumerable<T>
  ElementAt(Int32): T
  ElementAtOrDefault(Int32): T
  Except(IEnumerable<T>, ?): IEnumerable<T>
  Except(IEnumerable<T>): IEnumerable<T>
  First((T) => Boolean): T
  First(): T
  FirstOrDefault((T) => Boolean): T
  FirstOrDefault(): T
  GroupBy<K>((T) => K): IEnumerable<IGrouping<K, T>>
  GroupBy<K, E>((T) => K, (T) => E): IEnumerable<IGrouping<K, E>>
  GroupBy<K, E, R>((T) => K, (T) => E, (K, IEnumerable<E>) => R): IEnumerable<R>
  GroupJoin<I, K, R>(IEnumerable<I>, (T) => K, (I) => K, (T, IEnumerable<I>) => R): IEnumerable<R>
  Intersect(IEnumerable<T>): IEnumerable<T>
  Intersect(IEnumerable<T>, ?): IEnumerable<T>
  Join<I, K, R>(IEnumerable<I>, (T) => K, (I) => K, (T, I) => R): IEnumerable<R>
  Last((T) => Boolean): T
  Last(): T
  LastOrDefault((T) => Boolean): T
  LastOrDefault(): T
  LongCount(): Int64
  Max(): T
  Max<R>((T) => R): R
  Min(): T
  Min<R>((T) => R): R
  OfType<R>(): IEnumerable<R>
  OrderBy<K>((T) => K, ?): IOrderedEnumerable<T>
  OrderBy<K>((T) => K): IOrderedEnumerable<T>
  OrderByDescending<K>((T) => K, ?): IOrderedEnumerable<T>
  OrderByDescending<K>((T) => K): IOrderedEnumerable<T>
  Prepend(T): IEnumerable<T>
  Reverse(): IEnumerable<T>
  Select<R>((T) => R): IEnumerable<R>
  Select<R>((T, Int32) => R): IEnumerable<R>
  SelectMany<R>((T) => IEnumerable<R>): IEnumerable<R>
  SelectMany<C, R>((T) => IEnumerable<C>, (T, C) => R): IEnumerable<R>
  SequenceEqual(IEnumerable<T>): Boolean
  SequenceEqual(IEnumerable<T>, ?): Boolean
  Single((T) => Boolean): T
  Single(): T
  SingleOrDefault((T) => Boolean): T
  SingleOrDefault(): T
  Skip(Int32): IEnumerable<T>
  SkipLast(Int32): IEnumerable<T>
  SkipWhile((T) => Boolean): IEnumerable<T>
  Sum((T) => ?): ?
  Sum(): ?
  Take(Int32): IEnumerable<T>
  TakeLast(Int32): IEnumerable<T>
  TakeWhile((T) => Boolean): IEnumerable<T>
  ToArray(): Array<T>
  ToDictionary<K>((T) => K): Dictionary<K, T>
  ToDictionary<K, V>((T) => K, (T) => V): Dictionary<K, V>
  ToDictionary<K, V>((T) => K, (T) => V, IEqualityComparer<K>): Dictionary<K, V>
  ToHashSet(?): HashSet<T>
  ToHashSet(): HashSet<T>
  ToList(): List<T>
  ToLookup<K>((T) => K): ILookup<K, T>
  ToLookup<K, V>((T) => K, (T) => V): ILookup<K, V>
  Union(IEnumerable<T>): IEnumerable<T>
  Union(IEnumerable<T>, ?): IEnumerable<T>
  Where((T) => Boolean): IEnumerable<T>
  Where((T, Int32) => Boolean): IEnumerable<T>
  Zip<U, R>(IEnumerable<U>, (T, U) => R): IEnumerable<R>
  Zip<U>(IEnumerable<U>): IEnumerable<[T, U]>
type IOrderedEnumerable<T> : IEnumerable<T>
  ThenBy<K>((T) => K, ?): IOrderedEnumerable<T>
  ThenBy<K>((T) => K): IOrderedEnumerable<T>
  ThenByDescending<K>((T) => K, ?): IOrderedEnumerable<T>
  ThenByDescending<K>((T) => K): IOrderedEnumerable<T>
type IQueryable<T> : IEnumerable<T>
  Expression: ?
  ElementType: Type
  Provider: ?
type IGrouping<K, T> : IEnumerable<T>
  Key: K
type ILookup<K, T> : IEnumerable<IGrouping<K, T>>
  @index: IEnumerable<T>
  Contains(K): Boolean
  Count: Int32
type ICollection : IEnumerable
  Count: Int32
  CopyTo(?, Int32): void
  SyncRoot: Object
  IsSynchronized: Boolean
type ICollection<T> : IEnumerable<T>
  Add(T): void
  Clear(): void
  Contains(T): Boolean
  CopyTo(Array<T>, Int32): void
  Count: Int32
  IsReadOnly: Boolean
  Remove(T): Boolean
type IReadOnlyCollection<T> : IEnumerable<T>
  Count: Int32
type IList : ICollection
  @index: Object
  Add(?): Int32
  Clear(): void
  Contains(?): Boolean
  IndexOf(?): Int32
  Insert(Int32, ?): void
  Remove(?): void
  RemoveAt(Int32): void
type IList<T> : ICollection<T>
  @index: T
  IndexOf(T): Int32
  Insert(Int32, T): void
  RemoveAt(Int32): void
type IReadOnlyList<T> : IReadOnlyCollection<T>
  @index: T
class List<T> : IList<T>, IReadOnlyList<T>
  Capacity: Int32
  AddRange(IEnumerable<T>): void
  AsReadOnly(): ReadOnlyCollection<T>
  BinarySearch(...?): Int32
  ConvertAll<R>((T) => R): List<R>
  EnsureCapacity(Int32): Int32
  Exists((T) => Boolean): Boolean
  Find((T) => Boolean): T
  FindAll((T) => Boolean): List<T>
  FindIndex((T) => Boolean): Int32
  FindLast((T) => Boolean): T
  FindLastIndex((T) => Boolean): Int32
  ForEach((T) => void): void
  GetEnumerator(): IEnumerator<T>
  GetRange(Int32, Int32): List<T>
  IndexOf(T): Int32
  InsertRange(Int32, IEnumerable<T>): void
  LastIndexOf(T): Int32
  RemoveAll((T) => Boolean): Int32
  RemoveRange(Int32, Int32): void
  Reverse(): void
  Sort(): void
  Sort((T, T) => Int32): void
  ToArray(): Array<T>
  TrimExcess(): void
  TrueForAll((T) => Boolean): Boolean
class Array : IList
  Length: Int32
  LongLength: Int64
  Rank: Int32
  GetLength(Int32): Int32
  GetLowerBound(Int32): Int32
  GetUpperBound(Int32): Int32
  GetValue(...Int32): Object
  SetValue(?, ...Int32): void
  Clone(): Object
type Array<T> : IList<T>, IReadOnlyList<T>
  @index: T
  Length: Int32
  LongLength: Int64
  Rank: Int32
  Clone(): Object
  CopyTo(?, Int32): void
  GetLength(Int32): Int32
  GetLowerBound(Int32): Int32
  GetUpperBound(Int32): Int32
  GetValue(...Int32): Object
  SetValue(?, ...Int32): void
value Array
  AsReadOnly<T>(Array<T>): ReadOnlyCollection<T>
  BinarySearch(...?): Int32
  Clear(...?): void
  ConvertAll<A, B>(Array<A>, (A) => B): Array<B>
  Copy(...?): void
  CreateInstance(...?): Array
  Empty<T>(): Array<T>
  Exists<T>(Array<T>, (T) => Boolean): Boolean
  Fill<T>(Array<T>, T): void
  Find<T>(Array<T>, (T) => Boolean): T
  FindAll<T>(Array<T>, (T) => Boolean): Array<T>
  FindIndex<T>(Array<T>, (T) => Boolean): Int32
  ForEach<T>(Array<T>, (T) => void): void
  IndexOf(...?): Int32
  LastIndexOf(...?): Int32
  Resize(...?): void
  Reverse(...?): void
  Sort(...?): void
  TrueForAll<T>(Array<T>, (T) => Boolean): Boolean
class ArrayList : IList
  AddRange(?): void
  ToArray(...?): Object[]
class Hashtable : IDictionary
type IDictionary : ICollection
  @index: Object
  Add(?, ?): void
  Clear(): void
  Contains(?): Boolean
  Keys: ICollection
  Values: ICollection
  Remove(?): void
type IDictionary<K, V> : ICollection<KeyValuePair<K, V>>
  @index: V
  Add(K, V): void
  ContainsKey(K): Boolean
  Keys: ICollection<K>
  Values: ICollection<V>
  Remove(K): Boolean
  TryGetValue(K, V): Boolean
  TryAdd(K, V): Boolean
type IReadOnlyDictionary<K, V> : IReadOnlyCollection<KeyValuePair<K, V>>
  @index: V
  ContainsKey(K): Boolean
  Keys: IEnumerable<K>
  Values: IEnumerable<V>
  TryGetValue(K, V): Boolean
class Dictionary<K, V> : IDictionary<K, V>, IReadOnlyDictionary<K, V>
  Comparer: IEqualityComparer<K>
  ContainsValue(V): Boolean
  EnsureCapacity(Int32): Int32
  GetEnumerator(): IEnumerator<KeyValuePair<K, V>>
  GetValueOrDefault(K): V
  Keys: ICollection<K>
  Values: ICollection<V>
class SortedDictionary<K, V> : IDictionary<K, V>
class SortedList<K, V> : IDictionary<K, V>
class ConcurrentDictionary<K, V> : IDictionary<K, V>, IReadOnlyDictionary<K, V>
  AddOrUpdate(K, V, (K, V) => V): V
  GetOrAdd(K, (K) => V): V
  GetOrAdd<A>(K, (K, A) => V, A): V
  IsEmpty: Boolean
  TryRemove(K, V): Boolean
  TryUpdate(K, V, V): Boolean
class ReadOnlyDictionary<K, V> : IDictionary<K, V>, IReadOnlyDictionary<K, V>
class KeyValuePair<K, V> : Object
  Key: K
  Value: V
  Deconstruct(?, ?): void
type ISet<T> : ICollection<T>
  Add(T): Boolean
  ExceptWith(IEnumerable<T>): void
  IntersectWith(IEnumerable<T>): void
  IsSubsetOf(IEnumerable<T>): Boolean
  IsSupersetOf(IEnumerable<T>): Boolean
  Overlaps(IEnumerable<T>): Boolean
  SetEquals(IEnumerable<T>): Boolean
  UnionWith(IEnumerable<T>): void
class HashSet<T> : ISet<T>, IReadOnlyCollection<T>
  Comparer: IEqualityComparer<T>
  RemoveWhere((T) => Boolean): Int32
  TryGetValue(T, T): Boolean
class SortedSet<T> : ISet<T>
  Max: T
  Min: T
class Queue<T> : IReadOnlyCollection<T>, ICollection
  Clear(): void
  Contains(T): Boolean
  Dequeue(): T
  Enqueue(T): void
  Peek(): T
  TryDequeue(T): Boolean
  TryPeek(T): Boolean
class Stack<T> : IReadOnlyCollection<T>, ICollection
  Clear(): void
  Contains(T): Boolean
  Peek(): T
  Pop(): T
  Push(T): void
  TryPeek(T): Boolean
  TryPop(T): Boolean
class LinkedList<T> : ICollection<T>
  AddAfter(LinkedListNode<T>, T): LinkedListNode<T>
  AddBefore(LinkedListNode<T>, T): LinkedListNode<T>
  AddFirst(T): LinkedListNode<T>
  AddLast(T): LinkedListNode<T>
  Find(T): LinkedListNode<T>
  First: LinkedListNode<T>
  Last: LinkedListNode<T>
  RemoveFirst(): void
  RemoveLast(): void
class LinkedListNode<T> : Object
  List: LinkedList<T>
  Next: LinkedListNode<T>
  Previous: LinkedListNode<T>
  Value: T
class ConcurrentQueue<T> : IReadOnlyCollection<T>
  Enqueue(T): void
  IsEmpty: Boolean
  TryDequeue(T): Boolean
  TryPeek(T): Boolean
class ConcurrentStack<T> : IReadOnlyCollection<T>
  Push(T): void
  TryPop(T): Boolean
class ConcurrentBag<T> : IReadOnlyCollection<T>
  Add(T): void
  TryTake(T): Boolean
class BlockingCollection<T> : IReadOnlyCollection<T>
  Add(T): void
  CompleteAdding(): void
  GetConsumingEnumerable(): IEnumerable<T>
  Take(): T
class Collection<T> : IList<T>, IReadOnlyList<T>
  Items: IList<T>
  ClearItems(): void
  InsertItem(Int32, T): void
  RemoveItem(Int32): void
  SetItem(Int32, T): void
class KeyedCollection<K, T> : Collection<T>
  GetKeyForItem(T): K
class ReadOnlyCollection<T> : IList<T>, IReadOnlyList<T>
class ObservableCollection<T> : Collection<T>
class ImmutableArray<T> : IReadOnlyList<T>
class ImmutableList<T> : IReadOnlyList<T>
class ImmutableDictionary<K, V> : IReadOnlyDictionary<K, V>
class Span<T> : Object
  @element: T
  @index: T
  Length: Int32
  IsEmpty: Boolean
  Slice(Int32, Int32?): Span<T>
  ToArray(): Array<T>
class ReadOnlySpan<T> : Object
  @element: T
  @index: T
  Length: Int32
  IsEmpty: Boolean
  Slice(Int32, Int32?): ReadOnlySpan<T>
  ToArray(): Array<T>
class Memory<T> : Object
  Length: Int32
  Span: Span<T>
class ArraySegment<T> : IList<T>
  Array: Array<T>
  Offset: Int32
value Enumerable
  Empty<T>(): IEnumerable<T>
  Range(Int32, Int32): IEnumerable<Int32>
  Repeat<T>(T, Int32): IEnumerable<T>
  Select<T, R>(IEnumerable<T>, (T) => R): IEnumerable<R>
  Where<T>(IEnumerable<T>, (T) => Boolean): IEnumerable<T>
  ToArray<T>(IEnumerable<T>): Array<T>
  ToList<T>(IEnumerable<T>): List<T>
  First<T>(IEnumerable<T>): T
`
