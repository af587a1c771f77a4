// Where the names of other namespaces come from: the definitions of the repository tell, whatever file they stand in; what
// is built together sees what it refers to.

import type { BuildUnit, ConfigProblem, ModuleResolver, Project } from "../../syntax/language.ts"
import { folderOf } from "../../text/path.ts"
import { assembliesOf, OTHERS } from "./projects.ts"

export const CONFIG_FILES: ReadonlyArray<RegExp> = [/\.(csproj|projitems)$/, /^Directory\.Build\.(props|targets)$/]

export const makeModules = (project: Project): ModuleResolver => {
  const problems: Array<ConfigProblem> = []
  const assemblies = assembliesOf(project, problems)
  const units = new Map<string, BuildUnit>()

  /** The unit of the files in a folder. */
  const unitIn = (folder: string): BuildUnit => {
    let unit = units.get(folder)
    if (unit === undefined) {
      unit = assemblies.get(folder) ?? (folder === "" ? { name: OTHERS } : unitIn(folderOf(folder)))
      units.set(folder, unit)
    }
    return unit
  }

  return {
    resolve: (_from, specifier) => ({ _tag: "external", package: specifier }),
    unit: (path) => unitIn(folderOf(path)),
    problems,
  }
}
