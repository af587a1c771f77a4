// Decisions of the language's specification that the resolver asks for.

import type { ResolutionPolicy } from "../../syntax/language.ts"
import { LIBRARY } from "./library.ts"
import { INTERFACES, PREDECLARED } from "./standard.ts"

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
  callsConvert: true,
  variablesKeepTypes: true,
  membersAreShared: true,
  receiverOwns: true,
  structuralInterfaces: { isHidden: (name) => !/^\p{Lu}/u.test(name), outside: INTERFACES },
  sameTypes: { byte: "uint8", rune: "int32", any: "{}" },
  packages: { family: "go", dotted: false, unitsAreBuilds: true, defaults: [] },
  restTypeIsOfEach: true,
}
