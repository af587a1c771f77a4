// JSDoc as the compiler reads it: in files of JavaScript only, where comments declare types, give them to what stands
// after them, and import them. A typedef is a type of its file and exported from it; `import("m")` in a comment loads
// nothing.

import { NONE } from "../../graph/columns.ts"
import { type DocClass, type DocReader, type DocSignature, type DocValue, SAYS } from "../../syntax/doc_types.ts"
import { EXPRESSION_FLAGS, OPS, REFERENCE_ROLES } from "../../syntax/facts.ts"
import type { Walk } from "../../syntax/walk.ts"
import { declare, NAMING, OF_CALLBACK, OF_TYPEDEF } from "./jsdoc_names.ts"
import { parameters, read, templates, typeOf } from "./jsdoc_parts.ts"
import { mentionsTag, type Tag, TAGS } from "./jsdoc_tags.ts"
import { readType } from "./jsdoc_types.ts"

/** The tags that speak of what stands after the comment. */
const ownTags = (tags: ReadonlyArray<Tag>): ReadonlyArray<Tag> => {
  const names = tags.some((it) => NAMING.has(it.tag))
  const own: Array<Tag> = []
  let skipped: ReadonlySet<number> = new Set()
  for (const tag of tags) {
    if (tag.tag === TAGS.typedef) skipped = OF_TYPEDEF
    else if (tag.tag === TAGS.callback || tag.tag === TAGS.overload) skipped = OF_CALLBACK
    else if (skipped.has(tag.tag)) continue
    else if (tag.tag !== 0) {
      skipped = new Set()
      if (!(names && tag.tag === TAGS.template)) own.push(tag)
    }
  }
  return own
}

const says = (text: string, start: number, end: number): number => {
  if (text.charCodeAt(start + 3) === SLASH || !mentionsTag(text, start, end)) return 0
  let bits = 0
  for (const { tag } of read(text, start, end)) {
    if (NAMING.has(tag) || tag === TAGS.import || tag === TAGS.enum) bits |= SAYS.names
    else if (tag !== 0 && tag !== TAGS.property) bits |= SAYS.types
  }
  return bits
}

// ── what stands after the comment ──

const value = (w: Walk, start: number, end: number): DocValue | undefined => {
  for (const tag of ownTags(read(w.text, start, end))) {
    if (tag.tag !== TAGS.type && tag.tag !== TAGS.satisfies) continue
    if (isConst(w, tag)) return undefined
    const { type } = typeOf(w, tag)
    return type === NONE ? undefined : { type, expects: tag.tag === TAGS.satisfies }
  }
  return undefined
}

const isConst = (w: Walk, tag: Tag): boolean =>
  0 <= tag.typeStart && w.text.slice(tag.typeStart, tag.typeEnd).trim() === "const"

const SIGNATURE: ReadonlySet<number> = new Set([TAGS.param, TAGS.returns, TAGS.template, TAGS.this])

const signature = (w: Walk, start: number, end: number, whole: boolean): DocSignature | undefined => {
  const tags = ownTags(read(w.text, start, end))
  if (!tags.some((it) => SIGNATURE.has(it.tag) || (whole && it.tag === TAGS.type))) return undefined
  templates(w, w.owner, tags)
  let returns: number = NONE
  let receiver: number = NONE
  let type: number = NONE
  for (const tag of tags) {
    if (tag.tag === TAGS.returns && 0 <= tag.typeStart) returns = typeOf(w, tag).type
    else if (tag.tag === TAGS.this) receiver = typeOf(w, tag).type
    else if (whole && tag.tag === TAGS.type) type = typeOf(w, tag).type
  }
  return { parameters: parameters(w, tags), returns, receiver, type }
}

const classOf = (w: Walk, start: number, end: number): DocClass | undefined => {
  const tags = ownTags(read(w.text, start, end))
  const said = tags.filter((it) => it.tag === TAGS.template || it.tag === TAGS.extends || it.tag === TAGS.implements)
  if (said.length === 0) return undefined
  templates(w, w.owner, tags)
  let baseArguments: ReadonlyArray<number> = []
  const interfaces: Array<number> = []
  for (const tag of said) {
    if (tag.tag === TAGS.template || tag.typeStart < 0) continue
    const { type } = readType(w, tag.typeStart, tag.typeEnd)
    if (type === NONE) continue
    if (tag.tag === TAGS.implements) interfaces.push(type)
    else baseArguments = operands(w, type)
  }
  return { baseArguments, implements: interfaces }
}

/** The arguments of a generic type. */
const operands = (w: Walk, type: number): ReadonlyArray<number> => {
  const { op, operands: first, operandCount } = w.expressions.at
  const all: Array<number> = []
  for (let i = op[type] === OPS.typeMember ? 1 : 0; i < operandCount[type]!; i++) {
    all.push(w.operands.at.expression[first[type]! + i]!)
  }
  return op[type] === OPS.typeName || op[type] === OPS.typeMember ? all : []
}

const SLASH = 47

/** A comment before a parenthesis that says of what type the value in it is. */
export const parenthesized = (w: Walk, node: number): void => {
  const inner = w.first(node)
  if (inner !== NONE) w.pass(node, inner)
  if (w.docs.count === 0) return
  const said = w.docs.takeValueAt(w, w.tree.start[node]!)
  if (said === undefined) return
  const given = w.use(node)
  const row = w.binary(node, OPS.cast, given, said.type)
  if (said.expects) w.expressions.at.flags[row]! |= EXPRESSION_FLAGS.expects
  w.result[node] = row
}

export const jsdoc: DocReader = {
  reads: (grammar) => !grammar.hasType("type_annotation"),
  says,
  declare,
  signature,
  value,
  class: (w, start, end) => {
    const said = classOf(w, start, end)
    if (said !== undefined) { for (const each of said.implements) markExtend(w, each) }
    return said
  },
}

/** The use of an interface's name is that of a supertype. */
const markExtend = (w: Walk, expression: number): void => {
  const { uses } = w.docs
  for (let i = uses.length - 1; 0 <= i; i--) {
    if (uses[i]!.expression !== expression) continue
    uses[i] = { ...uses[i]!, role: REFERENCE_ROLES.extend }
    return
  }
}
