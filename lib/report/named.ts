// What was made of a graph as a whole, by the names that people call it: an id, with or without its kind, or a label. Nothing else
// is settled for.

import * as Nearest from "../search/nearest.ts"

export interface Named {
  /** 16 hexadecimal digits. */
  readonly id: string
  readonly label: string
  /** What it is called in short, where it is. */
  readonly short?: string
}

export type Found<A> =
  | { readonly _tag: "one"; readonly one: A }
  | { readonly _tag: "several"; readonly several: ReadonlyArray<A> }
  | { readonly _tag: "none"; readonly nearest: ReadonlyArray<A> }

const MOST_NEAREST = 5

/** The one that `text` means. `kind` is what may stand before an id: `Process:0123456789abcdef`. O(all). */
export const find = <A extends Named>(all: ReadonlyArray<A>, kind: string, text: string): Found<A> => {
  const asked = text.trim()
  const lower = asked.toLowerCase()
  const id = lower.startsWith(`${kind.toLowerCase()}:`) ? lower.slice(kind.length + 1) : lower
  for (
    const fits of [
      (it: A) => it.id === id,
      (it: A) => it.label === asked,
      (it: A) => it.short === asked,
      (it: A) => it.label.toLowerCase() === lower || it.short?.toLowerCase() === lower,
      (it: A) => plain(it.short ?? it.label) === plain(asked),
    ]
  ) {
    const [one, ...others] = all.filter(fits)
    if (one !== undefined) {
      return others.length === 0 ? { _tag: "one", one } : { _tag: "several", several: [one, ...others] }
    }
  }
  const labels = Nearest.nearest(asked, new Set(all.map(({ label }) => label)), MOST_NEAREST)
  return {
    _tag: "none",
    nearest: labels.flatMap((label) => all.filter((it) => it.label === label)).slice(0, MOST_NEAREST),
  }
}

/** A name without the mark of a path that is not known as a whole, and without what tells it from others of its name. */
const plain = (name: string): string => {
  const whole = name.toLowerCase().replaceAll("…", "")
  const apart = whole.endsWith(")") ? whole.lastIndexOf(" (") : -1
  return apart === -1 ? whole : whole.slice(0, apart)
}

/** What each is called so that no other one is meant: its label, or its id where the label is not its alone. */
export const names = (all: ReadonlyArray<Named>, kind: string): ReadonlyArray<string> => {
  const counts = new Map<string, number>()
  for (const { label } of all) counts.set(label, (counts.get(label) ?? 0) + 1)
  return all.map(({ id, label }) => counts.get(label) === 1 ? label : `${kind}:${id}`)
}
