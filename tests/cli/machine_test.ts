// What bounds a server's clients does not bound who types a command.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test"
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Program from "../_kit/program.ts"

setDefaultTimeout(60_000)

const base = realpathSync(mkdtempSync(join(tmpdir(), "portolan-machine-")))

beforeAll(() => {
  for (const name of ["here", "there"]) mkdirSync(join(base, name))
  writeFileSync(join(base, "there", "a.ts"), "export const a = () => 1\n")
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

test("a folder anywhere is indexed by who names it", async () => {
  const env = { PORTOLAN_HOME: join(base, "home") }
  const { code, stdout } = await Program.portolan(["ingest", join(base, "there"), "--json"], {
    cwd: join(base, "here"),
    env,
  })
  expect(code).toBe(0)
  expect(JSON.parse(stdout).results).toMatchObject({ nodes_created: 2, files_processed: 1, errors: [] })
})
