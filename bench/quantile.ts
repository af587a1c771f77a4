// What lies at a share of sorted measurements: 0.5 is the middle, 0.95 what all but one in twenty stay below.

/** NaN where nothing was measured. */
export const quantile = (values: ReadonlyArray<number>, share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? NaN
