// Diagrams as mermaid reads them. Whatever a name holds, it is a label and never syntax: all but plain characters are
// written by their numbers.

/** A character that means something to mermaid, to HTML, or to nobody who sees it; between quotes fewer do. */
const ODD = /[^\p{L}\p{N} _./]/gu
const ODD_IN_QUOTES = /(?!: )[^\p{L}\p{N} _./-]/gu

const escaped = (text: string, odd: RegExp): string =>
  text.replace(/\s+/gu, " ").trim().replace(odd, (it) => `#${it.codePointAt(0)!};`) || "#32;"

/** A label is read at one glance, in code points. */
const LONGEST = 60

const short = (text: string): string => {
  const points = [...text]
  return points.length <= LONGEST ? text : `${points.slice(0, LONGEST - 1).join("")}…`
}

const bare = (text: string): string => escaped(short(text), ODD)

const quoted = (text: string): string => `"${escaped(short(text), ODD_IN_QUOTES)}"`

export interface Box {
  readonly label: string
  /** Words of ours below it. */
  readonly below: string
}

export interface Arrow {
  /** Places of boxes. */
  readonly from: number
  readonly to: number
  /** Words of ours on it. */
  readonly says: string
}

/** Boxes and arrows between them. */
export const flowchart = (boxes: ReadonlyArray<Box>, arrows: ReadonlyArray<Arrow>): ReadonlyArray<string> => [
  "flowchart LR",
  ...boxes.map((it, i) => `  n${i}[${quoted(it.label).slice(0, -1)}<br/>${quoted(it.below).slice(1)}]`),
  ...arrows.map(({ from, to, says }) => `  n${from} -->|${quoted(says)}| n${to}`),
]

export interface Message {
  /** Places of participants; undefined for whoever is outside. */
  readonly from: number | undefined
  readonly to: number
  readonly says: string
  /** Words of ours for what happens there. */
  readonly note?: string | undefined
}

/** Who calls whom, one below the other. The first message comes from outside. */
export const sequence = (
  participants: ReadonlyArray<string>,
  messages: ReadonlyArray<Message>,
): ReadonlyArray<string> => [
  "sequenceDiagram",
  "  actor outside as outside",
  ...participants.map((it, i) => `  participant p${i} as ${bare(it)}`),
  ...messages.flatMap(({ from, to, says, note }) => [
    `  ${from === undefined ? "outside" : `p${from}`}->>p${to}: ${bare(says)}`,
    ...note === undefined ? [] : [`  Note over p${to}: ${bare(note)}`],
  ]),
]
