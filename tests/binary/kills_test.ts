// The kill matrix in short, over the executable: `npm run kills` has the long one.

import { expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Kills from "../../bench/kills.ts"
import * as Program from "../_kit/program.ts"

const EXECUTABLE: Kills.Program = [
  join(Program.ROOT, "dist", process.platform === "win32" ? "portolan.exe" : "portolan"),
]

const within = async (run: (place: Kills.Place) => Promise<void>): Promise<void> => {
  const base = mkdtempSync(join(tmpdir(), "portolan-kills-"))
  try {
    await run(Kills.layOut(base, ["lib/text"]))
  } finally {
    rmSync(base, { recursive: true, force: true })
  }
}

test(
  "after a kill at any moment the index before or the new one answers, and the next run ends well",
  () =>
    within(async (place) => {
      const { first, old, new: renewed, tooLate } = await Kills.killMany(place, EXECUTABLE, 10, Kills.randomFrom(7))
      expect(first + old + renewed + tooLate).toBe(10)
      expect(first + old).toBeGreaterThan(0)
    }),
  120_000,
)

test("two writers and a reader: no answer is a mix", () =>
  within(async (place) => {
    await Kills.analyze(place, EXECUTABLE)
    expect((await Kills.writeTwice(place, EXECUTABLE, 10)).answers).toBeGreaterThan(0)
  }), 120_000)

test(
  "files of ours that were cut short give the right answer or none, and the next run mends them",
  () =>
    within(async (place) => {
      await Kills.analyze(place, EXECUTABLE)
      expect((await Kills.truncateAll(place, EXECUTABLE, Kills.randomFrom(7), true)).cuts).toBeGreaterThan(3)
    }),
  180_000,
)
