// Where names of packages lead: to the packages of the repository's own files, in the units that a build makes of them;
// all others are external.

import type { ModuleResolver, ModuleTarget, Project } from "../../syntax/language.ts"
import { BUILD_FILES, makeUnits } from "./builds.ts"

export const CONFIG_FILES = BUILD_FILES

export const makeModules = (project: Project): ModuleResolver => {
  const resolve = (_from: string, specifier: string): ModuleTarget => ({ _tag: "external", package: specifier })
  return { resolve, unit: makeUnits(project), problems: [] }
}
