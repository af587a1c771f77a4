// Members that nobody writes and the compiler adds: those of a record's header, those that every enum has.

import { NONE } from "../../graph/columns.ts"
import { NODE_FLAGS, NODE_KINDS } from "../../graph/kinds.ts"
import { DEFINITION_FLAGS, OPS } from "../../syntax/facts.ts"
import type { Walk } from "../../syntax/walk.ts"
import { childOf, children, nodeType } from "./nodes.ts"

const PUBLIC = DEFINITION_FLAGS.public | NODE_FLAGS.exported

/** A member of a type that stands where something else of it is written: nothing else lies between its ends. */
export const addMember = (
  w: Walk,
  owner: number,
  kind: number,
  flags: number,
  name: number,
  type: number,
  start: number,
  end: number,
): number => {
  const outer = w.owner
  w.owner = owner
  const row = w.define(kind, flags, name, w.definitions.at.body[owner]!, start, end, start)
  w.owner = outer
  w.definitions.at.type[row] = type
  return row
}

/** The fields, accessors and the constructor of a record, as far as it does not write them itself. */
export const declareComponents = (w: Walk, record: number, body: number): void => {
  const { at } = w.definitions
  const { name, type, nameStart } = w.parameters.at
  const header = typesOf(w, w.tree.parent[body]!)
  const own = new Set<string>()
  let constructs = false
  for (const member of children(w, body)) {
    const is = nodeType(w, member)
    if (is === "compact_constructor_declaration") constructs = true
    else if (is === "constructor_declaration") constructs ||= typesOf(w, member) === header
    else if (is === "method_declaration" && typesOf(w, member) === "") {
      const named = w.part(member, w.rule(member).part.name)
      if (named !== NONE) own.add(w.source(named))
    }
  }
  for (let i = 0; i < at.parameterCount[record]!; i++) {
    const row = at.parameters[record]! + i
    if (name[row] === 0) continue
    const start = nameStart[row]!
    const text = w.strings.at(name[row]!)
    const end = start + text.length
    const field = NODE_FLAGS.private | NODE_FLAGS.readonly
    addMember(w, record, NODE_KINDS.Property.code, field, name[row]!, type[row]!, start, end)
    if (own.has(text)) continue
    const method = addMember(
      w,
      record,
      NODE_KINDS.Method.code,
      PUBLIC | NODE_FLAGS.generated,
      name[row]!,
      type[row]!,
      start,
      end,
    )
    const { start: from, end: to } = w.expressions.at
    const written = type[row] === NONE ? "" : `${w.text.slice(from[type[row]!], to[type[row]!])} `
    at.signature[method] = w.strings.string(`${written}${text}()`)
  }
  if (constructs) return
  const start = at.nameStart[record]!
  const end = start + w.strings.at(at.name[record]!).length
  const flags = PUBLIC | NODE_FLAGS.generated
  const row = addMember(w, record, NODE_KINDS.Constructor.code, flags, at.name[record]!, NONE, start, end)
  at.parameters[row] = at.parameters[record]!
  at.parameterCount[row] = at.parameterCount[record]!
}

/** The types of the parameters of what `node` declares, as written, before they are read. */
const typesOf = (w: Walk, node: number): string => {
  const list = childOf(w, node, "formal_parameters")
  if (list === NONE) return ""
  return children(w, list).map((it) => w.source(it).replace(/\w+$/, "").replace(/^final\s|\s+/g, "")).join(",")
}

/** `values()` and `valueOf(name)`: no text says them, so they are known and nobody is shown them. */
export const declareEnumMethods = (w: Walk, type: number): void => {
  const { at } = w.definitions
  const start = at.nameStart[type]!
  const end = start + w.strings.at(at.name[type]!).length
  const itself = () => w.expression(OPS.typeName, at.name[type]!, NONE, start, end)
  const flags = PUBLIC | NODE_FLAGS.static | DEFINITION_FLAGS.implicit
  const list = w.expression(OPS.typeArray, 0, NONE, start, end)
  w.operand(list, itself())
  const method = NODE_KINDS.Method.code
  addMember(w, type, method, flags, w.strings.string("values"), list, start, end)
  const row = addMember(w, type, method, flags, w.strings.string("valueOf"), itself(), start, end)
  const parameter = w.parameters.add()
  w.parameters.at.name[parameter] = w.strings.string("name")
  w.parameters.at.type[parameter] = w.expression(OPS.typeName, w.strings.string("String"), NONE, start, end)
  w.parameters.at.value[parameter] = NONE
  w.parameters.at.nameStart[parameter] = start
  at.parameters[row] = parameter
  at.parameterCount[row] = 1
}
