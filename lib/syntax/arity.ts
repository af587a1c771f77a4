// Names of types that are told apart by how many type parameters they take: facts hold such a name with a mark and that
// number, `` Pair`2 ``, so that everybody who compares names compares both. What readers see is the name alone.

const MARK = "`"

/** A name as facts hold it; one without type parameters is as written. */
export const withArity = (name: string, count: number): string => count === 0 ? name : `${name}${MARK}${count}`

/** A name as it is written. */
export const withoutArity = (name: string): string => {
  const at = name.lastIndexOf(MARK)
  return 0 < at && /^\d+$/.test(name.slice(at + 1)) ? name.slice(0, at) : name
}
