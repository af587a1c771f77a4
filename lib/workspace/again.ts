// How an answer that came of an older text than the checkout has is made once more: who finds out says so, who runs the
// question hears it. Without a listener the answer stands, and says what it is of.

import * as Context from "effect/Context"

export class Again extends Context.Reference<Again>()("workspace/Again", {
  defaultValue: (): { readonly ask: () => void } => ({ ask: () => {} }),
}) {}
