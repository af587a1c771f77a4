// Facts of Kotlin sources: what each form declares, where, and what is said of it.

import { expect, test } from "bun:test"
import { factsOf, named, table } from "../../syntax/_facts.ts"

const PATH = "a.kt"

test("functions, types, properties, constructors and objects have their kinds and flags", async () => {
  expect(
    await named(
      `package a.b
const val LIMIT = 3
var seen = 0
val twice get() = LIMIT * 2
internal fun go() { fun inner() {} }
fun String.shout(): String = this
abstract class Shape(val sides: Int, private var name: String, plain: Int) : Base(plain), Named by name {
  companion object { fun of() = 1 }
  lateinit var late: String
  var area = 0
    get() = field
    set(value) { field = value }
  constructor(name: String) : this(1, name, 2)
  init { go() }
  abstract fun draw()
  inner class Part
}
interface Named { fun name(): String }
fun interface Run { fun run() }
enum class Kind(val n: Int) { ONE(1) { override fun f() = 1 }, TWO(2); open fun f() = 2 }
object Single { val x = 1 }
annotation class Marked
typealias Names = List<String>
class Holder { companion object Named }
`,
      PATH,
    ),
  ).toEqual([
    "Const LIMIT:2 {readonly}",
    "Variable seen:3",
    "Function twice:4 {readonly getter}",
    "Function go:5 {internal}",
    "Function go.inner:5 {local}",
    "Function shout:6",
    "Class Shape:7 {abstract}",
    "Constructor Shape.constructor:7",
    "Property Shape.sides:7 {readonly parameterProperty}",
    "Property Shape.name:7 {private parameterProperty}",
    "Class Shape.Companion:8 {static singleton}",
    "Method Companion.of:8",
    "Property Shape.late:9",
    "Method Shape.area:10 {getter}",
    "Method Shape.area:12 {setter}",
    "Constructor Shape.constructor:13",
    "Method Shape.draw:15 {abstract signature}",
    "Class Shape.Part:16 {lexicalThis}",
    "Interface Named:18",
    "Method Named.name:18 {signature}",
    "Interface Run:19",
    "Method Run.run:19 {signature}",
    "Enum Kind:20",
    "Constructor Kind.constructor:20",
    "Property Kind.n:20 {readonly parameterProperty}",
    "Method Kind.values:20 {static implicit}",
    "Property Kind.entries:20 {static readonly implicit}",
    "Method Kind.valueOf:20 {static implicit}",
    "Property Kind.name:20 {readonly implicit}",
    "Property Kind.ordinal:20 {readonly implicit}",
    "Property Kind.ONE:20 {static readonly}",
    "Method f:20 {override}",
    "Property Kind.TWO:20 {static readonly}",
    "Method Kind.f:20",
    "Class Single:21 {singleton}",
    "Property Single.x:21 {readonly}",
    "Class Marked:22",
    "TypeAlias Names:23",
    "Class Holder:24",
    "Class Holder.Named:24 {static singleton}",
    // what stands for the file's functions and variables
    "Class :1 {implicit}",
  ])
})

test("the doc is the comment before all modifiers, and the header begins behind annotations", async () => {
  const facts = await factsOf(
    `/** Adds two
 * numbers. */
@Deprecated("no") private fun add(a: Int, b: Int = 1): Int = a + b
`,
    PATH,
  )
  expect(facts.strings[facts.definitions.doc[0]!]).toBe("Adds two numbers.")
  expect(facts.strings[facts.definitions.signature[0]!]).toBe("private fun add(a: Int, b: Int = 1): Int")
})

test("what a constructor takes is seen by what a class starts with, and not by its functions", async () => {
  const text = `class A(x: Int) : B(x) { val y = x
  fun f() = x
  init { x } }`
  const facts = await factsOf(text, PATH)
  const { expressions, bindings, scopes } = facts
  const seen: Array<boolean> = []
  for (let e = 0; e < expressions.rows; e++) {
    if (expressions.op[e] !== 1 || facts.strings[expressions.name[e]!] !== "x") continue
    let found = false
    for (let at = expressions.scope[e]!; at < scopes.rows; at = scopes.parent[at]!) {
      for (let row = 0; row < bindings.rows; row++) {
        if (bindings.scope[row] === at && facts.strings[bindings.name[row]!] === "x") found = true
      }
    }
    seen.push(found)
  }
  expect(seen).toEqual([true, true, false, true])
})

test("imports of every form, and the package of the file", async () => {
  const text = `package a.b
import c.d.E
import c.d.E as F
import c.d.*
import \`in\`.g
`
  expect(await table("imports", text, PATH)).toEqual([
    "E from c.d as E",
    "E from c.d as F",
    "* from c.d {star}",
    "g from in as g",
  ])
  const facts = await factsOf(text, PATH)
  expect(Array.from(facts.packages.name, (it) => facts.strings[it])).toEqual(["a.b"])
})

test("calls with their arguments: named, spread, lambdas behind the parentheses", async () => {
  expect(
    await table(
      "references",
      `fun f() {
  g(1, b = a, *c) { it }
  a.h<String> { x, (y, z) -> z }
  a b c
  a + b
  a[1]
  1 + 2
}`,
      PATH,
    ),
  ).toEqual([
    "call call(g, number'1', property.b(a), spread(c), function#1) @2:2 in function1",
    "read a @2:11 in function1",
    "read c @2:15 in function1",
    "read it @2:20 in function2",
    "type :String @3:6 in function1",
    "call call(instantiate(a.h, :String), function#2) @3:2 in function1",
    "read a @3:2 in function1",
    "implicit call(parameter#2.component1) @3:20 in function3",
    "implicit call(parameter#2.component2) @3:23 in function3",
    "read z @3:29 in function3",
    "call call(a.b, c) @4:2 in function1",
    "read a @4:2 in function1",
    "read c @4:6 in function1",
    "implicit call(a.plus, b) @5:2 in function1",
    "read a @5:2 in function1",
    "read b @5:6 in function1",
    "implicit call(a.get, number'1') @6:2 in function1",
    "read a @6:2 in function1",
  ])
})

test("`it` is the parameter of the innermost lambda that gets one", async () => {
  const bindings = await table("bindings", `fun f() { a.map { b.apply { it }; { x: Int -> it } } }`, PATH)
  expect(bindings.filter((it) => it.startsWith("it "))).toEqual(["it in function2: parameter #0 {value} = parameter#0"])
})

test("conditions say of what type a value is where they hold", async () => {
  expect(
    await table(
      "narrowings",
      `fun f(a: Any, b: Any) {
  if (a is A && b.c !is C) a
  if (a !is B) return
  when (b) {
    is D, is E -> b
    !is F -> b
    else -> b
  }
  b as G
}`,
      PATH,
    ),
  ).toEqual([
    "a 2:16-2:25 :A",
    "b 2:27-2:28 typeExcept(:C)",
    "a 2:27-2:28 :A",
    "a 3:15-3:21 typeExcept(:B)",
    "a 3:21-10:1 :B",
    "b 5:18-5:19 union(:D, :E)",
    "b 9:8-10:1 :G",
  ])
})

test("a name behind a dollar is read, one that is escaped is not", async () => {
  expect(await table("references", 'val x = "$a \\$b ${c.d} $e.f"', PATH)).toEqual([
    "read a @1:10 in file0",
    "read e @1:24 in file0",
    "read c.d @1:18 in file0",
    "read c @1:18 in file0",
  ])
})

test("bases are inherited from where they are constructed, and promised where not", async () => {
  const text = `class A : B(1), C, D by e
interface F : G
object H : I<J>()
val k = object : L {}
`
  expect(await table("supertypes", text, PATH)).toEqual([
    "#0 extends :B",
    "#0 implements :C",
    "#0 implements :D",
    "#1 extends :G",
    "#2 extends :I<:J>",
    "#4 implements :L",
  ])
})

test("an annotation decorates what it stands before", async () => {
  expect(await table("decorators", `@A(1) class B {\n  @C fun d() {}\n  @field:E val f = 1\n}`, PATH)).toEqual([
    "#0 :A",
    "#1 :C",
    "#2 :E",
  ])
})

test("a modifier that may be a name is one behind an annotation, too", async () => {
  const text = `@A
annotation class B
@C(1)
enum class D { E }
class F {
  @G operator fun plus(o: F) = o
  @H("x") const val I = 1
  @J inner class K
}
fun l() { m<N> { 1 } }
`
  const kinds = (await named(text, PATH)).filter((it) => !it.includes("implicit"))
  expect(kinds).toEqual([
    "Class B:2",
    "Enum D:4",
    "Property D.E:4 {static readonly}",
    "Class F:5",
    "Method F.plus:6",
    "Property F.I:7 {readonly}",
    "Class F.K:8 {lexicalThis}",
    "Function l:10",
  ])
})

test("what the grammar stumbles over is read all the same", async () => {
  const text = `class A { companion object { fun a() = 1 } }
enum class B { X { override fun f() = 1 }, Y; open fun f() = 2 }
val c = suspend { 1 }
val d = $$"a$b"
val e = f(String?::plus)
public value class G<out T>
@P internal constructor(val h: T) { fun i() = 1 }
fun j() {
  val k = 1
  suspend fun l() {}
  val m = f()
  get(m)
  val n = f()
  get()
  return
}
class O {
  val p: Int
    get() { val q = f(); return q }
}
actual class R
// why it is made so
internal actual constructor(val s: Int) {
  fun t() {
    val u = f()
    get(u)
  }
}
`
  const facts = await factsOf(text, PATH)
  expect(facts.problems.rows).toBe(0)
  expect((await named(text, PATH)).map((it) => it.replace(/:.*/, ""))).toContain("Method G.i")
  expect((await named(text, PATH)).map((it) => it.replace(/:.*/, ""))).toContain("Method R.t")
})

test("what is not written well is named, and the rest is kept", async () => {
  const facts = await factsOf(`fun a() {}\nfun b( {\nfun c() {}\n`, PATH)
  expect(facts.problems.rows).toBeGreaterThan(0)
  expect(await named(`fun a() {}\nclass ) {}\nfun c() {}\n`, PATH)).toContain("Function a:1")
})
