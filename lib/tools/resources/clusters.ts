// The areas of a repository's code: which there are, how large, how much of one piece.

import * as Effect from "effect/Effect"
import * as Areas from "../../report/areas.ts"
import * as Fence from "../../report/fence.ts"
import * as Table from "../../report/table.ts"
import * as Text from "../text.ts"
import { cluster } from "./cluster.ts"
import { lacking } from "./lacking.ts"
import * as Listed from "./listed.ts"
import { type OfRepo, uriOf } from "./resource.ts"

export const clusters: OfRepo = {
  scope: "repo",
  name: "clusters",
  title: "Areas of the code",
  description: "What is tied together more closely than with the rest: label, size, cohesion",
  uri: "portolan://repo/{name}/clusters",
  read: ({ id, overlays: { communities } }) =>
    Effect.sync(() => {
      if (communities === undefined) return lacking("Areas", "areas", id)
      const areas = Areas.all(communities)
      const held = areas.reduce((sum, { size }) => sum + size, 0)
      const list = Listed.columns(
        ["id", "members", "cohesion", "label"],
        areas.map((it) => [it.id, it.size, it.cohesion.toFixed(2), Fence.label(it.label)]),
      )
      return [
        `# Areas of ${Table.code(id)}`,
        "",
        `${Text.plural(areas.length, "area")} with ${
          Text.plural(held, "member")
        }: definitions and files of the product's ` +
        "own code. Tests and what lies outside take no part. A label is made of the folder and of words that are frequent " +
        "in the area and rare elsewhere.",
        "",
        `Modularity ${
          Areas.modularityOf(communities).toFixed(2)
        }: 0 where areas are tied as by chance, towards 1 the more ` +
        "ties stay inside of them. Cohesion of an area is the share of its members' ties, by weight, that stay inside.",
        "",
        `One area: ${Table.code(uriOf(cluster, id))}, by its label, its id or a definition in it.`,
        "",
        ...list.lines,
        ...list.left === 0
          ? []
          : ["", `${Text.plural(list.left, "smaller area")} left out: each is found by any definition in it.`],
        "",
      ].join("\n")
    }),
}
