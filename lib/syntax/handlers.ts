// What the walk does for each role, before and after a node's children. The record is total: a role without a handler
// does not compile.

import { expressions } from "./expressions.ts"
import { functions } from "./functions.ts"
import { members } from "./members.ts"
import { parameters } from "./parameters.ts"
import { patterns } from "./patterns.ts"
import type { Role } from "./roles.ts"
import { statements } from "./statements.ts"
import { types } from "./types.ts"
import { variables } from "./variables.ts"
import type { Walk } from "./walk.ts"

export interface Handler {
  readonly enter?: (walk: Walk, node: number) => void
  readonly exit?: (walk: Walk, node: number) => void
}

export type Handlers = Readonly<Record<Role, Handler>>

export const HANDLERS: Handlers = {
  ...statements,
  ...expressions,
  ...patterns,
  ...functions,
  ...parameters,
  ...variables,
  ...members,
  ...types,
}
