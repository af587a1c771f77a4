// Decisions of the language's specification that the resolver asks for.

import type { ResolutionPolicy } from "../../syntax/language.ts"
import { CONSTRUCTOR } from "./nodes.ts"
import { LIBRARY } from "./library.ts"

const NO_NAMES: ReadonlySet<string> = new Set()

export const policy: ResolutionPolicy = {
  implicitReceiver: true,
  packages: { family: "jvm", dotted: true, defaults: ["java.lang"] },
  membersAreShared: true,
  rootMembers: new Set([
    "clone",
    "equals",
    "finalize",
    "getClass",
    "hashCode",
    "notify",
    "notifyAll",
    "toString",
    "wait",
  ]),
  linearisation: "breadth-first",
  exports: "all",
  globals: NO_NAMES,
  constructorName: CONSTRUCTOR,
  prototypeName: "",
  runners: NO_NAMES,
  inheriting: NO_NAMES,
  merging: NO_NAMES,
  library: LIBRARY,
  primitives: {},
  builtins: {
    string: "String",
    number: "Number",
    boolean: "Boolean",
    bigint: "Number",
    regexp: "",
    array: "Array",
    object: "Object",
    function: "Function",
    promise: "",
    generator: "",
    asyncGenerator: "",
  },
}
