// Collections, sequences, arrays, maps and ranges with their extensions.

/** What stands for all that can be iterated; `OF` is what an operation gives. */
const ITERATED = `
  @element: T
  iterator(): Iterator<T>
  forEach((T) => ?): Unit
  forEachIndexed((Int, T) => ?): Unit
  onEach((T) => ?): this
  onEachIndexed((Int, T) => ?): this
  map<R>((T) => R): OF<R>
  mapIndexed<R>((Int, T) => R): OF<R>
  mapNotNull<R>((T) => R): OF<R>
  mapIndexedNotNull<R>((Int, T) => R): OF<R>
  mapTo<C>(C, (T) => ?): C
  mapNotNullTo<C>(C, (T) => ?): C
  mapIndexedTo<C>(C, (Int, T) => ?): C
  flatMap<R>((T) => Iterable<R>): OF<R>
  flatMapIndexed<R>((Int, T) => Iterable<R>): OF<R>
  flatMapTo<C>(C, (T) => ?): C
  filter((T) => Boolean): OF<T>
  filterNot((T) => Boolean): OF<T>
  filterNotNull(): OF<T>
  filterIndexed((Int, T) => Boolean): OF<T>
  filterTo<C>(C, (T) => Boolean): C
  filterNotTo<C>(C, (T) => Boolean): C
  find((T) => Boolean): T
  findLast((T) => Boolean): T
  first((T) => Boolean?): T
  firstOrNull((T) => Boolean?): T
  firstNotNullOf<R>((T) => R): R
  firstNotNullOfOrNull<R>((T) => R): R
  last((T) => Boolean?): T
  lastOrNull((T) => Boolean?): T
  single((T) => Boolean?): T
  singleOrNull((T) => Boolean?): T
  elementAt(Int): T
  elementAtOrNull(Int): T
  elementAtOrElse(Int, (Int) => T): T
  random(...?): T
  any((T) => Boolean?): Boolean
  all((T) => Boolean): Boolean
  none((T) => Boolean?): Boolean
  count((T) => Boolean?): Int
  contains(?): Boolean
  indexOf(?): Int
  lastIndexOf(?): Int
  indexOfFirst((T) => Boolean): Int
  indexOfLast((T) => Boolean): Int
  fold<R>(R, (R, T) => R): R
  foldIndexed<R>(R, (Int, R, T) => R): R
  foldRight<R>(R, (T, R) => R): R
  reduce((T, T) => T): T
  reduceOrNull((T, T) => T): T
  reduceRight((T, T) => T): T
  runningFold<R>(R, (R, T) => R): OF<R>
  scan<R>(R, (R, T) => R): OF<R>
  sumBy((T) => Int): Int
  sumOf<R>((T) => R): R
  sumByDouble((T) => Double): Double
  sum(): T
  average(): Double
  max(): T
  min(): T
  maxOrNull(): T
  minOrNull(): T
  maxBy((T) => ?): T
  minBy((T) => ?): T
  maxByOrNull((T) => ?): T
  minByOrNull((T) => ?): T
  maxWith(?): T
  minWith(?): T
  maxOf<R>((T) => R): R
  minOf<R>((T) => R): R
  maxOfOrNull<R>((T) => R): R
  minOfOrNull<R>((T) => R): R
  sorted(): OF<T>
  sortedDescending(): OF<T>
  sortedBy((T) => ?): OF<T>
  sortedByDescending((T) => ?): OF<T>
  sortedWith(?): OF<T>
  reversed(): List<T>
  distinct(): OF<T>
  distinctBy((T) => ?): OF<T>
  take(Int): OF<T>
  takeWhile((T) => Boolean): OF<T>
  drop(Int): OF<T>
  dropWhile((T) => Boolean): OF<T>
  groupBy<K>((T) => K): Map<K, List<T>>
  groupByTo<C>(C, ...?): C
  associate<K, V>((T) => Pair<K, V>): Map<K, V>
  associateBy<K>((T) => K): Map<K, T>
  associateWith<V>((T) => V): Map<T, V>
  associateTo<C>(C, (T) => ?): C
  associateByTo<C>(C, ...(T) => ?): C
  associateWithTo<C>(C, (T) => ?): C
  partition((T) => Boolean): Pair<List<T>, List<T>>
  zip<R>(Iterable<R>): OF<Pair<T, R>>
  zipWithNext(): OF<Pair<T, T>>
  unzip(): Pair<List<?>, List<?>>
  chunked(Int): OF<List<T>>
  windowed(Int, ...?): OF<List<T>>
  withIndex(): Iterable<IndexedValue<T>>
  plus(?): OF<T>
  minus(?): OF<T>
  flatten(): OF<?>
  filterIsInstance(...?): OF<?>
  joinToString(...?): String
  joinTo<A>(A, ...?): A
  shuffled(...?): OF<T>
  toList(): List<T>
  toMutableList(): MutableList<T>
  toSet(): Set<T>
  toMutableSet(): MutableSet<T>
  toHashSet(): MutableSet<T>
  toSortedSet(...?): MutableSet<T>
  toCollection<C>(C): C
  toMap(...?): Map<?, ?>
  toTypedArray(): Array<T>
  toIntArray(): IntArray
  asSequence(): Sequence<T>
  asIterable(): Iterable<T>
`

const iterated = (gives: string): string => ITERATED.replaceAll("OF<", `${gives}<`).trimEnd()

/** An array of a primitive type: its own type, and that of its elements. */
const arrayOf = (element: string): string => `
class ${element}Array : Array<${element}>
function ${element.toLowerCase()}ArrayOf(...${element}): ${element}Array`

export const COLLECTIONS = `
type Iterator<T> : Any
  @element: T
  next(): T
  hasNext(): Boolean
  forEach((T) => ?): Unit
  asSequence(): Sequence<T>
type MutableIterator<T> : Iterator<T>
  remove(): Unit
type ListIterator<T> : MutableIterator<T>
  previous(): T
  hasPrevious(): Boolean
  nextIndex(): Int
  previousIndex(): Int
type IndexedValue<T> : Any
  index: Int
  value: T
  component1(): Int
  component2(): T
type Iterable<T> : Any${iterated("List")}
type MutableIterable<T> : Iterable<T>
type Collection<T> : Iterable<T>
  size: Int
  indices: IntRange
  isEmpty(): Boolean
  isNotEmpty(): Boolean
  isNullOrEmpty(): Boolean
  containsAll(?): Boolean
  ifEmpty<R>(() => R): R
  orEmpty(): this
  stream(): ?
type List<T> : Collection<T>
  get(Int): T
  getOrNull(Int): T
  getOrElse(Int, (Int) => T): T
  lastIndex: Int
  subList(Int, Int): List<T>
  slice(?): List<T>
  takeLast(Int): List<T>
  takeLastWhile((T) => Boolean): List<T>
  dropLast(Int): List<T>
  dropLastWhile((T) => Boolean): List<T>
  asReversed(): List<T>
  listIterator(...?): ListIterator<T>
  binarySearch(...?): Int
  component1(): T
  component2(): T
  component3(): T
  component4(): T
  component5(): T
type Set<T> : Collection<T>
  union(?): Set<T>
  intersect(?): Set<T>
  subtract(?): Set<T>
  plus(?): Set<T>
  minus(?): Set<T>
type MutableCollection<T> : Collection<T>
  add(...?): Boolean
  addAll(...?): Boolean
  remove(?): Boolean
  removeAll(?): Boolean
  retainAll(?): Boolean
  removeIf((T) => Boolean): Boolean
  clear(): Unit
  plusAssign(?): Unit
  minusAssign(?): Unit
type MutableList<T> : List<T>, MutableCollection<T>
  set(Int, T): T
  removeAt(Int): T
  removeFirst(): T
  removeLast(): T
  removeFirstOrNull(): T
  removeLastOrNull(): T
  addFirst(T): Unit
  addLast(T): Unit
  sort(): Unit
  sortBy((T) => ?): Unit
  sortByDescending((T) => ?): Unit
  sortWith(?): Unit
  reverse(): Unit
  shuffle(...?): Unit
  fill(T): Unit
  replaceAll((T) => T): Unit
type MutableSet<T> : Set<T>, MutableCollection<T>
type Entry<K, V> : Any
  key: K
  value: V
  component1(): K
  component2(): V
  toPair(): Pair<K, V>
  setValue(V): V
alias Map.Entry<K, V> = Entry<K, V>
type Map<K, V> : Any
  @element: Entry<K, V>
  size: Int
  keys: MutableSet<K>
  values: MutableCollection<V>
  entries: MutableSet<Entry<K, V>>
  iterator(): Iterator<Entry<K, V>>
  get(K): V
  getValue(...?): V
  getOrDefault(K, V): V
  getOrElse(K, () => V): V
  containsKey(?): Boolean
  containsValue(?): Boolean
  contains(?): Boolean
  isEmpty(): Boolean
  isNotEmpty(): Boolean
  isNullOrEmpty(): Boolean
  orEmpty(): this
  forEach((Entry<K, V>) => ?): Unit
  onEach((Entry<K, V>) => ?): this
  map<R>((Entry<K, V>) => R): List<R>
  mapNotNull<R>((Entry<K, V>) => R): List<R>
  mapKeys<R>((Entry<K, V>) => R): Map<R, V>
  mapValues<R>((Entry<K, V>) => R): Map<K, R>
  mapTo<C>(C, (Entry<K, V>) => ?): C
  mapValuesTo<C>(C, (Entry<K, V>) => ?): C
  mapKeysTo<C>(C, (Entry<K, V>) => ?): C
  flatMap<R>((Entry<K, V>) => Iterable<R>): List<R>
  filter((Entry<K, V>) => Boolean): Map<K, V>
  filterNot((Entry<K, V>) => Boolean): Map<K, V>
  filterKeys((K) => Boolean): Map<K, V>
  filterValues((V) => Boolean): Map<K, V>
  any((Entry<K, V>) => Boolean?): Boolean
  all((Entry<K, V>) => Boolean): Boolean
  none((Entry<K, V>) => Boolean?): Boolean
  count((Entry<K, V>) => Boolean?): Int
  maxBy((Entry<K, V>) => ?): Entry<K, V>
  minBy((Entry<K, V>) => ?): Entry<K, V>
  maxByOrNull((Entry<K, V>) => ?): Entry<K, V>
  minByOrNull((Entry<K, V>) => ?): Entry<K, V>
  plus(?): Map<K, V>
  minus(?): Map<K, V>
  toList(): List<Pair<K, V>>
  toMap(...?): Map<K, V>
  toMutableMap(): MutableMap<K, V>
  toSortedMap(...?): MutableMap<K, V>
  asSequence(): Sequence<Entry<K, V>>
  ifEmpty<R>(() => R): R
  withDefault((K) => V): Map<K, V>
type MutableMap<K, V> : Map<K, V>
  put(K, V): V
  set(K, V): Unit
  putAll(?): Unit
  putIfAbsent(K, V): V
  getOrPut(K, () => V): V
  remove(...?): V
  clear(): Unit
  computeIfAbsent(K, (K) => V): V
  computeIfPresent(K, (K, V) => V): V
  compute(K, (K, V) => V): V
  merge(K, V, (V, V) => V): V
  plusAssign(?): Unit
  minusAssign(?): Unit
class ArrayList<T> : MutableList<T>
class LinkedList<T> : MutableList<T>
class ArrayDeque<T> : MutableList<T>
class HashSet<T> : MutableSet<T>
class LinkedHashSet<T> : MutableSet<T>
class HashMap<K, V> : MutableMap<K, V>
class LinkedHashMap<K, V> : MutableMap<K, V>
class java.util.ArrayList<T> : MutableList<T>
class java.util.LinkedList<T> : MutableList<T>
class java.util.ArrayDeque<T> : MutableList<T>
class java.util.HashSet<T> : MutableSet<T>
class java.util.LinkedHashSet<T> : MutableSet<T>
class java.util.TreeSet<T> : MutableSet<T>
class java.util.HashMap<K, V> : MutableMap<K, V>
class java.util.LinkedHashMap<K, V> : MutableMap<K, V>
class java.util.TreeMap<K, V> : MutableMap<K, V>
class java.util.WeakHashMap<K, V> : MutableMap<K, V>
class java.util.concurrent.ConcurrentHashMap<K, V> : MutableMap<K, V>
class java.util.concurrent.CopyOnWriteArrayList<T> : MutableList<T>
type Sequence<T> : Any${iterated("Sequence")}
  constrainOnce(): Sequence<T>
  ifEmpty(() => Sequence<T>): Sequence<T>
class Array<T> : Any${iterated("List")}
  size: Int
  indices: IntRange
  lastIndex: Int
  get(Int): T
  set(Int, T): Unit
  getOrNull(Int): T
  getOrElse(Int, (Int) => T): T
  isEmpty(): Boolean
  isNotEmpty(): Boolean
  isNullOrEmpty(): Boolean
  copyOf(...?): this
  copyOfRange(Int, Int): this
  copyInto(?, ...?): ?
  sliceArray(?): this
  slice(?): List<T>
  fill(...?): Unit
  sort(...?): Unit
  sortWith(?, ...?): Unit
  reverse(): Unit
  clone(): this
  asList(): List<T>
  contentToString(): String
  contentEquals(?): Boolean
  contentHashCode(): Int
  takeLast(Int): List<T>
  dropLast(Int): List<T>
  component1(): T
  component2(): T
  component3(): T
${["Int", "Long", "Short", "Byte", "Char", "Boolean", "Float", "Double"].map(arrayOf).join("")}
type ClosedRange<T> : Any
  start: T
  endInclusive: T
  contains(?): Boolean
  isEmpty(): Boolean
type IntProgression : Iterable<Int>
  first: Int
  last: Int
  step(Int): IntProgression
  reversed(): IntProgression
type IntRange : IntProgression, ClosedRange<Int>
type LongProgression : Iterable<Long>
  first: Long
  last: Long
  step(Long): LongProgression
  reversed(): LongProgression
type LongRange : LongProgression, ClosedRange<Long>
type CharRange : Iterable<Char>
  first: Char
  last: Char
function listOf<T>(...T): List<T>
function listOfNotNull<T>(...T): List<T>
function emptyList<T>(): List<T>
function mutableListOf<T>(...T): MutableList<T>
function arrayListOf<T>(...T): MutableList<T>
function setOf<T>(...T): Set<T>
function setOfNotNull<T>(...T): Set<T>
function emptySet<T>(): Set<T>
function mutableSetOf<T>(...T): MutableSet<T>
function hashSetOf<T>(...T): MutableSet<T>
function linkedSetOf<T>(...T): MutableSet<T>
function sortedSetOf<T>(...T): MutableSet<T>
function mapOf<K, V>(...Pair<K, V>): Map<K, V>
function emptyMap<K, V>(): Map<K, V>
function mutableMapOf<K, V>(...Pair<K, V>): MutableMap<K, V>
function hashMapOf<K, V>(...Pair<K, V>): MutableMap<K, V>
function linkedMapOf<K, V>(...Pair<K, V>): MutableMap<K, V>
function sortedMapOf<K, V>(...Pair<K, V>): MutableMap<K, V>
function arrayOf<T>(...T): Array<T>
function arrayOfNulls<T>(Int): Array<T>
function emptyArray<T>(): Array<T>
function sequenceOf<T>(...T): Sequence<T>
function emptySequence<T>(): Sequence<T>
function generateSequence<T>(...() => T): Sequence<T>
function sequence<T>(on SequenceScope<T> () => ?): Sequence<T>
function iterator<T>(on SequenceScope<T> () => ?): Iterator<T>
type SequenceScope<T> : Any
  yield(T): Unit
  yieldAll(?): Unit
function buildList<T>(on MutableList<T> () => ?): List<T>
function buildSet<T>(on MutableSet<T> () => ?): Set<T>
function buildMap<K, V>(on MutableMap<K, V> () => ?): Map<K, V>
function List<T>(Int, (Int) => T): List<T>
function MutableList<T>(Int, (Int) => T): MutableList<T>
function Sequence<T>(() => Iterator<T>): Sequence<T>
`
