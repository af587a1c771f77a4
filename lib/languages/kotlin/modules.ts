// Where the name of a package leads.

import type { ModuleResolver, ModuleTarget, Project } from "../../syntax/language.ts"

export const makeModules = (_project: Project): ModuleResolver => {
  const resolve = (_from: string, specifier: string): ModuleTarget => ({ _tag: "external", package: specifier })
  return { resolve, problems: [] }
}
