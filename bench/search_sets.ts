// Questions with their right answers: a benchmark of public repositories, commits' subjects with the files that they
// changed, and questions of our own that were answered by reading the source.

import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { ROOT } from "../scripts/processes.mjs"

const SHARED = join(ROOT, "..", "shared", "oracles", "search")
const CORPORA = join(ROOT, ".corpora")
const OWN = join(ROOT, "bench", "queries")

/** Where a right answer stands; the whole file where no lines are given. */
export interface Place {
  readonly file: string
  readonly startLine?: number
  readonly endLine?: number
}

export interface Question {
  readonly id: string
  readonly query: string
  readonly category: string
  readonly expected: ReadonlyArray<Place>
  readonly symbol?: string
}

export interface QuestionSet {
  readonly name: string
  readonly language: string
  /** Folder that is searched. */
  readonly root: string
  readonly questions: ReadonlyArray<Question>
  /** Which files may hold an answer, for a search that is told; every one where nothing is said. */
  readonly searched?: (file: string) => boolean
}

export const SEMBLE = join(SHARED, "semble")
export const SCORER = join(SEMBLE, "score.mjs")

const read = (path: string) => JSON.parse(readFileSync(path, "utf8"))

/** Names of the benchmark's repositories that could be laid out at the commit that it pins. */
export const available = (): ReadonlySet<string> =>
  new Set(
    readFileSync(join(SEMBLE, "availability.tsv"), "utf8").split("\n").map((line) => line.split("\t"))
      .filter((cells) => cells[3] === "ok").map((cells) => cells[0]!),
  )

/** What another engine has, by repository. */
export const published = (engine: string): ReadonlyMap<string, number> => {
  const [head, ...rows] = readFileSync(join(SEMBLE, "reference.tsv"), "utf8").trim().split("\n").map((line) =>
    line.split("\t")
  )
  const column = head!.indexOf(engine)
  return new Map(rows.filter((row) => row[column] !== "-").map((row) => [row[0]!, Number(row[column])]))
}

export const semble = (): ReadonlyArray<QuestionSet> =>
  readdirSync(SEMBLE).filter((file) => file.endsWith(".json")).sort().flatMap((file) => {
    const set = read(join(SEMBLE, file))
    const root = join(CORPORA, "search", "semble", set.name)
    return existsSync(root)
      ? [{
        name: set.name,
        language: set.language,
        root,
        questions: set.queries.map((it: Omit<Question, "id">) => ({ ...it, id: it.query })),
      }]
      : []
  })

/** What the plain search of the oracles leaves out. */
const ASIDE =
  /(^|\/)(tests?|__tests__|spec|e2e|benchmarks?|docs?|examples?|fixtures)\/|\.(test|spec)\.|(^|\/)test_|\.d\.ts$/

/** Commits: those handed out, or more of them where these were made (`oracles/tools/localise.py`) and laid out. */
export const localisation = (): ReadonlyArray<QuestionSet> =>
  ["hono", "celery"].flatMap((name) => {
    const folder = join(CORPORA, "search", "localisation")
    const more = join(folder, `${name}-more.json`)
    const root = join(folder, existsSync(more) ? `${name}-more` : name)
    const set = read(existsSync(more) ? more : join(SHARED, "localisation", `${name}.json`))
    interface Commit {
      readonly id: string
      readonly query: string
      readonly files: ReadonlyArray<string>
      readonly namesFile: boolean
      readonly namesFunction: boolean
    }
    return existsSync(root)
      ? [{
        name,
        language: set.language,
        root,
        searched: (file: string) => new RegExp(set.source).test(file) && !ASIDE.test(file),
        questions: set.queries.map((it: Commit) => ({
          id: it.id,
          query: it.query,
          category: it.namesFile || it.namesFunction ? "names it" : "names nothing",
          expected: it.files.map((file) => ({ file })),
        })),
      }]
      : []
  })

export const own = (): ReadonlyArray<QuestionSet> =>
  readdirSync(OWN).sort().flatMap((file) => {
    const set = read(join(OWN, file))
    const root = join(CORPORA, set.name)
    interface Answered {
      readonly query: string
      readonly kind: string
      readonly file: string
      readonly symbol?: string
      readonly line?: number
    }
    return existsSync(root)
      ? [{
        name: set.name,
        language: "typescript",
        root,
        questions: set.queries.map((it: Answered) => ({
          id: it.query,
          query: it.query,
          category: it.kind,
          expected: [{ file: it.file, ...(it.line === undefined ? {} : { startLine: it.line, endLine: it.line }) }],
          ...(it.symbol === undefined ? {} : { symbol: it.symbol }),
        })),
      }]
      : []
  })
