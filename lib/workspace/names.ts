// What our files are called, in a repository and under the home folder.

/** The folder of ours in a repository. */
export const FOLDER = ".portolan"
export const SNAPSHOT = "graph.snapshot"
/** State of the files that a snapshot was made from. */
export const SOURCES = "sources.json"
/** Keeps git away from all that lies in our folder. */
export const IGNORE = ".gitignore"

/** Folders under the home folder: facts of files that were read before, and what runs that are under way note. */
export const FACTS = "facts"
export const RUNNING = "running"

/** What a file is called until it is whole. */
export const isTemporary = (name: string): boolean => name.startsWith(".") && name.endsWith(".tmp")

/** A younger one may belong to a run that is alive; in milliseconds. */
export const LEFT_OVER_MS = 600_000
