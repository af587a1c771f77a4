import { describe, expect, test } from "bun:test"
import * as Bar from "../../cli/bar.ts"
import { withoutEscapes } from "../../cli/terminal.ts"
import * as Words from "../../cli/words.ts"

const screen = (isTerminal: boolean, columns = 100) => {
  const written: Array<string> = []
  return {
    written,
    screen: { write: (text: string) => void written.push(text), isTerminal, colour: false, columns: () => columns },
  }
}

describe("progress", () => {
  test("is one line drawn over on a terminal, with phase, files and MB/s, and is gone at the end", () => {
    const { written, screen: terminal } = screen(true)
    let now = 0
    const bar = Bar.make(terminal, () => now)
    bar.report({ phase: "scan", done: 0, total: 0, bytes: 0 })
    now = 1000
    bar.report({ phase: "extract", done: 0, total: 200, bytes: 0 })
    now = 3000
    bar.report({ phase: "extract", done: 100, total: 200, bytes: 8_000_000 })
    now = 3010
    bar.report({ phase: "extract", done: 101, total: 200, bytes: 8_100_000 })
    now = 5000
    bar.report({ phase: "resolve", done: 0, total: 200, bytes: 16_000_000 })
    bar.end()
    expect(written.join("")).not.toContain("\n")
    const lines = written.map((it) => withoutEscapes(it).replace("\r", ""))
    expect(lines).toEqual([
      "Looking for files   ",
      `Reading sources       ${"─".repeat(24)}   0 %  0/200 files  0.0 kB`,
      `Reading sources       ${"━".repeat(12)}${"─".repeat(12)}  50 %  100/200 files  8.0 MB  4.0 MB/s`,
      "Resolving references",
      "",
    ])
  })

  test("never outgrows the terminal", () => {
    for (const columns of [20, 40, 60, 80]) {
      const { written, screen: terminal } = screen(true, columns)
      let now = 0
      const bar = Bar.make(terminal, () => now)
      bar.report({ phase: "extract", done: 0, total: 12_345, bytes: 0 })
      now = 2000
      bar.report({ phase: "extract", done: 12_000, total: 12_345, bytes: 123_000_000 })
      for (const line of written) expect(withoutEscapes(line).replace("\r", "").length).toBeLessThanOrEqual(columns)
    }
  })

  test("is plain lines elsewhere: one a phase, and one every few seconds", () => {
    const { written, screen: pipe } = screen(false)
    let now = 0
    const bar = Bar.make(pipe, () => now)
    bar.report({ phase: "scan", done: 0, total: 0, bytes: 0 })
    bar.report({ phase: "extract", done: 0, total: 200, bytes: 0 })
    for (now = 100; now <= 6000; now += 100) {
      bar.report({ phase: "extract", done: now / 50, total: 200, bytes: now * 1000 })
    }
    bar.end()
    expect(written).toEqual([
      "Looking for files\n",
      "Reading sources: 200 files\n",
      "Reading sources: 100 of 200, 5.0 MB, 1.0 MB/s\n",
    ])
  })
})

describe("words", () => {
  test("for numbers, sizes and times", () => {
    expect([Words.count(1234567), Words.plural(1, "file"), Words.plural(2, "file")]).toEqual([
      "1,234,567",
      "1 file",
      "2 files",
    ])
    expect([1234, 123_456, 12_345_678].map(Words.size)).toEqual(["1.2 kB", "123 kB", "12.3 MB"])
    expect([0.04, 3.21, 42.4, 125].map(Words.seconds)).toEqual(["0.04 s", "3.2 s", "42 s", "2 min 5 s"])
    const now = Date.parse("2026-01-10T12:00:00Z")
    const when = (iso: string) => Words.ago(iso, now)
    expect(when("2026-01-10T11:59:40Z")).toBe("just now")
    expect(when("2026-01-10T11:15:00Z")).toBe("45 min ago")
    expect(when("2026-01-09T12:00:00Z")).toBe("24 h ago")
    expect(when("2026-01-01T12:00:00Z")).toBe("9 days ago")
  })

  test("in a table stand under each other, numbers at the right", () => {
    expect(
      Words.table([{ title: "NAME" }, { title: "N", right: true }, { title: "PATH" }], [["a", "1,000", "/a"], [
        "longer",
        "2",
        "/b",
      ]]),
    )
      .toEqual(["NAME        N  PATH", "a       1,000  /a", "longer      2  /b"])
  })
})
