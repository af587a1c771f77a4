import { expect, test } from "bun:test"
import { renamed } from "../../bench/other_names.ts"

/** `partial class B` in B.1.cs:3 and B.2.cs:5; `class A : B` in A.cs:1, `class N : B` in N.cs:1. */
const ORACLE = ["A", "N"].map((
  name,
) => [`${name}.cs`, "1", name, "extends", "B.1.cs", "3", "B", "class", "B.2.cs:5|B.3.cs:7"])

test("a part of a type that the oracle names too is called by the name that it has chosen", () => {
  expect(renamed("#head\nA.cs\t1\tB.2.cs\t5\t0.95\nN.cs\t1\tB.3.cs\t7\t0.95", ORACLE))
    .toBe("#head\nA.cs\t1\tB.1.cs\t3\t0.95\nN.cs\t1\tB.1.cs\t3\t0.95")
})

test("another source, another target and the target of a row without other names stay", () => {
  const rows = ["A.2.cs\t1\tB.2.cs\t5\t0.95", "A.cs\t1\tB.2.cs\t6\t0.95", "A.cs\t2\tB.2.cs\t5\t0.95"].join("\n")
  expect(renamed(rows, ORACLE)).toBe(rows)
  const plain = "A.cs\t1\tC.cs\t5\t0.95"
  expect(renamed(plain, [["A.cs", "1", "A", "extends", "B.cs", "3", "B", "class"]])).toBe(plain)
})
