// Which repository a call reaches, for each policy and each way of saying which is meant. The expectations are worked out
// from the rules by hand; tests/serve/policy_test.ts holds the server to every cell, scripts/docs.ts prints them.

/** What is indexed: two namesakes, one to be seen everywhere and one that no allow-list below names. */
export const REPOSITORIES = { web: "web", api: "a/api", otherApi: "b/api", vault: "vault" } as const

export type Repository = keyof typeof REPOSITORIES

/** A repository that answers, an error, or a server that does not start since a repository it is told of is not indexed. */
export type Outcome =
  | Repository
  | "NoneIndexed"
  | "RepoRequired"
  | "RepoNotFound"
  | "RepoAmbiguous"
  | "GroupNotFound"
  | "stops"

export interface PolicyColumn {
  readonly title: string
  readonly readOnly?: true
  readonly allowed?: ReadonlyArray<Repository>
  readonly default?: Repository
}

export const POLICIES: ReadonlyArray<PolicyColumn> = [
  { title: "nothing set" },
  { title: "read-only", readOnly: true },
  { title: "web allowed", allowed: ["web"] },
  { title: "web, a/api allowed", allowed: ["web", "api"] },
  { title: "both, default web", allowed: ["web", "api"], default: "web" },
  { title: "default web", default: "web" },
  { title: "read-only, web allowed", readOnly: true, allowed: ["web"] },
]

export interface SelectionRow {
  readonly title: string
  readonly indexed: "none" | "one" | "all"
  /** Where the server was started; elsewhere where nothing is said. */
  readonly inside?: Repository
  /** What the call says: text as it is, or a repository's path or long id. Nothing where it is left out. */
  readonly repo?: string | { readonly path: Repository } | { readonly longId: Repository }
  /** One for each policy. */
  readonly outcomes: ReadonlyArray<Outcome>
}

const everywhere = (outcome: Outcome): ReadonlyArray<Outcome> => POLICIES.map(() => outcome)

const hidden: ReadonlyArray<Outcome> = [
  "vault",
  "vault",
  "RepoNotFound",
  "RepoNotFound",
  "RepoNotFound",
  "vault",
  "RepoNotFound",
]

export const SELECTIONS: ReadonlyArray<SelectionRow> = [
  {
    title: "left out; none is indexed",
    indexed: "none",
    outcomes: ["NoneIndexed", "NoneIndexed", "stops", "stops", "stops", "stops", "stops"],
  },
  {
    title: "left out; web alone is indexed",
    indexed: "one",
    outcomes: ["web", "web", "web", "stops", "stops", "web", "web"],
  },
  {
    title: "left out; started elsewhere",
    indexed: "all",
    outcomes: ["RepoRequired", "RepoRequired", "web", "RepoRequired", "web", "web", "web"],
  },
  {
    title: "left out; started in a/api",
    indexed: "all",
    inside: "api",
    outcomes: ["api", "api", "web", "api", "web", "web", "web"],
  },
  {
    title: "left out; started in vault",
    indexed: "all",
    inside: "vault",
    outcomes: ["vault", "vault", "web", "RepoRequired", "web", "web", "web"],
  },
  { title: "`web`, a name", indexed: "all", repo: "web", outcomes: everywhere("web") },
  { title: "the path of web", indexed: "all", repo: { path: "web" }, outcomes: everywhere("web") },
  { title: "`we`, part of a name", indexed: "all", repo: "we", outcomes: everywhere("web") },
  {
    title: "`api`, the name of two",
    indexed: "all",
    repo: "api",
    outcomes: ["RepoAmbiguous", "RepoAmbiguous", "RepoNotFound", "api", "api", "RepoAmbiguous", "RepoNotFound"],
  },
  {
    title: "the id of b/api",
    indexed: "all",
    repo: { longId: "otherApi" },
    outcomes: ["otherApi", "otherApi", "RepoNotFound", "RepoNotFound", "RepoNotFound", "otherApi", "RepoNotFound"],
  },
  { title: "`vault`, a name", indexed: "all", repo: "vault", outcomes: hidden },
  { title: "the path of vault", indexed: "all", repo: { path: "vault" }, outcomes: hidden },
  { title: "`vau`, part of a name", indexed: "all", repo: "vau", outcomes: hidden },
  { title: "`ledger`, which there is not", indexed: "all", repo: "ledger", outcomes: everywhere("RepoNotFound") },
  {
    // Of groups a server that only reads says nothing.
    title: "`@web`, a group",
    indexed: "all",
    repo: "@web",
    outcomes: POLICIES.map(({ readOnly }) => readOnly === true ? "RepoNotFound" : "GroupNotFound"),
  },
]
