// The standard library, as far as it decides what a chain gives. The form is described where it is read, in
// resolve/library.ts. What is not listed is external all the same.

export const LIBRARY = `
type Any
  toString(): String
  hashCode(): Int
  equals(?): Boolean
type String : Any
type Int : Any
type Long : Any
type Boolean : Any
type Function : Any
type Array<T> : Any
  @element: T
`
