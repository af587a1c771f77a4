// Why the references of one line are bound as they are. The whole repository is read and resolved anew for it, with
// somebody watching that line; nothing of an index is used, and nothing is written.

import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { NONE } from "../graph/columns.ts"
import * as Draft from "../graph/draft.ts"
import type { Graph, NodeId } from "../graph/graph.ts"
import * as Node from "../graph/node.ts"
import * as Uid from "../graph/uid.ts"
import * as Files from "../machine/files.ts"
import * as ResolveWhy from "../resolve/why.ts"
import * as Decode from "../text/decode.ts"
import * as Lines from "../text/lines.ts"
import * as Secrets from "../text/secrets.ts"
import type { IndexError } from "./errors.ts"
import * as Indexer from "./index_repository.ts"
import * as ReadFiles from "./read_files.ts"

/** A definition with its uid, where it is one that readers know by name. */
export type Known<T> = Omit<T, "start"> & { readonly uid?: string }

export interface Reference extends Omit<ResolveWhy.Reference, "targets" | "candidates"> {
  readonly targets: ReadonlyArray<Known<ResolveWhy.Bound>>
  readonly candidates?: ReadonlyArray<Known<ResolveWhy.Target>>
}

export interface Why {
  readonly file: string
  readonly line: number
  /** The line as it stands. */
  readonly source: string
  /** In the order of the line; empty where it refers to nothing. */
  readonly references: ReadonlyArray<Reference>
}

/** There is nothing to tell of such a place. */
export class NoSuchPlace extends Schema.TaggedError<NoSuchPlace>()("NoSuchPlace", {
  file: Schema.String,
  line: Schema.Number,
  reason: Schema.String,
}) {
  override get message() {
    return `Cannot tell why of ${this.file}:${this.line}: ${this.reason}`
  }
}

/**
 * @param file Path in the repository `root`.
 * @param line From 1.
 *
 * Fails where the file is not read as source or has no such line. Takes as long as indexing.
 */
export const why: (
  root: string,
  file: string,
  line: number,
  options?: Pick<Indexer.Options, "workers" | "onProgress">,
) => Effect.Effect<Why, IndexError | NoSuchPlace, Indexer.Needs> = Effect.fn("indexer.why")(
  function* (path, file, line, options = {}) {
    const root = yield* Indexer.rootOf(path)
    const report = options.onProgress ?? (() => {})
    const noSuchPlace = (reason: string) => new NoSuchPlace({ file, line, reason })
    report({ phase: "scan", done: 0, total: 0, bytes: 0 })
    const read = (yield* Effect.scoped(ReadFiles.readFiles(root, options, report))) as ReadFiles.Read
    const one = read.files.find((it) => it.file.path === file)
    if (one === undefined) return yield* noSuchPlace("there is no such file among those of the repository")
    if (one.outcome._tag !== "facts") {
      return yield* noSuchPlace("the file is in no language that is read, or was left out")
    }
    const bytes = yield* (yield* Files.Files).read(`${root}/${file}`).pipe(
      Effect.mapError(({ code }) => noSuchPlace(`the file cannot be read (${code})`)),
    )
    const decoded = Decode.decode(bytes)
    const text = decoded._tag === "text" ? Secrets.withoutKeys(decoded.text) : ""
    const starts = Lines.lineStarts(text)
    if (line < 1 || starts.length < line) return yield* noSuchPlace(`the file has ${starts.length} lines`)
    report({ phase: "resolve", done: 0, total: read.files.length, bytes: 0 })
    return yield* Effect.sync((): Why => {
      const watch = new ResolveWhy.Watch(file, line)
      const { draft, project } = Indexer.resolveAll(read, { trace: watch })
      const graph = Draft.freeze(draft)
      return {
        file,
        line,
        source: text.slice(starts[line - 1], starts[line]).replace(/[\r\n]+$/, ""),
        references: watch.references(project).map((it) =>
          ({
            ...it,
            targets: it.targets.map((target) => known(graph, target)),
            ...(it.candidates === undefined ? {} : { candidates: it.candidates.map((target) => known(graph, target)) }),
          }) as Reference
        ),
      }
    })
  },
)

const known = <T extends ResolveWhy.Target>(graph: Graph, { start, ...target }: T): Known<T> => {
  const node = nodeAt(graph, target.file, target.kind, start)
  return node === NONE ? target : { uid: Uid.uidOf(graph, node), ...target }
}

/** The node of a kind that starts at an offset of a file, or NONE. */
const nodeAt = (graph: Graph, path: string, kind: string, start: number): NodeId => {
  const file = Node.fileAt(graph, path)
  if (file === NONE) return NONE
  const end = Node.endOfFile(graph, file)
  for (let node = file; node < end; node++) {
    if (graph.nodes.start[node] === start && Node.kindOf(graph, node) === kind) return node
  }
  return NONE
}
