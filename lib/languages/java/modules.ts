// Where names of packages lead: what a package holds is known by what its files say, so nothing is looked up by a path.
// Which files see each other is told by the build.

import type { ModuleResolver, ModuleTarget, Project } from "../../syntax/language.ts"
import { unitsOf } from "./units.ts"

/** Files that say how a build is laid out, by base name. */
export const CONFIG_FILES: ReadonlyArray<RegExp> = [
  /^pom\.xml$/,
  /^build\.gradle(\.kts)?$/,
  /^libs\.versions\.toml$/,
]

export const makeModules = (project: Project): ModuleResolver => {
  const resolve = (_from: string, specifier: string): ModuleTarget => ({ _tag: "external", package: specifier })
  return { resolve, unit: unitsOf(project), problems: [] }
}
