// Decisions of the language's specification that the resolver asks for.

import type { ResolutionPolicy } from "../../syntax/language.ts"
import { LIBRARY } from "./library.ts"
import { PREDECLARED } from "./standard.ts"

const NO_NAMES: ReadonlySet<string> = new Set()

export const policy: ResolutionPolicy = {
  implicitReceiver: false,
  linearisation: "breadth-first",
  exports: "marked",
  globals: PREDECLARED,
  constructorName: "",
  prototypeName: "",
  runners: NO_NAMES,
  inheriting: NO_NAMES,
  merging: NO_NAMES,
  library: LIBRARY,
  primitives: {},
  builtins: {
    string: "string",
    number: "int",
    boolean: "bool",
    bigint: "int",
    regexp: "",
    array: "slice",
    object: "any",
    function: "func",
    promise: "",
    generator: "",
    asyncGenerator: "",
  },
  starImports: true,
  callsConstruct: true,
  restTypeIsOfEach: true,
}
