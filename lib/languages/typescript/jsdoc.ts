// JSDoc as the compiler reads it: in files of JavaScript only, where comments declare types, give them to what stands
// after them, and import them. A typedef is a type of its file and exported from it; `import("m")` in a comment loads
// nothing.

import { NONE } from "../../graph/columns.ts"
import { NODE_FLAGS, NODE_KINDS } from "../../graph/kinds.ts"
import { type DocClass, type DocParameter, type DocReader, type DocSignature, SAYS } from "../../syntax/doc_types.ts"
import type { DocValue } from "../../syntax/doc_types.ts"
import {
  BINDING_FLAGS,
  DEFINITION_FLAGS,
  EXPRESSION_FLAGS,
  IMPORT_FLAGS,
  OPS,
  PARAMETER_FLAGS,
  REFERENCE_ROLES,
} from "../../syntax/facts.ts"
import type { Walk } from "../../syntax/walk.ts"
import { isWordPart, mentionsTag, skipBlank, type Tag, TAGS, tagsOf } from "./jsdoc_tags.ts"
import { writeItems, writeTypeParameters } from "./jsdoc_members.ts"
import { readType, TypeReader } from "./jsdoc_types.ts"

const MAX_TEXT = 240
const MAX_DOC = 400

/** Tags that make a name of their own, and with it take the tags of its parts. */
const NAMING: ReadonlySet<number> = new Set([TAGS.typedef, TAGS.callback])
const OF_TYPEDEF: ReadonlySet<number> = new Set([TAGS.property])
const OF_CALLBACK: ReadonlySet<number> = new Set([TAGS.param, TAGS.returns, TAGS.this])

/** Comments of the text at hand, by where they start: a place asks for one more than once. */
const known = new Map<number, ReadonlyArray<Tag>>()
let knownText = ""

const read = (text: string, start: number, end: number): ReadonlyArray<Tag> => {
  if (knownText !== text) {
    known.clear()
    knownText = text
  }
  let tags = known.get(start)
  if (tags === undefined) known.set(start, tags = tagsOf(text, start, end))
  return tags
}

/** Tags after the one at `index` that belong to it. */
const partsOf = (tags: ReadonlyArray<Tag>, index: number): ReadonlyArray<Tag> => {
  const { tag } = tags[index]!
  const wanted = tag === TAGS.typedef ? OF_TYPEDEF : OF_CALLBACK
  const parts: Array<Tag> = []
  for (let i = index + 1; i < tags.length && (wanted.has(tags[i]!.tag) || tags[i]!.tag === 0); i++) {
    if (tags[i]!.tag !== 0) parts.push(tags[i]!)
  }
  return parts
}

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
    if (NAMING.has(tag) || tag === TAGS.import) bits |= SAYS.names
    else if (tag !== 0 && tag !== TAGS.property) bits |= SAYS.types
  }
  return bits
}

/** Type of a tag; some are written without braces. */
const typeOf = (w: Walk, tag: Tag) => {
  if (0 <= tag.typeStart) return readType(w, tag.typeStart, tag.typeEnd)
  const from = skipBlank(w.text, tag.rest, tag.end)
  const line = w.text.indexOf("\n", from)
  return readType(w, from, line < 0 ? tag.end : Math.min(line, tag.end))
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

/** The parameters of a comment; those with a dotted name are parts of another one's type. */
const parameters = (w: Walk, tags: ReadonlyArray<Tag>): ReadonlyArray<DocParameter> => {
  const all: Array<DocParameter> = []
  const params = tags.filter((it) => it.tag === TAGS.param)
  const dotted = params.filter((it) => w.text.slice(it.nameStart, it.nameEnd).includes("."))
  for (const tag of params) {
    const name = w.text.slice(tag.nameStart, tag.nameEnd)
    if (name.includes(".")) continue
    const parts = nested(w, dotted, name)
    const told = 0 <= tag.typeStart ? typed(w, tag, name, parts, params) : { type: NONE, optional: false, each: false }
    all.push({ name, type: told.type, optional: tag.optional || told.optional, each: told.each })
  }
  return all
}

/** `Object` and `Object[]`, whose parts may be written apart. */
const OBJECT = /^\s*[?!]?(?:object|Object)(\[\])?=?\s*$/
const OBJECTS = /^\s*[?!]?Array\.?<(?:object|Object)>=?\s*$/

const nested = (w: Walk, all: ReadonlyArray<Tag>, name: string): ReadonlyArray<Tag> =>
  all.length === 0 ? all : all.filter((it) => {
    const part = w.text.slice(it.nameStart, it.nameEnd)
    return part.startsWith(`${name}.`) || part.startsWith(`${name}[].`)
  })

/** Type of a parameter or property, with its parts put in where it is an object that is told in parts. */
const typed = (w: Walk, tag: Tag, name: string, parts: ReadonlyArray<Tag>, all: ReadonlyArray<Tag>) => {
  const written = 0 <= tag.typeStart ? w.text.slice(tag.typeStart, tag.typeEnd) : "Object"
  const object = parts.length === 0 ? null : OBJECT.exec(written)
  if (parts.length === 0 || (object === null && !OBJECTS.test(written))) return typeOf(w, tag)
  const list = object === null || object[1] !== undefined
  const type = objectOf(w, tag.start, parts, name, all, 0)
  return { type: list ? w.derived(OPS.typeArray, NONE, type) : type, optional: written.includes("="), each: false }
}

/** An object type made of the tags of its properties. */
const objectOf = (
  w: Walk,
  start: number,
  parts: ReadonlyArray<Tag>,
  prefix: string,
  all: ReadonlyArray<Tag>,
  depth: number,
): number => {
  const { scope, owner } = w
  const end = parts[parts.length - 1]!.end
  const row = w.define(0, DEFINITION_FLAGS.anonymous, 0, w.scope, start, end, start)
  w.definitions.at.body[row] = w.openScopeAt("type", start, end, row)
  w.owner = row
  for (const tag of parts) {
    const path = w.text.slice(tag.nameStart, tag.nameEnd)
    const name = prefix === "" ? path : path.slice(path.indexOf(".", prefix.length) + 1)
    if (name === "" || name.includes(".")) continue
    const nameStart = tag.nameEnd - name.length
    const flags = NODE_FLAGS.signature | (tag.optional ? DEFINITION_FLAGS.optional : 0)
    const property = w.define(
      NODE_KINDS.Property.code,
      flags,
      w.strings.string(name),
      w.scope,
      tag.start,
      Math.max(tag.rest, tag.nameEnd),
      nameStart,
    )
    w.owner = property
    const inner = depth < 8 ? nested(w, all, path) : []
    w.definitions.at.type[property] = typed(w, tag, path, inner, all).type
    w.definitions.at.signature[property] = w.strings.string(oneLine(w.text.slice(tag.start, tag.rest), MAX_TEXT))
    w.definitions.at.doc[property] = w.strings.string(description(w, tag))
    w.owner = row
  }
  w.scope = scope
  w.owner = owner
  const made = w.expression(OPS.typeObject, 0, row, start, end)
  return made
}

// ── type parameters ──

/** `@template {Bound} T, U`, `@template [T=Default] - words`. */
const templates = (w: Walk, definition: number, tags: ReadonlyArray<Tag>): void => {
  const all: Array<{ name: number; start: number; constraint: number; fallback: number }> = []
  for (const tag of tags) {
    if (tag.tag !== TAGS.template) continue
    const constraint = 0 <= tag.typeStart ? readType(w, tag.typeStart, tag.typeEnd).type : NONE
    let at = tag.rest
    for (let first = true;; first = false) {
      at = skipBlank(w.text, at, tag.end)
      const bracket = w.text[at] === "["
      if (bracket) at = skipBlank(w.text, at + 1, tag.end)
      if (w.text.startsWith("const ", at)) at = skipBlank(w.text, at + 6, tag.end)
      const start = at
      while (at < tag.end && isWordPart(w.text.charCodeAt(at))) at++
      if (at === start) break
      const name = w.strings.slice(start, at)
      let fallback: number = NONE
      at = skipBlank(w.text, at, tag.end)
      if (bracket) {
        if (w.text[at] === "=") {
          const reader = new TypeReader(w, at + 1, tag.end)
          fallback = reader.type()
          at = skipBlank(w.text, reader.at, tag.end)
        }
        if (w.text[at] === "]") at = skipBlank(w.text, at + 1, tag.end)
      }
      all.push({ name, start, constraint: first ? constraint : NONE, fallback })
      if (w.text[at] !== ",") break
      at++
    }
  }
  writeTypeParameters(w, definition, all)
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

// ── names of the comment itself ──

const declare = (w: Walk, start: number, end: number): void => {
  const tags = read(w.text, start, end)
  const shared = tags.filter((it) => it.tag === TAGS.template)
  for (let i = 0; i < tags.length; i++) {
    const tag = tags[i]!
    if (tag.tag === TAGS.import) importNames(w, tag)
    else if (NAMING.has(tag.tag)) typedef(w, tag, partsOf(tags, i), shared, description(w, tag) || lead(w, start, tags))
  }
}

const typedef = (
  w: Walk,
  tag: Tag,
  parts: ReadonlyArray<Tag>,
  shared: ReadonlyArray<Tag>,
  doc: string,
): void => {
  const { scope, owner } = w
  if (tag.nameStart === tag.nameEnd || w.text.slice(tag.nameStart, tag.nameEnd).includes(".")) return
  const end = Math.max(tag.rest, parts[parts.length - 1]?.rest ?? 0)
  const flags = scope === 0 ? NODE_FLAGS.exported : 0
  const name = w.strings.slice(tag.nameStart, tag.nameEnd)
  const row = w.define(NODE_KINDS.TypeAlias.code, flags, name, scope, tag.start, end, tag.nameStart)
  const { at } = w.definitions
  at.signature[row] = w.strings.string(oneLine(w.text.slice(tag.start, tag.rest), MAX_TEXT))
  at.doc[row] = w.strings.string(doc)
  w.bindDefinition(scope, row, BINDING_FLAGS.type)
  at.body[row] = w.openScopeAt("header", tag.start, end, row)
  w.owner = row
  templates(w, row, shared)
  const written = tag.typeStart < 0 ? "Object" : w.text.slice(tag.typeStart, tag.typeEnd)
  const object = OBJECT.exec(written)
  if (tag.tag === TAGS.callback) at.type[row] = callback(w, tag, parts)
  else if (0 < parts.length && (object !== null || OBJECTS.test(written))) {
    const type = objectOf(w, tag.start, parts, "", parts, 0)
    at.type[row] = object === null || object[1] !== undefined ? w.derived(OPS.typeArray, NONE, type) : type
  } else if (0 <= tag.typeStart) at.type[row] = readType(w, tag.typeStart, tag.typeEnd).type
  w.scope = scope
  w.owner = owner
}

/** A function type that is told by tags. */
const callback = (w: Walk, tag: Tag, parts: ReadonlyArray<Tag>): number => {
  const { scope, owner } = w
  const end = parts[parts.length - 1]?.end ?? tag.end
  const row = w.define(
    0,
    DEFINITION_FLAGS.anonymous | NODE_FLAGS.signature,
    0,
    scope,
    tag.start,
    end,
    tag.start,
  )
  w.definitions.at.body[row] = w.openScopeAt("function", tag.start, end, row)
  w.owner = row
  const receiver = parts.find((it) => it.tag === TAGS.this)
  const items = parameters(w, parts).map((it) => ({
    name: w.strings.string(it.name),
    nameStart: tag.start,
    flags: (it.optional ? PARAMETER_FLAGS.optional : 0) | (it.each ? PARAMETER_FLAGS.rest : 0),
    type: it.each && it.type !== NONE ? w.derived(OPS.typeArray, NONE, it.type) : it.type,
  }))
  if (receiver !== undefined) {
    const type = typeOf(w, receiver).type
    items.unshift({ name: w.strings.string("this"), nameStart: tag.start, flags: PARAMETER_FLAGS.receiver, type })
  }
  writeItems(w, row, items)
  const returns = parts.find((it) => it.tag === TAGS.returns && 0 <= it.typeStart)
  if (returns !== undefined) w.definitions.at.type[row] = typeOf(w, returns).type
  w.scope = scope
  w.owner = owner
  return w.expression(OPS.typeFunction, 0, row, tag.start, end)
}

/** `@import D, { A, B as C } from "m"`, `@import * as N from "m"`. */
const importNames = (w: Walk, tag: Tag): void => {
  const text = w.text.slice(tag.rest, tag.end)
  const from = /\bfrom[\s*]*(["'])([^"'\n]+)\1/.exec(text)
  if (from === null) return
  const module = w.strings.string(from[2]!)
  const flags = IMPORT_FLAGS.typeOnly | IMPORT_FLAGS.comment
  const bind = (name: string, local: string, offset: number) =>
    w.importName(
      w.strings.string(local),
      module,
      w.strings.string(name),
      flags,
      tag.start,
      tag.rest + offset,
      BINDING_FLAGS.type,
    )
  const clause = text.slice(0, from.index)
  const open = clause.indexOf("{")
  const head = open < 0 ? clause : clause.slice(0, open)
  const whole = /\*\s+as\s+([\w$]+)/.exec(head)
  if (whole !== null) bind("*", whole[1]!, whole.index + whole[0].length - whole[1]!.length)
  else {
    const named = /[\w$]+/.exec(head)
    if (named !== null) bind("default", named[0], named.index)
  }
  if (open < 0) return
  for (const it of clause.slice(open).matchAll(/([\w$]+|"[^"]*")(?:[\s*]+as[\s*]+([\w$]+))?/g)) {
    const local = it[2] ?? it[1]!
    bind(it[1]!.replaceAll('"', ""), local, open + it.index + it[0].length - local.length)
  }
}

// ── words for readers ──

/** The text after a tag's name. */
const description = (w: Walk, tag: Tag): string => {
  const text = w.text.slice(tag.rest, tag.end)
  const blank = /\n[ \t]*\*?[ \t]*\r?\n/.exec(text)
  return oneLine(text.slice(0, blank?.index).replace(/^[\s*]*-?\s*/, ""), MAX_DOC)
}

/** The text before the first tag. */
const lead = (w: Walk, start: number, tags: ReadonlyArray<Tag>): string => {
  const text = w.text.slice(start + 3, tags[0]!.start)
  const blank = /\S[^]*?(?=\n[ \t]*\*?[ \t]*\r?\n)/.exec(text)
  return oneLine(blank === null ? text : blank[0], MAX_DOC)
}

const oneLine = (text: string, most: number): string => {
  const line = text.replace(/\s*\n[ \t]*\*?[ \t]*/g, " ").trim()
  return most < line.length ? line.slice(0, most - 1) + "…" : line
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
