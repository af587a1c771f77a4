// Numbers that follow from a seed, so that what was drawn can be drawn again.

/** A whole number from 0, below the one that is given. */
export type Draw = (below: number) => number

export const drawFrom = (seed: number): Draw => {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 4294967296) * below)
  }
}

/** One of several; undefined where there is none. */
export const pick = <A>(draw: Draw, from: ReadonlyArray<A>): A | undefined => from[draw(from.length)]
