// What `context` tells of a definition that is derived of the repository as a whole: flows, area, tests.

import type { NodeId } from "../graph/graph.ts"
import * as Communities from "../query/communities.ts"
import { type Caveat, caveat } from "../query/caveats.ts"
import { cutTests, nearestTests } from "../query/nearest_tests.ts"
import * as Processes from "../query/processes.ts"
import * as Rows from "../query/rows.ts"
import type { OpenRepo } from "../workspace/repos.ts"
import type * as Shape from "./context_shape.ts"
import type * as Pages from "./pages.ts"
import { plural } from "./text.ts"

interface Asked {
  readonly repo: OpenRepo
  readonly pager: Pages.Pager
  /** Rows of a list. */
  readonly rows: number
  readonly response_sections?: ReadonlyArray<Shape.Section> | undefined
}

/** As much of it as was asked for and as the index has; `prefix` goes before the names of its lists. */
export const of = (
  asked: Asked,
  node: NodeId,
  prefix: string,
): Pick<Shape.Bundle, "processes" | "community" | "tests"> => ({
  ...flowsOf(asked, node, prefix),
  ...communityOf(asked, node),
  ...testsOf(asked, node, prefix),
})

const wants = ({ response_sections: sections }: Pick<Asked, "response_sections">, section: Shape.Section): boolean =>
  sections?.includes(section) ?? true

/** What a reader of these is to know of them. */
export const notesOf = (asked: Pick<Asked, "repo" | "response_sections">): ReadonlyArray<Caveat> => {
  const cut = wants(asked, "tests") ? cutTests(asked.repo.overlays) : 0
  if (cut === 0) return []
  const words = `of ${plural(cut, "test")} that run${
    cut === 1 ? "s" : ""
  } very much not all is told; impact follows all`
  return [caveat("tests_cut", words)]
}

/** Execution flows that run through a definition. */
const flowsOf = (asked: Asked, node: NodeId, prefix: string): Pick<Shape.Bundle, "processes"> => {
  const { repo: { graph, overlays }, pager } = asked
  const flows = Processes.processes(graph, overlays)
  if (flows === undefined) return {}
  const list = `${prefix}processes`
  const steps = Processes.stepsIn(flows, node)
  if (!wants(asked, "processes")) {
    pager.omit(list, steps.length)
    return {}
  }
  const processes = pager.page(list, steps, asked.rows).map((step) => {
    const process = flows.processOf(step)
    const [from, to] = flows.stepsOf(process)
    return {
      id: flows.idOf(process),
      name: flows.labelOf(process),
      step_index: flows.indexOf(step),
      step_count: to - from,
    }
  })
  return { processes }
}

/** The area of the code that a definition is of. */
const communityOf = (asked: Asked, node: NodeId): Pick<Shape.Bundle, "community"> => {
  const { overlays } = asked.repo
  const community = wants(asked, "community") ? Communities.communityOf(overlays, node) : undefined
  return community === undefined ? {} : { community: Communities.describe(overlays, community) }
}

/** Tests that are about a definition. */
const testsOf = (asked: Asked, node: NodeId, prefix: string): Pick<Shape.Bundle, "tests"> => {
  const { repo: { graph, overlays }, pager } = asked
  if (overlays.tests === undefined) return {}
  const list = `${prefix}tests`
  const all = nearestTests(overlays, node)
  if (!wants(asked, "tests")) {
    pager.omit(list, all.length)
    return {}
  }
  const tests = pager.page(list, all, asked.rows).map((it) => ({
    ...Rows.symbolRow(graph, it.node),
    distance: it.distance,
    confidence: it.confidence / 100,
  }))
  return { tests }
}
