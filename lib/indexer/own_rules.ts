// `.portolanignore`: what the project wants left out beside git's rules, in git's syntax, in any folder. A `!` that takes
// back a rule of such a file does only that; one that has nothing to take back brings in what git, a folder's name or a
// file's shape would leave out.

import * as Effect from "effect/Effect"
import * as Files from "../machine/files.ts"
import * as Decode from "../text/decode.ts"
import * as Path from "../text/path.ts"
import * as Rules from "./rules.ts"

export const NAME = ".portolanignore"

/** All such files of a repository together; no one writes more by hand. */
const MOST_BYTES = 1024 * 1024

/** Steps that matching may take: some at the start and some for each path, far more than rules that people write need. */
const STEPS = 20_000_000
const STEPS_A_PATH = 2_000

export type Verdict =
  | { readonly _tag: "out"; readonly reason: string }
  /** Asked for in so many words. */
  | { readonly _tag: "wanted" }
  | undefined

const WANTED: Verdict = { _tag: "wanted" }

interface RuleSet {
  readonly rules: ReadonlyArray<Rules.Rule>
  /** How many parts its folder's path has. */
  readonly depth: number
  readonly reason: string
}

interface FolderState {
  readonly verdict: Verdict
  /** Rules that act in the folder, those nearest first. */
  readonly sets: ReadonlyArray<RuleSet>
}

export interface OwnRules {
  /** Is there a `!` among them? */
  bringsBack: boolean
  /** Bytes that may still be read. */
  bytes: number
  readonly budget: Rules.Budget
  readonly sets: Map<string, RuleSet>
  readonly folders: Map<string, FolderState>
  /** Files of rules that were not applied. */
  readonly refused: Array<string>
}

/** @param bytes How much of such files is read; with 0 there are no rules. */
export const make = (bytes = MOST_BYTES): OwnRules => ({
  bringsBack: false,
  bytes,
  budget: { steps: STEPS },
  sets: new Map(),
  folders: new Map(),
  refused: [],
})

/** The rules of `folder` (no `/` at its end) from their text; before anything below it is asked about. */
export const add = (own: OwnRules, folder: string, text: string): void => {
  const rules = Rules.parse(text)
  if (rules.length === 0) return
  if (rules.some((rule) => rule.negated)) own.bringsBack = true
  const at = folder === "" ? NAME : `${folder}/${NAME}`
  own.sets.set(folder, { rules, depth: partsOf(folder), reason: `left out by ${at}` })
}

/** Reads the rules that lie in `folder` of `root`; a link there is not followed. */
export const read = Effect.fnUntraced(function* (own: OwnRules, root: string, folder: string) {
  const files = yield* Files.Files
  const path = folder === "" ? NAME : `${folder}/${NAME}`
  const [stat] = yield* files.stats([`${root}/${path}`])
  if (stat?.kind !== "file") return
  own.bytes -= stat.size
  const bytes = own.bytes < 0 ? undefined : yield* Effect.option(files.read(`${root}/${path}`))
  const decoded = bytes?._tag === "Some" ? Decode.decode(bytes.value) : undefined
  if (decoded?._tag === "text") add(own, folder, decoded.text)
  else own.refused.push(path)
})

/** What the rules say of `path`, a folder's without `/` at its end. */
export const verdictOf = (own: OwnRules, path: string, isFolder: boolean): Verdict => {
  if (own.sets.size === 0) return undefined
  const around = stateOf(own, Path.folderOf(path))
  return around.verdict?._tag === "out" ? around.verdict : judge(own, around.sets, path, isFolder) ?? around.verdict
}

/** Could a `!` mean something below the folder `path`, though the folder itself is left out? */
export const leadsInto = (own: OwnRules, path: string): boolean => {
  if (!own.bringsBack) return false
  const around = stateOf(own, Path.folderOf(path))
  if (around.verdict?._tag === "out") return false
  const split = Rules.split(path)
  own.budget.steps += STEPS_A_PATH
  return around.sets.some(({ rules, depth }) =>
    rules.some((rule) => rule.negated && Rules.leadsInto(rule, split, depth, own.budget))
  )
}

/** Did matching take more than it may? What was said is then worth nothing, since the rest was not asked. */
export const isExhausted = (own: OwnRules): boolean => own.budget.steps < 0

const partsOf = (folder: string): number => folder === "" ? 0 : folder.split("/").length

/** In a loop: a path can have thousands of parts. */
const stateOf = (own: OwnRules, folder: string): FolderState => {
  const missing: Array<string> = []
  let at = folder
  while (!own.folders.has(at)) {
    missing.push(at)
    if (at === "") break
    at = Path.folderOf(at)
  }
  let state: FolderState = own.folders.get(at) ?? { verdict: undefined, sets: [] }
  for (let i = missing.length - 1; 0 <= i; i--) {
    const path = missing[i]!
    const verdict = path === "" || state.verdict?._tag === "out"
      ? state.verdict
      : judge(own, state.sets, path, true) ?? state.verdict
    const set = own.sets.get(path)
    state = { verdict, sets: set === undefined ? state.sets : [set, ...state.sets] }
    own.folders.set(path, state)
  }
  return state
}

/** The last rule that matches decides, of the nearest file that has one. */
const judge = (own: OwnRules, sets: ReadonlyArray<RuleSet>, path: string, isFolder: boolean): Verdict => {
  const { budget } = own
  if (sets.length === 0 || budget.steps < 0) return undefined
  budget.steps += STEPS_A_PATH
  const split = Rules.split(path)
  let negated = false
  for (const { rules, depth, reason } of sets) {
    for (let i = rules.length - 1; 0 <= i; i--) {
      const rule = rules[i]!
      if (negated && rule.negated) {
        if (--budget.steps < 0) return undefined
        continue
      }
      if (!Rules.matches(rule, split, depth, isFolder, budget)) {
        if (budget.steps < 0) return undefined
        continue
      }
      // A rule behind the `!` is what it takes back.
      if (!rule.negated) return negated ? undefined : { _tag: "out", reason }
      negated = true
    }
  }
  return negated ? WANTED : undefined
}
