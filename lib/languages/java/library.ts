// What the platform's own classes give back. The form is described where it is read, in resolve/library.ts.

export const LIBRARY = `
class Object
  equals(?): boolean
  hashCode(): int
  toString(): String
  getClass(): Class<this>
class Class<T> : Object
  getName(): String
class Number : Object
class Boolean : Object
class String : Object
type Array<T> : Object
  length: Number
  clone(): Array<T>
  @element: T
  @index: T
type Function : Object
`
