// XML as a tree of elements with their places, for the few files of that form that say something about code. Entities of
// a document's own are not expanded and nothing outside of the text is read: that is the parser's way.

import { SaxesParser } from "saxes"

export interface Element {
  /** Without a prefix. */
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: ReadonlyArray<Element>
  /** Its own text, without blanks around it. */
  readonly text: string
  /** Offset behind its opening tag. */
  readonly start: number
}

/** No file that people write nests deeper. */
const DEEPEST = 256

interface Open extends Element {
  readonly attributes: Record<string, string>
  readonly children: Array<Element>
  text: string
}

/** The outermost element, or what is wrong with the text in one line. O(text). */
export const parse = (text: string): Element | string => {
  const parser = new SaxesParser({ xmlns: false as const })
  const open: Array<Open> = []
  let root: Open | undefined
  let wrong: string | undefined
  parser.on("error", ({ message }) => wrong ??= message.split("\n")[0]!)
  parser.on("opentag", ({ name, attributes }) => {
    const element: Open = {
      name: local(name),
      attributes: { ...attributes },
      children: [],
      text: "",
      start: parser.position,
    }
    root ??= element
    if (open.length === DEEPEST) wrong ??= `nested more than ${DEEPEST} deep`
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  const add = (more: string): void => {
    const at = open.at(-1)
    if (at !== undefined) at.text += more
  }
  parser.on("text", add)
  parser.on("cdata", add)
  parser.on("closetag", () => {
    const at = open.pop()
    if (at !== undefined) at.text = at.text.trim()
  })
  parser.write(text).close()
  return wrong ?? root ?? "no element"
}

const local = (name: string): string => name.slice(name.indexOf(":") + 1)

/** The first child of a name. */
export const child = (element: Element | undefined, name: string): Element | undefined =>
  element?.children.find((it) => it.name === name)

/** Children of a name, reached by names from an element. */
export const all = (element: Element, ...names: ReadonlyArray<string>): ReadonlyArray<Element> =>
  names.reduce<ReadonlyArray<Element>>(
    (from, name) => from.flatMap(({ children }) => children.filter((it) => it.name === name)),
    [element],
  )
