// Folders that are left out where no git rules say what belongs to a project: what tools install, generate or cache.
// A name that people also give to their own sources needs a witness beside or inside it.

/** Our own: no part of any repository, so that a second run reports what the first did. */
export const OWN = ".portolan"

/** Left out by name alone. */
const ALWAYS: ReadonlySet<string> = new Set([
  ".git",
  ".hg",
  ".svn",
  ".jj",
  "node_modules",
  "bower_components",
  "jspm_packages",
  "site-packages",
  "__pycache__",
  "__pypackages__",
  ".venv",
  ".tox",
  ".nox",
  ".eggs",
  ".mypy_cache",
  ".pytest_cache",
  ".ruff_cache",
  ".ipynb_checkpoints",
  ".next",
  ".nuxt",
  ".output",
  ".svelte-kit",
  ".astro",
  ".angular",
  ".turbo",
  ".parcel-cache",
  ".vite",
  ".yarn",
  ".pnpm-store",
  ".nyc_output",
  ".cache",
  ".gradle",
  ".idea",
  ".vs",
  ".bundle",
  ".terraform",
  ".dart_tool",
  ".build",
  "DerivedData",
  "Pods",
  "Carthage",
  "elm-stuff",
  "dist",
  "coverage",
])

/** Left out when the folder around it holds one of these files. */
const BESIDE: Readonly<Record<string, ReadonlyArray<string>>> = {
  build: ["package.json", "pyproject.toml", "setup.py", "build.gradle", "build.gradle.kts", "CMakeLists.txt"],
  out: ["package.json", "tsconfig.json", "foundry.toml"],
  target: ["Cargo.toml", "pom.xml", "build.sbt"],
  bin: ["project.assets.json"],
  obj: ["project.assets.json"],
  vendor: ["go.mod", "composer.json", "Gemfile"],
  deps: ["mix.exs"],
  _build: ["mix.exs", "dune-project"],
}

/** Left out when it holds one of these files itself: a virtual environment, a cache that says so, a build's folder. */
const INSIDE: Readonly<Record<string, string>> = {
  "pyvenv.cfg": "a virtual environment",
  "CACHEDIR.TAG": "a cache",
  "CMakeCache.txt": "a build folder",
}

/** What package managers fill, and nobody writes into by hand. */
const INSTALLED: ReadonlySet<string> = new Set([
  "node_modules",
  "bower_components",
  "jspm_packages",
  "site-packages",
  "__pycache__",
])

export const INSTALLED_REASON = "installed, and not tracked by git"

/** The outermost installed folder that `path` lies in, with `/` at its end; undefined where it lies in none. */
export const installedAround = (path: string): string | undefined => {
  let start = 0
  for (let end = path.indexOf("/"); end !== -1; end = path.indexOf("/", start)) {
    if (INSTALLED.has(path.slice(start, end))) return path.slice(0, end + 1)
    start = end + 1
  }
  return undefined
}

/** Why a folder named `name`, among entries named `beside`, is left out; undefined where it is not. */
export const byName = (name: string, beside: ReadonlySet<string>): string | undefined => {
  if (ALWAYS.has(name)) return "installed, generated or cached"
  // a folder may have any name, also one that every object has a member of
  const witness = Object.hasOwn(BESIDE, name) ? BESIDE[name]!.find((it) => beside.has(it)) : undefined
  return witness === undefined ? undefined : `generated or installed by what ${witness} describes`
}

/** Why a folder that holds entries named `inside` is left out; undefined where it is not. */
export const byContent = (inside: ReadonlySet<string>): string | undefined => {
  for (const witness in INSIDE) if (inside.has(witness)) return INSIDE[witness]
  return undefined
}
