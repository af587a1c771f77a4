// Which repository a call was answered from, told to whoever keeps a record. Nobody listens by default.

import * as Context from "effect/Context"

export class Chosen extends Context.Reference<Chosen>()("workspace/Chosen", {
  defaultValue: (): { readonly tell: (id: string) => void } => ({ tell: () => {} }),
}) {}
