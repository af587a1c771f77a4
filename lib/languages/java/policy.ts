// Decisions of the language's specification that the resolver asks for.

import type { ResolutionPolicy } from "../../syntax/language.ts"
import { GLOBAL_TYPES, LIBRARY } from "./library.ts"
import { CONSTRUCTOR } from "./nodes.ts"

const NO_NAMES: ReadonlySet<string> = new Set()

/** Annotations that compilers and people read, and nobody who would run what stands behind them. */
const INERT: ReadonlySet<string> = new Set(
  (`Override Deprecated SuppressWarnings FunctionalInterface SafeVarargs Native Serial Documented Inherited Repeatable
Retention Target Generated Nullable NonNull Nonnull NotNull NullMarked NullUnmarked CheckForNull ParametersAreNonnullByDefault
NonNullApi NonNullFields Contract CheckReturnValue CanIgnoreReturnValue VisibleForTesting Immutable ThreadSafe NotThreadSafe
GuardedBy Beta Experimental Internal InlineMe DoNotCall ForOverride RequiresApi TargetApi SuppressLint JvmStatic`)
    .split(/\s+/),
)

export const policy: ResolutionPolicy = {
  implicitReceiver: true,
  packages: {
    family: "jvm",
    dotted: true,
    typesAlone: true,
    roots: new Set(["java", "javax", "jakarta", "kotlin", "com", "org"]),
    defaults: ["java.lang"],
  },
  rootMembers: new Set([
    "equals",
    "hashCode",
    "toString",
    "getClass",
    "notify",
    "notifyAll",
    "wait",
    "clone",
    "finalize",
  ]),
  inertDecorators: INERT,
  linearisation: "single",
  exports: "all",
  globals: GLOBAL_TYPES,
  constructorName: CONSTRUCTOR,
  prototypeName: "",
  runners: NO_NAMES,
  inheriting: NO_NAMES,
  merging: NO_NAMES,
  library: LIBRARY,
  primitives: {
    boolean: "boolean",
    byte: "byte",
    short: "short",
    char: "char",
    int: "int",
    long: "long",
    float: "float",
    double: "double",
    void: "",
  },
  builtins: {
    string: "String",
    number: "int",
    boolean: "boolean",
    bigint: "",
    regexp: "",
    array: "Array",
    object: "Object",
    function: "",
    promise: "",
    generator: "",
    asyncGenerator: "",
  },
  literalTypes: { long: "long", float: "float", double: "double", char: "char" },
  arithmetic: ["int", "long", "float", "double"],
  membersAreShared: true,
  madeObjectsRun: true,
  functionalInterfaces: true,
  overloads: {
    widening: {
      byte: ["short", "int", "long", "float", "double"],
      short: ["int", "long", "float", "double"],
      char: ["int", "long", "float", "double"],
      int: ["long", "float", "double"],
      long: ["float", "double"],
      float: ["double"],
    },
    boxing: {
      boolean: "Boolean",
      byte: "Byte",
      short: "Short",
      char: "Character",
      int: "Integer",
      long: "Long",
      float: "Float",
      double: "Double",
    },
  },
}
