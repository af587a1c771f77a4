// Modules that are handed on as a whole or read by a key that is computed: any of their exports may be reached so, though
// no reference names one. An edge to the file says it, so that nobody takes the callers that are known for all there are.

import { NONE } from "../graph/columns.ts"
import { EDGE_KINDS, REASONS } from "../graph/kinds.ts"
import { BINDING_KINDS, IMPORT_FLAGS, OPS } from "../syntax/facts.ts"
import { Callers } from "./callers.ts"
import { ENTITIES } from "./entities.ts"
import { type FileView, HOLDERS } from "./file_view.ts"
import type { Imports } from "./imports.ts"
import type { Nodes } from "./nodes.ts"
import { type Program, SPACES } from "./program.ts"

/** USES: from whoever lets a module go to its file. O(expressions) of files that import a module as a whole. */
export const drawEscapes = (program: Program, imports: Imports, nodes: Nodes, f: FileView): void => {
  const places = escapesOf(program, imports, f)
  if (places.length === 0) return
  places.sort((a, b) => f.exprStart[a.expression]! - f.exprStart[b.expression]!)
  const callers = new Callers(f, nodes)
  const { code, confidence } = REASONS.import
  for (const { expression, file } of places) {
    if (file === f.index) continue
    const at = f.exprStart[expression]!
    const source = callers.at(at)
    nodes.draft.addEdge(EDGE_KINDS.USES.code, source, nodes.files[file]!, confidence, code, at)
  }
}

interface Escape {
  readonly expression: number
  readonly file: number
}

const escapesOf = (program: Program, imports: Imports, f: FileView): Array<Escape> => {
  const all: Array<Escape> = []
  if (f.facts.imports.rows === 0) return all
  const names = wholeModules(program, imports, f)
  if (names.size === 0 && !f.op.includes(OPS.module)) return all
  for (let e = 0; e < f.op.length; e++) {
    const op = f.op[e]!
    if (op === OPS.name) {
      if (!names.has(f.exprName[e]!) || isTakenApart(f, e)) continue
      const binding = program.bindingOf(f, e)
      const file = binding === NONE ? NONE : moduleOf(program, imports, f, binding)
      if (file !== NONE) all.push({ expression: e, file })
    } else if (op === OPS.module && f.exprRef[e] !== NONE && !isType(f, e) && !isTakenApart(f, e)) {
      const file = moduleEntity(program, imports, imports.imported(f, f.exprRef[e]!, SPACES.value))
      if (file !== NONE) all.push({ expression: e, file })
    }
  }
  return all
}

/** Does an expression name a module for a type of it? */
const isType = (f: FileView, e: number): boolean =>
  (f.facts.imports.flags[f.exprRef[e]!]! & IMPORT_FLAGS.typeOnly) !== 0

/** Local names that a module as a whole is imported under. */
const wholeModules = (program: Program, imports: Imports, f: FileView): ReadonlySet<number> => {
  const { name, rows } = f.facts.bindings
  const names = new Set<number>()
  for (let row = 0; row < rows; row++) {
    if (!names.has(name[row]!) && moduleOf(program, imports, f, f.bindingBase + row) !== NONE) names.add(name[row]!)
  }
  return names
}

/** The file of the module that a name of this file stands for, or NONE. */
const moduleOf = (program: Program, imports: Imports, f: FileView, binding: number): number => {
  const { kind, value } = f.facts.bindings
  const row = binding - f.bindingBase
  if (kind[row] === BINDING_KINDS.import) return moduleEntity(program, imports, imports.entityOf(binding, SPACES.value))
  const e = value[row]!
  if (e === NONE || !isModule(f, e)) return NONE
  const loaded = f.op[e] === OPS.await ? f.operand(e, 0) : e
  return f.exprRef[loaded] === NONE
    ? NONE
    : moduleEntity(program, imports, imports.imported(f, f.exprRef[loaded]!, SPACES.value))
}

/** The file of a module, or of the object that is all a module gives, where that has no name; else NONE. */
const moduleEntity = (program: Program, { entities }: Imports, entity: number): number => {
  const a = entities.a[entity]!
  if (entities.kind[entity] === ENTITIES.module) return a
  if (entities.kind[entity] !== ENTITIES.value) return NONE
  const at = program.files[a]!
  const e = entities.b[entity]!
  return at.op[e] === OPS.object && at.holderKind(e) !== HOLDERS.binding ? a : NONE
}

/** Is nothing done with it but reading members by their names, or giving it a name that is looked at itself? */
const isTakenApart = (f: FileView, e: number): boolean => {
  const parent = f.parent(e)
  const holder = f.holderKind(e)
  if (parent === NONE) return holder === HOLDERS.none || (isVariable(holder) && isModule(f, e)) || isGivenOut(f, e)
  // What is left after some members were taken out.
  if (holder !== HOLDERS.none) return false
  switch (f.op[parent]) {
    case OPS.member:
    case OPS.operation:
    case OPS.typeOf:
    case OPS.typeMember:
      return true
    case OPS.index:
      return f.exprName[parent] !== 0 && f.operand(parent, 0) === e
    case OPS.call:
    case OPS.new:
    case OPS.tagged:
      return f.operand(parent, 0) === e
    case OPS.await:
    case OPS.cast:
    case OPS.instantiate:
      return isTakenApart(f, parent)
    default:
      return false
  }
}

const isVariable = (holder: number): boolean => holder === HOLDERS.binding || holder === HOLDERS.definition

/** A module that is loaded where the expression stands, waited for or not. */
const isModule = (f: FileView, e: number): boolean => {
  const inner = f.op[e] === OPS.await ? f.operand(e, 0) : e
  return inner !== NONE && f.op[inner] === OPS.module
}

/** A module that is exported where it is loaded: whoever imports it from here is seen there. */
const isGivenOut = (f: FileView, e: number): boolean => isModule(f, e) && f.facts.exports.expression.includes(e)
