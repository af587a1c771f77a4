import { expect, test } from "bun:test"
import * as Either from "effect/Either"
import * as Settings from "../../lib/workspace/settings.ts"

const read = (variables: Record<string, string>) => Settings.fromEnvironment((name) => variables[name], "/here")

test("what is not set keeps its default", () => {
  expect(Either.getOrThrow(read({}))).toEqual({ ...Settings.defaults, workingDirectory: "/here" })
})

test.each<[Record<string, string>, Partial<Settings.SettingsShape>]>([
  [{ PORTOLAN_MCP_DEFAULT_MAX_TOKENS: "1200" }, { maxTokens: 1200 }],
  [{ PORTOLAN_IMPACT_DEFAULT_LIMIT: "5" }, { impactRows: 5 }],
  [{ PORTOLAN_IMPACT_DEFAULT_LIMIT: "0" }, { impactRows: Infinity }],
  [{ PORTOLAN_MCP_DEFAULT_REPO: " api " }, { defaultRepo: "api" }],
])("%o", (variables, expected) => {
  expect(Either.getOrThrow(read(variables))).toMatchObject(expected)
})

test.each<[string, string]>([
  ["PORTOLAN_MCP_DEFAULT_MAX_TOKENS", "0"],
  ["PORTOLAN_MCP_DEFAULT_MAX_TOKENS", "many"],
  ["PORTOLAN_MCP_DEFAULT_MAX_TOKENS", "-1"],
  ["PORTOLAN_MCP_DEFAULT_MAX_TOKENS", "1.5"],
  ["PORTOLAN_IMPACT_DEFAULT_LIMIT", ""],
  ["PORTOLAN_MCP_DEFAULT_REPO", "  "],
])("%s=%s starts nothing and says what is expected", (variable, value) => {
  const error = Either.getOrThrow(Either.flip(read({ [variable]: value })))
  expect(error).toBeInstanceOf(Settings.SettingsInvalid)
  expect(error.message).toStartWith(`Cannot start with ${variable}=${JSON.stringify(value)}: `)
})
