// The projects for which an oracle is made here, beside those that are handed out: where each is from, and what of it a
// compiler of Debian's takes. Sources are laid out below .corpora and never committed.

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { filesBelow } from "../corpus.ts"

export interface Made {
  /** Owner and name of the repository. */
  readonly repo: string
  readonly commit: string
  readonly licence: string
  readonly compiler: "mcs" | "kotlin"
  /** Paths that are left out of the checkout: too large for a snapshot of the repository. */
  readonly without?: ReadonlyArray<string>
  /** Projects whose sources stand in for a dependency. */
  readonly needs?: ReadonlyArray<string>
  /** Only measured: nobody reads its differences to mend something. */
  readonly isHeldOut?: boolean
  /**
   * What the maker is told behind its first two arguments, the checkout and the folder of the tables.
   *
   * @param root The checkout.
   * @param other The checkout of a project that it needs.
   */
  readonly sources: (root: string, other: (name: string) => string) => ReadonlyArray<string>
}

const FRAMEWORK =
  "-r:System.Core,System.Data,System.Xml,System.Xml.Linq,System.Runtime.Serialization,System.Numerics," +
  "System.ComponentModel.DataAnnotations"
const KOTLIN = "/usr/share/kotlin/kotlinc/lib"

const mcs = (defines: ReadonlyArray<string>, ...sources: ReadonlyArray<string>): ReadonlyArray<string> => [
  "-langversion:latest",
  `-d:${["DEBUG", ...defines].join(";")}`,
  FRAMEWORK,
  ...sources,
]

/** The symbols of a project file's first framework, without those that need a package. */
const definesOf = (project: string, without: ReadonlyArray<string>): ReadonlyArray<string> => {
  const all = /<DefineConstants>(HAVE_[^<]*)</.exec(readFileSync(project, "utf8"))?.[1] ?? ""
  return all.split(";").filter((symbol) => /^\w+$/.test(symbol) && !without.includes(symbol))
}

const okio = (root: string): ReadonlyArray<string> => [`${root}/okio/src/main`, `${root}/okio/jvm/src/main`]

export const MADE: Readonly<Record<string, Made>> = {
  dapper: {
    repo: "DapperLib/Dapper",
    commit: "e15cb95d924f80c2914f1f9e389c6599bdda61d2",
    licence: "Apache-2.0",
    compiler: "mcs",
    sources: (root) => mcs([], `-recurse:${root}/Dapper/*.cs`),
  },
  newtonsoft: {
    repo: "JamesNK/Newtonsoft.Json",
    commit: "b529abba7c71ee165ff5b60debf0ecbc7a3efcc1",
    licence: "MIT",
    compiler: "mcs",
    without: ["Src/Newtonsoft.Json.Tests/large.json"],
    sources: (root) =>
      mcs(
        definesOf(join(root, "Src/Newtonsoft.Json/Newtonsoft.Json.csproj"), [
          "HAVE_ENTITY_FRAMEWORK",
          "HAVE_FSHARP_TYPES",
          "HAVE_IMMUTABLE_COLLECTIONS",
        ]),
        `-recurse:${root}/Src/Newtonsoft.Json/*.cs`,
      ),
  },
  commandline: {
    repo: "commandlineparser/commandline",
    commit: "4d69a3898b84c821161b2db948075cd9e162832c",
    licence: "MIT",
    compiler: "mcs",
    // one file needs a package for F#, and the symbol leaves out what would call it
    sources: (root) => {
      const folder = join(root, "src/CommandLine")
      const sources = filesBelow(folder).filter((path) => path.endsWith(".cs") && !path.includes("FSharp"))
      return mcs(["SKIP_FSHARP"], ...sources.map((path) => join(folder, path)))
    },
  },
  fluentvalidation: {
    repo: "FluentValidation/FluentValidation",
    commit: "234c040793cee256c3c98efd99f54cecc9e8ee82",
    licence: "Apache-2.0",
    compiler: "mcs",
    sources: (root) => mcs([], `-recurse:${root}/src/FluentValidation/*.cs`, `${root}/src/CommonAssemblyInfo.cs`),
  },
  polly: {
    repo: "App-vNext/Polly",
    commit: "e41321d03c3b2ce8e2d2a506f4a6a2dc1ab504e4",
    licence: "BSD-3-Clause",
    compiler: "mcs",
    isHeldOut: true,
    sources: (root) => mcs([], `-recurse:${root}/src/Polly.Shared/*.cs`),
  },
  clikt: {
    repo: "ajalt/clikt",
    commit: "15c77072e857f31ce3b258e88a0eb4f3d9a36e34",
    licence: "Apache-2.0",
    compiler: "kotlin",
    sources: (root) => [`${KOTLIN}/kotlin-stdlib.jar`, `${root}/clikt/src/main`],
  },
  kotlinpoet: {
    repo: "square/kotlinpoet",
    commit: "a4abd4bdf7ecbeedfdda6dbf6f33eb0ece102237",
    licence: "Apache-2.0",
    compiler: "kotlin",
    sources: (root) => [`${KOTLIN}/kotlin-stdlib.jar:${KOTLIN}/kotlin-reflect.jar`, `${root}/src/main`],
  },
  okio: {
    repo: "square/okio",
    commit: "e906faf9b6bdca38a90f96c34db22e8978e114cf",
    licence: "Apache-2.0",
    compiler: "kotlin",
    sources: (root) => [`${KOTLIN}/kotlin-stdlib.jar`, ...okio(root)],
  },
  leakcanary: {
    repo: "square/leakcanary",
    commit: "49510378fa14e14e110985da4cab838facbf4864",
    licence: "Apache-2.0",
    compiler: "kotlin",
    without: ["docs", "assets", "*.hprof"],
    needs: ["okio"],
    sources: (root, other) => [
      `${KOTLIN}/kotlin-stdlib.jar`,
      ...["shark", "shark-graph", "shark-hprof", "shark-log", "shark-android"].map((it) => `${root}/${it}/src/main`),
      ...okio(other("okio")),
    ],
  },
  koin: {
    repo: "InsertKoinIO/koin",
    commit: "12e06086e557cf5d33e5e5e3c7bc52c797515bf1",
    licence: "Apache-2.0",
    compiler: "kotlin",
    isHeldOut: true,
    without: ["koin-projects/ktlint"],
    sources: (root) => [`${KOTLIN}/kotlin-stdlib.jar`, `${root}/koin-projects/koin-core/src/main`],
  },
}
