// What one file says, before anything is bound: scopes, definitions, bindings, imports, exports, supertypes and an
// arena of expressions, in flat tables. Strings and indices of this file only: facts know no other file, no path and no
// node of a graph, so they are identified by (content digest, language version) and can be cached, shipped between
// threads and concatenated in any order.
//
// An index column holds `NONE` where it points nowhere. Offsets are UTF-16 code units of the decoded text.

import type * as Columns from "../graph/columns.ts"
import { NODE_FLAGS } from "../graph/kinds.ts"

/** Kinds of a scope, by code. A name is looked up from the innermost scope outwards. */
export const SCOPE_KINDS = {
  file: 1,
  /** Body and parameters of a function, method, constructor or lambda. */
  function: 2,
  /** Members of a class, interface or enum: not searched by bare names in languages with explicit receivers. */
  type: 3,
  block: 4,
  namespace: 5,
  /** Type parameters and other names that only a declaration's own header and body see. */
  header: 6,
} as const

export const SCOPES = {
  kind: "u8",
  parent: "u32",
  start: "u32",
  end: "u32",
  /** The definition that opens this scope. */
  definition: "u32",
} as const satisfies Columns.Shape

/** Bits of a definition's `flags`: `NODE_FLAGS` of graph/kinds.ts below 1 << 16, and these. */
export const DEFINITION_FLAGS = {
  /** A function without a name of its own (`kind` is 0): it has parameters and returns, but becomes no node. */
  anonymous: 1 << 16,
  /** `declare`, a `.d.ts`, an interface member: there is no body anywhere in this file. */
  ambient: 1 << 17,
  optional: 1 << 18,
  /** A parameter property: a field that a constructor's parameter declares. */
  parameterProperty: 1 << 19,
  /** Local to a function: kept for resolution, becomes no node unless it is a function or a type. */
  local: 1 << 20,
  /** A function whose `this` is that of the function around it, a type that holds an instance of the type around. */
  lexicalThis: 1 << 21,
  /** A function type that is called with `new`. */
  constructs: 1 << 22,
  public: 1 << 23,
  override: 1 << 24,
  /** A member that is called on nothing: it has no receiver, even where others take theirs as a parameter. */
  noReceiver: 1 << 25,
  /** Stands in a branch: other definitions of its name may stand in its place. */
  alternative: 1 << 26,
  /** A class that readers know as a struct. */
  struct: 1 << 27,
  /** Seen inside of the unit that it is built in, and nowhere else. */
  internal: 1 << 28,
  /** One of the parts that a type is declared in. */
  part: 1 << 29,
  /** A type whose name, as a value, is its only instance; the members of a static one are those of the type around, too. */
  singleton: 1 << 30,
  /** No text says it, the language adds it: known to the resolver, becomes no node. */
  implicit: 1 << 31,
} as const

/** Flags of a member that is called through what it replaces in a base alone: its own type does not have its name. */
export const THROUGH_BASE = NODE_FLAGS.private | DEFINITION_FLAGS.override

/** Definitions in source order, outer before inner. */
export const DEFINITIONS = {
  /** `NODE_KINDS` code, or 0 for an anonymous function, an object literal type or another type without a name. */
  kind: "u8",
  flags: "u32",
  name: "u32",
  /** The definition that this one is a member of or nested in. */
  owner: "u32",
  /** The scope in which the name is declared. */
  scope: "u32",
  /** The scope that it opens. */
  body: "u32",
  start: "u32",
  end: "u32",
  nameStart: "u32",
  /** String: its header in one line without the body, at most 240 characters. */
  signature: "u32",
  /** String: first paragraph of its doc comment without comment marks, at most 400 characters. */
  doc: "u32",
  /** Expression: declared type of a variable or property, declared return type of a function, aliased type. */
  type: "u32",
  /** Expression: the initial value of a variable or property. */
  value: "u32",
  /** Its rows in PARAMETERS: `parameters` is the first, `parameterCount` how many. */
  parameters: "u32",
  parameterCount: "u16",
  /** Its rows in TYPE_PARAMETERS. */
  typeParameters: "u32",
  typeParameterCount: "u16",
} as const satisfies Columns.Shape

export const PARAMETER_FLAGS = {
  rest: 1,
  optional: 2,
  property: 4,
  /** What the function is called on. */
  receiver: 8,
  /** Takes all that is given by name. */
  keywords: 16,
  /** Its type is told by a comment. */
  documented: 32,
} as const

/** Parameters of definitions. A destructured one has no name; its parts are bindings over a `parameter` expression. */
export const PARAMETERS = {
  name: "u32",
  flags: "u8",
  type: "u32",
  value: "u32",
  nameStart: "u32",
} as const satisfies Columns.Shape

export const TYPE_PARAMETERS = { name: "u32", constraint: "u32", fallback: "u32" } as const satisfies Columns.Shape

/** What a name in a scope stands for, by code; it tells which table `target` points into. */
export const BINDING_KINDS = {
  /** DEFINITIONS */
  definition: 1,
  /** IMPORTS */
  import: 2,
  /** PARAMETERS; `value` is a `parameter` expression */
  parameter: 3,
  /** A local variable: `type` and `value` say what is known of it. */
  local: 4,
  /** TYPE_PARAMETERS */
  typeParameter: 5,
} as const

export const BINDING_FLAGS = {
  /** Never assigned again (`const`). */
  constant: 1,
  /** Lives in the type space only. */
  type: 2,
  /** Lives in the value space only (neither bit: both). */
  value: 4,
} as const

/**
 * Names bound in scopes. Destructuring is written out: `const { a: [b] } = x` binds `b` with the value
 * `index(member(x, a), 0)`; a loop variable's value is `element(iterated)`; a `catch` variable has no value.
 */
export const BINDINGS = {
  scope: "u32",
  name: "u32",
  kind: "u8",
  flags: "u8",
  target: "u32",
  type: "u32",
  value: "u32",
  nameStart: "u32",
} as const satisfies Columns.Shape

export const IMPORT_FLAGS = {
  typeOnly: 1,
  lazy: 2,
  require: 4,
  sideEffect: 8,
  /** Every public name of the module is bound in the file's scope; there is no binding here. */
  star: 16,
  /** Binds the first part of a path whose whole is imported by the next row. */
  head: 32,
  /** Stands in a comment: it names a type and loads nothing. */
  comment: 64,
  /** Holds for every file of the unit that the file is built in. */
  everywhere: 128,
  /** Members of a type, not the types in it alone. */
  members: 256,
  /** Bound to the name that the module says it has; the binding's is what its path tells of that. */
  ownName: 512,
} as const

/** One row an imported name: `import d, { a as b } from "m"` gives two, `import "m"` one without a name. */
export const IMPORTS = {
  /** String: the module as written. */
  module: "u32",
  /** String: the name in the other module: `default`, `*` for the module as a whole, or the name exported there. */
  name: "u32",
  flags: "u16",
  /** The binding it makes here. */
  binding: "u32",
  /** The scope that it brings names into. */
  scope: "u32",
  start: "u32",
} as const satisfies Columns.Shape

/**
 * Scopes whose definitions are names of a package, which other files share: the file's own where it is part of one package,
 * those of namespaces where it may hold several.
 */
export const PACKAGES = {
  scope: "u32",
  /**
   * String: the whole name of the package as written, empty for the one without a name; behind a space what else the file
   * says of where it belongs.
   */
  name: "u32",
} as const satisfies Columns.Shape

/** Kinds of an export, by code. */
export const EXPORT_KINDS = {
  /** A name of this file: `local`. A definition that is exported where it stands has the flag `exported` and no row. */
  local: 1,
  /** A name of another module, not bound here: `local` in `module`. */
  from: 2,
  /** Every name of `module`. */
  star: 3,
  /** A value: `expression`. */
  value: 4,
  /** The module *is* the value: `module.exports = …`, `export =`. `name` is `=`. */
  assign: 5,
} as const

export const EXPORTS = {
  kind: "u8",
  /** String: as seen from outside; `default`, `*` (star without a name). */
  name: "u32",
  local: "u32",
  module: "u32",
  expression: "u32",
  typeOnly: "u8",
  start: "u32",
} as const satisfies Columns.Shape

export const SUPERTYPE_RELATIONS = {
  extends: 1,
  implements: 2,
  mixin: 3,
  /** Of a member: the base that says through which it is called, and through no other. */
  through: 4,
} as const

export const SUPERTYPES = { definition: "u32", relation: "u8", expression: "u32" } as const satisfies Columns.Shape

export const DECORATORS = {
  definition: "u32",
  expression: "u32",
  /** String: the first text that it is written with, in the form of the text of a literal, or empty. */
  text: "u32",
} as const satisfies Columns.Shape

/** `target = value` where the target is no new name: fields set on `this`, prototypes, exports, plain variables. */
export const ASSIGNMENTS = { target: "u32", value: "u32", scope: "u32", start: "u32" } as const satisfies Columns.Shape

export const RETURN_KINDS = { return: 1, yield: 2, yieldAll: 3 } as const

/** What a function gives back; an arrow's expression body is a return. */
export const RETURNS = { definition: "u32", kind: "u8", expression: "u32" } as const satisfies Columns.Shape

/** What a use of a name does, by code. */
export const REFERENCE_ROLES = {
  call: 1,
  new: 2,
  read: 3,
  write: 4,
  type: 5,
  render: 6,
  decorate: 7,
  extend: 8,
  /** A call that syntax makes: nothing is missed where it is bound to nothing. */
  implicit: 9,
} as const

/** Uses to bind, in source order; the enclosing definition follows from the expression's scope. */
export const REFERENCES = { expression: "u32", role: "u8" } as const satisfies Columns.Shape

/**
 * What a guard says of a name inside a region: `type` is a type expression (`instanceof`, the kind of a value), or a call
 * whose function declares what it says of its first argument.
 */
export const NARROWINGS = {
  binding: "u32",
  path: "u32",
  start: "u32",
  end: "u32",
  type: "u32",
} as const satisfies Columns.Shape

/**
 * Operators of the expression arena, by code; values and types share it. In brackets the operands, in order.
 * `name` and `ref` are columns: a string and an index into another table.
 */
export const OPS = {
  /** Nothing is known; the operands are evaluated for their uses only. */
  unknown: 0,
  /** A name looked up from `scope`. */
  name: 1,
  this: 2,
  /** [class] What stands above the type around, or above the class that is named. */
  super: 3,
  /** [object] `name` */
  member: 4,
  /** [object, key]; with a literal key `name` holds it. */
  index: 5,
  /** [callee, argument…] */
  call: 6,
  /** [callee, argument…] */
  new: 7,
  await: 8,
  /** [iterated] The value of one step of an iteration. */
  element: 9,
  /** [spread] */
  spread: 10,
  /** `ref`: LITERALS code; a short string's text is in `name`. */
  literal: 11,
  /** `ref`: the DEFINITIONS row of the function or class. */
  function: 12,
  class: 13,
  /** [property…] An object literal; `ref`: the DEFINITIONS row that owns its methods, or NONE. */
  object: 14,
  /** [value] `name` */
  property: 15,
  /** [element…] `name`: the library type that it makes, empty for the language's usual list. */
  array: 16,
  /** [alternative…] One of the operands' values: `?:`, `||`, `&&`, `??`. */
  either: 17,
  /** [target, value] The value of an assignment. */
  assign: 18,
  /** [value, type] A cast or assertion. */
  cast: 19,
  /** [callee, type argument…] */
  instantiate: 20,
  /** [tag, argument…] A tagged template. */
  tagged: 21,
  /** `ref`: the PARAMETERS row; `name` unused. The value that a parameter receives. */
  parameter: 22,
  /**
   * `ref`: the IMPORTS row, NONE for the file's own module. The module that a `require` or dynamic `import` gives (a
   * dynamic one is awaited apart).
   */
  module: 23,
  /** [tag, attribute value or child…] */
  render: 24,
  /** `ref`: the DEFINITIONS row of a generator. What is sent into it where it gives a value away. */
  sent: 26,
  /** [operand…] An operation that gives a primitive value: `ref`: LITERALS code. */
  operation: 25,
  /** A type by name, looked up in the type space. [argument…] */
  typeName: 32,
  /** [object, argument…] `name`: a type that is a member of a namespace. */
  typeMember: 33,
  union: 34,
  intersection: 35,
  /** [element] */
  typeArray: 36,
  /** [element…] */
  typeTuple: 37,
  /** `ref`: an anonymous DEFINITIONS row with parameters and return type. */
  typeFunction: 38,
  /** `ref`: an anonymous DEFINITIONS row that owns the members. */
  typeObject: 39,
  /** `ref`: LITERALS code; a string's text in `name`. */
  typeLiteral: 40,
  /** `name`: string, number, void, any, never … */
  typePrimitive: 41,
  /** [value] `typeof value` */
  typeOf: 42,
  typeKeyOf: 43,
  /** [object, key] */
  typeIndex: 44,
  /** [check, extends, whenTrue, whenFalse] */
  typeConditional: 45,
  /** [type] `x is T` */
  typePredicate: 46,
  /** [value type] A mapped type. */
  typeMapped: 47,
  typeThis: 48,
  /** [function type] `ref`: what its parameter of that number is. */
  typeParameterOf: 49,
  /** [function type] What a call of it gives. */
  typeResultOf: 50,
  /** [type] What is left of a name's type without this one. */
  typeExcept: 51,
} as const

export const LITERALS = {
  string: 1,
  number: 2,
  boolean: 3,
  null: 4,
  undefined: 5,
  regexp: 6,
  bigint: 7,
  template: 8,
  long: 9,
  float: 10,
  double: 11,
  char: 12,
} as const

export const EXPRESSION_FLAGS = {
  optionalChain: 1,
  nonNull: 2,
  /** A spread whose parts are given by their names. */
  byName: 4,
  /** A cast that declares the place that the value goes to: what else is put there says nothing. */
  declares: 8,
  /** A cast to what is expected of the value: its own type stays. */
  expects: 16,
  /** A name in a comment: one that leads nowhere is no open question. */
  told: 32,
  /** A name or member that means a function and no value: it is called, or referred to as a function. */
  called: 64,
  /** A function that stands behind the arguments of a call, and goes to the last parameter. */
  trailing: 128,
} as const

/** Flags of names, beside those of values. */
export const NAME_FLAGS = {
  /** A name that means a type, where a value of that name may be nearer. */
  type: 8,
} as const

/** Flags of types, in the place of those of values. */
export const TYPE_FLAGS = {
  /** A reference to such a value, where the language tells them apart; its members are the same. */
  reference: 1,
} as const

export const EXPRESSIONS = {
  op: "u8",
  flags: "u8",
  name: "u32",
  ref: "u32",
  /** Its operands are `operandCount` entries of OPERANDS from here. */
  operands: "u32",
  operandCount: "u16",
  scope: "u32",
  start: "u32",
  end: "u32",
} as const satisfies Columns.Shape

export const OPERANDS = { expression: "u32" } as const satisfies Columns.Shape

export const PROBLEM_KINDS = { syntaxError: 1, missing: 2, tooDeep: 3, timedOut: 4 } as const

/** What could not be read. Extraction never fails: it goes on with the rest. */
export const PROBLEMS = { kind: "u8", start: "u32", end: "u32" } as const satisfies Columns.Shape

/** The part that other files need: stays in memory. */
export const INTERFACE_TABLES = {
  scopes: SCOPES,
  definitions: DEFINITIONS,
  parameters: PARAMETERS,
  typeParameters: TYPE_PARAMETERS,
  imports: IMPORTS,
  packages: PACKAGES,
  exports: EXPORTS,
  supertypes: SUPERTYPES,
  decorators: DECORATORS,
  problems: PROBLEMS,
} as const

/** The part that only the file's own resolution reads. */
export const BODY_TABLES = {
  bindings: BINDINGS,
  assignments: ASSIGNMENTS,
  returns: RETURNS,
  references: REFERENCES,
  narrowings: NARROWINGS,
  expressions: EXPRESSIONS,
  operands: OPERANDS,
} as const

type Tables<T extends Readonly<Record<string, Columns.Shape>>> = { readonly [K in keyof T]: Columns.Table<T[K]> }

/** Facts of one file. `lineStarts` has the offset of each line, the first is 0. */
export interface FileFacts extends Tables<typeof INTERFACE_TABLES>, Tables<typeof BODY_TABLES> {
  /** Local strings by their number; 0 is the empty string. */
  readonly strings: ReadonlyArray<string>
  readonly lineStarts: Uint32Array
  /** Length of the text. */
  readonly length: number
}
