// What our files are called, in a repository and under the home folder.

import type { Digest } from "../machine/digest.ts"

/** The folder of ours in a repository. */
export const FOLDER = ".portolan"
export const SNAPSHOT = "graph.snapshot"
/** State of the files that a snapshot was made from. */
export const SOURCES = "sources"
/** Held while another process makes the index of a repository. */
export const REFRESH_LOCK = "refresh.lock"
/** Tells a repository's branches apart in the names of files. */
export const branchKey = (name: string, { sha256 }: typeof Digest.Service): string =>
  sha256(new TextEncoder().encode(name)).slice(0, 16)
/** The index of a branch, and the state of the files that it was made from: `key` tells branches apart. */
export const branchSnapshot = (key: string): string => `${BRANCH}${key}.snapshot`
export const branchSources = (key: string): string => `${BRANCH}${key}.sources`
const BRANCH = "branch-"
/** Is a file called as a branch's snapshot is? */
export const isBranchSnapshot = (name: string): boolean => name.startsWith(BRANCH) && name.endsWith(".snapshot")
/** A snapshot that was replaced while others were told as what differs from it. */
export const keptBase = (sha256: string): string => `${BASE}${sha256.slice(0, 16)}.snapshot`
/** The same of the state of its files. */
export const keptSources = (sha256: string): string => `${BASE}${sha256.slice(0, 16)}.sources`
const BASE = "base-"
export const isKeptBase = (name: string): boolean => name.startsWith(BASE) && /\.(snapshot|sources)$/.test(name)
/** Keeps git away from all that lies in our folder. */
export const IGNORE = ".gitignore"

/** Folders under the home folder: facts of files that were read before, and what runs that are under way note. */
export const FACTS = "facts"
export const RUNNING = "running"
/** The same: native indexes of vectors. */
export const VECTORS = "vectors"
/** The same: vectors of texts that an embedder of the user's gave. */
export const EMBEDDINGS = "embeddings"
/** Folder under the home folder in which trees of commits are laid out while they are read. */
export const TREES = "trees"

/** What a file is called until it is whole. */
export const isTemporary = (name: string): boolean => name.startsWith(".") && name.endsWith(".tmp")

/** A younger one may belong to a run that is alive; in milliseconds. */
export const LEFT_OVER_MS = 600_000
