// `portolan clean`: what nobody will ask for again goes, after it was shown.

import * as Effect from "effect/Effect"
import * as Clearing from "../../lib/workspace/clearing.ts"
import * as Ask from "../ask.ts"
import { type Command, EXIT } from "../command.ts"
import * as Machine from "../machine.ts"
import * as Screen from "../terminal.ts"
import * as Words from "../words.ts"

export const clean: Command = {
  name: "clean",
  group: "Index",
  summary:
    "Remove what is no longer used: indexes of repositories that are gone, leftovers of killed runs, too large a " +
    "cache",
  details: "Shows what would go and asks. A repository that seems to have been moved stays listed. No source is ever " +
    "removed, and no index of a repository that is there.",
  arguments: [],
  flags: [
    { key: "yes", name: "yes", doc: "Do it without asking", value: { kind: "switch" } },
    { key: "dryRun", name: "dry-run", doc: "Show what would go, and remove nothing", value: { kind: "switch" } },
    { key: "quiet", name: "quiet", doc: "With --yes: print nothing when it is done", value: { kind: "switch" } },
    { key: "json", name: "json", doc: "Print the plan, or with --yes what went, as JSON", value: { kind: "switch" } },
  ],
  run: (given) =>
    Machine.attempt(Effect.gen(function* () {
      const json = given["json"] === true
      const quiet = given["quiet"] === true && given["yes"] === true
      const plan = yield* Clearing.plan
      const nothing = plan.items.length === 0
      if (!json && !quiet) Screen.out.write(text(plan, Screen.paintFor(Screen.out)))
      if (given["dryRun"] === true || nothing && given["yes"] !== true) {
        if (json) Screen.out.write(`${JSON.stringify(asJson(plan, []))}\n`)
        return EXIT.ok
      }
      if (given["yes"] !== true) {
        if (json || !Ask.canAsk()) {
          if (json) Screen.out.write(`${JSON.stringify(asJson(plan, []))}\n`)
          Screen.complain("Nothing was removed: say --yes where nobody can be asked")
          return EXIT.failed
        }
        if (!(yield* Effect.promise(() => Ask.yes("Remove them?")))) {
          Screen.err.write("Nothing was removed\n")
          return EXIT.failed
        }
      }
      const went = yield* Clearing.carryOut(plan)
      if (json) Screen.out.write(`${JSON.stringify(asJson(plan, went))}\n`)
      else if (!quiet && !nothing) {
        const paint = Screen.paintFor(Screen.out)
        const bytes = went.reduce((sum, it) => sum + it.bytes, 0)
        Screen.out.write(`${paint.good("✓")} ${Words.plural(went.length, "thing")} removed, ${Words.size(bytes)}\n`)
      }
      return EXIT.ok
    })),
}

const asJson = ({ items, moved }: Clearing.Plan, went: ReadonlyArray<Clearing.Item>) => ({
  plan: items,
  moved: moved.map(({ entry, to }) => ({ name: entry.name, path: entry.path, to })),
  removed: went.map(({ path }) => path),
})

const TITLES: Readonly<Record<Clearing.Item["kind"], string>> = {
  repository: "Repositories that are gone",
  branch: "Indexes of branches that are gone",
  orphan: "Index files that belong to nothing",
  leftover: "Leftovers of runs that were cut short",
  tree: "Files of commits that were laid out to be read",
  cache: "More facts of files than are kept",
}

const text = ({ items, moved }: Clearing.Plan, paint: Screen.Paint): string => {
  const sections = (Object.keys(TITLES) as ReadonlyArray<Clearing.Item["kind"]>).flatMap((kind) => {
    const of = items.filter((it) => it.kind === kind)
    return of.length === 0 ? [] : [
      paint.strong(TITLES[kind]),
      ...of.map((it) => `  ${it.path}  ${paint.quiet(`${it.why}, ${Words.size(it.bytes)}`)}`),
    ]
  })
  return [
    ...sections,
    ...moved.map(({ entry, to }) =>
      `${paint.warn("note")}: ${entry.path} may be at ${to} now: run portolan analyze there, or portolan remove ` +
      `${entry.name} to forget it`
    ),
    ...items.length === 0 ? ["There is nothing to remove"] : [],
    "",
  ].join("\n")
}
