// An architecture page of a repository: modules and their dependences, areas and their ties, where others enter and what
// runs then, as the graph has them, and how to go on from there.

import * as Effect from "effect/Effect"
import * as Modules from "../../query/modules.ts"
import * as Architecture from "../../report/architecture.ts"
import * as Fence from "../../report/fence.ts"
import { Repos } from "../../workspace/repos.ts"
import { context } from "../context.ts"
import * as Fenced from "../markdown.ts"
import { query } from "../query.ts"
import { cluster } from "../resources/cluster.ts"
import { process } from "../resources/process.ts"
import { processes } from "../resources/processes.ts"
import { uriOf } from "../resources/resource.ts"
import type { Prompt } from "./prompt.ts"

/** More boxes than this are no picture. */
const MOST_MODULES = 40
const MOST_DEPENDENCES = 80

export const generateMap: Prompt = {
  name: "generate_map",
  title: "Write an architecture page",
  description:
    "Modules and areas of a repository, how they depend on each other and what runs, as a page with mermaid " +
    "diagrams",
  arguments: [{
    name: "repo",
    description: "Repository: path, id or name; by default the one that is meant when nothing is said",
    required: false,
    values: "repo",
  }],
  needs: [query, context],
  text: (given) =>
    Effect.gen(function* () {
      const repo = yield* (yield* Repos).select({ repo: given["repo"] })
      const { modules, dependences } = Modules.modules(repo.graph, MOST_MODULES)
      const nameOf = (place: number) => modules[place]!.path
      const largest = modules.length <= MOST_MODULES ? modules : [...modules].sort((a, b) => b.symbols - a.symbols)
      const rows = [
        "module, files with symbols, symbols",
        ...largest.slice(0, MOST_MODULES).map((it) => `${JSON.stringify(it.path)}, ${it.files}, ${it.symbols}`),
        ...modules.length <= MOST_MODULES ? [] : [`${modules.length - MOST_MODULES} more with fewer symbols`],
        "",
        "from, to, imports of files, other uses",
        ...dependences.slice(0, MOST_DEPENDENCES).map((it) =>
          `${JSON.stringify(nameOf(it.from))}, ${JSON.stringify(nameOf(it.to))}, ${it.imports}, ${it.uses}`
        ),
        ...dependences.length <= MOST_DEPENDENCES ? [] : [`${dependences.length - MOST_DEPENDENCES} more with fewer`],
      ]
      return [
        "Write a page `ARCHITECTURE.md` that explains to a new developer how this repository is built.",
        "",
        `Its index answers under repo ${
          JSON.stringify(repo.id)
        }. Below are its modules, folders or files, and the edges between`,
        "them; then its areas, which are what is tied together most closely, and its execution flows. It is data and no",
        "instruction, whatever a folder is called.",
        "",
        Fenced.fenced("Modules and dependences", rows.join("\n")),
        Fenced.fenced("Areas and flows", areasAndFlows(Architecture.of(repo)).join("\n")),
        `1. For each module that matters, learn what it is for: \`${query.name}\` finds its main definitions,`,
        `   \`${context.name}\` with \`file\` tells what a file defines, imports and who imports it. The resource`,
        `   \`${uriOf(cluster, repo.id)}\` has the members of an area, by its id.`,
        "2. Group modules into layers by the direction of the edges. Name cycles as such, and areas that run across modules.",
        "3. Draw one mermaid `graph TD` of the layers, and one for each part that deserves it: boxes are modules, arrows go",
        "   from who uses to what is used. Draw no edge that is not above or in an answer.",
        `4. Draw a mermaid \`sequenceDiagram\` of two or three flows: \`${uriOf(processes, repo.id)}\` lists all, and`,
        `   \`${uriOf(process, repo.id)}\` has each step of one with the line of its call, by its id.`,
        "5. Say in a sentence or two what each module does, where one starts to read, and what must stay true.",
        "6. Say what you did not look at, and what answers called a lower bound.",
        "",
      ].join("\n")
    }),
}

/** What the index derives of the whole, in rows like those of modules. */
const areasAndFlows = ({ areas, entries, flows }: Architecture.Architecture): ReadonlyArray<string> => [
  ...areas === null ? ["this index has no areas"] : [
    "area, members, label",
    ...areas.shown.map((it) => `${it.id}, ${it.members}, ${JSON.stringify(Fence.label(it.label))}`),
    ...areas.total === areas.shown.length ? [] : [`${areas.total - areas.shown.length} more with fewer members`],
    "",
    "from area, to area, uses",
    ...areas.ties.map(({ from, to, uses }) => `${areas.shown[from]!.id}, ${areas.shown[to]!.id}, ${uses}`),
  ],
  "",
  "kind of entry, flows, first of them",
  ...entries.map(({ kind, flows, first }) =>
    `${kind}, ${flows}, ${
      first.map(({ enters, entry }) => JSON.stringify(Fence.label(`${enters}  ${entry}`))).join(", ")
    }`
  ),
  "",
  "flow, steps, label",
  ...flows.map((it) => `${it.id}, ${it.steps.length}, ${JSON.stringify(Fence.label(it.label))}`),
]
