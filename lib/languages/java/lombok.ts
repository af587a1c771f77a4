// What annotations of Lombok add to a class: accessors, constructors, a logger. As data: which annotation adds what. A
// member that the class writes itself is not added; what a builder is made of is not known here.

import { NONE } from "../../graph/columns.ts"
import { NODE_FLAGS, NODE_KINDS } from "../../graph/kinds.ts"
import { DEFINITION_FLAGS, OPS } from "../../syntax/facts.ts"
import type { Walk } from "../../syntax/walk.ts"
import { addMember } from "./generated.ts"

type Added = "getter" | "setter" | "all" | "required" | "none" | "logger"

/** Annotations of the package, and what each adds to the fields of a class, to one field, or to the class itself. */
const ADDED: Readonly<Record<string, ReadonlyArray<Added>>> = {
  Getter: ["getter"],
  Setter: ["setter"],
  Data: ["getter", "setter", "required"],
  Value: ["getter", "all"],
  AllArgsConstructor: ["all"],
  RequiredArgsConstructor: ["required"],
  NoArgsConstructor: ["none"],
  Slf4j: ["logger"],
  Log4j2: ["logger"],
  Log: ["logger"],
  CommonsLog: ["logger"],
}

const PACKAGE = /^lombok(\.|$)/
const PUBLIC = DEFINITION_FLAGS.public | NODE_FLAGS.exported | NODE_FLAGS.generated

/** Adds the members that a file's annotations ask for; costs nothing where none of the package is imported. */
export const addLombok = (w: Walk): void => {
  const { module, name: imported } = w.imports.at
  const names = new Set<string>()
  for (let row = 0; row < w.imports.rows; row++) {
    if (!PACKAGE.test(w.strings.at(module[row]!))) continue
    const name = w.strings.at(imported[row]!)
    for (const each of name === "*" ? Object.keys(ADDED) : [name]) names.add(each)
  }
  if (names.size === 0) return
  const { definition, expression } = w.decorators.at
  const { op, name } = w.expressions.at
  const wanted = new Map<number, Set<Added>>()
  for (let row = 0; row < w.decorators.rows; row++) {
    const e = expression[row]!
    const written = op[e] === OPS.name ? w.strings.at(name[e]!) : ""
    if (!names.has(written)) continue
    const known = wanted.get(definition[row]!)
    const added = ADDED[written] ?? []
    if (known === undefined) wanted.set(definition[row]!, new Set(added))
    else for (const each of added) known.add(each)
  }
  for (const [row, added] of wanted) {
    if (w.definitions.at.kind[row] === NODE_KINDS.Property.code) accessors(w, row, added)
    else if (w.definitions.at.body[row] !== NONE) addToClass(w, row, added)
  }
}

/** A member that stands where the name of a definition is written. */
const addAt = (w: Walk, owner: number, kind: number, flags: number, name: number, type: number, at: number): number => {
  const { nameStart, name: names } = w.definitions.at
  const start = nameStart[at]!
  return addMember(w, owner, kind, flags, name, type, start, start + w.strings.at(names[at]!).length)
}

const addToClass = (w: Walk, type: number, added: ReadonlySet<Added>): void => {
  const { kind, flags, owner, value, name } = w.definitions.at
  const fields: Array<number> = []
  let constructs = false
  for (let row = type + 1, count = w.definitions.rows; row < count; row++) {
    if (owner[row] !== type) continue
    if (kind[row] === NODE_KINDS.Constructor.code) constructs = true
    if (kind[row] === NODE_KINDS.Property.code && (flags[row]! & NODE_FLAGS.static) === 0) fields.push(row)
  }
  for (const field of fields) accessors(w, field, added)
  const construct = (taken: ReadonlyArray<number>) => {
    const row = addAt(w, type, NODE_KINDS.Constructor.code, PUBLIC, name[type]!, NONE, type)
    takes(w, row, taken)
  }
  const isOpen = (field: number) => (flags[field]! & NODE_FLAGS.readonly) !== 0 && value[field] === NONE
  if (added.has("none")) construct([])
  if (added.has("all")) construct(fields.filter((it) => (flags[it]! & NODE_FLAGS.readonly) === 0 || isOpen(it)))
  else if (added.has("required") && !constructs && !added.has("none")) construct(fields.filter(isOpen))
  if (added.has("logger")) {
    const is = NODE_FLAGS.private | NODE_FLAGS.static | NODE_FLAGS.readonly | DEFINITION_FLAGS.implicit
    addAt(w, type, NODE_KINDS.Property.code, is, w.strings.string("log"), NONE, type)
  }
}

/** `getName()`, `isOpen()` and `setName(name)` of a field. */
const accessors = (w: Walk, field: number, added: ReadonlySet<Added>): void => {
  const { owner, name, type, flags } = w.definitions.at
  const holder = owner[field]!
  const text = w.strings.at(name[field]!)
  if (holder === NONE || text === "") return
  const capital = text[0]!.toUpperCase() + text.slice(1)
  const { op, name: names } = w.expressions.at
  const isTruth = type[field] !== NONE && op[type[field]!] === OPS.typePrimitive &&
    w.strings.at(names[type[field]!]!) === "boolean"
  const shared = PUBLIC | (flags[field]! & NODE_FLAGS.static)
  const method = (called: string, gives: number): number => {
    const id = w.strings.string(called)
    return has(w, holder, id) ? NONE : addAt(w, holder, NODE_KINDS.Method.code, shared, id, gives, field)
  }
  if (added.has("getter")) method(isTruth ? `is${capital.replace(/^Is(?=[A-Z])/, "")}` : `get${capital}`, type[field]!)
  if (added.has("setter") && (flags[field]! & NODE_FLAGS.readonly) === 0) {
    const row = method(`set${isTruth ? capital.replace(/^Is(?=[A-Z])/, "") : capital}`, NONE)
    if (row !== NONE) takes(w, row, [field])
  }
}

const has = (w: Walk, type: number, called: number): boolean => {
  const { kind, owner, name } = w.definitions.at
  for (let row = type + 1; row < w.definitions.rows; row++) {
    if (owner[row] === type && name[row] === called && kind[row] === NODE_KINDS.Method.code) return true
  }
  return false
}

/** Gives a member a parameter for each of some fields. */
const takes = (w: Walk, row: number, fields: ReadonlyArray<number>): void => {
  if (fields.length === 0) return
  const { parameters, parameterCount, name, type, nameStart } = w.definitions.at
  parameters[row] = w.parameters.rows
  parameterCount[row] = fields.length
  for (const field of fields) {
    const parameter = w.parameters.add()
    w.parameters.at.name[parameter] = name[field]!
    w.parameters.at.type[parameter] = type[field]!
    w.parameters.at.value[parameter] = NONE
    w.parameters.at.nameStart[parameter] = nameStart[field]!
  }
}
