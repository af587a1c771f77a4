// Hints in a terminal name what a person types.

import { expect, test } from "bun:test"
import process from "node:process"
import * as Complain from "../../cli/complain.ts"
import { InvalidArguments } from "../../lib/tools/arguments.ts"
import * as Selection from "../../lib/workspace/selection.ts"

const flagOf: Complain.FlagOf = (key) => ({ repo: "repo", branch: "branch", maxTokens: "max-tokens" })[key]

test("arguments in hints are told as flags", () => {
  const required = new Selection.RepoRequired({ indexed: ["a", "b"] })
  expect(Complain.asTyped(required.hint, flagOf)).toBe("Say which one with --repo")
  expect(Complain.asTyped("Raise maxTokens or narrow the question", flagOf)).toBe(
    "Raise --max-tokens or narrow the question",
  )
  const branch = new Selection.BranchNotIndexed({ repo: "a", branch: "b", indexed: [] })
  expect(Complain.asTyped(branch.hint, flagOf)).toBe("Call without --branch for the index that follows the checkout")
})

test("what is no flag of the command stays as it is", () => {
  expect(Complain.asTyped("Narrow the question with words", flagOf)).toBe("Narrow the question with words")
})

test("arguments that do not fit are told as flags, and what the user typed as it was typed", () => {
  const written: Array<string> = []
  const before = process.stderr.write
  process.stderr.write = ((text: string) => written.push(text)) as never
  try {
    const problems = ['maxTokens must be an integer of at least 1, got "repo"', "query or repo is required"]
    expect(Complain.complainOf(new InvalidArguments({ tool: "query", problems }), flagOf)).toBe(2)
  } finally {
    process.stderr.write = before
  }
  expect(written.join("")).toContain(
    'Cannot call query: --max-tokens must be an integer of at least 1, got "repo"; query or --repo is required',
  )
})
