// Bodies: that of a class is the scope of its members, that of a function belongs to the function's own scope.

import { HANDLERS } from "../../syntax/handlers.ts"
import { MODES } from "../../syntax/roles.ts"
import type { Walk } from "../../syntax/walk.ts"

export const body = (w: Walk, node: number): void => {
  if (w.mode[node] === MODES.body && w.rule(w.tree.parent[node]!).is === "class") HANDLERS.members.enter?.(w, node)
}
