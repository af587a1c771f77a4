// Files that could hold uses which no edge tells of: listed but not read, of a form in which code stands, or read only in
// part. Whether such a file names a definition, its text tells; here it is only known which files ask for that look.

import type { Graph, NodeId } from "../graph/graph.ts"
import { NODE_FLAGS, NODE_KINDS } from "../graph/kinds.ts"
import * as Node from "../graph/node.ts"
import * as Path from "../text/path.ts"

export interface ReadState {
  /** May name anything that is read. */
  readonly unread: ReadonlyArray<NodeId>
  /** By file that is read: templates that may name what it defines. */
  readonly templates: ReadonlyMap<NodeId, NodeId>
  readonly partial: ReadonlyArray<NodeId>
}

const readStates = new WeakMap<Graph, ReadState>()

/** Files that could hold more. O(files), once a graph. */
export const readState = (graph: Graph): ReadState => {
  let state = readStates.get(graph)
  if (state === undefined) {
    const { flags } = graph.nodes
    const having = (flag: number) => Array.from(graph.files).filter((file) => (flags[file]! & flag) !== 0)
    const unread = having(NODE_FLAGS.unread)
    state = {
      unread: unread.filter((file) => mayHoldCode(Node.pathOf(graph, file))),
      templates: new Map(unread.flatMap((file) => besides(graph, file).map((source) => [source, file] as const))),
      partial: having(NODE_FLAGS.partial),
    }
    readStates.set(graph, state)
  }
  return state
}

/** Endings of the files that are read: a file with one of them holds code, whether it was read or not. O(files). */
export const endingsRead = (graph: Graph): ReadonlySet<string> => {
  const endings = new Set<string>()
  for (const file of graph.files) {
    if (!Node.hasFlag(graph, file, "unread")) endings.add(Path.extensionOf(Node.pathOf(graph, file)))
  }
  return endings
}

/**
 * Endings of files in which code of another language stands: components, pages that are programs, notebooks. What is
 * written in a language of its own that is not read cannot name definitions of those that are.
 */
const CARRIERS = new Set(
  ".vue .svelte .astro .marko .riot .mdx .ipynb .cshtml .vbhtml .razor .aspx .jsp .jspx .phtml .erb .qml".split(" "),
)

/** Endings of templates: they name members of the source that has their name and stands beside them. */
const TEMPLATES = new Set(".html .htm .xhtml .hbs .handlebars .pug .haml .slim .ejs .xaml .axaml .fxml".split(" "))

/** Programs without an ending say in their first line what runs them; they are kept in such folders. */
const PROGRAM_FOLDER = /(^|\/)(bin|sbin|scripts|tools)\/[^/]+$/

const mayHoldCode = (path: string): boolean => {
  const extension = Path.extensionOf(path)
  if (extension === "") return !Path.baseOf(path).startsWith(".") && PROGRAM_FOLDER.test(path)
  return CARRIERS.has(extension)
}

/** Files that are read, beside a template and of its name. */
const besides = (graph: Graph, template: NodeId): ReadonlyArray<NodeId> => {
  const path = Node.pathOf(graph, template)
  const extension = Path.extensionOf(path)
  if (!TEMPLATES.has(extension)) return []
  const stem = path.slice(0, path.length - extension.length + 1)
  const found: Array<NodeId> = []
  for (let node = Node.firstOfPath(graph, stem); node < graph.nodes.rows; node = Node.endOfFile(graph, node)) {
    if (!Node.pathOf(graph, node).startsWith(stem)) break
    if (graph.nodes.kind[node] === NODE_KINDS.File.code && !Node.hasFlag(graph, node, "unread")) found.push(node)
  }
  return found
}
