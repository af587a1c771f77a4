// tsconfig.json and jsconfig.json as module resolution needs them: `baseUrl`, `paths`, `rootDirs`, `outDir`, through
// chains of `extends`. A config that cannot be read is reported, and what could be read of it is used all the same.

import * as Jsonc from "jsonc-parser"
import type { ConfigProblem, Project } from "../../syntax/language.ts"
import { folderOf, join } from "../../text/path.ts"
import { inside, upwards } from "./patterns.ts"

export interface Aliases {
  /** Pattern with at most one star → targets, in order. */
  readonly patterns: ReadonlyMap<string, ReadonlyArray<string>>
  /** Folder that the targets are relative to. */
  readonly base: string
}

export interface Config {
  readonly path: string
  readonly baseUrl: string | undefined
  readonly aliases: Aliases | undefined
  readonly rootDirs: ReadonlyArray<string>
  readonly rootDir: string | undefined
  readonly outDir: string | undefined
  readonly conditions: ReadonlyArray<string>
  /** Config files that `references` names, in order. */
  readonly references: ReadonlyArray<string>
}

export interface Configs {
  /** The configs that govern a folder: the nearest one and those it references, in order. */
  readonly of: (folder: string) => ReadonlyArray<Config>
}

const NAMES = ["tsconfig.json", "jsconfig.json"]
const DEEPEST = 16

/** Reads JSON with comments and trailing commas; what is broken is reported and the rest kept. */
export const readJsonc = (project: Project, path: string, problems: Array<ConfigProblem>): unknown => {
  const text = project.config(path)
  if (text === undefined) return undefined
  if (!isReadable(text)) {
    problems.push({ path, detail: `nested more than ${DEEPEST_NESTING} deep` })
    return undefined
  }
  const errors: Array<Jsonc.ParseError> = []
  const value: unknown = Jsonc.parse(text, errors, { allowTrailingComma: true, disallowComments: false })
  const first = errors[0]
  if (first !== undefined) {
    const line = text.slice(0, first.offset).split("\n").length
    problems.push({ path, detail: `line ${line}: ${Jsonc.printParseErrorCode(first.error)}` })
  }
  return value
}

/** No configuration that people write comes near it; the parser and all who read its value go down by calls. */
const DEEPEST_NESTING = 200

/** Can such a text be parsed without running out of stack? */
export const isReadable = (text: string): boolean => nesting(text) <= DEEPEST_NESTING

/** How deep the brackets of a text are nested, strings and comments left out. */
const nesting = (text: string): number => {
  const scanner = Jsonc.createScanner(text, true)
  let depth = 0
  let most = 0
  // A bracket is known by its text: the parser's names of tokens are constants that only its own build sees.
  for (scanner.scan(); scanner.getTokenOffset() < text.length; scanner.scan()) {
    const first = text[scanner.getTokenOffset()]
    if (first === "{" || first === "[") depth++
    else if (first === "}" || first === "]") depth--
    if (most < depth) most = depth
  }
  return most
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const strings = (value: unknown): ReadonlyArray<string> =>
  Array.isArray(value) ? value.filter((it): it is string => typeof it === "string") : []

/**
 * Reads configs on demand and remembers them.
 *
 * @param packageFolder Where a package of the repository lies, for `extends` that name one.
 */
export const makeConfigs = (
  project: Project,
  problems: Array<ConfigProblem>,
  packageFolder: (name: string) => string | undefined,
): Configs => {
  const loaded = new Map<string, Config | undefined>()
  const governing = new Map<string, ReadonlyArray<Config>>()

  const extended = (from: string, specifier: string): string | undefined => {
    const folder = folderOf(from)
    if (specifier.startsWith(".") || specifier.startsWith("/")) {
      const path = specifier.startsWith("/") ? join("", specifier.slice(1)) : join(folder, specifier)
      if (path === undefined) return undefined
      return [path, `${path}.json`, inside(path, "tsconfig.json")].find((it) => project.has(it))
    }
    const segments = specifier.split("/")
    const length = specifier.startsWith("@") ? 2 : 1
    const root = packageFolder(segments.slice(0, length).join("/"))
    if (root === undefined) return undefined
    const rest = segments.slice(length).join("/")
    const candidates = rest === ""
      ? [inside(root, "tsconfig.json")]
      : [inside(root, rest), `${inside(root, rest)}.json`, inside(inside(root, rest), "tsconfig.json")]
    return candidates.find((it) => project.has(it))
  }

  const load = (path: string, depth: number): Config | undefined => {
    if (loaded.has(path)) return loaded.get(path)
    loaded.set(path, undefined) // a cycle of `extends` ends here
    const raw = readJsonc(project, path, problems)
    if (!isRecord(raw)) return undefined
    const folder = folderOf(path)
    let base: Config | undefined
    const parents = typeof raw["extends"] === "string" ? [raw["extends"]] : strings(raw["extends"])
    if (depth < DEEPEST) {
      for (const parent of parents) {
        const at = extended(path, parent)
        // A config of an installed package is no file of the repository, so its absence is no mistake.
        if (at === undefined && parent.startsWith(".")) {
          problems.push({ path, detail: `extends ${parent}, which is absent` })
        }
        const config = at === undefined ? undefined : load(at, depth + 1)
        if (config !== undefined) base = base === undefined ? config : merge(base, config)
      }
    }
    const options = isRecord(raw["compilerOptions"]) ? raw["compilerOptions"] : {}
    const place = (value: unknown): string | undefined =>
      typeof value === "string" ? join(folder, value.replace("${configDir}", ".")) : undefined
    const baseUrl = place(options["baseUrl"]) ?? base?.baseUrl
    const paths = isRecord(options["paths"]) ? options["paths"] : undefined
    const references = Array.isArray(raw["references"]) ? raw["references"] : []
    const config: Config = {
      path,
      baseUrl,
      aliases: paths === undefined ? base?.aliases : {
        patterns: new Map(
          Object.entries(paths).map(([pattern, targets]) => [
            pattern,
            strings(targets).map((it) => it.replace("${configDir}", ".")),
          ]),
        ),
        base: baseUrl ?? folder,
      },
      rootDirs: Array.isArray(options["rootDirs"])
        ? strings(options["rootDirs"]).flatMap((it) => place(it) ?? [])
        : base?.rootDirs ?? [],
      rootDir: place(options["rootDir"]) ?? base?.rootDir,
      outDir: place(options["outDir"]) ?? base?.outDir,
      conditions: Array.isArray(options["customConditions"])
        ? strings(options["customConditions"])
        : base?.conditions ?? [],
      references: references.flatMap((it) => {
        const to = isRecord(it) && typeof it["path"] === "string" ? join(folder, it["path"]) : undefined
        if (to === undefined) return []
        const at = [to, inside(to, "tsconfig.json")].find((each) => project.has(each))
        return at === undefined ? [] : [at]
      }),
    }
    loaded.set(path, config)
    return config
  }

  const withReferences = (root: Config): ReadonlyArray<Config> => {
    const all = [root]
    for (let at = 0; at < all.length && all.length < 64; at++) {
      for (const path of all[at]!.references) {
        const config = load(path, 0)
        if (config !== undefined && !all.includes(config)) all.push(config)
      }
    }
    return all
  }

  const of = (folder: string): ReadonlyArray<Config> => {
    const known = governing.get(folder)
    if (known !== undefined) return known
    let found: ReadonlyArray<Config> = []
    search: for (const at of upwards(folder)) {
      for (const name of NAMES) {
        const path = inside(at, name)
        if (!project.has(path)) continue
        const config = load(path, 0)
        if (config === undefined) continue
        found = withReferences(config)
        break search
      }
    }
    governing.set(folder, found)
    return found
  }

  return { of }
}

/** Two bases of one config: the later one decides. */
const merge = (first: Config, second: Config): Config => ({
  path: second.path,
  baseUrl: second.baseUrl ?? first.baseUrl,
  aliases: second.aliases ?? first.aliases,
  rootDirs: second.rootDirs.length > 0 ? second.rootDirs : first.rootDirs,
  rootDir: second.rootDir ?? first.rootDir,
  outDir: second.outDir ?? first.outDir,
  conditions: second.conditions.length > 0 ? second.conditions : first.conditions,
  references: [],
})
