// Decorators are calls: each takes what stands below it and gives what the name will hold. Some say what a member is and
// are no calls of their own.

import { NONE } from "../../graph/columns.ts"
import { NODE_KINDS } from "../../graph/kinds.ts"
import { OPS } from "../../syntax/facts.ts"
import type { DefinitionFlag } from "../../syntax/roles.ts"
import { R, type Walk } from "../../syntax/walk.ts"
import { children } from "../../syntax/nodes.ts"

/** By the decorator's last name. */
const FLAGS: Readonly<Record<string, ReadonlyArray<DefinitionFlag>>> = {
  property: ["getter"],
  cached_property: ["getter"],
  abstractproperty: ["getter", "abstract"],
  staticmethod: ["static", "noReceiver"],
  abstractstaticmethod: ["static", "noReceiver", "abstract"],
  classmethod: ["static"],
  abstractclassmethod: ["static", "abstract"],
  abstractmethod: ["abstract"],
  overload: ["signature"],
}

/** By the last name of `@member.name`, which stands on the accessors of a property. */
const ACCESSORS: Readonly<Record<string, ReadonlyArray<DefinitionFlag>>> = {
  getter: ["getter"],
  setter: ["setter"],
  deleter: ["setter"],
}

const NO_FLAGS: ReadonlyArray<DefinitionFlag> = []

/** @param written The decorator with its sign. */
export const flagsOfDecorator = (written: string): ReadonlyArray<DefinitionFlag> => {
  const found = /^@\s*(?:([\w.]+)\.)?(\w+)[ \t]*(?:#.*)?\s*$/.exec(written)
  if (found === null) return NO_FLAGS
  const [, before, name] = found
  return (before === undefined ? undefined : ACCESSORS[name!]) ?? FLAGS[name!] ?? NO_FLAGS
}

/** The value of a decorated name: the decorators called on the function or class, the nearest one first. */
export const decorated = (w: Walk, node: number): void => {
  const all = children(w, node)
  const last = all[all.length - 1]!
  const row = w.definition[last]!
  if (row === NONE) return
  let value: number = NONE
  for (let i = all.length - 1; 0 <= i; i--) {
    const decorator = all[i]!
    if (w.rule(decorator).is !== "decorator" || 0 < flagsOfDecorator(w.source(decorator)).length) continue
    const callee = w.first(decorator)
    const called = callee === NONE ? NONE : w.use(callee)
    if (called === NONE) continue
    if (value === NONE) {
      const op = w.definitions.at.kind[row] === NODE_KINDS.Class.code ? OPS.class : OPS.function
      value = w.leaf(last, op, 0, row)
    }
    value = w.binary(decorator, OPS.call, called, value)
    w.result[decorator] = value
    w.role[decorator] = R.call
  }
  if (value !== NONE) w.definitions.at.value[row] = value
}
