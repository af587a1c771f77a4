// Why each reference of one line is bound as it is: what it came to, by which hops and types, or what is missing. Told
// after everything is bound, from the same tables, so telling changes nothing.

import { NONE } from "../graph/columns.ts"
import {
  type Cause,
  CAUSE_BY_CODE,
  CAUSES,
  EDGE_KIND_BY_CODE,
  type EdgeKind,
  NODE_KIND_BY_CODE,
  type Reason,
  REASON_BY_CODE,
  REASONS,
} from "../graph/kinds.ts"
import type { Language, Project } from "../syntax/language.ts"
import { OPS, REFERENCE_ROLES } from "../syntax/facts.ts"
import * as Lines from "../text/lines.ts"
import type { FileView } from "./file_view.ts"
import { Found } from "./found.ts"
import { exportHops, type Hop, missedModule, ofBinding } from "./hops.ts"
import { findMember } from "./members.ts"
import { originOf } from "./origin.ts"
import { SPACES } from "./program.ts"
import type { Solver } from "./solver.ts"
import type { Binding, Outcome, Trace } from "./trace.ts"
import { definitionText, externalText, typeText } from "./type_text.ts"
import { KINDS, UNKNOWN } from "./types.ts"

/** A definition and where its name stands. `start` tells its node. */
export interface Target {
  readonly name: string
  readonly kind: string
  readonly file: string
  readonly line: number
  readonly start: number
}

export interface Bound extends Target {
  readonly edge: EdgeKind
  readonly reason: string
  /** 0–1 */
  readonly confidence: number
}

/** A type as people read it, and how it is known. */
export interface Known {
  readonly type: string
  readonly from: ReadonlyArray<Hop>
}

export interface Reference {
  readonly name: string
  /** From 1. */
  readonly column: number
  readonly role: keyof typeof REFERENCE_ROLES
  readonly outcome: Outcome
  /** Why it is what it is, in words. */
  readonly because: string
  /** Of a resolved one: the reason's name and confidence, 0–1. */
  readonly reason?: string
  readonly confidence?: number
  /** Of one that is bound to nothing. */
  readonly cause?: string
  readonly targets: ReadonlyArray<Bound>
  /** What it is outside the repository. */
  readonly external?: string
  /** From the name on. */
  readonly hops: ReadonlyArray<Hop>
  /** What stands before the dot. */
  readonly receiver?: Known
  /** What the name holds, where it is a value that was followed, or could not be. */
  readonly value?: Known
  /** Definitions that fit alike. */
  readonly candidates?: ReadonlyArray<Target>
  /** A module that was not found, and the paths of the repository where it was looked for. */
  readonly missing?: { readonly module: string; readonly reason: string; readonly looked: ReadonlyArray<string> }
}

/** Listens to a resolve, and tells of one line of one file afterwards. */
export class Watch implements Trace {
  readonly #file: string
  readonly #line: number
  readonly #bindings: Array<Binding> = []
  /** By parameter: the round after which something was given. */
  readonly #rounds = new Map<number, number>()
  #solver: Solver | undefined

  constructor(file: string, line: number) {
    this.#file = file
    this.#line = line
  }

  started(solver: Solver): void {
    this.#solver = solver
  }

  round(solver: Solver, round: number): void {
    for (let p = 0; p < solver.given.length; p++) {
      if (solver.given[p] !== UNKNOWN && !this.#rounds.has(p)) this.#rounds.set(p, round)
    }
  }

  bound(binding: Binding): void {
    const { file, site } = binding
    if (file.path === this.#file && Lines.lineAt(file.facts.lineStarts, site) === this.#line) {
      this.#bindings.push(binding)
    }
  }

  /** References of the line, in the order of their names. */
  references(project: Project): ReadonlyArray<Reference> {
    const s = this.#solver
    if (s === undefined) return []
    return [...this.#bindings].sort((a, b) => a.site - b.site || a.role - b.role)
      .map((binding) => this.#reference(s, binding, project))
  }

  #reference(s: Solver, binding: Binding, project: Project): Reference {
    const { file: f, outcome, why } = binding
    const named = nameOf(f, binding.expression)
    const name = named === NONE ? "" : f.facts.strings[f.exprName[named]!]!
    const space = SPACE_OF_ROLE.has(binding.role) ? SPACES.type : SPACES.value
    const from = receiverOf(f, named)
    const rounds = { ofParameter: (p: number) => this.#rounds.get(p) }
    const knownOf = (e: number): Known => ({
      type: typeText(s, s.ask(() => s.typeOf(f, e))),
      from: originOf(s, rounds, f, e),
    })
    const reason = REASON_BY_CODE[why]
    const cause = CAUSE_BY_CODE[why]
    return {
      name,
      column: Lines.columnAt(f.facts.lineStarts, binding.site),
      role: ROLE_BY_CODE.get(binding.role)!,
      outcome,
      because: outcome === "resolved"
        ? reason === undefined ? "" : REASONS[reason].doc
        : outcome === "external"
        ? binding.package === 0 ? "The platform provides it" : "It comes from a package"
        : cause === undefined
        ? ""
        : CAUSES[cause].doc,
      ...(outcome === "resolved" && reason !== undefined
        ? { reason, confidence: REASONS[reason].confidence / 100 }
        : {}),
      ...(outcome !== "resolved" && outcome !== "external" && cause !== undefined ? { cause } : {}),
      targets: binding.targets.map((definition, i) => ({
        ...targetOf(s, definition),
        edge: EDGE_KIND_BY_CODE[binding.kinds[i]!]!,
        reason: binding.reasons[i]!,
        confidence: REASONS[binding.reasons[i]!].confidence / 100,
      })),
      ...(outcome === "external" ? { external: externalText(s, binding.package, binding.outside) } : {}),
      hops: hopsOf(s, f, named, space),
      ...(from === NONE ? {} : { receiver: knownOf(from) }),
      ...(named !== NONE && isFollowed(f, named, reason, cause, outcome) ? { value: knownOf(named) } : {}),
      ...(outcome === "ambiguous" ? { candidates: candidatesOf(s, f, named, from) } : {}),
      ...missingOf(s, f, named, space, outcome, project),
    }
  }
}

const ROLE_BY_CODE = new Map(
  Object.entries(REFERENCE_ROLES).map(([name, code]) => [code as number, name as keyof typeof REFERENCE_ROLES]),
)
const SPACE_OF_ROLE: ReadonlySet<number> = new Set([REFERENCE_ROLES.type, REFERENCE_ROLES.extend])

/** The expression that carries the name of a reference, or NONE for a callee that is computed. */
const nameOf = (f: FileView, e: number): number => {
  let at = e
  while (at !== NONE && WRAPPERS.has(f.op[at]!)) at = f.operand(at, 0)
  return at
}

const WRAPPERS: ReadonlySet<number> = new Set([OPS.call, OPS.new, OPS.instantiate, OPS.tagged, OPS.render])

/** What stands before the dot of a member, or NONE. */
const receiverOf = (f: FileView, named: number): number => {
  if (named === NONE) return NONE
  switch (f.op[named]) {
    case OPS.member:
    case OPS.index:
      return f.operand(named, 0)
    default:
      return NONE
  }
}

/** Was the value that a name or another expression holds followed, or was there none to follow? */
const isFollowed = (
  f: FileView,
  named: number,
  reason: Reason | undefined,
  cause: Cause | undefined,
  outcome: Outcome,
): boolean =>
  f.op[named] !== OPS.typeName &&
  (outcome === "resolved" ? reason === "value" || reason === "choice" : outcome === "unknown" && cause === "dynamic")

/** From a name through the scopes, imports and re-exports to what it stands for. */
const hopsOf = (s: Solver, f: FileView, named: number, space: number): ReadonlyArray<Hop> => {
  if (named === NONE) return []
  const op = f.op[named]
  if (op === OPS.name || op === OPS.typeName) {
    const [binding, at] = bindingOf(s, f, named, space)
    return binding === NONE ? [] : ofBinding(s, binding, at)
  }
  if (op !== OPS.member) return []
  // A member of a module is exported by it.
  const object = f.operand(named, 0)
  const type = object === NONE ? UNKNOWN : s.ask(() => s.typeOf(f, object))
  if (s.types.kind[type] !== KINDS.module) return []
  const hops: Array<Hop> = []
  const module = s.program.files[s.types.a[type]!]!
  const name = f.name(f.exprName[named]!)
  exportHops(s, module, name, SPACES.value, s.imports.exported(module, name, SPACES.value), hops)
  return hops
}

const bindingOf = (s: Solver, f: FileView, named: number, space: number): readonly [binding: number, space: number] => {
  const name = f.name(f.exprName[named]!)
  const first = s.program.lookUp(f, f.exprScope[named]!, name, space)
  return first === NONE ? [s.program.lookUp(f, f.exprScope[named]!, name, 1 - space), 1 - space] : [first, space]
}

const targetOf = (s: Solver, definition: number): Target => {
  const f = s.file(definition)
  const { kind, start, nameStart } = f.facts.definitions
  const d = definition - f.definitionBase
  return {
    name: definitionText(s, definition),
    kind: NODE_KIND_BY_CODE[kind[d]!] ?? "Function",
    file: f.path,
    line: Lines.lineAt(f.facts.lineStarts, nameStart[d]!),
    start: start[d]!,
  }
}

const candidatesOf = (s: Solver, f: FileView, named: number, from: number): ReadonlyArray<Target> => {
  if (named === NONE || from === NONE) return []
  const found = new Found()
  s.ask(() => findMember(s, s.typeOf(f, from), f.name(f.exprName[named]!), found, 0))
  return found.definitions.map((it) => targetOf(s, it))
}

const MISSING = new Set<Outcome>(["unknown", "ambiguous"])

/** The module that a name, or what stands before its dot, was to come from. */
const missingOf = (
  s: Solver,
  f: FileView,
  named: number,
  space: number,
  outcome: Outcome,
  project: Project,
): Pick<Reference, "missing"> => {
  if (!MISSING.has(outcome)) return {}
  let at = named
  while (at !== NONE && f.op[at] !== OPS.name && f.op[at] !== OPS.typeName && f.operandCount[at]! > 0) {
    at = f.operand(at, 0)
  }
  if (at === NONE || (f.op[at] !== OPS.name && f.op[at] !== OPS.typeName)) return {}
  const [binding, found] = bindingOf(s, f, at, space)
  const missed = binding === NONE ? undefined : missedModule(s, binding, found)
  if (missed === undefined) return {}
  const module = missed.file.facts.strings[missed.module]!
  return { missing: { module, ...lookedFor(missed.file.language, project, missed.file.path, module) } }
}

/** Resolves a specifier once more by a resolver of its own that is watched. */
const lookedFor = (language: Language, project: Project, path: string, specifier: string) => {
  const looked = new Set<string>()
  const watched: Project = {
    ...project,
    has: (it) => {
      looked.add(it)
      return project.has(it)
    },
    hasFolder: (it) => {
      looked.add(`${it}/`)
      return project.hasFolder(it)
    },
  }
  const target = language.modules(watched).resolve(path, specifier)
  const isConfig = (it: string) =>
    language.configFiles.some((pattern) => pattern.test(it.slice(it.lastIndexOf("/") + 1)))
  return {
    reason: target._tag === "unresolved" ? target.reason : "it leads to files that are not there",
    looked: [...looked].filter((it) => it !== "" && it !== "/" && !isConfig(it)),
  }
}
