// The one folder outside repositories that belongs to us: registry, settings, and snapshots of repositories that cannot
// be written to. `PORTOLAN_HOME` names it, else it is `.portolan` in the user's home folder.

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Environment } from "../machine/environment.ts"
import * as HomePath from "./home_path.ts"

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
