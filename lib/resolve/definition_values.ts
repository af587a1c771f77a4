// What the name of a definition holds as a value: the function or class itself, what its decorators make of it, what an
// accessor gives.

import { NONE } from "../graph/columns.ts"
import { NODE_FLAGS, NODE_KINDS } from "../graph/kinds.ts"
import { DEFINITION_FLAGS, OPS } from "../syntax/facts.ts"
import { functionsBeside, isChosen } from "./overload_sets.ts"
import { EMPTY, SLOTS, type Solver } from "./solver.ts"
import { functionOf } from "./substitution.ts"
import { KINDS, type Type, UNKNOWN } from "./types.ts"

/** The type of the value of a member's definition, in terms of what stands around it. */
export const valueOf = (s: Solver, definition: number): Type => {
  const kind = s.kindOf(definition)
  switch (kind) {
    case NODE_KINDS.Function.code:
      if ((s.flagsOf(definition) & NODE_FLAGS.getter) !== 0) return s.slot(SLOTS.result, definition)
      return isChosen(s, definition) ? functionsBeside(s, definition) : decorated(s, definition)
    case NODE_KINDS.Constructor.code:
      return decorated(s, definition)
    case NODE_KINDS.Method.code: {
      const flags = s.flagsOf(definition)
      if ((flags & NODE_FLAGS.getter) !== 0) return s.slot(SLOTS.result, definition)
      if ((flags & NODE_FLAGS.setter) !== 0) return setterType(s, definition)
      return decorated(s, definition)
    }
    case NODE_KINDS.Class.code:
      return decorated(s, definition)
    case NODE_KINDS.Interface.code:
    case NODE_KINDS.Enum.code:
      if (s.symbols.isShared(definition)) {
        return s.types.make(KINDS.class, s.symbols.of[definition]!, 0, EMPTY)
      }
      if (kind === NODE_KINDS.Interface.code) return UNKNOWN
      return s.types.make(KINDS.namespace, s.symbols.of[definition]!, 0, EMPTY)
    case NODE_KINDS.Namespace.code:
      return s.types.make(KINDS.namespace, s.symbols.of[definition]!, 0, EMPTY)
    case NODE_KINDS.TypeAlias.code:
      return s.file(definition).language.policy.callsConvert === true
        ? s.types.make(KINDS.classOf, 0, 0, [
          s.types.make(KINDS.alias, definition, 0, s.typeParametersOf(definition).map(() => UNKNOWN)),
        ])
        : UNKNOWN
    case 0: {
      const f = s.file(definition)
      const made = f.expressionOf(definition - f.definitionBase)
      if (made !== NONE && f.op[made] === OPS.class) return s.types.make(KINDS.class, definition, 0, EMPTY)
      return functionOf(s, definition)
    }
    default:
      return s.slot(SLOTS.value, definition)
  }
}

/** What the name of a function or class holds: what its decorators made of it, as far as they say. */
const decorated = (s: Solver, definition: number): Type => {
  const itself = undecorated(s, definition)
  const f = s.file(definition)
  if (f.language.policy.decoratorsRun !== true) return itself
  if (f.facts.definitions.value[definition - f.definitionBase] === NONE) return itself
  const made = s.slot(SLOTS.value, definition)
  return saysMore(s, made) ? made : itself
}

/** Does what a decorator gives back tell more than the function that it was given? */
const saysMore = (s: Solver, made: Type): boolean => {
  switch (s.types.kind[made]) {
    case KINDS.instance:
    case KINDS.library:
    case KINDS.libraryFunction:
      return true
    case KINDS.function: {
      const at = s.file(s.types.a[made]!)
      return at.facts.definitions.type[s.types.a[made]! - at.definitionBase] !== NONE
    }
    default:
      return false
  }
}

/** A function or class as it is written, whatever its decorators make of it; of a class with one instance that instance. */
export const undecorated = (s: Solver, definition: number): Type => {
  if (s.kindOf(definition) !== NODE_KINDS.Class.code) return functionOf(s, definition)
  const isInstance = (s.flagsOf(definition) & DEFINITION_FLAGS.singleton) !== 0
  return s.types.make(isInstance ? KINDS.instance : KINDS.class, s.symbols.of[definition]!, 0, EMPTY)
}

const setterType = (s: Solver, definition: number): Type => {
  const f = s.file(definition)
  const first = f.facts.definitions.parameters[definition - f.definitionBase]!
  return first === NONE ? UNKNOWN : s.slot(SLOTS.parameter, f.parameterBase + first)
}
