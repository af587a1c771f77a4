// Decisions of the language's specification that the resolver asks for.

import { withArity } from "../../syntax/arity.ts"
import type { ResolutionPolicy } from "../../syntax/language.ts"
import { LIBRARY, LIBRARY_NAMES } from "./library.ts"
import { PREDEFINED } from "./predefined.ts"

const NO_NAMES: ReadonlySet<string> = new Set()

/** Numbers that each number is widened to without being said. */
const WIDENING: Readonly<Record<string, ReadonlyArray<string>>> = {
  SByte: ["Int16", "Int32", "Int64", "Single", "Double", "Decimal"],
  Byte: ["Int16", "UInt16", "Int32", "UInt32", "Int64", "UInt64", "Single", "Double", "Decimal"],
  Int16: ["Int32", "Int64", "Single", "Double", "Decimal"],
  UInt16: ["Int32", "UInt32", "Int64", "UInt64", "Single", "Double", "Decimal"],
  Int32: ["Int64", "Single", "Double", "Decimal"],
  UInt32: ["Int64", "UInt64", "Single", "Double", "Decimal"],
  Int64: ["Single", "Double", "Decimal"],
  UInt64: ["Single", "Double", "Decimal"],
  Char: ["UInt16", "Int32", "UInt32", "Int64", "UInt64", "Single", "Double", "Decimal"],
  Single: ["Double"],
}

/** Values that are no objects until they are put into one, which is of their own type. */
const BOXING: Readonly<Record<string, string>> = Object.fromEntries(
  [...Object.keys(WIDENING), "Double", "Decimal", "Boolean"].map((name) => [name, name]),
)

/** Attributes that run nothing and hand nothing to whoever looks for them. */
const INERT: ReadonlySet<string> = new Set([
  "ObsoleteAttribute",
  "SuppressMessageAttribute",
  "MethodImplAttribute",
  "DebuggerStepThroughAttribute",
  "DebuggerNonUserCodeAttribute",
  "DebuggerDisplayAttribute",
  "DebuggerHiddenAttribute",
  "DebuggerBrowsableAttribute",
  "ExcludeFromCodeCoverageAttribute",
  "EditorBrowsableAttribute",
  "FlagsAttribute",
  "CLSCompliantAttribute",
  "ConditionalAttribute",
  "PureAttribute",
  "NotNullAttribute",
  "CanBeNullAttribute",
  "UsedImplicitlyAttribute",
  "GeneratedCodeAttribute",
  "CompilerGeneratedAttribute",
  "AttributeUsageAttribute",
])

export const policy: ResolutionPolicy = {
  implicitReceiver: true,
  packages: { family: "dotnet", dotted: true, nested: true, importsFiles: true, defaults: [] },
  rootMembers: new Set(["Equals", "GetHashCode", "GetType", "MemberwiseClone", "ReferenceEquals", "ToString"]),
  linearisation: "single",
  exports: "all",
  globals: new Set(["nameof", ...LIBRARY_NAMES]),
  constructorName: ".ctor",
  prototypeName: "",
  runners: new Set(["Invoke"]),
  inheriting: NO_NAMES,
  merging: NO_NAMES,
  iterators: ["GetEnumerator", "GetAsyncEnumerator"],
  membersAreShared: true,
  extensions: true,
  functionsByName: { namesOnly: new Set(["nameof"]) },
  overridesAreMarked: true,
  accessorsRun: true,
  interfacesAreBases: true,
  membersNameTypes: true,
  inertDecorators: INERT,
  library: LIBRARY,
  primitives: { ...PREDEFINED, Type: "Type", void: undefined },
  builtins: {
    string: "String",
    number: "Int32",
    boolean: "Boolean",
    bigint: "Int64",
    regexp: "",
    array: withArity("Array", 1),
    object: "Object",
    function: "Delegate",
    promise: withArity("Task", 1),
    generator: withArity("IEnumerable", 1),
    asyncGenerator: withArity("IAsyncEnumerable", 1),
  },
  literalTypes: { long: "Int64", float: "Single", double: "Double", char: "Char" },
  overloads: {
    widening: WIDENING,
    // beside each other, types with a sign come first
    literals: {
      SByte: ["Byte", "UInt16", "UInt32", "UInt64"],
      Int16: ["UInt16", "UInt32", "UInt64"],
      Int32: ["SByte", "Byte", "Int16", "UInt16", "UInt32", "UInt64"],
      Int64: ["UInt64"],
    },
    boxing: BOXING,
    nearestFirst: true,
    typeArgumentsCount: true,
    typeArgumentsTell: true,
    functionsTell: true,
    typesConvert: true,
    optional: withArity("Nullable", 1),
  },
}
