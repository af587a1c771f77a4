// Decisions of the language's specification that the resolver asks for.

import type { ResolutionPolicy } from "../../syntax/language.ts"
import { LIBRARY } from "./library.ts"
import { GLOBALS } from "./names_of_library.ts"

const NO_NAMES: ReadonlySet<string> = new Set()

export const policy: ResolutionPolicy = {
  implicitReceiver: true,
  linearisation: "breadth-first",
  exports: "all",
  globals: GLOBALS,
  constructorName: "constructor",
  prototypeName: "",
  runners: NO_NAMES,
  inheriting: NO_NAMES,
  merging: NO_NAMES,
  library: LIBRARY,
  primitives: {},
  builtins: {
    string: "String",
    number: "Int",
    boolean: "Boolean",
    bigint: "Long",
    regexp: "",
    array: "Array",
    object: "Any",
    function: "Function",
    promise: "",
    generator: "",
    asyncGenerator: "",
  },
  literalTypes: { double: "Double", float: "Float", long: "Long", char: "Char" },
  overloads: {
    widening: {},
    boxing: {},
  },
  membersAreShared: true,
  callsConstruct: true,
  protocols: {
    call: "invoke",
    index: "get",
    next: ["next"],
    awaited: "",
    dynamicMember: "",
    read: "",
  },
}
