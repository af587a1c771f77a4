// What runs in a repository when somebody enters it: the flows that an index has, the most telling first.

import * as Effect from "effect/Effect"
import * as Fence from "../../report/fence.ts"
import * as Processes from "../../report/processes.ts"
import * as Table from "../../report/table.ts"
import * as Text from "../text.ts"
import { lacking } from "./lacking.ts"
import * as Listed from "./listed.ts"
import { process } from "./process.ts"
import { type OfRepo, uriOf } from "./resource.ts"

export const processes: OfRepo = {
  scope: "repo",
  name: "processes",
  title: "Execution flows",
  description: "Entry points with what each runs: label, kind of entry, priority, steps, areas crossed",
  uri: "portolan://repo/{name}/processes",
  read: ({ id, graph, overlays }) =>
    Effect.sync(() => {
      if (overlays.processes === undefined) return lacking("Execution flows", "execution flows", id)
      const all = Processes.all(overlays.processes)
      const list = Listed.columns(
        ["id", "entry", "priority", "steps", "areas", "process and where it begins"],
        all.map((it) => [
          it.id,
          it.kind,
          it.priority.toFixed(2),
          it.steps,
          it.areas,
          `${Fence.label(it.label)}  ${Fence.oneLine(Processes.entryPlace(graph, it.entry))}`,
        ]),
      )
      const unkept = Processes.leftOut(overlays.processes)
      return [
        `# Execution flows of ${Table.code(id)}`,
        "",
        `${
          Text.plural(all.length, "flow")
        }, those that tell most first. A label says how somebody enters and where the ` +
        "flow comes to. Tests are no entry, and a flow that is part of another one is told once unless somebody outside " +
        "enters there.",
        ...unkept === 0 ? [] : ["", `${Text.plural(unkept, "flow")} of lower priority are not kept in the index.`],
        "",
        `All steps of one: ${
          Table.code(uriOf(process, id))
        }, by its label or id. With a definition's uid or name a flow is ` +
        "traced from there.",
        "",
        "## Kinds of entry",
        "",
        ...Table.table(["kind", "flows", ""], Processes.kindsOf(all).map((it) => [it.kind, it.flows.length, it.doc])),
        "",
        "## Flows",
        "",
        ...list.lines,
        ...list.left === 0 ? [] : [
          "",
          `${
            Text.plural(list.left, "flow")
          } of lower priority left out: completions of \`${process.part}\` tell them by ` +
          "the beginning of their label.",
        ],
        "",
      ].join("\n")
    }),
}
