// What tools and the library's methods are answered from: the machine's ports, and over them the home folder, the list
// of indexed repositories and the open ones.

import * as Layer from "effect/Layer"
import type { ExtractionPool } from "../indexer/extraction.ts"
import type { Digest } from "../machine/digest.ts"
import type { Environment } from "../machine/environment.ts"
import type { Files } from "../machine/files.ts"
import type { RunGit } from "../machine/git.ts"
import * as Home from "../workspace/home.ts"
import * as Registry from "../workspace/registry.ts"
import * as Repos from "../workspace/repos.ts"

/** The ports that a runtime has to bring. */
export type Machine = Files | RunGit | Digest | Environment | ExtractionPool

export type Services = Machine | Home.Home | Registry.Registry | Repos.Repos

/**
 * All services over a machine.
 *
 * @param home The folder that belongs to us, instead of `PORTOLAN_HOME` or `~/.portolan`.
 */
export const layer = (machine: Layer.Layer<Machine>, home?: string): Layer.Layer<Services> =>
  Repos.Repos.layer.pipe(
    Layer.provideMerge(Registry.Registry.layer),
    Layer.provideMerge(home === undefined ? Home.Home.layer : Home.Home.at(home)),
    Layer.provideMerge(machine),
  )
