// Folders that are left out where no git rules say what belongs to a project: what tools install, generate or cache.
// A name that people also give to their own sources needs a witness beside or inside it.

/** Our own: no part of any repository, so that a second run reports what the first did. */
export const OWN = ".portolan"

/** What tools that keep versions keep for themselves, and what we do: no part of a tree, and not worth a word. */
const NEVER: ReadonlySet<string> = new Set([OWN, ".git", ".hg", ".svn", ".jj", "CVS", "_darcs", ".fossil"])

export const isNever = (name: string): boolean => NEVER.has(name)

/** Left out by name alone. */
const ALWAYS: ReadonlySet<string> = new Set([
  "node_modules",
  "bower_components",
  "jspm_packages",
  "site-packages",
  "__pycache__",
  "__pypackages__",
  ".venv",
  ".direnv",
  ".pixi",
  ".tox",
  ".nox",
  ".eggs",
  ".mypy_cache",
  ".pytest_cache",
  ".ruff_cache",
  ".pytype",
  ".hypothesis",
  ".ipynb_checkpoints",
  ".next",
  ".nuxt",
  ".output",
  ".svelte-kit",
  ".astro",
  ".angular",
  ".docusaurus",
  ".expo",
  ".vercel",
  ".netlify",
  ".wrangler",
  ".serverless",
  ".aws-sam",
  ".turbo",
  ".nx",
  ".parcel-cache",
  ".vite",
  ".vitest-cache",
  ".sass-cache",
  ".jekyll-cache",
  ".yarn",
  ".pnpm-store",
  ".npm",
  ".nyc_output",
  ".cache",
  ".gradle",
  ".metals",
  ".bloop",
  ".stack-work",
  ".zig-cache",
  ".cxx",
  ".ccls-cache",
  ".idea",
  ".vs",
  ".vscode-test",
  ".bundle",
  ".terraform",
  ".dart_tool",
  ".build",
  ".swiftpm",
  "DerivedData",
  "elm-stuff",
])

/** Endings of names that a packager gives to what it writes. */
const ENDINGS: ReadonlyArray<string> = [".egg-info", ".dist-info"]

const SCRIPTS: ReadonlyArray<string> = ["package.json", "tsconfig.json", "deno.json", "deno.jsonc", "bower.json"]
const PACKAGING: ReadonlyArray<string> = ["pyproject.toml", "setup.py", "setup.cfg"]
const DOTNET: ReadonlyArray<string> = ["*.csproj", "*.fsproj", "*.vbproj"]

/** Left out when the folder around it holds one of these files; `*` stands for any beginning. */
const BESIDE: Readonly<Record<string, ReadonlyArray<string>>> = {
  dist: [...SCRIPTS, ...PACKAGING, "Makefile", "Gruntfile.js"],
  build: [
    ...SCRIPTS,
    ...PACKAGING,
    "build.gradle",
    "build.gradle.kts",
    "CMakeLists.txt",
    "meson.build",
    "pubspec.yaml",
  ],
  out: [...SCRIPTS, "foundry.toml"],
  target: ["Cargo.toml", "pom.xml", "build.sbt", "project.clj"],
  bin: DOTNET,
  obj: DOTNET,
  vendor: ["go.mod", "composer.json", "Gemfile"],
  deps: ["mix.exs"],
  _build: ["mix.exs", "dune-project", "rebar.config"],
  Pods: ["Podfile"],
  Carthage: ["Cartfile"],
  "dist-newstyle": ["*.cabal", "cabal.project"],
  "zig-out": ["build.zig"],
  "storybook-static": ["package.json"],
  _site: ["_config.yml"],
  htmlcov: PACKAGING,
}

/** Left out when it holds one of these itself: a virtual environment, a cache that says so, a build's folder. */
const INSIDE: Readonly<Record<string, string>> = {
  "pyvenv.cfg": "a virtual environment",
  "conda-meta": "a virtual environment",
  "CACHEDIR.TAG": "a cache",
  "CMakeCache.txt": "a build folder",
  "meson-private": "a build folder",
  "project.assets.json": "a build folder",
  "lcov-report": "a coverage report",
  "lcov.info": "a coverage report",
  "coverage-final.json": "a coverage report",
}

/** What every repository of git without a work tree has. */
const BARE: ReadonlyArray<string> = ["HEAD", "objects", "refs", "config"]

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
  if (ALWAYS.has(name) || ENDINGS.some((ending) => name.endsWith(ending))) return "installed, generated or cached"
  // a folder may have any name, also one that every object has a member of
  const witness = Object.hasOwn(BESIDE, name) ? BESIDE[name]!.find((it) => stands(it, beside)) : undefined
  return witness === undefined ? undefined : `generated or installed by what ${witness} describes`
}

const stands = (witness: string, beside: ReadonlySet<string>): boolean => {
  if (!witness.startsWith("*")) return beside.has(witness)
  for (const name of beside) if (name.endsWith(witness.slice(1))) return true
  return false
}

/** Why a folder that holds entries named `inside` is left out; undefined where it is not. */
export const byContent = (inside: ReadonlySet<string>): string | undefined => {
  for (const witness in INSIDE) if (inside.has(witness)) return INSIDE[witness]
  return BARE.every((name) => inside.has(name)) ? "a git repository without a work tree" : undefined
}
