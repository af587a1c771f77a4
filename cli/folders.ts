// Paths as the user typed them. `npm start` runs us in another folder than the one the user stands in, and says which.

import { isAbsolute, resolve } from "node:path"
import process from "node:process"

/** The folder that the user stands in. */
export const here = (): string => {
  const typedIn = process.env["INIT_CWD"]
  return typedIn !== undefined && process.env["npm_lifecycle_event"] === "start" && isAbsolute(typedIn)
    ? typedIn
    : process.cwd()
}

/** An absolute path for what was typed; the folder the user stands in for nothing. */
export const typed = (path: string | undefined): string => resolve(here(), path ?? ".")
