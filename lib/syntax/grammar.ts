// A loaded grammar together with its language's role table, compiled into arrays by the grammar's own numbers: while a
// file is walked no node type and no field is looked up by name.

import type * as Ts from "web-tree-sitter"
import { LITERALS, OPS, SUPERTYPE_RELATIONS } from "./facts.ts"
import { flagBits } from "./flags.ts"
import { NODE_KINDS } from "../graph/kinds.ts"
import type { Guard } from "./guards.ts"
import type { Handler } from "./handlers.ts"
import { HANDLERS } from "./handlers.ts"
import type { Mode, Part, Role, RoleTable, Rule } from "./roles.ts"
import { ABSENT, MODES, NO_FIELD, PARTS } from "./roles.ts"
import { CursorReader } from "./cursor_reader.ts"
import { MemoryReader } from "./memory_reader.ts"
import { sameTree, Tree } from "./tree.ts"
import type { TreeReader } from "./tree.ts"
import type { Walk } from "./walk.ts"

/** What the parser gives for a node that it could not read. */
export const ERROR_TYPE = 0xffff

/** What the tree keeps of a node, by code; the order matters to `Tree.read`. */
export const KEEP = { drop: 0, token: 1, leaf: 2, inner: 3, comment: 4 } as const

/** A rule by numbers. All of one shape, so that handlers read it without looking anything up. */
export interface CompiledRule {
  readonly is: Role
  readonly source: Rule
  /** Field of a part: a field number, `NO_FIELD` or `ABSENT`. */
  readonly part: { readonly [P in Part]: number }
  readonly kind: number
  readonly flags: number
  readonly declares: "around" | "inside" | "member" | undefined
  readonly lexicalThis: boolean
  readonly hoisted: boolean
  readonly transparent: boolean
  readonly literal: number
  readonly op: number
  readonly relation: number
  /** Type numbers of tokens, 0 where there is none. */
  readonly constant: number
  readonly keysWord: number
  readonly awaitWord: number
  readonly hoistWord: number
  readonly optionalWord: number
  readonly iterateWord: number
  /** By the token's type number. */
  readonly operators: ReadonlyMap<number, string>
  readonly guards: ReadonlyMap<number, Guard>
  /** Field of the value → field of its name. */
  readonly names: ReadonlyMap<number, number>
}

/** Mode of children that are no part, where the rule says nothing. */
const REST: Partial<Record<Role, Mode>> = {
  statement: "discard",
  block: "discard",
  scope: "discard",
  catch: "discard",
  if: "discard",
  loop: "discard",
  staticBlock: "discard",
  ambient: "discard",
  export: "value",
  file: "discard",
  wrap: "inherit",
  list: "inherit",
  shorthand: "value",
  objectPattern: "inherit",
  arrayPattern: "inherit",
  pairPattern: "inherit",
  defaultPattern: "inherit",
  restPattern: "inherit",
  parameters: "pattern",
  parameter: "none",
  decorator: "decorator",
  supertypes: "extend",
  members: "none",
  function: "none",
  class: "none",
  variables: "none",
  variable: "none",
  field: "none",
  typeParameters: "none",
  typeParameter: "none",
  token: "none",
  return: "value",
}

/** Parts that a role looks at in another mode than `PARTS` says. */
const PART_MODES: Partial<Record<Role, Partial<Record<Part, Mode>>>> = {
  pairPattern: { value: "inherit" },
  defaultPattern: { left: "inherit" },
}

export class Grammar {
  readonly language: Ts.Language
  readonly parser: Ts.Parser
  readonly table: RoleTable
  /** Reads trees as fast as this machine's parser allows. */
  reader: TreeReader
  readonly errorType: number
  readonly fieldCount: number
  /** By type: `KEEP`. */
  readonly keep: Uint8Array
  /** By type: do children's fields matter? */
  readonly fielded: Uint8Array
  /** By type: are its own tokens kept? */
  readonly keepsTokens: Uint8Array
  /** By type × field: `MODES`. */
  readonly modes: Uint8Array
  /** By type: flags that such a token gives a definition. */
  readonly modifier: Uint32Array
  /** By type: is it a bare word of the grammar, without a name of its own? */
  readonly word: Uint8Array
  readonly rules: ReadonlyArray<CompiledRule>
  readonly enter: ReadonlyArray<((walk: Walk, node: number) => void) | null>
  readonly exit: ReadonlyArray<((walk: Walk, node: number) => void) | null>

  readonly #names: ReadonlySet<string>

  private constructor(language: Ts.Language, parser: Ts.Parser, table: RoleTable, module: unknown) {
    this.language = language
    this.parser = parser
    this.table = table
    this.#names = new Set(language.types)
    const typeCount = language.nodeTypeCount
    const fast = MemoryReader.make(module, language, typeCount)
    this.reader = fast === undefined ? new CursorReader() : new CheckedReader(fast)
    const fieldCount = language.fieldCount + 1
    this.errorType = typeCount
    this.fieldCount = fieldCount
    this.keep = new Uint8Array(typeCount + 1)
    this.fielded = new Uint8Array(typeCount + 1)
    this.keepsTokens = new Uint8Array(typeCount + 1)
    this.modes = new Uint8Array((typeCount + 1) * fieldCount)
    this.modifier = new Uint32Array(typeCount + 1)
    this.word = new Uint8Array(typeCount + 1)
    const tokens = new Map<string, number>()
    for (let type = 0; type < typeCount; type++) {
      const name = language.types[type]
      if (name && !language.nodeTypeIsNamed(type) && !tokens.has(name)) tokens.set(name, type)
    }
    const fields = new Map<string, number>()
    for (let field = 1; field < fieldCount; field++) {
      const name = language.fieldNameForId(field)
      if (name) fields.set(name, field)
    }
    const always = new Set<string>(Object.keys(table.modifiers))
    const inside = new Set<string>()
    for (const name in table.rules) {
      const rule = table.rules[name]!
      for (const token in rule.operators ?? {}) always.add(token)
      for (const token in rule.guards ?? {}) always.add(token)
      for (
        const token of [
          rule.constant,
          rule.keysWord,
          rule.awaitWord,
          rule.hoistWord,
          rule.optionalWord,
          rule.iterateWord,
        ]
      ) {
        if (token) always.add(token)
      }
      for (const token of rule.tokens ?? []) inside.add(token)
    }
    const statement = compile({ is: "statement" }, fields, tokens)
    const token = compile({ is: "token" }, fields, tokens)
    const rules: Array<CompiledRule> = []
    const enter: Array<Handler["enter"] | null> = []
    const exit: Array<Handler["exit"] | null> = []
    for (let type = 0; type <= typeCount; type++) {
      const name = type === typeCount ? "" : language.types[type] ?? ""
      const named = type === typeCount || language.nodeTypeIsNamed(type)
      const value = named ? undefined : table.words?.[name]
      if (!named && value === undefined) {
        this.word[type] = 1
        this.keep[type] = always.has(name) ? KEEP.leaf : inside.has(name) ? KEEP.token : KEEP.drop
        this.modifier[type] = flagBits(Object.hasOwn(table.modifiers, name) ? table.modifiers[name] : undefined)
        rules.push(token)
        enter.push(null)
        exit.push(null)
        continue
      }
      const source = value ?? table.rules[name]
      const rule = source === undefined ? statement : compile(source, fields, tokens)
      this.keep[type] = table.comments.includes(name)
        ? KEEP.comment
        : table.dropped.includes(name)
        ? KEEP.drop
        : isLeaf(rule)
        ? KEEP.leaf
        : KEEP.inner
      this.keepsTokens[type] = rule.source.tokens === undefined ? 0 : 1
      const rest = MODES[rule.source.rest ?? REST[rule.is] ?? "value"]
      for (let field = 0; field < fieldCount; field++) this.modes[type * fieldCount + field] = rest
      let fielded = 0
      for (const part in PARTS) {
        const field = rule.part[part as Part]
        if (field === ABSENT) continue
        if (field !== NO_FIELD) fielded = 1
        const mode = rule.source.modes?.[part as Part] ?? PART_MODES[rule.is]?.[part as Part]
        if (field === NO_FIELD && rule.source.rest !== undefined && mode === undefined) continue
        this.modes[type * fieldCount + field] = MODES[mode ?? PARTS[part as Part]]
      }
      this.fielded[type] = rule.is === "own" ? 1 : fielded
      rules.push(rule)
      const handler = HANDLERS[rule.is]
      enter.push(rule.source.enter ?? handler.enter ?? null)
      exit.push(rule.source.exit ?? handler.exit ?? null)
    }
    this.rules = rules
    this.enter = enter as ReadonlyArray<((walk: Walk, node: number) => void) | null>
    this.exit = exit as ReadonlyArray<((walk: Walk, node: number) => void) | null>
  }

  /** Does the grammar have a node type of that name? */
  hasType(name: string): boolean {
    return this.#names.has(name)
  }

  /**
   * Compiles `table` for a loaded grammar. Costs about a millisecond.
   *
   * @param parser A parser of its own for this grammar; `make` sets its language.
   * @param module The object that was given to `Parser.init`: with the pinned version of the parser its memory is read
   * directly; without it, or where it is laid out in another way, the public cursor is used.
   */
  static make(language: Ts.Language, parser: Ts.Parser, table: RoleTable, module?: unknown): Grammar {
    parser.setLanguage(language)
    return new Grammar(language, parser, table, module)
  }
}

/** How many trees of a grammar are read both ways before the fast way is trusted. */
const CHECKED = 8
/** Trees with more nodes are not worth reading twice. */
const CHECKED_NODES = 20_000

/** The fast reader, compared with the public cursor on the first trees; one difference and it is never used again. */
class CheckedReader implements TreeReader {
  readonly #fast: TreeReader
  readonly #slow = new CursorReader()
  readonly #other = new Tree()
  #left = CHECKED

  constructor(fast: TreeReader) {
    this.#fast = fast
  }

  read(source: Ts.Tree, grammar: Grammar, into: Tree, hasError: boolean): void {
    this.#fast.read(source, grammar, into, hasError)
    if (CHECKED_NODES < into.count) return
    this.#slow.read(source, grammar, this.#other, hasError)
    if (!sameTree(into, this.#other)) {
      this.#slow.read(source, grammar, into, hasError)
      grammar.reader = this.#slow
    } else if (--this.#left === 0) grammar.reader = this.#fast
  }
}

const LEAVES: ReadonlySet<Role> = new Set<Role>(["name", "typeName", "primitive", "this", "super", "token"])

const isLeaf = (rule: CompiledRule): boolean => rule.source.leaf ?? LEAVES.has(rule.is)

const compile = (
  source: Rule,
  fields: ReadonlyMap<string, number>,
  tokens: ReadonlyMap<string, number>,
): CompiledRule => {
  const part: Record<string, number> = {}
  for (const name in PARTS) {
    const field = source[name as Part]
    part[name] = field === undefined ? ABSENT : field === "" ? NO_FIELD : fields.get(field) ?? ABSENT
  }
  const operators = new Map<number, string>()
  for (const token in source.operators ?? {}) {
    const type = tokens.get(token)
    if (type !== undefined) operators.set(type, source.operators![token]!)
  }
  const guards = new Map<number, Guard>()
  for (const token in source.guards ?? {}) {
    const type = tokens.get(token)
    if (type !== undefined) guards.set(type, source.guards![token]!)
  }
  const names = new Map<number, number>()
  for (const value in source.names ?? {}) names.set(part[value]!, part[source.names![value as Part]!]!)
  const word = (token: string | undefined) => token === undefined ? 0 : tokens.get(token) ?? 0
  return {
    is: source.is,
    source,
    part: part as CompiledRule["part"],
    kind: source.kind === undefined ? 0 : NODE_KINDS[source.kind].code,
    flags: flagBits(source.flags),
    declares: source.declares,
    lexicalThis: source.lexicalThis ?? false,
    hoisted: source.hoisted ?? false,
    transparent: source.transparent ?? false,
    literal: source.literal === undefined ? 0 : LITERALS[source.literal],
    op: source.op === undefined ? 0 : OPS[source.op],
    relation: source.relation === undefined ? 0 : SUPERTYPE_RELATIONS[source.relation],
    constant: word(source.constant),
    keysWord: word(source.keysWord),
    awaitWord: word(source.awaitWord),
    hoistWord: word(source.hoistWord),
    optionalWord: word(source.optionalWord),
    iterateWord: word(source.iterateWord),
    operators,
    guards,
    names,
  }
}
