// The projects for which an oracle is made here, beside those that are handed out: where each is from, and what of it a
// compiler takes. Sources are laid out below .corpora and never committed.

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { filesBelow } from "../corpus.ts"

export interface Made {
  /** Owner and name of the repository. */
  readonly repo: string
  readonly commit: string
  readonly licence: string
  readonly compiler: "mcs" | "kotlin" | "go" | "javac" | "typescript" | "pyright"
  /** Paths that are left out of the checkout: too large for a snapshot of the repository. */
  readonly without?: ReadonlyArray<string>
  /** Projects whose sources stand in for a dependency. */
  readonly needs?: ReadonlyArray<string>
  /**
   * Folders of Java's source that stand beside Kotlin's: what it calls is read from class files, so that all of the
   * project has to compile.
   */
  readonly java?: ReadonlyArray<string>
  /** Java's sources by path for what the project names of a package that is not at hand and that runs nothing. */
  readonly stubs?: Readonly<Record<string, string>>
  /** Only measured: nobody reads its differences to mend something. */
  readonly isHeldOut?: boolean
  /**
   * What the maker is told behind its first two arguments, the checkout and the folder of the tables: what is judged of
   * it (javac: folders; typescript: flags; pyright: a regular expression; go takes all).
   *
   * @param root The checkout.
   * @param other The checkout of a project that it needs.
   */
  readonly sources: (root: string, other: (name: string) => string) => ReadonlyArray<string>
}

const FRAMEWORK =
  "-r:System.Core,System.Data,System.Xml,System.Xml.Linq,System.Runtime.Serialization,System.Numerics," +
  "System.ComponentModel.DataAnnotations,Microsoft.CSharp"
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

/** All of a module: its maker finds the packages itself. */
const all = (): ReadonlyArray<string> => []

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
    sources: (root) => mcs([], `-recurse:${root}/src/Polly.Shared/*.cs`),
  },
  serilog: {
    repo: "serilog/serilog",
    commit: "cf9e8baac6b7fff2c8604dc018fd6dc1e8ebeadb",
    licence: "Apache-2.0",
    compiler: "mcs",
    isHeldOut: true,
    without: ["*.exe"],
    sources: (root) => mcs(["REMOTING", "HASHTABLE"], `-recurse:${root}/src/Serilog/*.cs`),
  },
  automapper: {
    repo: "AutoMapper/AutoMapper",
    commit: "edece9e285dcc7a4b26abae9b4972b2538d59f78",
    licence: "MIT",
    compiler: "mcs",
    isHeldOut: true,
    without: ["*.exe"],
    sources: (root) => mcs([], `-recurse:${root}/src/AutoMapper/*.cs`),
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
    java: ["samples/src/main/java"],
    stubs: {
      "org/codehaus/mojo/animal_sniffer/IgnoreJRERequirement.java":
        "package org.codehaus.mojo.animal_sniffer; public @interface IgnoreJRERequirement {}",
    },
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
  bbolt: {
    repo: "etcd-io/bbolt",
    commit: "10c954b278eae6155881d1545a64673f93157549",
    licence: "MIT",
    compiler: "go",
    sources: all,
  },
  chi: {
    repo: "go-chi/chi",
    commit: "71307f9b7e4e9527638bc951c42b782cd1560331",
    licence: "MIT",
    compiler: "go",
    sources: all,
  },
  cobra: {
    repo: "spf13/cobra",
    commit: "adbc8813901bba65827259daa8e22ff94ec1f30e",
    licence: "Apache-2.0",
    compiler: "go",
    sources: all,
  },
  "golang-lru": {
    repo: "hashicorp/golang-lru",
    commit: "d8515860cebc7b25ff2d29fada3f10a43611c28b",
    licence: "MPL-2.0",
    compiler: "go",
    sources: all,
  },
  logrus: {
    repo: "sirupsen/logrus",
    commit: "d40e25cd45ed9c6b2b66e6b97573a0413e4c23bd",
    licence: "MIT",
    compiler: "go",
    isHeldOut: true,
    sources: all,
  },
  mux: {
    repo: "gorilla/mux",
    commit: "b4617d0b9670ad14039b2739167fd35a60f557c5",
    licence: "BSD-3-Clause",
    compiler: "go",
    isHeldOut: true,
    sources: all,
  },
  "commons-csv": {
    repo: "apache/commons-csv",
    commit: "e14ef86d34211f9d1b9b6040c5f6dbafc93ba907",
    licence: "Apache-2.0",
    compiler: "javac",
    without: ["src/test/resources"],
    sources: () => ["src/main/java"],
  },
  jsoup: {
    repo: "jhy/jsoup",
    commit: "9a059f4be554afaf791ddeb4a2fb7ebba0d6c9cb",
    licence: "MIT",
    compiler: "javac",
    sources: () => ["src/main/java"],
  },
  vavr: {
    repo: "vavr-io/vavr",
    commit: "3ee4630cb24d306c1c5cef12962659e81239c720",
    licence: "Apache-2.0",
    compiler: "javac",
    sources: () => [
      "vavr/src/main/java",
      "vavr/src-gen/main/java",
      "vavr-match/src/main/java",
      "vavr-match-processor/src/main/java",
      "vavr-test/src/main/java",
      "vavr-test/src-gen/main/java",
    ],
  },
  "commons-lang": {
    repo: "apache/commons-lang",
    commit: "598dfc163b8b410fb3bb8794521206ec8dcec82a",
    licence: "Apache-2.0",
    compiler: "javac",
    isHeldOut: true,
    sources: () => ["src/main/java"],
  },
  eslint: {
    repo: "eslint/eslint",
    commit: "c27bc926e496985eb7911c09eb60914b2e4b5d0f",
    licence: "MIT",
    compiler: "typescript",
    sources: () => ["--include", "^lib/", "--exclude", "^lib/rules/"],
  },
  express: {
    repo: "expressjs/express",
    commit: "a3714473feb3d2908add734d340e7755fd85e0a3",
    licence: "MIT",
    compiler: "typescript",
    sources: () => ["--include", "^lib/"],
  },
  webpack: {
    repo: "webpack/webpack",
    commit: "bc3e930f75e3f6ecbdf193a0dedf6067ea3a286b",
    licence: "MIT",
    compiler: "typescript",
    without: ["test/configCases/source-map/extract-source-map/lock-files"],
    sources: () => ["--include", "^lib/"],
  },
  trpc: {
    repo: "trpc/trpc",
    commit: "340811ba5320637fbaf48fccf3dbfdd258bd34db",
    licence: "MIT",
    compiler: "typescript",
    sources: () => [
      "--include",
      "^packages/(server|client)/src",
      "--exclude",
      "test",
      "--paths",
      JSON.stringify({ "@trpc/server": ["packages/server/src"], "@trpc/server/*": ["packages/server/src/*"] }),
    ],
  },
  typeorm: {
    repo: "typeorm/typeorm",
    commit: "281bfba42a5813b106bcf5ba79bc7f7251bd1e73",
    licence: "MIT",
    compiler: "typescript",
    sources: () => ["--include", "^src/"],
  },
  zod: {
    repo: "colinhacks/zod",
    commit: "e516c3baf22615e20934116abebfed6c000222c2",
    licence: "MIT",
    compiler: "typescript",
    sources: () => ["--include", "^packages/zod/src/v4/(core|classic|mini)", "--exclude", "test"],
  },
  fastify: {
    repo: "fastify/fastify",
    commit: "83e69762aff047940b376fc2a266d143499ef727",
    licence: "MIT",
    compiler: "typescript",
    isHeldOut: true,
    sources: () => ["--include", "^(lib/|fastify.js)"],
  },
  vue: {
    repo: "vuejs/core",
    commit: "e2bede96134f757aad5c5b33ac9be055022dbfc8",
    licence: "MIT",
    compiler: "typescript",
    isHeldOut: true,
    sources: () => ["--include", "^packages/[^/]+/src/", "--exclude", "__tests__", "--tsconfig", "tsconfig.json"],
  },
  httpx: {
    repo: "encode/httpx",
    commit: "ae1b9f66238f75ced3ced5e4485408435de10768",
    licence: "BSD-3-Clause",
    compiler: "pyright",
    sources: () => ["^httpx/"],
  },
  jinja: {
    repo: "pallets/jinja",
    commit: "5ef70112a1ff19c05324ff889dd30405b1002044",
    licence: "BSD-3-Clause",
    compiler: "pyright",
    sources: () => ["^src/"],
  },
  rich: {
    repo: "Textualize/rich",
    commit: "42899d8a0a96b121a514516f4be9db44ff7aeaf3",
    licence: "MIT",
    compiler: "pyright",
    isHeldOut: true,
    sources: () => ["^rich/"],
  },
}
