import { expect, test } from "bun:test"
import * as Controls from "../../lib/text/controls.ts"

test("what acts unseen is shown as a sign; tabs, line breaks and what is written stay", () => {
  expect(Controls.shown("a\u001b[31mb\u0007\u0000\u007f\u009b")).toBe("a␛[31mb␇␀␡\ufffd")
  for (const turn of "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c\u2028\u2029") {
    expect(Controls.shown(`is${turn}Admin`)).toBe("is\ufffdAdmin")
  }
  const plain = "tab\tline\nline\r\nא עברית é 日本 👩\u200d👩 \u200c"
  expect(Controls.shown(plain)).toBe(plain)
})
