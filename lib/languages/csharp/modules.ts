// Where the name of a namespace leads: the definitions of a repository tell, whatever file they stand in.

import type { ModuleResolver, Project } from "../../syntax/language.ts"

export const CONFIG_FILES: ReadonlyArray<RegExp> = [/\.csproj$/, /\.sln$/, /^Directory\.Build\.props$/]

export const makeModules = (_project: Project): ModuleResolver => ({
  resolve: (_from, specifier) => ({ _tag: "external", package: specifier }),
  problems: [],
})
