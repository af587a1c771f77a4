// The services of the running machine, for commands that ask the list of repositories or run tools.

import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { machine } from "../lib/platform/machine.ts"
import * as Served from "../lib/serve/services.ts"
import type { Typed } from "../lib/workspace/config.ts"
import * as Policy from "../lib/workspace/policy.ts"
import * as Repos from "../lib/workspace/repos.ts"
import * as Settings from "../lib/workspace/settings.ts"
import type { Exit } from "./command.ts"
import { complainOf } from "./complain.ts"

/** What commands may ask for. */
export type Services = Served.Services

/** Who types a path means it: what may be indexed on request is a bound on a server's clients. */
const own = Layer.succeed(Policy.Policy, { ...Policy.open, roots: ["/"] })

/** Services with the settings of the user's environment. */
const layer = Layer.provideMerge(Settings.Settings.layer, Layer.provide(Served.layer(machine), own))

/** A server's, built when first used: what is set and makes no sense fails it. */
export const server = (typed: Typed): ManagedRuntime.ManagedRuntime<Services, Served.NotStarted> =>
  ManagedRuntime.make(Served.server(machine, typed))

/** Runs what a command does; settings that make no sense end it with what is wrong with them. */
export const run = (effect: Effect.Effect<Exit, never, Services>): Effect.Effect<Exit> =>
  Effect.provide(effect, layer).pipe(Effect.catchAll((failure) => Effect.sync(() => complainOf(failure))))

/** The repositories that are indexed. */
export const listed = Effect.provide(Effect.flatMap(Repos.Repos, ({ list }) => list), layer)

/** The same for effects with declared failures. */
export const attempt = <E>(effect: Effect.Effect<Exit, E, Services>): Effect.Effect<Exit> =>
  run(Effect.catchAll(effect, (failure) => Effect.sync((): Exit => complainOf(failure))))
