// What tools and the library's methods are answered from: the machine's ports, and over them the home folder, the list
// of indexed repositories and the open ones.

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ExtractionPool } from "../indexer/extraction.ts"
import { Digest } from "../machine/digest.ts"
import { Environment } from "../machine/environment.ts"
import type { Files } from "../machine/files.ts"
import type { RunGit } from "../machine/git.ts"
import type { Watching } from "../machine/watching.ts"
import { Analysis } from "../workspace/analysis.ts"
import * as Config from "../workspace/config.ts"
import * as Home from "../workspace/home.ts"
import { liveFrom, LiveUpdates } from "../workspace/live_updates.ts"
import * as Policy from "../workspace/policy.ts"
import { Refresh } from "../workspace/refresh.ts"
import * as Registry from "../workspace/registry.ts"
import * as Repos from "../workspace/repos.ts"
import * as Settings from "../workspace/settings.ts"

/** The ports that a runtime has to bring. */
export type Machine = Files | RunGit | Digest | Environment | ExtractionPool | Watching

export type Services = Machine | Home.Home | Registry.Registry | Repos.Repos | Analysis | Refresh

/**
 * All services over a machine.
 *
 * @param home The folder that belongs to us, instead of `PORTOLAN_HOME` or `~/.portolan`.
 */
export const layer = (machine: Layer.Layer<Machine>, home?: string): Layer.Layer<Services> =>
  Layer.provideMerge(over, under(machine, home))

const over = Layer.mergeAll(Repos.Repos.layer, Analysis.layer, Refresh.layer)

const under = (machine: Layer.Layer<Machine>, home: string | undefined) =>
  Registry.Registry.layer.pipe(
    Layer.provideMerge(home === undefined ? Home.Home.layer : Home.Home.at(home)),
    Layer.provideMerge(machine),
  )

/** Why a server does not start. */
export type NotStarted = Config.SettingsInvalid | Registry.RegistryError

/**
 * The services of a server: over settings and a policy that are made once, here, from all that is set. What the policy
 * hides is in none of them.
 *
 * @param typed What was set on the command line.
 */
export const server = (
  machine: Layer.Layer<Machine>,
  typed: Config.Typed,
  home?: string,
): Layer.Layer<Services, NotStarted> =>
  over.pipe(Layer.provideMerge(rules(typed)), Layer.provideMerge(under(machine, home)))

const rules = (typed: Config.Typed) =>
  Layer.effectContext(Effect.gen(function* () {
    const config = yield* Config.read(typed)
    const { list } = yield* Registry.Registry
    const digest = yield* Digest
    const { workingFolder } = yield* Environment
    const policy = yield* Policy.make(config, Effect.map(list, (entries) => Registry.identify(entries, digest)))
    return Context.make(Policy.Policy, policy).pipe(
      Context.add(Settings.Settings, Settings.fromConfig(config, workingFolder())),
      Context.add(LiveUpdates, liveFrom(config)),
    )
  }))
