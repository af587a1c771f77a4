// What a change that is not committed yet puts at risk: the agent asks git what changed and the graph what hangs on it.

import * as Effect from "effect/Effect"
import { context } from "../context.ts"
import { impact } from "../impact.ts"
import { process } from "../resources/process.ts"
import { type Prompt, WrongArgument } from "./prompt.ts"

/** What `git diff` is to be asked with. */
const SCOPES: Readonly<Record<string, string>> = {
  unstaged: "",
  staged: "--cached ",
  all: "HEAD ",
  compare: "",
}

const SCOPE = "unstaged"
const COMPARED = "compare"

/** A name of a commit that is nothing else in a shell, and no option of git. */
const REFERENCE = /^[\p{L}\p{N}_][\p{L}\p{N}_./@{}^~+-]*$/u

export const detectImpact: Prompt = {
  name: "detect_impact",
  title: "What does this change put at risk",
  description:
    "Before a commit: the definitions that changed, who depends on them, which flows and tests they touch, how risky it is",
  arguments: [
    {
      name: "scope",
      description: `Which changes: ${Object.keys(SCOPES).join(", ")}; by default ${SCOPE}`,
      required: false,
      values: Object.keys(SCOPES),
    },
    { name: "base_ref", description: `Commit, branch or tag to compare with, for ${COMPARED}`, required: false },
  ],
  needs: [impact, context],
  text: (given) =>
    Effect.gen(function* () {
      const scope = given["scope"] ?? SCOPE
      const base = given["base_ref"]
      if (!Object.hasOwn(SCOPES, scope)) {
        return yield* new WrongArgument({
          argument: "scope",
          expected: `it is one of ${Object.keys(SCOPES).join(", ")}`,
        })
      }
      if ((scope === COMPARED) !== (base !== undefined)) {
        return yield* new WrongArgument({
          argument: "base_ref",
          expected: base === undefined
            ? `scope ${COMPARED} needs one, a commit, branch or tag to compare with`
            : `scope ${scope} compares with none; scope ${COMPARED} does`,
        })
      }
      if (base !== undefined && !REFERENCE.test(base)) {
        return yield* new WrongArgument({ argument: "base_ref", expected: "it names a commit, branch or tag" })
      }
      const asked = base === undefined ? SCOPES[scope] : `${base} `
      return [
        "Tell what the change at hand puts at risk, before it is committed.",
        "",
        `1. Run \`git diff --unified=0 ${asked}--\` in the repository and note each changed file and line. It leaves out files`,
        "   that git does not know yet: `git status --short` names them.",
        `2. Find the definition around each changed line: \`${context.name}\` with \`name\` as \`file:line\`. Where the answer`,
        "   says that the index is older than the file, lines may be off: run `portolan analyze` first.",
        `3. Ask \`${impact.name}\` for each definition by its uid, upstream. Follow \`next_cursor\` only where the risk is not`,
        "   yet clear; totals are true without it.",
        "   `affected_tests` are the tests to run, `affected_processes` the execution flows that come through it: the resource",
        `   \`${process.uri}\` has the steps of one, by its id.`,
        "4. Report: the changed definitions; what breaks at depth 1 with file and line; what may be affected further out;",
        "   which flows change, and for whom; which tests cover it and are to be run; the highest risk, and why.",
        "5. An answer that is a lower bound is not a no: name what could not be resolved and how you would check it.",
        "",
      ].join("\n")
    }),
}
