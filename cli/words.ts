// Numbers, sizes, times and tables as people read them.

/** `1,234`. */
export const count = (value: number): string => value.toLocaleString("en-US")

/** `123 (4.5 %)`: a part of a whole; no percentage of nothing. */
export const part = (value: number, whole: number): string =>
  whole === 0 ? count(value) : `${count(value)} (${(100 * value / whole).toFixed(1)} %)`

/** `1 file`, `2 files`. */
export const plural = (value: number, one: string, many: string = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`

const UNITS = ["kB", "MB", "GB", "TB"]

/** `12.4 MB`, decimal. */
export const size = (bytes: number): string => {
  let value = bytes / 1e3
  let unit = 0
  for (; 999.5 <= value && unit < UNITS.length - 1; unit++) value /= 1e3
  return `${value.toFixed(value < (unit === 0 ? 9.95 : 99.95) ? 1 : 0)} ${UNITS[unit]}`
}

/** `0.4 s`, `12 s`, `2 min 5 s`. */
export const seconds = (value: number): string => {
  if (value < 9.95) return `${value.toFixed(value < 0.1 ? 2 : 1)} s`
  const whole = Math.round(value)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}

/** How long ago an ISO time was: `just now`, `5 min ago`, `3 h ago`, `12 days ago`. */
export const ago = (iso: string, now: number): string => {
  const minutes = Math.floor((now - Date.parse(iso)) / 60_000)
  if (minutes < 1) return "just now"
  if (minutes < 60) return `${minutes} min ago`
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h ago`
  return `${Math.floor(minutes / (24 * 60))} days ago`
}

export interface Column {
  readonly title: string
  /** Numbers stand at the right. */
  readonly right?: boolean
}

/** Rows under titles, two spaces between columns; the last one is not padded. */
export const table = (
  columns: ReadonlyArray<Column>,
  rows: ReadonlyArray<ReadonlyArray<string>>,
): ReadonlyArray<string> => {
  const lines = [columns.map((it) => it.title), ...rows]
  const widths = columns.map((_, i) => Math.max(...lines.map((line) => line[i]!.length)))
  return lines.map((line) =>
    line.map((cell, i) => columns[i]!.right === true ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!))
      .join("  ").trimEnd()
  )
}
