// Where a module specifier leads, by TypeScript's own rules and Node's for packages: one resolver for imports,
// re-exports, dynamic imports and `require` alike. The file list decides; nothing is read from disk, installed packages
// are external.

import type {
  ConfigProblem,
  Loading,
  ModuleResolver,
  ModuleTarget,
  Project,
  SharedProgram,
} from "../../syntax/language.ts"
import { type Config, isRecord, makeConfigs, readJsonc } from "./configs.ts"
import { type Finder, makeFinder } from "./files.ts"
import { type Asked, makePackages, type Manifest, sourcesOf, targetsOf } from "./packages.ts"
import { folderOf, join } from "../../text/path.ts"
import { bestPattern, inside, upwards } from "./patterns.ts"
import { PLATFORM_MODULES } from "./policy.ts"

/** Configuration files that `makeModules` asks for, by base name. */
export const CONFIG_FILES: ReadonlyArray<RegExp> = [
  /^[tj]sconfig(\..+)?\.json$/,
  /^package\.json$/,
  /^deno\.jsonc?$/,
  /^.*tsconfig.*\.json$/,
]

const files = (path: string): ModuleTarget => ({ _tag: "files", paths: [path] })
const external = (name: string): ModuleTarget => ({ _tag: "external", package: name })
const unresolved = (reason: string): ModuleTarget => ({ _tag: "unresolved", reason })

export const makeModules = (project: Project): ModuleResolver => {
  const problems: Array<ConfigProblem> = []
  const packages = makePackages(project, problems)
  const finder = makeFinder(project, packages)
  const configs = makeConfigs(project, problems, (name) => packages.byName(name)?.folder)
  const importMaps = new Map<string, Readonly<Record<string, unknown>> | undefined>()
  const cache = new Map<string, ModuleTarget>()

  const resolve = (from: string, specifier: string, loading: Loading = "import"): ModuleTarget => {
    const folder = folderOf(from)
    const key = `${folder}\0${specifier}\0${loading}`
    const known = cache.get(key)
    if (known !== undefined) return known
    const target = search(folder, specifier, loading)
    cache.set(key, target)
    return target
  }

  const search = (folder: string, specifier: string, loading: Loading): ModuleTarget => {
    if (specifier === "") return unresolved("empty specifier")
    const direct = lookUp(folder, specifier, loading)
    if (direct._tag === "files") return direct
    // Bundlers let a query follow the path (`./icon.svg?raw`).
    const query = specifier.indexOf("?")
    return query > 0 ? lookUp(folder, specifier.slice(0, query), loading) : direct
  }

  const lookUp = (folder: string, specifier: string, loading: Loading): ModuleTarget => {
    if (/^\.\.?(\/|$)/.test(specifier)) return relative(folder, specifier)
    if (specifier.startsWith("/")) {
      const found = finder.find(join("", specifier.slice(1)) ?? "")
      return found === undefined ? unresolved("no such file") : files(found)
    }
    if (specifier.startsWith("#")) {
      const own = ownImports(folder, specifier, loading)
      if (own !== undefined) return own
    }
    const alias = aliased(configs.of(folder), specifier, finder) ?? mapped(folder, specifier)
    if (alias !== undefined) return files(alias)
    const scheme = /^([a-z][a-z+.-]*):(.*)$/.exec(specifier)
    if (scheme !== null) return external(scheme[1] === "npm" || scheme[1] === "jsr" ? bareName(scheme[2]!) : specifier)
    const name = packageName(specifier)
    const local = packaged(folder, name, specifier, loading)
    if (local !== undefined) return local
    if (PLATFORM_MODULES.has(name)) return external(`node:${name}`)
    const outer = fromOuterConfigs(folder, specifier)
    if (outer !== undefined) return files(outer)
    // Without any manifest above it a bare name cannot be an installed package: scripts and pages load their siblings.
    if (packages.nearest(folder) === undefined) {
      const sibling = finder.find(join(folder, specifier) ?? "")
      if (sibling !== undefined) return files(sibling)
    }
    return specifier.startsWith("#") ? unresolved("no such import in package.json") : external(name)
  }

  const relative = (folder: string, specifier: string): ModuleTarget => {
    const path = join(folder, specifier)
    if (path === undefined) return unresolved("outside the repository")
    const found = (specifier.endsWith("/") ? undefined : finder.file(path)) ?? finder.find(path)
    if (found !== undefined) return files(found)
    for (const config of configs.of(folder)) {
      const root = config.rootDirs.find((it) => it === "" || path === it || path.startsWith(`${it}/`))
      if (root === undefined) continue
      const rest = root === "" ? path : path.slice(root.length + 1)
      for (const other of config.rootDirs) {
        const moved = finder.find(inside(other, rest))
        if (moved !== undefined) return files(moved)
      }
    }
    const owner = packages.nearest(folder)
    const source = owner === undefined ? undefined : sourceOf(owner, path)
    return source === undefined ? unresolved("no such file") : files(source)
  }

  /** A path into a build output that is not there leads to the source it is built from. */
  const sourceOf = (owner: Manifest, path: string): string | undefined => {
    const prefix = owner.folder === "" ? "" : `${owner.folder}/`
    if (!path.startsWith(prefix)) return undefined
    const inner = path.slice(prefix.length)
    for (const config of configs.of(owner.folder)) {
      if (config.outDir === undefined || config.outDir === "" || !path.startsWith(`${config.outDir}/`)) continue
      const rest = path.slice(config.outDir.length + 1).replace(/(\.d)?\.[cm]?[jt]sx?$/, "")
      const roots = config.rootDir === undefined ? [inside(owner.folder, "src"), owner.folder] : [config.rootDir]
      for (const root of roots) {
        const found = finder.find(inside(root, rest))
        if (found !== undefined) return found
      }
    }
    for (const guess of sourcesOf(inner)) {
      const found = finder.file(inside(owner.folder, guess))
      if (found !== undefined && found !== path) return found
    }
    return undefined
  }

  const ownImports = (folder: string, specifier: string, loading: Loading): ModuleTarget | undefined => {
    const owner = packages.nearest(folder)
    if (owner?.imports === undefined) return undefined
    for (const target of targetsOf(owner.imports, specifier, askedBy(folder, loading)).flat()) {
      if (!target.startsWith(".")) return lookUp(folder, target, loading)
      const path = join(owner.folder, target)
      const found = path === undefined ? undefined : finder.file(path) ?? sourceOf(owner, path)
      if (found !== undefined) return files(found)
    }
    return undefined
  }

  const askedBy = (folder: string, loading: Loading): Asked => ({
    loading,
    conditions: configs.of(folder)[0]?.conditions ?? [],
  })

  /** A package of the repository itself: the own one, one of the workspace. */
  const packaged = (
    folder: string,
    name: string,
    specifier: string,
    loading: Loading,
  ): ModuleTarget | undefined => {
    const own = packages.nearest(folder)
    const manifest = own?.name === name ? own : packages.byName(name)
    if (manifest === undefined) return undefined
    const rest = specifier.slice(name.length + 1)
    const found = entryOf(manifest, rest, askedBy(folder, loading))
    return found === undefined ? unresolved(`package ${name} of this repository has no such entry`) : files(found)
  }

  const entryOf = (manifest: Manifest, rest: string, asked: Asked): string | undefined => {
    const subpath = rest === "" ? "." : `./${rest}`
    const lists = manifest.exports === undefined
      ? [rest === "" ? manifest.entries : [rest]]
      : targetsOf(manifest.exports, subpath, asked)
    for (const targets of lists) {
      const paths = targets.flatMap((target) => join(manifest.folder, target) ?? [])
      for (const path of paths) {
        const found = finder.file(path) ?? (manifest.exports === undefined ? finder.find(path) : undefined)
        if (found !== undefined) return found
      }
      for (const path of paths) {
        const source = sourceOf(manifest, path)
        if (source !== undefined) return source
      }
    }
    if (rest === "") {
      for (const guess of ["src/index", "src/main", "src/mod", "index", "mod", "lib/index", "src/lib/index"]) {
        const found = finder.file(inside(manifest.folder, guess))
        if (found !== undefined) return found
      }
      return undefined
    }
    return finder.find(inside(manifest.folder, rest)) ?? finder.find(inside(manifest.folder, `src/${rest}`))
  }

  /** `imports` of the nearest deno.json, exact or by a prefix that ends in `/`. */
  const mapped = (folder: string, specifier: string): string | undefined => {
    for (const at of upwards(folder)) {
      let imports = importMaps.get(at)
      if (!importMaps.has(at)) {
        const path = [inside(at, "deno.json"), inside(at, "deno.jsonc")].find((it) => project.has(it))
        const raw = path === undefined ? undefined : readJsonc(project, path, problems)
        imports = isRecord(raw) && isRecord(raw["imports"]) ? raw["imports"] : undefined
        importMaps.set(at, imports)
      }
      if (imports === undefined) continue
      const exact = imports[specifier]
      const prefix = exact === undefined
        ? Object.keys(imports).filter((it) => it.endsWith("/") && specifier.startsWith(it)).sort((a, b) =>
          b.length - a.length
        )[0]
        : undefined
      const target = exact ??
        (prefix === undefined ? undefined : `${String(imports[prefix])}${specifier.slice(prefix.length)}`)
      if (typeof target !== "string" || !/^\.?\.?\//.test(target)) return undefined
      const path = join(at, target)
      return path === undefined ? undefined : finder.find(path)
    }
    return undefined
  }

  /**
   * A config of the repository's root often carries the aliases that a bundler reads, while the nearest one is narrower:
   * the outer ones are asked last, and for their patterns only.
   */
  const fromOuterConfigs = (folder: string, specifier: string): string | undefined => {
    let seen = configs.of(folder)
    for (const at of upwards(folder)) {
      const outer = configs.of(at)
      if (outer === seen || outer.length === 0) continue
      seen = outer
      const found = aliased(outer.map((it) => ({ ...it, baseUrl: undefined })), specifier, finder)
      if (found !== undefined) return found
    }
    return undefined
  }

  /** `a.js` → `a.d.ts`, where that is there. */
  const declarations = (path: string): string | undefined => {
    const beside = path.replace(/\.([cm]?)jsx?$/, ".d.$1ts")
    return beside !== path && project.has(beside) ? beside : undefined
  }

  const governs = new Set<string>()
  for (const path of project.paths) {
    if (/(^|\/)([tj]sconfig|package)\.json$/.test(path)) governs.add(folderOf(path))
  }

  /** The nearest folder with a configuration or manifest; what a package or an ending makes a module shares nothing. */
  const program = (path: string): SharedProgram => {
    const folder = folderOf(path)
    return {
      name: upwards(folder).find((it) => governs.has(it)) ?? "",
      isModule: /\.[cm][jt]s$/.test(path) || (/\.jsx?$/.test(path) && packages.nearest(folder)?.type === "module"),
    }
  }

  return { resolve, program, declarations, problems }
}

/** `paths` and `baseUrl` of the first config that leads to a file. */
const aliased = (governing: ReadonlyArray<Config>, specifier: string, finder: Finder): string | undefined => {
  for (const config of governing) {
    const aliases = config.aliases
    const best = aliases === undefined ? undefined : bestPattern(aliases.patterns.keys(), specifier)
    if (aliases !== undefined && best !== undefined) {
      for (const target of aliases.patterns.get(best.pattern)!) {
        const path = join(aliases.base, target.replace("*", best.star))
        const found = path === undefined ? undefined : finder.find(path)
        if (found !== undefined) return found
      }
    }
    if (config.baseUrl !== undefined) {
      const path = join(config.baseUrl, specifier)
      const found = path === undefined ? undefined : finder.find(path)
      if (found !== undefined) return found
    }
  }
  return undefined
}

/** `@scope/name/sub` → `@scope/name`. */
const packageName = (specifier: string): string => {
  const parts = specifier.split("/")
  return specifier.startsWith("@") ? parts.slice(0, 2).join("/") : parts[0]!
}

/** `/react@18.2.0/jsx-runtime` → `react`. */
const bareName = (specifier: string): string => packageName(specifier.replace(/^\//, "")).replace(/(.)@[^/]*$/, "$1")
