// `portolan remove`: a repository is forgotten, with the index files that were written for it.

import * as Effect from "effect/Effect"
import * as Forget from "../../lib/workspace/forget.ts"
import { type Command, EXIT } from "../command.ts"
import * as Machine from "../machine.ts"
import * as Meant from "../meant.ts"
import * as Screen from "../terminal.ts"

export const remove: Command = {
  name: "remove",
  spellings: ["forget"],
  group: "Index",
  summary: "Forget a repository: its entry and its index files, never a source",
  details: "Works also where the repository itself is gone. What others put into its .portolan stays.",
  arguments: [{ name: "repo", doc: "Path, id or name of an indexed repository", required: true }],
  flags: [
    {
      key: "branch",
      name: "branch",
      doc: "Only the index of this branch",
      value: { kind: "text", placeholder: "NAME" },
    },
    { key: "quiet", name: "quiet", doc: "Print nothing when it is done", value: { kind: "switch" } },
    { key: "json", name: "json", doc: "Print what was forgotten as JSON", value: { kind: "switch" } },
  ],
  run: (given) =>
    Machine.attempt(Effect.gen(function* () {
      const { id, entry } = yield* Meant.repository(given["repo"] as string)
      const branch = given["branch"] as string | undefined
      if (branch !== undefined) {
        yield* Forget.forgetBranch(entry.path, branch)
        if (given["json"] === true) {
          Screen.out.write(`${JSON.stringify({ removed: { id, name: entry.name, path: entry.path, branch } })}\n`)
        } else if (given["quiet"] !== true) {
          const paint = Screen.paintFor(Screen.out)
          Screen.out.write(
            `${paint.good("✓")} the index of branch ${
              paint.strong(branch)
            } of ${id} is gone; the branch is as it was\n`,
          )
        }
        return EXIT.ok
      }
      yield* Forget.forget(entry.path)
      if (given["json"] === true) {
        Screen.out.write(`${JSON.stringify({ removed: { id, name: entry.name, path: entry.path } })}\n`)
      } else if (given["quiet"] !== true) {
        const paint = Screen.paintFor(Screen.out)
        Screen.out.write(
          `${paint.good("✓")} ${paint.strong(id)} is forgotten; the files in ${entry.path} are as they were\n`,
        )
      }
      return EXIT.ok
    })),
}
