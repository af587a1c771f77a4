// What a node of a grammar stands for, as data: a language's table gives each node type of its grammar one rule, and the
// one walk of this room reads rules and nothing else. No node type and no field of any grammar is named in this room.
//
// A rule says `is` (its role) and where the parts of that role stand (`callee: "function"` reads: the part that the
// role calls callee is the child in the grammar's field `function`). Which way a part is evaluated follows from the part.

import type { LITERALS, OPS, SUPERTYPE_RELATIONS } from "./facts.ts"
import type { NodeFlag, NodeKind } from "../graph/kinds.ts"
import type { DocReader } from "./doc_types.ts"
import type { DEFINITION_FLAGS } from "./facts.ts"
import type { Guard } from "./guards.ts"
import type { Grammar } from "./grammar.ts"
import type { Walk } from "./walk.ts"

/** How a child is looked at, by code. */
export const MODES = {
  /** Not evaluated: a name that is declared here, a key, a label. */
  none: 0,
  /** For its value; a name is read. */
  value: 1,
  /** For its uses only; nobody asks for the value. */
  discard: 2,
  /** It is called: the use belongs to the call. */
  callee: 3,
  /** It is assigned. */
  target: 4,
  /** It declares names. */
  pattern: 5,
  type: 6,
  /** A value inside a type: `typeof x`, the namespace before a dot. */
  typeValue: 7,
  decorator: 8,
  extend: 9,
  /** The tag of a rendered element: the use belongs to the element. */
  tag: 10,
  /** Body of what opens a scope: it opens none of its own. */
  body: 11,
  /** As the parent itself. */
  inherit: 12,
} as const

export type Mode = keyof typeof MODES

/** Parts of a role and the mode in which each is looked at. */
export const PARTS = {
  name: "none",
  key: "none",
  source: "none",
  operator: "none",
  /** The word that tells `const` from `let`. */
  keyword: "none",
  /** The list of parameters; its role says the rest. */
  parameters: "none",
  /** A parameter that stands without a list. */
  parameter: "pattern",
  typeParameters: "none",
  returns: "type",
  type: "type",
  body: "body",
  value: "value",
  object: "value",
  index: "value",
  property: "none",
  callee: "callee",
  arguments: "value",
  typeArguments: "type",
  target: "target",
  pattern: "pattern",
  condition: "discard",
  iterated: "value",
  left: "value",
  right: "value",
  then: "value",
  otherwise: "value",
  constraint: "type",
  fallback: "type",
  tag: "tag",
  attributes: "value",
  open: "inherit",
  close: "none",
  alias: "none",
} as const satisfies Record<string, Mode>

export type Part = keyof typeof PARTS

/** Field numbers start at 1; a part that no field has is the first child without one. */
export const NO_FIELD = 0
/** The rule has no such part. */
export const ABSENT = 0xffff

export type DefinitionFlag = NodeFlag | keyof typeof DEFINITION_FLAGS

/** What a node type is. The engine's handlers (handlers.ts) have one entry for each. */
export type Role =
  /** Kept for those who look at it, evaluated by nobody. */
  | "token"
  /** Has no value; its children are looked at. */
  | "statement"
  /** Has the value of its part `value`, or of the first child that has one. */
  | "wrap"
  /** Its children stand in its place. */
  | "list"
  | "block"
  /** Opens the scope of a block. */
  | "scope"
  | "file"
  // leaves
  | "name"
  | "typeName"
  | "primitive"
  | "literal"
  | "this"
  | "super"
  | "moduleCallee"
  // values
  | "member"
  | "index"
  | "call"
  | "new"
  | "unary"
  | "binary"
  | "conditional"
  | "sequence"
  | "assign"
  | "update"
  | "cast"
  | "instantiate"
  | "template"
  | "await"
  | "yield"
  | "spread"
  | "array"
  | "object"
  | "pair"
  | "shorthand"
  | "render"
  | "renderTag"
  // statements
  | "return"
  | "variables"
  | "variable"
  | "if"
  | "loop"
  | "catch"
  // patterns
  | "objectPattern"
  | "arrayPattern"
  | "pairPattern"
  | "shorthandPattern"
  | "defaultPattern"
  | "restPattern"
  // definitions
  | "function"
  | "class"
  | "members"
  | "field"
  | "enumMember"
  | "typeAlias"
  | "namespace"
  | "staticBlock"
  | "parameters"
  | "parameter"
  | "typeParameters"
  | "typeParameter"
  | "supertypes"
  | "decorator"
  | "modifier"
  | "ambient"
  | "export"
  // types
  | "typeOp"
  | "typeGeneric"
  | "typeMember"
  | "typeFunction"
  | "typeObject"
  | "typePredicate"
  | "typeInfer"
  | "typeConditional"
  | "typeMapped"
  | "indexSignature"
  /** What data cannot say: the rule's own `enter` and `exit`. */
  | "own"

/** One rule a node type. Parts name a field of the grammar; a part without a field is the first child that has none. */
export interface Rule extends Partial<Readonly<Record<Part, string>>> {
  readonly is: Role
  /** Mode of the children that are no part; without it the role's own choice. */
  readonly rest?: Mode
  /** Modes of parts that differ from `PARTS`. */
  readonly modes?: Partial<Readonly<Record<Part, Mode>>>
  /** Children are not looked at; the node is kept as a leaf. */
  readonly leaf?: boolean
  /** Definitions: the kind. */
  readonly kind?: NodeKind
  /** Definitions: does it add its name to the scope around it (a declaration), to itself only (an expression), or is
   * it a member of what holds it? */
  readonly declares?: "around" | "inside" | "member"
  readonly flags?: ReadonlyArray<DefinitionFlag>
  /** Definitions without a name of their own: this one. */
  readonly fixedName?: string
  /** Does `this` inside belong to the function around? */
  readonly lexicalThis?: boolean
  /** Variables, loops and blocks: what is declared there lives in the function's scope, not in the block's. */
  readonly hoisted?: boolean
  /** Variables and loops: the keyword after which a name is never assigned again. */
  readonly constant?: string
  /** A value in the part that the key names gets its name from the part that the value names. */
  readonly names?: Partial<Readonly<Record<Part, Part>>>
  /** Values: only places of these roles give such a value a name; without it all do. */
  readonly namedBy?: ReadonlyArray<Role>
  /** Declarations: the kind where one stands directly among the members of a type. */
  readonly amongMembers?: NodeKind
  /** Statements that may run what they hold again. */
  readonly repeats?: boolean
  /** Parameters: what their types and values mention is looked up outside of the function. */
  readonly outside?: boolean
  /** A pattern that takes all that is given by name. */
  readonly keywords?: boolean
  /** Is the name of a function looked for behind such a wrapper? */
  readonly transparent?: boolean
  readonly literal?: keyof typeof LITERALS
  readonly op?: keyof typeof OPS
  readonly relation?: keyof typeof SUPERTYPE_RELATIONS
  /** Binary and unary operators: what each gives. The key `*` is for all others. */
  readonly operators?: Readonly<Record<string, Operator>>
  /** Operators: what each says in a condition. */
  readonly guards?: Readonly<Record<string, Guard>>
  /** Statements after which control does not go on. */
  readonly leaves?: boolean
  /** Tokens that are kept inside this node only. */
  readonly tokens?: ReadonlyArray<string>
  /** Loops: the word whose presence says that keys are iterated, not elements. */
  readonly keysWord?: string
  /** Loops: the keyword that declares in the function's scope. */
  readonly hoistWord?: string
  readonly awaitWord?: string
  /** `yield`: the word that gives all elements of what is iterated. */
  readonly iterateWord?: string
  /** Accesses and calls: the word that gives up where what stands before it is absent. */
  readonly optionalWord?: string
  readonly enter?: (walk: Walk, node: number) => void
  readonly exit?: (walk: Walk, node: number) => void
}

/** One of the operands, an assignment, a primitive value of a kind, or one that depends. */
export type Operator = "either" | "assign" | "assignEither" | "primitive" | keyof typeof LITERALS

/** The grammar's node types → rules, and the words around them. */
export interface RoleTable {
  readonly rules: Readonly<Record<string, Rule>>
  /** Bare words of the grammar that are values: `this`, where it is no node type of its own. */
  readonly words?: Readonly<Record<string, Rule>>
  /** Node types that are dropped with all they hold. */
  readonly dropped: ReadonlyArray<string>
  readonly comments: ReadonlyArray<string>
  /** Keywords that are modifiers of the definition that they are direct children of. */
  readonly modifiers: Readonly<Record<string, ReadonlyArray<DefinitionFlag>>>
  /** Doc comments start so; the marks that are taken off each line. */
  readonly docStart: string
  /** What a doc comment starts with that is written as comments of one line each, without a blank line between. */
  readonly docLine?: string
  /** A line of such a doc that is meant for tools and no text. */
  readonly docNote?: RegExp
  /** Is the doc of a definition the text that its body starts with? */
  readonly docInside?: boolean
  /** The text of a string as written, in the form in which texts are compared; without it what is between its quotes. */
  readonly textOf?: (written: string) => string
  /** Is any type named as a value too, for the members that it has without an instance? */
  readonly typesAreValues?: boolean
  /** Do names come to be by being assigned? */
  readonly assigningDeclares?: boolean
  /** Have functions a space of names of their own, so that a name which is called is no variable's? */
  readonly functionsApart?: boolean
  /** May a declaration name variables that its scope has already, which it then assigns? */
  readonly declaresAgain?: boolean
  /** Is the first parameter of a method what it is called on? */
  readonly receiverParameter?: boolean
  /** What a decorator, as written, makes of the definition that it stands before. */
  readonly decorated?: (written: string) => ReadonlyArray<DefinitionFlag>
  /** What doc comments say of types, where they do. */
  readonly docTypes?: DocReader
  /** Name of a member that constructs. */
  readonly constructorName: string
  /** The member of a type under which methods are added to its instances from outside; empty where there is none. */
  readonly prototypeName: string
  /** A target of this name is the module itself: it names a function only if that has no name of its own. */
  readonly wholeModuleName: string
  /** Name of a definition that is exported without a name of its own: also the word that says so. */
  readonly defaultName: string
  /** Is such a computed key known by what is written there, so that it names one member? */
  readonly isKey?: (written: string) => boolean
  /** Functions that load the module that their first argument names. */
  readonly moduleFunctions: ReadonlyArray<string>
  /** Is such a tag a component (and not an element of the platform)? */
  readonly isComponent: (tag: string) => boolean
  /** Functions that say whether their first argument is an instance of the second. */
  readonly instanceTests?: ReadonlySet<string>
  /** May a function of such a name say of what type its argument is? */
  readonly isTest?: (name: string) => boolean
  /**
   * A text of equal length that the grammar can read, where it cannot read the file's own. Names and positions are those
   * of the file's text all the same.
   */
  readonly prepare?: (text: string, grammar: Grammar) => string
  /** The same, asked for only when a text had places that could not be read; kept if it has fewer. */
  readonly repair?: (text: string, grammar: Grammar) => string
  /** Runs when the whole file was walked. */
  readonly finish?: (walk: Walk) => void
}
