// Of the library: containers, what goes through them, streams, and what may be absent.

export const CONTAINERS = `
in java.util
class Iterator<E> : Object
  hasNext(): boolean
  next(): E
  remove(): void
  forEachRemaining(Consumer<E>): void
class ListIterator<E> : Iterator<E>
  hasPrevious(): boolean
  previous(): E
  nextIndex(): int
  set(E): void
  add(E): void
class Spliterator<T> : Object
  tryAdvance(Consumer<T>): boolean
class Enumeration<E> : Object
  hasMoreElements(): boolean
  nextElement(): E
class Collection<E> : Iterable<E>
  size(): int
  isEmpty(): boolean
  contains(Object): boolean
  containsAll(Collection<?>): boolean
  add(E): boolean
  addAll(Collection<E>): boolean
  remove(Object): boolean
  removeAll(Collection<?>): boolean
  removeIf(Predicate<E>): boolean
  retainAll(Collection<?>): boolean
  clear(): void
  toArray(): Array<Object>
  toArray<T>(Array<T>): Array<T>
  toArray<T>(IntFunction<Array<T>>): Array<T>
  stream(): Stream<E>
  parallelStream(): Stream<E>
class AbstractCollection<E> : Collection<E>
class SequencedCollection<E> : Collection<E>
  getFirst(): E
  getLast(): E
  removeFirst(): E
  removeLast(): E
  addFirst(E): void
  addLast(E): void
class List<E> : SequencedCollection<E>
  get(int): E
  set(int, E): E
  add(E): boolean
  add(int, E): void
  addAll(Collection<E>): boolean
  addAll(int, Collection<E>): boolean
  remove(int): E
  remove(Object): boolean
  indexOf(Object): int
  lastIndexOf(Object): int
  sort(Comparator<E>): void
  replaceAll(UnaryOperator<E>): void
  subList(int, int): List<E>
  listIterator(int?): ListIterator<E>
  reversed(): List<E>
  of<T>(...T): List<T>
  copyOf<T>(Collection<T>): List<T>
class AbstractList<E> : AbstractCollection<E>, List<E>
class RandomAccess : Object
class ArrayList<E> : AbstractList<E>, RandomAccess, Cloneable, Serializable
  ensureCapacity(int): void
  trimToSize(): void
class LinkedList<E> : AbstractList<E>, Deque<E>
class Vector<E> : AbstractList<E>
  elementAt(int): E
  firstElement(): E
  lastElement(): E
  addElement(E): void
  elements(): Enumeration<E>
class Stack<E> : Vector<E>
  push(E): E
  pop(): E
  peek(): E
  empty(): boolean
class Queue<E> : Collection<E>
  offer(E): boolean
  poll(): E
  peek(): E
  element(): E
  remove(): E
  remove(Object): boolean
class Deque<E> : Queue<E>, SequencedCollection<E>
  offerFirst(E): boolean
  offerLast(E): boolean
  pollFirst(): E
  pollLast(): E
  peekFirst(): E
  peekLast(): E
  push(E): void
  pop(): E
  descendingIterator(): Iterator<E>
class ArrayDeque<E> : AbstractCollection<E>, Deque<E>
class PriorityQueue<E> : AbstractCollection<E>, Queue<E>
class Set<E> : Collection<E>
  of<T>(...T): Set<T>
  copyOf<T>(Collection<T>): Set<T>
class AbstractSet<E> : AbstractCollection<E>, Set<E>
class HashSet<E> : AbstractSet<E>, Cloneable, Serializable
class LinkedHashSet<E> : HashSet<E>
class SortedSet<E> : Set<E>
  first(): E
  last(): E
  headSet(E): SortedSet<E>
  tailSet(E): SortedSet<E>
  subSet(E, E): SortedSet<E>
class NavigableSet<E> : SortedSet<E>
  lower(E): E
  floor(E): E
  ceiling(E): E
  higher(E): E
  pollFirst(): E
  pollLast(): E
  descendingSet(): NavigableSet<E>
class TreeSet<E> : AbstractSet<E>, NavigableSet<E>
class EnumSet<E> : AbstractSet<E>
  of<T>(T, ...T): EnumSet<T>
  noneOf<T>(Class<T>): EnumSet<T>
  allOf<T>(Class<T>): EnumSet<T>
  copyOf<T>(Collection<T>): EnumSet<T>
class BitSet : Object
  get(int): boolean
  set(int, ?): void
  set(int): void
  cardinality(): int
  nextSetBit(int): int
class Map<K, V> : Object
  size(): int
  isEmpty(): boolean
  get(Object): V
  getOrDefault(Object, V): V
  containsKey(Object): boolean
  containsValue(Object): boolean
  put(K, V): V
  putAll(Map<K, V>): void
  putIfAbsent(K, V): V
  remove(Object): V
  remove(Object, Object): boolean
  replace(K, V): V
  replaceAll(BiFunction<K, V, V>): void
  clear(): void
  keySet(): Set<K>
  values(): Collection<V>
  entrySet(): Set<Map.Entry<K, V>>
  forEach(BiConsumer<K, V>): void
  computeIfAbsent(K, Function<K, V>): V
  computeIfPresent(K, BiFunction<K, V, V>): V
  compute(K, BiFunction<K, V, V>): V
  merge(K, V, BiFunction<V, V, V>): V
  entry<A, B>(A, B): Map.Entry<A, B>
  of(): Map<?, ?>
  of<A, B>(A, B, ...?): Map<A, B>
  ofEntries<A, B>(...Map.Entry<A, B>): Map<A, B>
  copyOf<A, B>(Map<A, B>): Map<A, B>
class Map.Entry<K, V> : Object
  getKey(): K
  getValue(): V
  setValue(V): V
  comparingByKey<A, B>(?): Comparator<Map.Entry<A, B>>
  comparingByKey<A, B>(): Comparator<Map.Entry<A, B>>
  comparingByValue<A, B>(?): Comparator<Map.Entry<A, B>>
  comparingByValue<A, B>(): Comparator<Map.Entry<A, B>>
class AbstractMap<K, V> : Map<K, V>
class AbstractMap.SimpleEntry<K, V> : Map.Entry<K, V>
class AbstractMap.SimpleImmutableEntry<K, V> : Map.Entry<K, V>
class HashMap<K, V> : AbstractMap<K, V>, Cloneable, Serializable
class LinkedHashMap<K, V> : HashMap<K, V>
  removeEldestEntry(Map.Entry<K, V>): boolean
class SortedMap<K, V> : Map<K, V>
  firstKey(): K
  lastKey(): K
  headMap(K): SortedMap<K, V>
  tailMap(K): SortedMap<K, V>
  subMap(K, K): SortedMap<K, V>
class NavigableMap<K, V> : SortedMap<K, V>
  firstEntry(): Map.Entry<K, V>
  lastEntry(): Map.Entry<K, V>
  floorEntry(K): Map.Entry<K, V>
  ceilingEntry(K): Map.Entry<K, V>
  lowerEntry(K): Map.Entry<K, V>
  higherEntry(K): Map.Entry<K, V>
  floorKey(K): K
  ceilingKey(K): K
  lowerKey(K): K
  higherKey(K): K
  pollFirstEntry(): Map.Entry<K, V>
  descendingMap(): NavigableMap<K, V>
  navigableKeySet(): NavigableSet<K>
class TreeMap<K, V> : AbstractMap<K, V>, NavigableMap<K, V>
class Hashtable<K, V> : Map<K, V>
class Properties : Hashtable<Object, Object>
  getProperty(String, String?): String
  setProperty(String, String): Object
  load(?): void
  stringPropertyNames(): Set<String>
class WeakHashMap<K, V> : AbstractMap<K, V>
class IdentityHashMap<K, V> : AbstractMap<K, V>
class EnumMap<K, V> : AbstractMap<K, V>
class Comparator<T> : Object
  compare(T, T): int
  @run(T, T): int
  reversed(): Comparator<T>
  thenComparing<U>(Function<T, U>, ?): Comparator<T>
  thenComparing(?): Comparator<T>
  thenComparingInt(ToIntFunction<T>): Comparator<T>
  thenComparingLong(ToLongFunction<T>): Comparator<T>
  thenComparingDouble(ToDoubleFunction<T>): Comparator<T>
  comparing<A, U>(Function<A, U>, ?): Comparator<A>
  comparing<A, U>(Function<A, U>): Comparator<A>
  comparingInt<A>(ToIntFunction<A>): Comparator<A>
  comparingLong<A>(ToLongFunction<A>): Comparator<A>
  comparingDouble<A>(ToDoubleFunction<A>): Comparator<A>
  naturalOrder<A>(): Comparator<A>
  reverseOrder<A>(): Comparator<A>
  nullsFirst<A>(Comparator<A>): Comparator<A>
  nullsLast<A>(Comparator<A>): Comparator<A>
class Collections : Object
  emptyList<T>(): List<T>
  emptySet<T>(): Set<T>
  emptyMap<K, V>(): Map<K, V>
  emptyIterator<T>(): Iterator<T>
  singleton<T>(T): Set<T>
  singletonList<T>(T): List<T>
  singletonMap<K, V>(K, V): Map<K, V>
  unmodifiableList<T>(List<T>): List<T>
  unmodifiableSet<T>(Set<T>): Set<T>
  unmodifiableMap<K, V>(Map<K, V>): Map<K, V>
  unmodifiableCollection<T>(Collection<T>): Collection<T>
  synchronizedList<T>(List<T>): List<T>
  synchronizedMap<K, V>(Map<K, V>): Map<K, V>
  nCopies<T>(int, T): List<T>
  sort<T>(List<T>, Comparator<T>?): void
  reverse(List<?>): void
  shuffle(List<?>, ?): void
  shuffle(List<?>): void
  swap(List<?>, int, int): void
  max<T>(Collection<T>, Comparator<T>?): T
  min<T>(Collection<T>, Comparator<T>?): T
  addAll<T>(Collection<T>, ...T): boolean
  reverseOrder<T>(Comparator<T>?): Comparator<T>
  frequency(Collection<?>, Object): int
  list<T>(Enumeration<T>): List<T>
  binarySearch<T>(List<T>, T, Comparator<T>?): int
class Arrays : Object
  asList<T>(...T): List<T>
  stream<T>(Array<T>, int?, int?): Stream<T>
  copyOf<T>(Array<T>, int): Array<T>
  copyOfRange<T>(Array<T>, int, int): Array<T>
  toString(?): String
  deepToString(?): String
  equals(?, ?): boolean
  deepEquals(?, ?): boolean
  hashCode(?): int
  deepHashCode(?): int
  fill(?, ...?): void
  sort<T>(Array<T>, Comparator<T>): void
  sort(?, int?, int?): void
  binarySearch(?, ...?): int
class Objects : Object
  equals(Object, Object): boolean
  hashCode(Object): int
  hash(...Object): int
  toString(Object, String?): String
  requireNonNull<T>(T, ?): T
  requireNonNull<T>(T): T
  requireNonNullElse<T>(T, T): T
  requireNonNullElseGet<T>(T, Supplier<T>): T
  isNull(Object): boolean
  nonNull(Object): boolean
  compare<T>(T, T, Comparator<T>): int
  checkIndex(int, int): int
class Optional<T> : Object
  get(): T
  orElse(T): T
  orElseGet(Supplier<T>): T
  orElseThrow(Supplier<?>?): T
  isPresent(): boolean
  isEmpty(): boolean
  ifPresent(Consumer<T>): void
  ifPresentOrElse(Consumer<T>, Runnable): void
  map<U>(Function<T, U>): Optional<U>
  flatMap<U>(Function<T, Optional<U>>): Optional<U>
  filter(Predicate<T>): Optional<T>
  or(Supplier<Optional<T>>): Optional<T>
  stream(): Stream<T>
  of<U>(U): Optional<U>
  ofNullable<U>(U): Optional<U>
  empty<U>(): Optional<U>
class OptionalInt : Object
  getAsInt(): int
  orElse(int): int
  isPresent(): boolean
class OptionalLong : Object
  getAsLong(): long
  orElse(long): long
  isPresent(): boolean
class OptionalDouble : Object
  getAsDouble(): double
  orElse(double): double
  isPresent(): boolean
class StringJoiner : Object
  add(CharSequence): StringJoiner
  length(): int
class StringTokenizer : Object
  hasMoreTokens(): boolean
  nextToken(): String
  countTokens(): int
class Scanner : Iterator<String>
  nextLine(): String
  hasNextLine(): boolean
  nextInt(): int
  hasNextInt(): boolean
  useDelimiter(?): Scanner
class UUID : Object, Comparable<UUID>
  randomUUID(): UUID
  fromString(String): UUID
class Random : Object
  nextInt(int?, int?): int
  nextLong(): long
  nextDouble(): double
  nextBoolean(): boolean
class Locale : Object
  ENGLISH: Locale
  ROOT: Locale
  US: Locale
  getDefault(): Locale
class Date : Object, Comparable<Date>
  getTime(): long
  setTime(long): void
  before(Date): boolean
  after(Date): boolean
  toInstant(): Instant
class Calendar : Object
  getInstance(...?): Calendar
  get(int): int
  set(...int): void
  add(int, int): void
  getTime(): Date
  setTime(Date): void
  getTimeInMillis(): long
class GregorianCalendar : Calendar
class Currency : Object
  getCurrencyCode(): String
  getInstance(?): Currency
class ServiceLoader<S> : Iterable<S>
  load<T>(Class<T>, ClassLoader?): ServiceLoader<T>
class NoSuchElementException : RuntimeException
class ConcurrentModificationException : RuntimeException
class MissingResourceException : RuntimeException

in java.util.concurrent
class ConcurrentMap<K, V> : Map<K, V>
class ConcurrentHashMap<K, V> : AbstractMap<K, V>, ConcurrentMap<K, V>
  newKeySet<T>(int?): Set<T>
class ConcurrentSkipListMap<K, V> : AbstractMap<K, V>, NavigableMap<K, V>
class CopyOnWriteArrayList<E> : List<E>
class CopyOnWriteArraySet<E> : AbstractSet<E>
class ConcurrentLinkedQueue<E> : AbstractCollection<E>, Queue<E>
class ConcurrentLinkedDeque<E> : AbstractCollection<E>, Deque<E>
class BlockingQueue<E> : Queue<E>
  put(E): void
  take(): E
  drainTo(Collection<E>, int?): int
class LinkedBlockingQueue<E> : AbstractCollection<E>, BlockingQueue<E>
class ArrayBlockingQueue<E> : AbstractCollection<E>, BlockingQueue<E>

in java.util.stream
class BaseStream<T, S> : AutoCloseable
  iterator(): Iterator<T>
  parallel(): S
  sequential(): S
  unordered(): S
  onClose(Runnable): S
  close(): void
class Stream<T> : BaseStream<T, Stream<T>>
  filter(Predicate<T>): Stream<T>
  map<R>(Function<T, R>): Stream<R>
  mapToInt(ToIntFunction<T>): IntStream
  mapToLong(ToLongFunction<T>): LongStream
  mapToDouble(ToDoubleFunction<T>): DoubleStream
  flatMap<R>(Function<T, Stream<R>>): Stream<R>
  mapMulti<R>(BiConsumer<T, Consumer<R>>): Stream<R>
  distinct(): Stream<T>
  sorted(Comparator<T>?): Stream<T>
  peek(Consumer<T>): Stream<T>
  limit(long): Stream<T>
  skip(long): Stream<T>
  takeWhile(Predicate<T>): Stream<T>
  dropWhile(Predicate<T>): Stream<T>
  forEach(Consumer<T>): void
  forEachOrdered(Consumer<T>): void
  toArray(): Array<Object>
  toArray<A>(IntFunction<Array<A>>): Array<A>
  toList(): List<T>
  reduce(T, BinaryOperator<T>): T
  reduce(BinaryOperator<T>): Optional<T>
  reduce<U>(U, BiFunction<U, T, U>, BinaryOperator<U>): U
  collect<R, A>(Collector<T, A, R>): R
  collect<R>(Supplier<R>, BiConsumer<R, T>, BiConsumer<R, R>): R
  min(Comparator<T>): Optional<T>
  max(Comparator<T>): Optional<T>
  count(): long
  anyMatch(Predicate<T>): boolean
  allMatch(Predicate<T>): boolean
  noneMatch(Predicate<T>): boolean
  findFirst(): Optional<T>
  findAny(): Optional<T>
  of<U>(...U): Stream<U>
  empty<U>(): Stream<U>
  ofNullable<U>(U): Stream<U>
  iterate<U>(U, UnaryOperator<U>): Stream<U>
  iterate<U>(U, Predicate<U>, UnaryOperator<U>): Stream<U>
  generate<U>(Supplier<U>): Stream<U>
  concat<U>(Stream<U>, Stream<U>): Stream<U>
class IntStream : BaseStream<Integer, IntStream>
  filter(IntPredicate): IntStream
  map(IntUnaryOperator): IntStream
  mapToObj<R>(IntFunction<R>): Stream<R>
  mapToLong(IntToLongFunction): LongStream
  mapToDouble(IntToDoubleFunction): DoubleStream
  asLongStream(): LongStream
  asDoubleStream(): DoubleStream
  boxed(): Stream<Integer>
  distinct(): IntStream
  sorted(): IntStream
  limit(long): IntStream
  skip(long): IntStream
  forEach(IntConsumer): void
  toArray(): Array<int>
  sum(): int
  average(): OptionalDouble
  min(): OptionalInt
  max(): OptionalInt
  count(): long
  anyMatch(IntPredicate): boolean
  allMatch(IntPredicate): boolean
  noneMatch(IntPredicate): boolean
  findFirst(): OptionalInt
  findAny(): OptionalInt
  range(int, int): IntStream
  rangeClosed(int, int): IntStream
  of(...int): IntStream
  iterate(int, IntUnaryOperator): IntStream
class LongStream : BaseStream<Long, LongStream>
  mapToObj<R>(LongFunction<R>): Stream<R>
  boxed(): Stream<Long>
  sum(): long
  min(): OptionalLong
  max(): OptionalLong
  range(long, long): LongStream
  rangeClosed(long, long): LongStream
class DoubleStream : BaseStream<Double, DoubleStream>
  mapToObj<R>(DoubleFunction<R>): Stream<R>
  boxed(): Stream<Double>
  sum(): double
  average(): OptionalDouble
  min(): OptionalDouble
  max(): OptionalDouble
class StreamSupport : Object
  stream<T>(Spliterator<T>, boolean): Stream<T>
class Collector<T, A, R> : Object
class Collectors : Object
  toList<T>(): Collector<T, ?, List<T>>
  toUnmodifiableList<T>(): Collector<T, ?, List<T>>
  toSet<T>(): Collector<T, ?, Set<T>>
  toUnmodifiableSet<T>(): Collector<T, ?, Set<T>>
  toCollection<T, C>(Supplier<C>): Collector<T, ?, C>
  toMap<T, K, U>(Function<T, K>, Function<T, U>): Collector<T, ?, Map<K, U>>
  toMap<T, K, U>(Function<T, K>, Function<T, U>, BinaryOperator<U>): Collector<T, ?, Map<K, U>>
  toMap<T, K, U, M>(Function<T, K>, Function<T, U>, BinaryOperator<U>, Supplier<M>): Collector<T, ?, M>
  groupingBy<T, K>(Function<T, K>): Collector<T, ?, Map<K, List<T>>>
  groupingBy<T, K, A, D>(Function<T, K>, Collector<T, A, D>): Collector<T, ?, Map<K, D>>
  groupingBy<T, K, A, D, M>(Function<T, K>, Supplier<M>, Collector<T, A, D>): Collector<T, ?, M>
  partitioningBy<T>(Predicate<T>): Collector<T, ?, Map<Boolean, List<T>>>
  partitioningBy<T, A, D>(Predicate<T>, Collector<T, A, D>): Collector<T, ?, Map<Boolean, D>>
  joining<T>(...CharSequence): Collector<T, ?, String>
  counting<T>(): Collector<T, ?, Long>
  mapping<T, U, A, R>(Function<T, U>, Collector<U, A, R>): Collector<T, ?, R>
  filtering<T, A, R>(Predicate<T>, Collector<T, A, R>): Collector<T, ?, R>
  collectingAndThen<T, A, R, S>(Collector<T, A, R>, Function<R, S>): Collector<T, A, S>
  summingInt<T>(ToIntFunction<T>): Collector<T, ?, Integer>
  summingLong<T>(ToLongFunction<T>): Collector<T, ?, Long>
  averagingInt<T>(ToIntFunction<T>): Collector<T, ?, Double>
  minBy<T>(Comparator<T>): Collector<T, ?, Optional<T>>
  maxBy<T>(Comparator<T>): Collector<T, ?, Optional<T>>
  reducing<T>(T, BinaryOperator<T>): Collector<T, ?, T>
`
