// The process's surroundings, as node: modules tell them.

import { availableParallelism, homedir } from "node:os"
import process from "node:process"
import * as Layer from "effect/Layer"
import { Environment } from "../machine/environment.ts"
import { build } from "./build.ts"

/** An unset variable is undefined, an empty one too; a runtime that denies the question is as if it were unset. */
const variable = (name: string): string | undefined => stated(name) || undefined

const stated = (name: string): string | undefined => {
  try {
    return process.env[name]
  } catch {
    return undefined
  }
}

const names = (): ReadonlyArray<string> => {
  try {
    return Object.keys(process.env)
  } catch {
    return []
  }
}

/** Waits until it is done: what follows needs the room. */
const collect = (): void => {
  const { Bun: bun } = globalThis as { readonly Bun?: { readonly gc: (wait: boolean) => void } }
  bun?.gc(true)
}

/** With neither HOME nor a user's entry there is no home folder; the root stands in and the first write says so. */
const home = (): string => {
  try {
    return homedir() || "/"
  } catch {
    return "/"
  }
}

export const layer: Layer.Layer<Environment> = Layer.sync(Environment, () => ({
  variable,
  stated,
  names,
  home: home(),
  workingFolder: () => process.cwd(),
  processors: Math.max(1, availableParallelism()),
  build,
  collect,
}))
