// `portolan map`: the architecture of a repository as a page with diagrams, or what matters most of it in so many tokens.

import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { NONE } from "../../lib/graph/columns.ts"
import * as Node from "../../lib/graph/node.ts"
import * as Uid from "../../lib/graph/uid.ts"
import { Files } from "../../lib/machine/files.ts"
import * as Architecture from "../../lib/report/architecture.ts"
import * as ArchitectureText from "../../lib/report/architecture_text.ts"
import * as Fitting from "../../lib/report/fitting.ts"
import * as Nearness from "../../lib/report/nearness.ts"
import * as Outline from "../../lib/report/outline.ts"
import * as Starts from "../../lib/report/starts.ts"
import type { Index } from "../../mod.ts"
import { type Command, EXIT, type Exit } from "../command.ts"
import * as Current from "../current.ts"
import * as Folders from "../folders.ts"
import * as Holding from "../holding.ts"
import * as Machine from "../machine.ts"
import * as NewFile from "../new_file.ts"
import * as Screen from "../terminal.ts"
import * as Words from "../words.ts"

/** Nothing of what was named is there, so nothing is near to it. */
class NothingFor extends Schema.TaggedError<NothingFor>()("NothingFor", { texts: Schema.Array(Schema.String) }) {
  override get message() {
    return `Cannot find ${
      this.texts.map((it) => JSON.stringify(it)).join(" or ")
    }: no file or definition is called so, ` +
      "and no words of one fit"
  }
}

/** No line has room. */
class NoRoom extends Schema.TaggedError<NoRoom>()("NoRoom", { tokens: Schema.Number }) {
  override get message() {
    return `Cannot map the repository in ${Words.plural(this.tokens, "token")}: not one definition has room; ` +
      "ask for more --tokens"
  }
}

export const map: Command = {
  name: "map",
  group: "Ask",
  summary: "The architecture of a repository as a page with diagrams, or what matters most of it in so many tokens; " +
    "indexes first where the index is not current",
  details:
    "Without --tokens: markdown with mermaid diagrams of areas, ties and flows, entry points, hubs and tests. With " +
    "--tokens: files with the header lines of their most central definitions, whole lines only, a token being four " +
    "bytes. --for puts first what is near to a file, folder or definition, or to what query finds for a text.",
  arguments: [{ name: "path", doc: "Folder of the repository (default: this one)", required: false }],
  flags: [
    {
      key: "tokens",
      name: "tokens",
      doc: "Most tokens of the answer, left-out line included",
      value: { kind: "integer" },
    },
    {
      key: "for",
      name: "for",
      doc: "With --tokens: what you work on, as a path, a symbol or words; may be given several times",
      value: { kind: "list" },
    },
    { key: "out", name: "out", doc: "Write it to this file only", value: { kind: "text", placeholder: "FILE" } },
    { key: "force", name: "force", doc: "With --out: replace a file that is there", value: { kind: "switch" } },
    { key: "json", name: "json", doc: "Print it as JSON", value: { kind: "switch" } },
    { key: "quiet", name: "quiet", doc: "Say nothing but what was asked for", value: { kind: "switch" } },
  ],
  run: (given) => {
    const tokens = given["tokens"] as number | undefined
    const texts = (given["for"] ?? []) as ReadonlyArray<string>
    const wrong = tokens === undefined
      ? texts.length === 0 ? undefined : "--for takes --tokens N beside it"
      : tokens < 1
      ? `--tokens takes a whole number from 1 up, got ${tokens}`
      : undefined
    if (wrong !== undefined) {
      return Effect.sync((): Exit => {
        Screen.complain(wrong)
        return EXIT.usage
      })
    }
    const quiet = given["quiet"] === true
    const asJson = given["json"] === true
    return Machine.attempt(Effect.gen(function* () {
      const file = given["out"] as string | undefined
      const path = file === undefined ? undefined : Folders.typed(file)
      const target = path === undefined ? undefined : yield* NewFile.place(path, given["force"] === true)
      const index = yield* Current.index(yield* rootOf(Folders.typed(given["path"] as string | undefined)), quiet)
      const text = tokens === undefined ? page(index, asJson) : yield* outline(index, tokens, texts, asJson, quiet)
      yield* index.close
      if (target === undefined) Screen.out.write(text)
      else {
        yield* NewFile.write(target, [new TextEncoder().encode(text)])
        if (!quiet) {
          const paint = Screen.paintFor(Screen.out)
          Screen.out.write(`${paint.good("✓")} the map of ${paint.strong(index.place.id)} is written to ${path}\n`)
        }
      }
      return EXIT.ok
    }))
  },
}

/** The indexed repository that holds the folder, or the folder itself. */
const rootOf = Effect.fnUntraced(function* (path: string) {
  const real = yield* Effect.orElseSucceed((yield* Files).realPath(path), () => path)
  return (yield* Holding.rootOf(real)) ?? path
})

const page = ({ place: { id }, graph, meta, overlays = {} }: Index, asJson: boolean): string => {
  const told = Architecture.of({ id, graph, meta, overlays })
  return asJson ? `${JSON.stringify(told)}\n` : ArchitectureText.text(told)
}

const outline = Effect.fnUntraced(
  function* (index: Index, tokens: number, texts: ReadonlyArray<string>, asJson: boolean, quiet: boolean) {
    const { graph, place: { id } } = index
    const starts = yield* Effect.forEach(texts, (text) => startsOf(index, text, quiet))
    if (0 < texts.length && starts.every((it) => it.length === 0)) return yield* new NothingFor({ texts })
    const head: Outline.Head = { repo: id, tokens, for: texts }
    const form = asJson ? Outline.jsonForm(head) : Outline.TEXT
    const told = Outline.of(graph, Nearness.nearness(graph, starts.flat()), tokens, form)
    const text = asJson ? Outline.toJson(head, told) : Outline.text(told)
    if (
      tokens * Fitting.BYTES_PER_TOKEN < Fitting.bytesOf(text) - 1 ||
      (told.files.length === 0 && 0 < graph.byName.length)
    ) {
      return yield* new NoRoom({ tokens })
    }
    return text
  },
)

/** Definitions that stand for a text which is no name. */
const FOUND = 25

/** What somebody works on who says so. */
const startsOf = Effect.fnUntraced(function* (index: Index, text: string, quiet: boolean) {
  const { graph, place: { root } } = index
  const named = Starts.named(graph, text, root)
  if (0 < named.length) return named
  const { definitions = [] } = yield* index.query({
    search_query: text,
    max_symbols: FOUND,
    response_sections: ["definitions"],
  })
  const hits = definitions.map(({ uid }) => Uid.find(graph, uid)).filter((node) => node !== NONE)
  const own = hits.filter((node) => !Node.isTest(graph, node))
  // What is tried is meant rather than what tries it.
  const found = own.length === 0 ? hits : own
  if (!quiet) {
    Screen.note(
      found.length === 0
        ? `${JSON.stringify(text)} is no name here, and no words of one fit: it is left aside`
        : `${JSON.stringify(text)} is no name here: what is near to ${
          Words.plural(found.length, "hit")
        } of query comes first`,
    )
  }
  return Starts.alike(found)
})
