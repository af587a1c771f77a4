// The one folder outside repositories that belongs to us: registry, settings, and snapshots of repositories that cannot
// be written to. `PORTOLAN_HOME` names it, else it is `.portolan` in the user's home folder.

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Environment } from "../machine/environment.ts"
import { Files } from "../machine/files.ts"
import * as HomePath from "./home_path.ts"

/** The home folder's path below `root`, a real path; undefined where it lies elsewhere, or is that folder itself. */
export const within = (root: string): Effect.Effect<string | undefined, never, Home | Files> =>
  Effect.gen(function* () {
    const { folder } = yield* Home
    const real = yield* Effect.orElseSucceed((yield* Files).realPath(folder), () => folder)
    const path = real.replaceAll("\\", "/")
    const around = `${root.replaceAll("\\", "/")}/`
    return path.startsWith(around) ? path.slice(around.length) : undefined
  })

export class Home extends Context.Tag("workspace/Home")<Home, {
  /** Absolute path; the folder may not exist yet. */
  readonly folder: string
}>() {
  /** From the environment. */
  static readonly layer: Layer.Layer<Home, never, Environment> = Layer.effect(
    Home,
    Effect.map(Environment, (it) => ({ folder: HomePath.of(it) })),
  )

  /** A folder that the caller chose; a relative one counts from the working directory. */
  static readonly at = (folder: string): Layer.Layer<Home, never, Environment> =>
    Layer.effect(Home, Effect.map(Environment, (it) => ({ folder: HomePath.absolute(it, folder) })))
}
