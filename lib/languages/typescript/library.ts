// The library of the language itself, as far as it gives values of a known type back. The form is described where it is
// read, in resolve/library.ts. What is not listed is external all the same.

import { PLATFORM_LIBRARY } from "./platform_library.ts"

export const LIBRARY = `
alias Partial<T> = T
alias Required<T> = T
alias Readonly<T> = T
alias DeepPartial<T> = T
alias NonNullable<T> = T
alias NoInfer<T> = T
alias Pick<T, K> = T
alias Omit<T, K> = T
alias Exclude<T, U> = T
alias Extract<T, U> = T
alias ThisType<T> = T
alias Awaited<T> = await T
alias ReturnType<F> = result F
alias InstanceType<C> = instance C
alias Record<K, V> = dictionary V
alias ThisParameterType<F> = ?
alias OmitThisParameter<F> = F
alias Uppercase<S> = String
alias Lowercase<S> = String
alias Capitalize<S> = String
alias Uncapitalize<S> = String
alias PropertyKey = String

type Object
  constructor: ?
  hasOwnProperty(?): Boolean
  isPrototypeOf(?): Boolean
  propertyIsEnumerable(?): Boolean
  toLocaleString(): String
  toString(): String
  valueOf(): this

type Function
  apply(?, ?): result this
  bind(?, ...?): this
  call(?, ...?): result this
  length: Number
  name: String
  prototype: ?
  toString(): String

type Boolean : Object

type Symbol : Object
  description: String

type BigInt : Object

type Number : Object
  toExponential(?): String
  toFixed(?): String
  toPrecision(?): String

type String : Object
  @element: String
  @index: String
  length: Number
  anchor(?): String
  at(Number): String
  charAt(Number): String
  charCodeAt(Number): Number
  codePointAt(Number): Number
  concat(...String): String
  endsWith(String): Boolean
  includes(String): Boolean
  indexOf(String): Number
  isWellFormed(): Boolean
  lastIndexOf(String): Number
  localeCompare(String): Number
  match(RegExp): RegExpMatchArray
  matchAll(RegExp): Iterator<RegExpMatchArray>
  normalize(?): String
  padEnd(Number, String): String
  padStart(Number, String): String
  repeat(Number): String
  replace(?, (String, String, String, String) => String): String
  replaceAll(?, (String, String, String, String) => String): String
  search(RegExp): Number
  slice(Number, Number): String
  split(?): String[]
  startsWith(String): Boolean
  substr(Number, Number): String
  substring(Number, Number): String
  toLocaleLowerCase(): String
  toLocaleUpperCase(): String
  toLowerCase(): String
  toUpperCase(): String
  toWellFormed(): String
  trim(): String
  trimEnd(): String
  trimLeft(): String
  trimRight(): String
  trimStart(): String

type RegExp : Object
  exec(String): RegExpMatchArray
  test(String): Boolean
  flags: String
  global: Boolean
  lastIndex: Number
  source: String

type RegExpMatchArray : Array<String>
  groups: dictionary String
  index: Number
  input: String

alias RegExpExecArray = RegExpMatchArray

type Iterable<T>
  @element: T

type AsyncIterable<T>
  @element: T

type Iterator<T> : Iterable<T>
  next(?): IteratorResult<T>
  return(?): IteratorResult<T>
  throw(?): IteratorResult<T>
  map<U>((T, Number) => U): Iterator<U>
  filter((T, Number) => Boolean): Iterator<T>
  take(Number): Iterator<T>
  drop(Number): Iterator<T>
  flatMap<U>((T, Number) => Iterable<U>): Iterator<U>
  reduce<U>((U, T, Number) => U, U): U
  toArray(): T[]
  forEach((T, Number) => ?): void
  some((T, Number) => Boolean): Boolean
  every((T, Number) => Boolean): Boolean
  find((T, Number) => Boolean): T

type AsyncIterator<T> : AsyncIterable<T>
  next(?): Promise<IteratorResult<T>>
  return(?): Promise<IteratorResult<T>>
  throw(?): Promise<IteratorResult<T>>

type Generator<T> : Iterator<T>
type AsyncGenerator<T> : AsyncIterator<T>
alias IterableIterator<T> = Iterator<T>
alias AsyncIterableIterator<T> = AsyncIterator<T>
alias IteratorObject<T> = Iterator<T>

type IteratorResult<T>
  value: T
  done: Boolean

type Array<T> : Iterable<T>
  @index: T
  length: Number
  at(Number): T
  concat(...T | T[]): T[]
  copyWithin(Number, Number, Number): this
  entries(): Iterator<[Number, T]>
  every((T, Number, T[]) => Boolean): Boolean
  fill(T): this
  filter((T, Number, T[]) => Boolean): T[]
  find((T, Number, T[]) => Boolean): T
  findIndex((T, Number, T[]) => Boolean): Number
  findLast((T, Number, T[]) => Boolean): T
  findLastIndex((T, Number, T[]) => Boolean): Number
  flat(?): T[Number][]
  flatMap<U>((T, Number, T[]) => U | U[]): U[]
  forEach((T, Number, T[]) => ?): void
  includes(T): Boolean
  indexOf(T): Number
  join(String): String
  keys(): Iterator<Number>
  lastIndexOf(T): Number
  map<U>((T, Number, T[]) => U): U[]
  pop(): T
  push(...T): Number
  reduce<U>((U, T, Number, T[]) => U, U): U
  reduceRight<U>((U, T, Number, T[]) => U, U): U
  reverse(): T[]
  shift(): T
  slice(Number, Number): T[]
  some((T, Number, T[]) => Boolean): Boolean
  sort((T, T) => Number): this
  splice(Number, Number, ...T): T[]
  toLocaleString(): String
  toReversed(): T[]
  toSorted((T, T) => Number): T[]
  toSpliced(Number, Number, ...T): T[]
  toString(): String
  unshift(...T): Number
  values(): Iterator<T>
  with(Number, T): T[]

alias ReadonlyArray<T> = Array<T>
alias ArrayLike<T> = Array<T>
alias ConcatArray<T> = Array<T>
alias TemplateStringsArray = Array<String>
alias IArguments = Array<?>

type Map<K, V> : Iterable<[K, V]>
  clear(): void
  delete(K): Boolean
  entries(): Iterator<[K, V]>
  forEach((V, K, Map<K, V>) => ?): void
  get(K): V
  has(K): Boolean
  keys(): Iterator<K>
  set(K, V): this
  size: Number
  values(): Iterator<V>
  getOrInsert(K, V): V
  getOrInsertComputed(K, (K) => V): V

alias ReadonlyMap<K, V> = Map<K, V>

type WeakMap<K, V>
  delete(K): Boolean
  get(K): V
  has(K): Boolean
  set(K, V): this

type Set<T> : Iterable<T>
  add(T): this
  clear(): void
  delete(T): Boolean
  difference(Set<T>): Set<T>
  entries(): Iterator<[T, T]>
  forEach((T, T, Set<T>) => ?): void
  has(T): Boolean
  intersection(Set<T>): Set<T>
  isDisjointFrom(?): Boolean
  isSubsetOf(?): Boolean
  isSupersetOf(?): Boolean
  keys(): Iterator<T>
  size: Number
  symmetricDifference(Set<T>): Set<T>
  union(Set<T>): Set<T>
  values(): Iterator<T>

alias ReadonlySet<T> = Set<T>

type WeakSet<T>
  add(T): this
  delete(T): Boolean
  has(T): Boolean

type WeakRef<T>
  deref(): T

type Promise<T>
  @await: T
  catch<U>((?) => U): Promise<T | await U>
  finally(() => ?): Promise<T>
  then<U, E>((T) => U, (?) => E): Promise<await U | await E>

alias PromiseLike<T> = Promise<T>

type Error : Object
  cause: ?
  message: String
  name: String
  stack: String

type Date : Object
  getDate(): Number
  getDay(): Number
  getFullYear(): Number
  getHours(): Number
  getMilliseconds(): Number
  getMinutes(): Number
  getMonth(): Number
  getSeconds(): Number
  getTime(): Number
  getTimezoneOffset(): Number
  getUTCDate(): Number
  getUTCDay(): Number
  getUTCFullYear(): Number
  getUTCHours(): Number
  getUTCMilliseconds(): Number
  getUTCMinutes(): Number
  getUTCMonth(): Number
  getUTCSeconds(): Number
  setDate(Number): Number
  setFullYear(Number): Number
  setHours(Number): Number
  setMilliseconds(Number): Number
  setMinutes(Number): Number
  setMonth(Number): Number
  setSeconds(Number): Number
  setTime(Number): Number
  setUTCDate(Number): Number
  setUTCFullYear(Number): Number
  setUTCHours(Number): Number
  setUTCMilliseconds(Number): Number
  setUTCMinutes(Number): Number
  setUTCMonth(Number): Number
  setUTCSeconds(Number): Number
  toDateString(): String
  toISOString(): String
  toJSON(): String
  toLocaleDateString(): String
  toLocaleTimeString(): String
  toTimeString(): String
  toUTCString(): String

type ArrayBuffer : Object
  byteLength: Number
  slice(Number, Number): ArrayBuffer

type DataView : Object

type Uint8Array : Iterable<Number>
  @index: Number
  buffer: ArrayBuffer
  byteLength: Number
  byteOffset: Number
  length: Number
  at(Number): Number
  entries(): Iterator<[Number, Number]>
  every((Number, Number) => Boolean): Boolean
  fill(Number): this
  filter((Number, Number) => Boolean): this
  find((Number, Number) => Boolean): Number
  findIndex((Number, Number) => Boolean): Number
  forEach((Number, Number) => ?): void
  includes(Number): Boolean
  indexOf(Number): Number
  join(String): String
  keys(): Iterator<Number>
  map((Number, Number) => Number): this
  reduce<U>((U, Number, Number) => U, U): U
  reverse(): this
  set(?, Number): void
  slice(Number, Number): this
  some((Number, Number) => Boolean): Boolean
  sort((Number, Number) => Number): this
  subarray(Number, Number): this
  values(): Iterator<Number>

type Int8Array : Uint8Array
type Uint8ClampedArray : Uint8Array
type Int16Array : Uint8Array
type Uint16Array : Uint8Array
type Int32Array : Uint8Array
type Uint32Array : Uint8Array
type Float32Array : Uint8Array
type Float64Array : Uint8Array
type Proxy

value Object
  @call(?): Object
  @new(?): Object
  assign<A, B, C>(A, B, C): A & B & C
  create<T>(T): T
  defineProperties<T>(T): T
  defineProperty<T>(T): T
  entries<V>(dictionary V): [String, V][]
  freeze<T>(T): T
  fromEntries<V>(Iterable<[?, V]>): dictionary V
  getOwnPropertyDescriptor(?): ?
  getOwnPropertyNames(?): String[]
  getPrototypeOf<T>(T): ?
  groupBy<T>(Iterable<T>, (T, Number) => ?): dictionary T[]
  hasOwn(?, ?): Boolean
  is(?, ?): Boolean
  isFrozen(?): Boolean
  keys(?): String[]
  preventExtensions<T>(T): T
  seal<T>(T): T
  setPrototypeOf<T>(T): T
  values<V>(dictionary V): V[]

value Function
  @call(?): ?
  @new(?): ?

value Array
  @call<T>(...T): T[]
  @new<T>(...T): T[]
  from<T, U>(Iterable<T>, (T, Number) => U): U[]
  fromAsync<T>(Iterable<T>): Promise<T[]>
  isArray(?): Boolean
  of<T>(...T): T[]

value String
  @call(?): String
  @new(?): String
  fromCharCode(...Number): String
  fromCodePoint(...Number): String
  raw(?): String

value Number
  @call(?): Number
  @new(?): Number
  isFinite(?): Boolean
  isInteger(?): Boolean
  isNaN(?): Boolean
  isSafeInteger(?): Boolean
  parseFloat(?): Number
  parseInt(?): Number

value Boolean
  @call(?): Boolean
  @new(?): Boolean

value BigInt
  @call(?): BigInt

value Symbol
  @call(?): Symbol
  for(?): Symbol

value RegExp
  @call(?): RegExp
  @new(?): RegExp

value Date
  @call(): String
  @new(?): Date
  UTC(): Number
  now(): Number
  parse(?): Number

value Map
  @new<K, V>(Iterable<[K, V]>): Map<K, V>
  groupBy<T, K>(Iterable<T>, (T, Number) => K): Map<K, T[]>

value WeakMap
  @new<K, V>(Iterable<[K, V]>): WeakMap<K, V>

value Set
  @new<T>(Iterable<T>): Set<T>

value WeakSet
  @new<T>(Iterable<T>): WeakSet<T>

value WeakRef
  @new<T>(T): WeakRef<T>

value Promise
  @new<T>(((T | Promise<T>) => ?, (?) => ?) => ?): Promise<T>
  all<T>(Iterable<T>): Promise<(await T)[]>
  allSettled<T>(Iterable<T>): Promise<?>
  any<T>(Iterable<T>): Promise<await T>
  race<T>(Iterable<T>): Promise<await T>
  reject(?): Promise<?>
  resolve<T>(T): Promise<await T>
  try<T>(() => T): Promise<await T>

value Proxy
  @new<T>(T, ?): T

value Error
  @call(String): Error
  @new(String): Error

value TypeError
  @new(String): Error

value RangeError
  @new(String): Error

value SyntaxError
  @new(String): Error

value ReferenceError
  @new(String): Error

value JSON
  parse(String): ?
  stringify(?): String

value Math
  abs(Number): Number
  ceil(Number): Number
  floor(Number): Number
  log(Number): Number
  max(...Number): Number
  min(...Number): Number
  pow(Number, Number): Number
  random(): Number
  round(Number): Number
  sign(Number): Number
  sqrt(Number): Number
  trunc(Number): Number

value Reflect
  apply(?, ?, ?): ?
  construct<C>(C, ?): instance C
  get(?): ?
  has(?): Boolean
  ownKeys(?): String[]

value ArrayBuffer
  @new(Number): ArrayBuffer
  isView(?): Boolean

value DataView
  @new(?): DataView

value Uint8Array
  @new(?): Uint8Array
  from(?): Uint8Array
  of(?): Uint8Array

value Int8Array
  @new(?): Int8Array

value Uint8ClampedArray
  @new(?): Uint8ClampedArray

value Int16Array
  @new(?): Int16Array

value Uint16Array
  @new(?): Uint16Array

value Int32Array
  @new(?): Int32Array

value Uint32Array
  @new(?): Uint32Array

value Float32Array
  @new(?): Float32Array

value Float64Array
  @new(?): Float64Array

value parseInt
  @call(?): Number

value parseFloat
  @call(?): Number

value isNaN
  @call(?): Boolean

value isFinite
  @call(?): Boolean

value encodeURIComponent
  @call(?): String

value decodeURIComponent
  @call(?): String

value encodeURI
  @call(?): String

value decodeURI
  @call(?): String

value escape
  @call(?): String

value unescape
  @call(?): String
${PLATFORM_LIBRARY}`
