// What files can learn of each other by packages: names that are declared in one file and looked up from another, found or
// not. Of a package all names are one unit, and those of each of its files: who asks for one name leans on all of them, so
// that a name that comes to be is seen by whoever did not find it.

import { NONE } from "../graph/columns.ts"
import { NODE_FLAGS } from "../graph/kinds.ts"
import { BINDING_KINDS, DEFINITION_FLAGS, IMPORT_FLAGS, OPS } from "../syntax/facts.ts"
import { ENTITIES } from "./entities.ts"
import { saidOfMade } from "./expected.ts"
import type { FileView } from "./file_view.ts"
import { membersOfFacade, OwnMembers } from "./own_members.ts"
import { SPACES } from "./program.ts"
import type { Solver } from "./solver.ts"
import type { Text, Unit } from "./surface_text.ts"
import type { Surfaces } from "./surfaces.ts"

/** What of a definition decides who sees its name. */
const SEEN_BY = NODE_FLAGS.private | DEFINITION_FLAGS.internal

/** The names that a file declares for the packages that it is of. */
export const declaresUnit = (s: Solver, surfaces: Surfaces, f: FileView): Unit =>
  surfaces.unit(f.index, `declares:${f.path}`, (out) => {
    const ground = { program: s.program, packages: s.around.packages }
    const members = new OwnMembers()
    const { scope, name, kind, target, rows } = f.facts.bindings
    const { kind: kinds, flags } = f.facts.definitions
    for (let row = 0; row < rows; row++) {
      const package_ = kind[row] === BINDING_KINDS.definition ? s.around.packages.ofScope(f, scope[row]!) : undefined
      if (package_ === undefined) continue
      const d = target[row]!
      out.say(`${package_.text} ${f.facts.strings[name[row]!]!} ${kinds[d]} ${flags[d]! & SEEN_BY}`)
      out.say(saidOfMade(ground, members, f, d))
    }
    for (const { name: as } of membersOfFacade(f)) out.say(f.facts.strings[as]!)
  })

/** All that the files of a package declare, which may be no package yet; of those that declare nothing this very thing. */
export const packageUnit = (s: Solver, surfaces: Surfaces, family: string, text: string): Unit =>
  surfaces.unit(NONE, `package:${family}|${text}`, (out) => {
    for (const file of s.around.packages.named(family, text)?.saidBy ?? []) {
      const unit = declaresUnit(s, surfaces, s.program.files[file]!)
      out.say(surfaces.keyOf(unit))
      out.mention(unit)
    }
  })

/** Definitions that a file declares for its packages. O(bindings). */
export const declaredBy = (s: Solver, f: FileView): ReadonlyArray<number> => {
  if (f.language.policy.packages === undefined) return []
  const { scope, kind, target, rows } = f.facts.bindings
  const all: Array<number> = []
  for (let row = 0; row < rows; row++) {
    if (kind[row] === BINDING_KINDS.definition && s.around.packages.ofScope(f, scope[row]!) !== undefined) {
      all.push(f.definitionBase + target[row]!)
    }
  }
  return all
}

/** Mentions the packages in which names of a file are looked up, found there or not. O(expressions + imports). */
export const mentionPackages = (s: Solver, surfaces: Surfaces, f: FileView, out: Text): void => {
  const { packages: policy } = f.language.policy
  if (policy === undefined) return
  const { around, imports } = s
  const { packages } = around
  const unit = packages.unitOf(f)
  mentionCalled(s, surfaces, f, out)
  const mention = (text: string): void => out.mention(packageUnit(s, surfaces, policy.family, text))
  /** Packages that a path may lead through. */
  const through = (path: string): void => {
    for (let end = path.length; 0 < end; end = path.lastIndexOf(".", end - 1)) {
      mention(path.slice(0, end))
    }
  }
  for (const each of packages.ofFile(f)) {
    mention(each.text)
    if (policy.nested === true) through(each.text)
  }
  for (const text of [...packages.importsOf(unit), ...policy.defaults]) mention(text)
  for (const [at, row] of around.everywhere(unit)) {
    surfaces.entity(imports.whole(at, at.facts.imports.module[row]!), out)
  }
  const { module, name, flags, rows } = f.facts.imports
  for (let row = 0; row < rows; row++) {
    const path = f.facts.strings[module[row]!]!
    through(path)
    if (policy.nested === true) { for (const each of packages.ofFile(f)) through(`${each.text}.${path}`) }
    if ((flags[row]! & IMPORT_FLAGS.star) === 0) through(`${path}.${f.facts.strings[name[row]!]!}`)
    surfaces.entity(imports.whole(f, module[row]!), out)
  }
  for (let e = 0; e < f.op.length; e++) {
    if (f.op[e] !== OPS.name && f.op[e] !== OPS.typeName) continue
    const first = f.name(f.exprName[e]!)
    if (s.program.lookUp(f, f.exprScope[e]!, first, SPACES.value) !== NONE) continue
    const found = around.find(f, f.exprScope[e]!, first, SPACES.value)
    const isPackage = found !== undefined && imports.entities.kind[found.entity] === ENTITIES.package
    const parent = f.parent(e)
    if (parent !== NONE && (f.op[parent] === OPS.member || f.op[parent] === OPS.typeMember)) {
      if (found !== undefined && !isPackage) continue
      through(pathFrom(f, e, isPackage ? s.program.names.text(imports.entities.a[found.entity]!) : ""))
    } else if (policy.dotted && (found === undefined || imports.entities.kind[found.entity] === ENTITIES.external)) {
      // what comes from outside hides no package
      mention(f.facts.strings[f.exprName[e]!]!)
    }
  }
}

/** Mentions the types that variables of functions are declared with: whether they can be called decides what a call means. */
const mentionCalled = (s: Solver, surfaces: Surfaces, f: FileView, out: Text): void => {
  if (f.language.policy.variablesAreCalled !== true) return
  const { inherited } = s.around
  const mention = (type: number): void => {
    const entity = type === NONE ? undefined : inherited.typeNamed(f, type)
    if (entity !== undefined) surfaces.entity(entity, out)
  }
  for (const type of f.facts.bindings.type) mention(type)
  for (const type of f.facts.parameters.type) mention(type)
}

/** The dotted path that a name begins, as it is written; `start` stands for the name where it says more. */
const pathFrom = (f: FileView, e: number, start: string): string => {
  let path = start === "" ? f.facts.strings[f.exprName[e]!]! : start
  for (let at = e;;) {
    const parent = f.parent(at)
    const goesOn = parent !== NONE && f.operand(parent, 0) === at &&
      (f.op[parent] === OPS.member || f.op[parent] === OPS.typeMember)
    if (!goesOn) return path
    path += `.${f.facts.strings[f.exprName[parent]!]!}`
    at = parent
  }
}
