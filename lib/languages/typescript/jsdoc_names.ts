// Names that a comment itself declares: typedefs, callbacks, enumerations, imports.

import { NONE } from "../../graph/columns.ts"
import { NODE_FLAGS, NODE_KINDS } from "../../graph/kinds.ts"
import { BINDING_FLAGS, DEFINITION_FLAGS, IMPORT_FLAGS, OPS, PARAMETER_FLAGS } from "../../syntax/facts.ts"
import type { Walk } from "../../syntax/walk.ts"
import { writeItems } from "./jsdoc_members.ts"
import {
  description,
  lead,
  OBJECT,
  objectOf,
  OBJECTS,
  oneLine,
  parameters,
  read,
  templates,
  typeOf,
} from "./jsdoc_parts.ts"
import { type Tag, TAGS } from "./jsdoc_tags.ts"
import { readType } from "./jsdoc_types.ts"

const MAX_TEXT = 240

/** Tags that make a name of their own, and with it take the tags of its parts. */
export const NAMING: ReadonlySet<number> = new Set([TAGS.typedef, TAGS.callback])
export const OF_TYPEDEF: ReadonlySet<number> = new Set([TAGS.property])
export const OF_CALLBACK: ReadonlySet<number> = new Set([TAGS.param, TAGS.returns, TAGS.this])

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

export const declare = (w: Walk, start: number, end: number): void => {
  const tags = read(w.text, start, end)
  const shared = tags.filter((it) => it.tag === TAGS.template)
  for (let i = 0; i < tags.length; i++) {
    const tag = tags[i]!
    if (tag.tag === TAGS.import) importNames(w, tag)
    else if (tag.tag === TAGS.enum) enumerated(w, tag, end)
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

/** `@enum {T}` before a variable: as a type its name is that of its values. */
const enumerated = (w: Walk, tag: Tag, end: number): void => {
  VARIABLE.lastIndex = end
  const found = VARIABLE.exec(w.text)
  if (found === null) return
  const nameStart = end + found[0].length - found[1]!.length
  const name = w.strings.slice(nameStart, end + found[0].length)
  const flags = DEFINITION_FLAGS.anonymous | NODE_FLAGS.signature | (w.scope === 0 ? NODE_FLAGS.exported : 0)
  const row = w.define(0, flags, name, w.scope, tag.start, end + found[0].length, nameStart)
  w.definitions.at.type[row] = typeOf(w, tag).type
  w.bindDefinition(w.scope, row, BINDING_FLAGS.type)
}

const VARIABLE = /\s*(?:export\s+)?(?:const|let|var)\s+([\w$]+)/y

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
