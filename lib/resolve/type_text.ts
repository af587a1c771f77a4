// A type as people read it: `Map<string, Order>`, `class Order`, `function load`. What is not known is `?`.

import { NONE } from "../graph/columns.ts"
import * as Lines from "../text/lines.ts"
import { filledSite } from "./elements.ts"
import type { Solver } from "./solver.ts"
import { KINDS, NOTHING, type Type, UNKNOWN } from "./types.ts"

const DEEPEST = 5
/** Members of a type without a name that are listed. */
const LISTED = 4

export const typeText = (s: Solver, type: Type, depth = 0): string => {
  const { types } = s
  if (type === UNKNOWN) return depth === 0 ? "unknown" : "?"
  if (type === NOTHING) return "nothing"
  if (depth > DEEPEST) return "…"
  const a = types.a[type]!
  const b = types.b[type]!
  const parts = () => types.arguments(type).map((it) => typeText(s, it, depth + 1))
  const applied = (name: string) => types.count(type) === 0 ? name : `${name}<${parts().join(", ")}>`
  switch (types.kind[type]) {
    case KINDS.instance:
    case KINDS.alias:
      return applied(`${s.nameOf(a) === 0 ? "object " : ""}${definitionText(s, a)}`)
    case KINDS.class:
      return `class ${applied(definitionText(s, a))}`
    case KINDS.function:
      return `function ${definitionText(s, a)}`
    case KINDS.module:
      return `module ${s.program.files[a]!.path}`
    case KINDS.namespace:
      return `namespace ${definitionText(s, a)}`
    case KINDS.object: {
      const f = s.program.files[a]!
      return `object literal at ${f.path}:${Lines.lineAt(f.facts.lineStarts, f.exprStart[b]!)}`
    }
    case KINDS.shape:
      return shapeText(s, a)
    case KINDS.library:
      return types.count(type) === 0 ? primitiveOf(s, a) ?? s.library.types[a]!.name : applied(s.library.types[a]!.name)
    case KINDS.libraryValue:
      return `value ${s.library.values[a]!.name}`
    case KINDS.libraryFunction:
      return "function of the platform"
    case KINDS.external:
      return externalText(s, a, b)
    case KINDS.union:
      return parts().join(" | ")
    case KINDS.intersection:
      return parts().join(" & ")
    case KINDS.tuple:
      return `[${parts().join(", ")}]`
    case KINDS.parameter:
      return parameterText(s, a)
    case KINDS.self:
      return "this"
    case KINDS.text:
      return JSON.stringify(s.program.names.text(a))
    case KINDS.indexed:
      return `${typeText(s, types.argument(type, 0), depth + 1)}[${typeText(s, types.argument(type, 1), depth + 1)}]`
    case KINDS.mapped:
      return `{ [key]: ${parts().join(", ")} }`
    case KINDS.awaited:
      return `awaited ${parts().join(", ")}`
    case KINDS.result:
      return `result of ${parts().join(", ")}`
    case KINDS.constructed:
      return `instance of ${parts().join(", ")}`
    case KINDS.site:
      return typeText(s, filledSite(s, type), depth)
    case KINDS.keys:
      return `keyof ${parts().join(", ")}`
    case KINDS.above:
      return `super of ${definitionText(s, a)}`
    case KINDS.folder:
      return `folder ${s.program.names.text(a)}`
    case KINDS.overloads:
      return parts().join(" or ")
    case KINDS.package:
      return `package ${s.program.names.text(a)}`
    case KINDS.classOf:
      return `class of ${parts().join(", ")}`
    default:
      return "…"
  }
}

/** `Order.total`; of a function or type without a name its place. */
export const definitionText = (s: Solver, definition: number): string => {
  const names: Array<string> = []
  for (let at: number = definition; at !== NONE; at = s.ownerOf(at)) {
    const name = s.program.names.text(s.nameOf(at))
    if (name === "") continue
    names.unshift(name)
    if (names.length > 3) break
  }
  if (s.nameOf(definition) !== 0) return names.join(".")
  const f = s.file(definition)
  return `at ${f.path}:${Lines.lineAt(f.facts.lineStarts, f.facts.definitions.start[definition - f.definitionBase]!)}`
}

export const externalText = (s: Solver, packageName: number, name: number): string => {
  const { names } = s.program
  if (packageName === 0) return names.text(name)
  return name === 0 ? `package ${names.text(packageName)}` : `${names.text(name)} of package ${names.text(packageName)}`
}

/** A primitive as it is written, by the library type that has its members; undefined for any other. */
const primitiveOf = (s: Solver, library: number): string | undefined => {
  for (const [policy, scope] of s.libraryScopes) {
    for (const [written, name] of Object.entries(policy.primitives)) {
      if (name !== undefined && name !== "" && scope.types.get(name) === library) return written
    }
  }
  return undefined
}

const parameterText = (s: Solver, parameter: number): string => {
  const { fileOfTypeParameter } = s.program
  if (parameter >= fileOfTypeParameter.length) return "?"
  const f = s.program.files[fileOfTypeParameter[parameter]!]!
  return f.facts.strings[f.facts.typeParameters.name[parameter - f.typeParameterBase]!]!
}

const shapeText = (s: Solver, definition: number): string => {
  const f = s.file(definition)
  const { owner, name, rows } = f.facts.definitions
  const members = new Set<string>()
  for (let d = 0; d < rows; d++) {
    if (owner[d] === definition - f.definitionBase) members.add(f.facts.strings[name[d]!]!)
  }
  const listed = [...members]
  return `{ ${listed.slice(0, LISTED).join(", ")}${listed.length > LISTED ? ", …" : ""} }`
}
