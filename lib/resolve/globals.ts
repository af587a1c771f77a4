// Names of the top of script files: files that neither import nor export share one scope a program. Such a name is bound
// from another file only where the program defines it once; files of other programs and modules give nothing away, but
// what a file declares to be global all of its program sees.

import { NONE } from "../graph/columns.ts"
import { NODE_FLAGS } from "../graph/kinds.ts"
import { BINDING_FLAGS, BINDING_KINDS, DEFINITION_FLAGS, IMPORT_FLAGS, OPS, SCOPE_KINDS } from "../syntax/facts.ts"
import type { ModuleResolver } from "../syntax/language.ts"
import { folderOf } from "../text/path.ts"
import type { Entity } from "./entities.ts"
import type { FileView } from "./file_view.ts"
import type { Imports } from "./imports.ts"
import { type Program, SPACES } from "./program.ts"
import type { Symbols } from "./symbols.ts"

/** Several definitions fit. */
export const SEVERAL = NONE - 1

/** What a name of one program means; each a binding, NONE or `SEVERAL`, at `meaningAt` or `OWN`. */
interface Shared {
  readonly everywhere: Array<number>
  /** What tests give it, by their folder. */
  tests: Map<string, Array<number>> | undefined
}

const nothing = (): Array<number> => [NONE, NONE, NONE, NONE, NONE]

/** Where those values lie that scripts define and do not only declare. */
const OWN = 4

/** Where a meaning lies: of a space, and whether modules are among those who see it. */
const meaningAt = (space: number, toModules: boolean): number => (space === SPACES.value ? 0 : 2) + (toModules ? 1 : 0)

export class Globals {
  readonly #program: Program
  readonly #symbols: Symbols
  /** By file: its program, or undefined where the language has none. */
  readonly #programs: Array<string | undefined> = []
  readonly #scripts: Array<boolean> = []
  /** Files whose names others may see without importing them. */
  readonly sharing = new Set<number>()
  /** Program → name → what it means. */
  readonly #names: Map<string, Map<number, Shared>> = new Map()

  /**
   * O(bindings at the top of script files).
   *
   * @param before Those of the program that this one follows; none of its files that changed shared anything.
   */
  constructor(program: Program, symbols: Symbols, modules: (f: FileView) => ModuleResolver, before?: Globals) {
    this.#program = program
    this.#symbols = symbols
    if (before !== undefined) {
      this.#programs = [...before.#programs]
      this.#scripts = [...before.#scripts]
      this.#names = before.#names
      for (const file of before.sharing) this.sharing.add(file)
    }
    for (const f of program.inTurn(program.fresh)) this.#read(f, modules(f))
  }

  #read(f: FileView, modules: ModuleResolver): void {
    const own = modules.program?.(f.path)
    this.#programs[f.index] = own?.name
    this.#scripts[f.index] = own !== undefined && !own.isModule && isScript(f)
    if (own === undefined) return
    const global = f.facts.strings.indexOf(GLOBAL)
    const isTop = (scope: number): boolean =>
      scope === 0 ? this.#scripts[f.index]! : global > 0 && isGlobalBlock(f, scope, global)
    const { scope, kind, name, rows } = f.facts.bindings
    if (!this.#scripts[f.index] && global < 0) return
    this.sharing.add(f.index)
    for (let row = 0; row < rows; row++) {
      if (kind[row] === BINDING_KINDS.definition && isTop(scope[row]!)) {
        this.#add(own.name, f.name(name[row]!), f, row)
      }
    }
  }

  #add(program: string, name: number, f: FileView, row: number): void {
    let names = this.#names.get(program)
    if (names === undefined) this.#names.set(program, names = new Map())
    let shared = names.get(name)
    if (shared === undefined) names.set(name, shared = { everywhere: nothing(), tests: undefined })
    let meanings = shared.everywhere
    if ((f.flags & NODE_FLAGS.test) !== 0) {
      const folder = folderOf(f.path)
      const known = (shared.tests ??= new Map()).get(folder)
      if (known === undefined) shared.tests.set(folder, meanings = nothing())
      else meanings = known
    }
    const binding = f.bindingBase + row
    const flags = f.facts.bindings.flags[row]!
    if ((flags & BINDING_FLAGS.type) === 0 && !this.#isDeclared(binding)) {
      meanings[OWN] = this.#either(meanings[OWN]!, binding)
    }
    for (const space of [SPACES.value, SPACES.type]) {
      const outside = space === SPACES.value ? BINDING_FLAGS.type : BINDING_FLAGS.value
      if ((flags & outside) !== 0) continue
      for (const toModules of [false, true]) {
        if (toModules && !this.#isDeclared(binding)) continue
        const at = meaningAt(space, toModules)
        meanings[at] = this.#either(meanings[at]!, binding)
      }
    }
  }

  /** What a name means that one of two bindings gives. */
  #either(one: number, other: number): number {
    if (one === NONE || other === NONE) return one === NONE ? other : one
    return one !== SEVERAL && other !== SEVERAL && this.#symbolOf(one) === this.#symbolOf(other) ? one : SEVERAL
  }

  /**
   * What a name means that nothing in a file binds and no platform provides.
   *
   * @returns The binding, which may be another file's; NONE, or `SEVERAL`. O(1).
   */
  binding(f: FileView, name: number, space: number): number {
    return f.language.policy.globals.has(this.#program.names.text(name)) ? NONE : this.meaning(f, name, space)
  }

  /** May a name that the platform provides be a script's own, which then takes its place? A declaration alone takes none. */
  takesPlatforms(f: FileView, name: number): boolean {
    return this.#scripts[f.index]! && this.#at(f, name, OWN) !== NONE
  }

  /** The same as `binding`, whatever the platform provides. */
  meaning(f: FileView, name: number, space: number): number {
    return this.#at(f, name, meaningAt(space, !this.#scripts[f.index]))
  }

  #at(f: FileView, name: number, at: number): number {
    const program = this.#programs[f.index]
    const shared = program === undefined ? undefined : this.#names.get(program)?.get(name)
    if (shared === undefined) return NONE
    // tests and what they are run on are loaded one by one; only those side by side may belong together
    const beside = shared.tests?.get(folderOf(f.path))?.[at] ?? NONE
    return this.#either(shared.everywhere[at]!, beside)
  }

  /** The entity of such a name, or undefined where it means nothing or several things. */
  entity(imports: Imports, f: FileView, name: number, space: number): Entity | undefined {
    const binding = this.binding(f, name, space)
    return binding === NONE || binding === SEVERAL ? undefined : imports.entityOf(binding, space)
  }

  #symbolOf(binding: number): number {
    return this.#symbols.of[this.#program.definitionOf(binding)]!
  }

  #isDeclared(binding: number): boolean {
    return (this.#program.definitionFlags[this.#program.definitionOf(binding)]! & DEFINITION_FLAGS.ambient) !== 0
  }
}

/** The name that a block of global declarations has. */
const GLOBAL = "global"

/** Is a scope that of `declare global { … }`? */
const isGlobalBlock = (f: FileView, scope: number, name: number): boolean => {
  const { kind, definition } = f.facts.scopes
  const d = definition[scope]!
  return kind[scope] === SCOPE_KINDS.namespace && d !== NONE && f.facts.definitions.name[d] === name &&
    (f.facts.definitions.flags[d]! & DEFINITION_FLAGS.ambient) !== 0
}

/** Does a file neither import nor export? What it loads while it runs makes it no module. */
const isScript = (f: FileView): boolean => {
  const { imports, exports, definitions } = f.facts
  if (exports.rows > 0) return false
  for (let row = 0; row < imports.rows; row++) {
    const flags = imports.flags[row]!
    if ((flags & (IMPORT_FLAGS.comment | IMPORT_FLAGS.lazy)) !== 0) continue
    if ((flags & IMPORT_FLAGS.typeOnly) === 0 || imports.binding[row] !== NONE) return false
  }
  for (let d = 0; d < definitions.rows; d++) {
    if (definitions.scope[d] === 0 && (definitions.flags[d]! & NODE_FLAGS.exported) !== 0) return false
  }
  return true
}

/** Names that a file mentions and does not bind as values: those that may be global. */
export const unboundNames = (program: Program, f: FileView): ReadonlySet<number> => {
  const names = new Set<number>()
  for (let e = 0; e < f.op.length; e++) {
    if (f.op[e] !== OPS.name && f.op[e] !== OPS.typeName) continue
    const name = f.name(f.exprName[e]!)
    if (program.lookUp(f, f.exprScope[e]!, name, SPACES.value) === NONE) names.add(name)
  }
  return names
}
