// Weighted graphs as compressed sparse rows, made of edges in any order: rows are sorted, edges between the same two
// nodes are one. Weights are rounded to multiples of a power of two that is so fine, and so coarse, that every sum of
// them is exact: no order of adding can be told from the result.

/** Edges as columns of one length. An edge whose weight is not finite and above 0 is none. */
export interface WeightedEdges {
  /** Nodes are from 0 up to below this. */
  readonly nodeCount: number
  readonly sources: Uint32Array
  readonly targets: Uint32Array
  readonly weights: Float64Array
}

/** What leaves `node` stands from `offsets[node]` to `offsets[node + 1]`, by target, each target once. */
export interface WeightedRows {
  readonly offsets: Uint32Array
  readonly targets: Uint32Array
  readonly weights: Float64Array
}

/** An undirected graph: each edge stands in the rows of both its ends. A node's edge to itself is in no row. */
export interface UndirectedGraph extends WeightedRows {
  /** An entry a node: the weight of its edges that end in itself, twice, since both their ends are here. */
  readonly loops: Float64Array
  /** An entry a node: the weight of all ends of edges that are here. */
  readonly strengths: Float64Array
  /** All ends of all edges: what papers call 2m. */
  readonly total: number
}

/** Every sum of weights stays below this many units, of which double precision counts each. */
const MOST_UNITS = 2 ** 52

/** Beyond this a scale would leave the range of numbers. */
const LARGEST_SCALE = 2 ** 1000

/** Directed edges as rows; what joins the same two nodes is added up, edges from a node to itself too. O(nodes + edges). */
export const directed = (edges: WeightedEdges): WeightedRows => {
  const { sources, targets, nodeCount } = edges
  return merged(nodeCount, sources, targets, exactWeights(edges.weights))
}

/** The same edges without their direction; what joins the same two nodes either way is added up. O(nodes + edges). */
export const undirected = (edges: WeightedEdges): UndirectedGraph => {
  const { nodeCount, sources, targets } = edges
  const weights = exactWeights(edges.weights)
  const loops = new Float64Array(nodeCount)
  const from = new Uint32Array(2 * sources.length)
  const to = new Uint32Array(2 * sources.length)
  const both = new Float64Array(2 * sources.length)
  let count = 0
  for (let edge = 0; edge < sources.length; edge++) {
    const source = sources[edge]!
    const target = targets[edge]!
    const weight = weights[edge]!
    if (source === target) {
      loops[source]! += 2 * weight
      continue
    }
    from[count] = source
    to[count] = target
    both[count++] = weight
    from[count] = target
    to[count] = source
    both[count++] = weight
  }
  const rows = merged(nodeCount, from.subarray(0, count), to.subarray(0, count), both.subarray(0, count))
  return withStrengths(rows, loops)
}

/** The graph of these rows, with what is added up from them. O(nodes + edges). */
const withStrengths = (rows: WeightedRows, loops: Float64Array): UndirectedGraph => {
  const { offsets, targets, weights } = rows
  const strengths = loops.slice()
  let total = 0
  for (let node = 0; node < strengths.length; node++) {
    let strength = strengths[node]!
    for (let i = offsets[node]!; i < offsets[node + 1]!; i++) strength += weights[i]!
    strengths[node] = strength
    total += strength
  }
  return { offsets, targets, weights, loops, strengths, total }
}

/** Each weight at its nearest multiple of one power of two; 0 where it is none. */
const exactWeights = (weights: Float64Array): Float64Array => {
  let heaviest = 0
  for (let i = 0; i < weights.length; i++) if (heaviest < weights[i]! && weights[i]! < Infinity) heaviest = weights[i]!
  const exact = new Float64Array(weights.length)
  if (heaviest === 0) return exact
  // An edge counts at both its ends.
  const most = MOST_UNITS / (2 * weights.length)
  let scale = 1
  while (most <= heaviest * scale) scale /= 2
  while (heaviest * scale * 2 < most && scale < LARGEST_SCALE) scale *= 2
  for (let i = 0; i < weights.length; i++) {
    const weight = weights[i]!
    if (0 < weight && weight < Infinity) exact[i] = Math.round(weight * scale) / scale
  }
  return exact
}

/** Entries by (from, to), equal ones added up, those of weight 0 left out: two stable counting sorts and one pass. */
const merged = (nodeCount: number, from: Uint32Array, to: Uint32Array, weights: Float64Array): WeightedRows => {
  const count = from.length
  const order = new Uint32Array(count)
  const next = startsOf(nodeCount, to)
  for (let i = 0; i < count; i++) order[next[to[i]!]!++] = i
  const starts = startsOf(nodeCount, from)
  const targets = new Uint32Array(count)
  const sums = new Float64Array(count)
  next.set(starts)
  for (let i = 0; i < count; i++) {
    const entry = order[i]!
    const slot = next[from[entry]!]!++
    targets[slot] = to[entry]!
    sums[slot] = weights[entry]!
  }
  const offsets = new Uint32Array(nodeCount + 1)
  let kept = 0
  for (let node = 0; node < nodeCount; node++) {
    const first = kept
    for (let i = starts[node]!; i < starts[node + 1]!; i++) {
      if (sums[i] === 0) continue
      if (first < kept && targets[kept - 1] === targets[i]) {
        sums[kept - 1]! += sums[i]!
        continue
      }
      targets[kept] = targets[i]!
      sums[kept++] = sums[i]!
    }
    offsets[node + 1] = kept
  }
  return { offsets, targets: targets.slice(0, kept), weights: sums.slice(0, kept) }
}

/** Where each key's run begins once `keys` are sorted: `keyCount + 1` entries. */
export const startsOf = (keyCount: number, keys: Uint32Array): Uint32Array => {
  const starts = new Uint32Array(keyCount + 1)
  for (let i = 0; i < keys.length; i++) starts[keys[i]! + 1]!++
  for (let key = 0; key < keyCount; key++) starts[key + 1]! += starts[key]!
  return starts
}
