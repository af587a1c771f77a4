// What the tags of a comment tell of parameters, properties and type parameters, as rows; and the words in it for readers.

import { NONE } from "../../graph/columns.ts"
import { NODE_FLAGS, NODE_KINDS } from "../../graph/kinds.ts"
import type { DocParameter } from "../../syntax/doc_types.ts"
import { DEFINITION_FLAGS, OPS } from "../../syntax/facts.ts"
import type { Walk } from "../../syntax/walk.ts"
import { writeTypeParameters } from "./jsdoc_members.ts"
import { isWordPart, skipBlank, type Tag, TAGS, tagsOf } from "./jsdoc_tags.ts"
import { readType, TypeReader } from "./jsdoc_types.ts"

const MAX_TEXT = 240
const MAX_DOC = 400

/** Comments of the text at hand, by where they start: a place asks for one more than once. */
const known = new Map<number, ReadonlyArray<Tag>>()
let knownText = ""

export const read = (text: string, start: number, end: number): ReadonlyArray<Tag> => {
  if (knownText !== text) {
    known.clear()
    knownText = text
  }
  let tags = known.get(start)
  if (tags === undefined) known.set(start, tags = tagsOf(text, start, end))
  return tags
}

/** Type of a tag; some are written without braces. */
export const typeOf = (w: Walk, tag: Tag) => {
  if (0 <= tag.typeStart) return readType(w, tag.typeStart, tag.typeEnd)
  const from = skipBlank(w.text, tag.rest, tag.end)
  const line = w.text.indexOf("\n", from)
  return readType(w, from, line < 0 ? tag.end : Math.min(line, tag.end))
}

/** The parameters of a comment; those with a dotted name are parts of another one's type. */
export const parameters = (w: Walk, tags: ReadonlyArray<Tag>): ReadonlyArray<DocParameter> => {
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
export const OBJECT = /^\s*[?!]?(?:object|Object)(\[\])?=?\s*$/
export const OBJECTS = /^\s*[?!]?Array\.?<(?:object|Object)>=?\s*$/

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
export const objectOf = (
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
export const templates = (w: Walk, definition: number, tags: ReadonlyArray<Tag>): void => {
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

// ── words for readers ──

/** The text after a tag's name. */
export const description = (w: Walk, tag: Tag): string => {
  const text = w.text.slice(tag.rest, tag.end)
  const blank = /\n[ \t]*\*?[ \t]*\r?\n/.exec(text)
  return oneLine(text.slice(0, blank?.index).replace(/^[\s*]*-?\s*/, ""), MAX_DOC)
}

/** The text before the first tag. */
export const lead = (w: Walk, start: number, tags: ReadonlyArray<Tag>): string => {
  const text = w.text.slice(start + 3, tags[0]!.start)
  const blank = /\S[^]*?(?=\n[ \t]*\*?[ \t]*\r?\n)/.exec(text)
  return oneLine(blank === null ? text : blank[0], MAX_DOC)
}

export const oneLine = (text: string, most: number): string => {
  const line = text.replace(/\s*\n[ \t]*\*?[ \t]*/g, " ").trim()
  return most < line.length ? line.slice(0, most - 1) + "…" : line
}
