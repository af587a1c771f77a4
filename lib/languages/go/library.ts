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

function append<T>(T, ...?): T
function cap(?): int
function copy(?, ?): int
function len(?): int
function max<T>(T, ...?): T
function min<T>(T, ...?): T
function panic(?): void
function recover(): any
`
