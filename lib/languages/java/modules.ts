// Where names of packages lead, by the layout of a build.

import type { ModuleResolver, ModuleTarget, Project } from "../../syntax/language.ts"

/** Files that say how a build is laid out, by base name. */
export const CONFIG_FILES: ReadonlyArray<RegExp> = [
  /^pom\.xml$/,
  /^build\.gradle(\.kts)?$/,
  /^settings\.gradle(\.kts)?$/,
]

export const makeModules = (_project: Project): ModuleResolver => {
  const resolve = (_from: string, specifier: string): ModuleTarget => ({ _tag: "external", package: specifier })
  return { resolve, problems: [] }
}
