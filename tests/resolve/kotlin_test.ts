// What names of Kotlin lead to. Each fact has a decoy of the same name beside it; what is expected follows from the
// language's specification, and the sources compile.

import { expect, test } from "bun:test"
import { EDGE_KIND_BY_CODE } from "../../lib/graph/kinds.ts"
import * as Node from "../../lib/graph/node.ts"
import { callsOf, edgesOf, graphOf, labelOf } from "./_graph.ts"

/** Calls as `from → to:line`, which tells functions of one name apart. */
const linesOf = async (text: string): Promise<ReadonlyArray<string>> => {
  const { graph } = await graphOf(text)
  const all: Array<string> = []
  for (let edge = 0; edge < graph.edges.rows; edge++) {
    if (EDGE_KIND_BY_CODE[graph.edges.kind[edge]!] !== "CALLS") continue
    const target = graph.edges.target[edge]!
    if (Node.isExternal(graph, target)) continue
    all.push(`${labelOf(graph, graph.edges.source[edge]!)} → ${labelOf(graph, target)}:${Node.lineOf(graph, target)}`)
  }
  return all.sort()
}

test("names of a package are shared by its files, imported ones come before them, and others are nobody's", async () => {
  expect(
    await callsOf(`=== src/main/kotlin/a/Main.kt
package a
import b.go
import b.Tool.use as useTool
import c.*
fun main() { go(); same(); star(); useTool(); b.deep.inner(); Part() }
=== src/main/kotlin/a/Same.kt
package a
fun same() {}
fun go() {}
class Part(val x: Int = 0)
=== src/main/kotlin/b/Go.kt
package b
fun go() {}
fun same() {}
fun star() {}
object Tool { fun use() {} }
class Decoy { fun use() {} }
=== src/main/kotlin/b/deep/Inner.kt
package b.deep
fun inner() {}
=== src/main/kotlin/c/Star.kt
package c
fun star() {}
fun same() {}
private fun useTool() {}
class Part
`),
  ).toEqual([
    "src/main/kotlin/a/Main.kt:main → src/main/kotlin/a/Same.kt:Part.constructor",
    "src/main/kotlin/a/Main.kt:main → src/main/kotlin/a/Same.kt:same",
    "src/main/kotlin/a/Main.kt:main → src/main/kotlin/b/Go.kt:Tool.use",
    "src/main/kotlin/a/Main.kt:main → src/main/kotlin/b/Go.kt:go",
    "src/main/kotlin/a/Main.kt:main → src/main/kotlin/b/deep/Inner.kt:inner",
    "src/main/kotlin/a/Main.kt:main → src/main/kotlin/c/Star.kt:star",
  ])
})

test("a receiver is typed by what a constructor takes, what a property starts with and what a function gives", async () => {
  expect(
    await callsOf(`=== A.kt
class Screen(private val input: Input) {
  private val backup = Other()
  val late by lazy { Input() }
  val shown get() = input
  fun view(): Input = input
  fun same() = backup
  fun open() {
    input.show()
    view().show()
  }
  fun others() {
    backup.show()
    same().show()
  }
  fun lately() = late.show()
  fun byGetter() = shown.show()
}
class Input { fun show() {} }
class Other { fun show() {} }
fun local(x: Input?) {
  val y = x ?: return
  y.show()
  x?.show()
  x!!.show()
}
`),
  ).toEqual([
    "A.kt:Screen.byGetter → A.kt:Input.show",
    "A.kt:Screen.byGetter → A.kt:Screen.shown",
    "A.kt:Screen.lately → A.kt:Input.show",
    "A.kt:Screen.open → A.kt:Input.show",
    "A.kt:Screen.open → A.kt:Screen.view",
    "A.kt:Screen.others → A.kt:Other.show",
    "A.kt:Screen.others → A.kt:Screen.same",
    "A.kt:local → A.kt:Input.show",
  ])
})

test("companions and objects: members of a class's companion are called on the class, and bare inside of it", async () => {
  expect(
    await callsOf(`=== A.kt
class A {
  fun make() = 1
  fun use() { of(); Inner().run() }
  companion object Factory : Maker() {
    fun of() = A()
    fun private() = inherited()
  }
  class Inner { fun run() { of() } }
}
open class Maker { fun inherited() = 1 }
class Sub : Base() { fun go() { ofBase() } }
open class Base { companion object { fun ofBase() {} } }
object Registry : Maker() {
  fun add() { of() }
  fun of() {}
}
fun of() {}
fun ofBase() {}
fun inherited() {}
fun main() {
  A.of().make()
  A.Factory.of()
  A.inherited()
  Registry.add()
  Registry.inherited()
  val r = Registry
  r.add()
  of()
}
`),
  ).toEqual([
    "A.kt:A.Factory → A.kt:Maker",
    "A.kt:A.Factory.private → A.kt:Maker.inherited",
    "A.kt:A.Inner.run → A.kt:A.Factory.of",
    "A.kt:A.use → A.kt:A.Factory.of",
    "A.kt:A.use → A.kt:A.Inner.run",
    "A.kt:Registry → A.kt:Maker",
    "A.kt:Registry.add → A.kt:Registry.of",
    "A.kt:Sub → A.kt:Base",
    "A.kt:Sub.go → A.kt:Base.Companion.ofBase",
    "A.kt:main → A.kt:A.Factory.of",
    "A.kt:main → A.kt:A.make",
    "A.kt:main → A.kt:Maker.inherited",
    "A.kt:main → A.kt:Registry.add",
    "A.kt:main → A.kt:of",
  ])
})

test("an extension is called on what its receiver takes, and a member comes before it", async () => {
  expect(
    await linesOf(`=== a/A.kt
package a
import b.shout
import b.first2
class Mine { fun member() {} }
class Yours
fun Mine.member(x: Int) {}
fun Mine.own() { member(); this.member(); other() }
fun Mine.other() {}
fun Yours.own() {}
fun main(m: Mine, y: Yours) {
  m.own()
  y.own()
  m.member()
  m.member(1)
  "a".shout()
  1.shout()
  listOf(m).first2().own()
  m.tag.own()
}
val Mine.tag get() = this
=== b/B.kt
package b
fun String.shout() {}
fun Int.shout() {}
fun <T> List<T>.first2(): T = this[0]
fun String.own() {}
`),
  ).toEqual([
    "a/A.kt:main → a/A.kt:Mine.member:4",
    "a/A.kt:main → a/A.kt:member:6",
    "a/A.kt:main → a/A.kt:own:7",
    "a/A.kt:main → a/A.kt:own:9",
    "a/A.kt:main → a/A.kt:tag:20",
    "a/A.kt:main → b/B.kt:first2:4",
    "a/A.kt:main → b/B.kt:shout:2",
    "a/A.kt:main → b/B.kt:shout:3",
    "a/A.kt:own → a/A.kt:Mine.member:4",
    "a/A.kt:own → a/A.kt:other:8",
  ])
})

test("lambdas: \`it\`, what scope functions run on, function types with a receiver, values that are called", async () => {
  expect(
    await callsOf(`=== A.kt
class A { fun go() = B() ; fun same() {} }
class B { fun go() = 1 ; fun stop() {} ; fun same() {} }
fun go() {}
fun takes(f: (A) -> Unit) { f(A()) }
fun builds(f: A.() -> Unit) { val a = A(); a.f() }
fun given() = { x: B -> x.stop() }
fun main() {
  takes { it.go() }
  takes { a -> a.go().stop() }
  builds { same() }
  A().let { it.go() }.go()
  A().apply { same() }.go()
  with(B()) { stop() }
  B().also { b -> b.stop() }.same()
  A().run { go() }.stop()
  listOf(A()).map { it.go() }.filter { it.go() == 1 }.forEach { it.stop() }
  mapOf(1 to A()).forEach { (k, v) -> v.same() }
  val f = { a: A -> a.same() }
  f(A())
}
`),
  ).toEqual([
    "A.kt:given → A.kt:B.stop",
    "A.kt:main → A.kt:A.go",
    "A.kt:main → A.kt:A.same",
    "A.kt:main → A.kt:B.go",
    "A.kt:main → A.kt:B.same",
    "A.kt:main → A.kt:B.stop",
    "A.kt:main → A.kt:builds",
    "A.kt:main → A.kt:takes",
  ])
})

test("operators are functions: of a type, of its extensions, by index, in loops and where a value is taken apart", async () => {
  expect(
    await callsOf(`=== A.kt
class V(val x: Int) {
  operator fun plus(o: V) = V(x + o.x)
  operator fun get(i: Int) = this
  operator fun set(i: Int, v: V) {}
  operator fun contains(v: V) = true
  operator fun compareTo(o: V) = 1
  operator fun invoke(n: Int) = this
  operator fun unaryMinus() = this
  operator fun component1() = x
  operator fun iterator() = Steps()
  operator fun rangeTo(o: V) = this
  infix fun join(o: V) = this
  fun end() {}
}
class Steps { operator fun hasNext() = false ; operator fun next() = V(1) }
class Decoy { operator fun plus(o: Decoy) = this ; operator fun get(i: Int) = this ; fun end() {} }
operator fun V.minus(o: V) = o
operator fun Decoy.minus(o: Decoy) = o
fun plus(a: V, b: V): V = (a + b).also { it.end() }
fun minus(a: V, b: V) = (a - b).end()
fun index(a: V) { a[0] = a[1] }
fun compare(a: V, b: V) = a in b || a < b
fun call(a: V) = a(1).end()
fun negate(a: V) = -a
fun parts(a: V) { val (x) = a }
fun loop(a: V) { for (v in a) v.end() }
fun range(a: V, b: V) = (a..b join a).end()
`),
  ).toEqual([
    "A.kt:V.plus → A.kt:V.constructor",
    "A.kt:Steps.next → A.kt:V.constructor",
    "A.kt:call → A.kt:V.end",
    "A.kt:call → A.kt:V.invoke",
    "A.kt:compare → A.kt:V.compareTo",
    "A.kt:compare → A.kt:V.contains",
    "A.kt:index → A.kt:V.get",
    "A.kt:index → A.kt:V.set",
    "A.kt:loop → A.kt:Steps.hasNext",
    "A.kt:loop → A.kt:Steps.next",
    "A.kt:loop → A.kt:V.end",
    "A.kt:loop → A.kt:V.iterator",
    "A.kt:minus → A.kt:V.end",
    "A.kt:minus → A.kt:minus",
    "A.kt:negate → A.kt:V.unaryMinus",
    "A.kt:parts → A.kt:V.component1",
    "A.kt:plus → A.kt:V.end",
    "A.kt:plus → A.kt:V.plus",
    "A.kt:range → A.kt:V.end",
    "A.kt:range → A.kt:V.join",
    "A.kt:range → A.kt:V.rangeTo",
  ].sort())
})

test("what a condition found out of a value holds where it stands", async () => {
  expect(
    await callsOf(`=== A.kt
class A { fun go() {} }
class B { fun go() {} ; fun stop() {} }
fun one(x: Any) { if (x is A) x.go() else if (x is B) x.stop() }
fun two(x: Any) { if (x !is B) return ; x.stop() }
fun three(x: Any) = when (x) {
  is A -> x.go()
  is B -> x.stop()
  else -> {}
}
fun four(x: Any) = when (val y = x) { is B -> y.stop() ; else -> {} }
fun five(x: Any) { (x as A).go() ; x.go() }
fun six(x: Any?) = x is B && x.also { it.stop() } != null
fun seven(x: Any) = (x as? B)?.stop()
`),
  ).toEqual([
    "A.kt:five → A.kt:A.go",
    "A.kt:four → A.kt:B.stop",
    "A.kt:one → A.kt:A.go",
    "A.kt:one → A.kt:B.stop",
    "A.kt:seven → A.kt:B.stop",
    "A.kt:six → A.kt:B.stop",
    "A.kt:three → A.kt:A.go",
    "A.kt:three → A.kt:B.stop",
    "A.kt:two → A.kt:B.stop",
  ])
})

test("overloads are chosen by arguments: by number, defaults, names and types; constructors alike", async () => {
  expect(
    await linesOf(`=== A.kt
class A(x: Int, y: String = "") { 
  constructor(s: String) : this(1, s)
  constructor() : this("") }
fun f(x: Int) {}
fun f(x: String) {}
fun f(x: Int, y: Int = 0, z: Int) {}
fun f(vararg xs: Boolean) {}
fun main() {
  A(1)
  A("a")
  f(1)
  f("a")
  f(1, z = 2)
  f(true, false)
}
`),
  ).toEqual([
    "A.kt:A.constructor → A.kt:A.constructor:1",
    "A.kt:A.constructor → A.kt:A.constructor:2",
    "A.kt:main → A.kt:A.constructor:1",
    "A.kt:main → A.kt:A.constructor:2",
    "A.kt:main → A.kt:f:4",
    "A.kt:main → A.kt:f:5",
    "A.kt:main → A.kt:f:6",
    "A.kt:main → A.kt:f:7",
  ])
})

test("classes inherit, interfaces are promised, delegates stand for what they are given, and members are overridden", async () => {
  const made = await graphOf(`=== A.kt
interface I { fun go() ; fun by() = 1 }
abstract class Base(n: Int) { abstract fun run() ; open fun stop() {} ; open val size get() = 1 }
class A : Base(1), I {
  override fun run() { stop() ; super.stop() }
  override fun go() { by() }
  override val size get() = super.size
}
class D(val a: I) : I by a
object O : I { override fun go() {} }
enum class E : I { X { override fun go() {} }, Y { override fun go() {} } }
val o = object : Base(2) { override fun run() {} }
class Decoy { fun go() {} ; fun stop() {} }
fun main(i: I, d: D, b: Base) { i.go() ; d.go() ; d.by() ; b.run() ; E.X.go() }
sealed class S { data class P(val x: Int) : S() ; object Q : S() }
fun name(s: S) = when (s) { is S.P -> s.x ; S.Q -> 0 }
`)
  expect(edgesOf(made, "EXTENDS", "IMPLEMENTS")).toEqual([
    "A.kt:A → A.kt:Base",
    "A.kt:A → A.kt:I",
    "A.kt:D → A.kt:I",
    "A.kt:E → A.kt:I",
    "A.kt:O → A.kt:I",
    "A.kt:S.P → A.kt:S",
    "A.kt:S.Q → A.kt:S",
  ])
  expect(edgesOf(made, "CALLS")).toEqual([
    "A.kt:A → A.kt:Base.constructor",
    "A.kt:A.go → A.kt:I.by",
    "A.kt:A.run → A.kt:Base.stop",
    "A.kt:A.size → A.kt:Base.size",
    "A.kt:S.P.constructor → A.kt:S",
    "A.kt:S.Q → A.kt:S",
    "A.kt:main → A.kt:Base.run",
    "A.kt:main → A.kt:I.by",
    "A.kt:main → A.kt:I.go",
    "A.kt:o → A.kt:Base.constructor",
  ])
})

test("a property that is declared to be replaced is, with a getter or without one; any other stands beside", async () => {
  const made = await graphOf(`=== A.kt
interface Named { val names: List<String> ; val hidden: Boolean get() = false ; fun go() }
abstract class Base { abstract val x: Int ; open val y = 1 ; private val z = 1 }
class A(override val names: List<String>) : Base(), Named {
  override val x = 1
  override val y get() = 2
  override val hidden: Boolean = true
  private val z = 2
  override fun go() {}
}
`)
  expect(edgesOf(made, "OVERRIDES")).toEqual([
    "A.kt:A.go → A.kt:Named.go",
    "A.kt:A.hidden → A.kt:Named.hidden",
    "A.kt:A.names → A.kt:Named.names",
    "A.kt:A.x → A.kt:Base.x",
    "A.kt:A.y → A.kt:Base.y",
  ])
})

test("a data class has components and copies, an enum its constants and its list of them", async () => {
  expect(
    await callsOf(`=== A.kt
data class P(val a: A, val b: B)
class A { fun go() {} }
class B { fun go() {} ; fun stop() {} }
enum class K(val b: B) { ONE(B()), TWO(B()) ; fun label() = name }
fun parts(p: P) { val (x, y) = p ; x.go() ; y.stop() }
fun copies(p: P) = p.copy(b = B()).b.stop()
fun all() = K.values().forEach { it.label() }
fun one() { K.ONE.label() ; K.valueOf("ONE").b.stop() }
`),
  ).toEqual([
    "A.kt:K → A.kt:K.constructor",
    "A.kt:all → A.kt:K.label",
    "A.kt:copies → A.kt:B.stop",
    "A.kt:one → A.kt:B.stop",
    "A.kt:one → A.kt:K.label",
    "A.kt:parts → A.kt:A.go",
    "A.kt:parts → A.kt:B.stop",
  ])
})

test("a property with a getter is called where it is read, and one with a setter where it is written", async () => {
  expect(
    await linesOf(`=== A.kt
class A {
  var x = 0
    get() = field.also { seen() }
    set(v) { field = v ; changed() }
  fun seen() {}
  fun changed() {}
  val plain = 1
  fun read() = x + plain
  fun write() { x = 2 }
}
val top get() = A()
fun read(a: A) = a.x
fun chain() = top.seen()
`),
  ).toEqual([
    "A.kt:A.read → A.kt:A.x:2",
    "A.kt:A.write → A.kt:A.x:4",
    "A.kt:A.x → A.kt:A.changed:6",
    "A.kt:A.x → A.kt:A.seen:5",
    "A.kt:chain → A.kt:A.seen:5",
    "A.kt:chain → A.kt:top:11",
    "A.kt:read → A.kt:A.x:2",
  ])
})

test("the body of a class stands behind what it delegates to, which is evaluated, called and no base", async () => {
  const text = `=== src/Tags.kt
package a
interface Tagged { fun tag() {} }
interface Named
class Tags : Tagged { companion object { val shared get() = Tags() } }
fun tags(x: Int): Tagged = Tags()
fun one() = 1
class Held(private val held: Tagged) : Named, Tagged by held {
  val first = one()
  fun more() = second()
  fun second() {}
}
class Made : Tagged by tags(one()) { fun own() = tag() }
class Shared : Named, Tagged by Tags.shared { fun own() {} }
val lazily: Tagged by lazy { fun inner() = one(); inner(); Tags() }
val nameless = object : Tagged by tags(2) { fun own() = one() }
fun use(held: Held, made: Made) { held.more(); made.own(); Shared().own() }
class Decoy { fun more() {}; fun own() {}; fun second() {} }
`
  expect(await linesOf(text)).toEqual([
    "src/Tags.kt:Held.constructor → src/Tags.kt:one:6",
    "src/Tags.kt:Held.more → src/Tags.kt:Held.second:10",
    "src/Tags.kt:Made → src/Tags.kt:one:6",
    "src/Tags.kt:Made → src/Tags.kt:tags:5",
    "src/Tags.kt:Made.own → src/Tags.kt:Tagged.tag:2",
    "src/Tags.kt:Shared → src/Tags.kt:Tags.Companion.shared:4",
    "src/Tags.kt:lazily → src/Tags.kt:lazily.inner:14",
    "src/Tags.kt:lazily.inner → src/Tags.kt:one:6",
    "src/Tags.kt:nameless → src/Tags.kt:tags:5",
    "src/Tags.kt:nameless.own → src/Tags.kt:one:6",
    "src/Tags.kt:use → src/Tags.kt:Held.more:9",
    "src/Tags.kt:use → src/Tags.kt:Made.own:12",
    "src/Tags.kt:use → src/Tags.kt:Shared.own:13",
  ])
  expect(edgesOf(await graphOf(text), "IMPLEMENTS", "EXTENDS")).toEqual([
    "src/Tags.kt:Held → src/Tags.kt:Named",
    "src/Tags.kt:Held → src/Tags.kt:Tagged",
    "src/Tags.kt:Made → src/Tags.kt:Tagged",
    "src/Tags.kt:Shared → src/Tags.kt:Named",
    "src/Tags.kt:Shared → src/Tags.kt:Tagged",
    "src/Tags.kt:Tags → src/Tags.kt:Tagged",
  ])
})

test("an extension of a type parameter is called on anything that its bound lets pass", async () => {
  expect(
    await linesOf(`=== src/Any.kt
package a
class Part
class Bound
class Sub : Base()
open class Base
fun <T> T.isOneOf(t1: T, t2: T, t3: T? = null) = this == t1
fun <T : Base> T.only() = this
fun <K, V> Map<K, V>.flat() = 1
fun chars(c: Char) = c.isOneOf('a', 'b')
fun parts(p: Part) { p.isOneOf(p, p, p); p.only() }
fun bound(s: Sub, m: Map<String, Int>) { s.only(); m.flat() }
=== src/Decoy.kt
package b
fun <T> T.isOneOf(t1: T, t2: T) = false
fun <T> T.only() = this
`),
  ).toEqual([
    "src/Any.kt:Sub → src/Any.kt:Base:5",
    "src/Any.kt:bound → src/Any.kt:flat:8",
    "src/Any.kt:bound → src/Any.kt:only:7",
    "src/Any.kt:chars → src/Any.kt:isOneOf:6",
    "src/Any.kt:parts → src/Any.kt:isOneOf:6",
  ])
})

test("what a constructor takes is named as inside of its class, and `apply` without a receiver gives the type around", async () => {
  expect(
    await linesOf(`=== src/Spec.kt
package a
interface Held { interface Maker { fun held(): Held } }
class Spec private constructor(maker: Maker, val size: Int = count(), val held: Held = maker.held()) : Held {
  val name = maker.name()
  class Maker : Held.Maker {
    override fun held(): Held = TODO()
    fun name() = "a"
    fun add(part: String) = apply { println(part) }
    fun also2() = also { println(it) }
    fun build() = Spec(this)
  }
  companion object {
    fun count() = 1
    fun of(part: String) = Maker().add(part).also2().build()
  }
}
class Decoy { fun build() {}; fun held() {} }
class Maker { fun held() {}; fun name() = 1; fun add(part: String) {} }
fun count() = 2
`),
  ).toEqual([
    "src/Spec.kt:Spec.Companion.of → src/Spec.kt:Spec.Maker.add:8",
    "src/Spec.kt:Spec.Companion.of → src/Spec.kt:Spec.Maker.also2:9",
    "src/Spec.kt:Spec.Companion.of → src/Spec.kt:Spec.Maker.build:10",
    "src/Spec.kt:Spec.Maker.build → src/Spec.kt:Spec.constructor:3",
    "src/Spec.kt:Spec.constructor → src/Spec.kt:Spec.Companion.count:13",
    "src/Spec.kt:Spec.constructor → src/Spec.kt:Spec.Maker.held:6",
    "src/Spec.kt:Spec.constructor → src/Spec.kt:Spec.Maker.name:7",
  ])
})

test("an operator before a call is applied to what the call gives, and the call is that of its own receiver", async () => {
  expect(
    await linesOf(`=== src/Not.kt
package a
class Part { fun isOpen(x: Int) = true; fun next() = this }
fun check(x: Int) = true
fun one() = !check(1)
fun two(p: Part) { if (!p.isOpen(1)) one() }
fun three(p: Part) = !!p.next().isOpen(2)
fun four(p: Part) = !p.let { it.isOpen(3) }
class Decoy { fun isOpen(x: Int) = false; fun check(x: Int) = false }
`),
  ).toEqual([
    "src/Not.kt:four → src/Not.kt:Part.isOpen:2",
    "src/Not.kt:one → src/Not.kt:check:3",
    "src/Not.kt:three → src/Not.kt:Part.isOpen:2",
    "src/Not.kt:three → src/Not.kt:Part.next:2",
    "src/Not.kt:two → src/Not.kt:Part.isOpen:2",
    "src/Not.kt:two → src/Not.kt:one:4",
  ])
})

test("a variable is not seen in its own value, and one that holds no function leaves the call to one further out", async () => {
  expect(
    await linesOf(`=== A.kt
package a
class A {
  fun ready() = true
  fun count() = 1
  fun owner() = 2
  fun run(owner: B, action: () -> Unit, made: C): Boolean {
    val ready = ready()
    val count = 1 > 2
    action()
    owner()
    if (count) count()
    made()
    return ready
  }
}
class B
class C { operator fun invoke() {} }
fun action() {}
fun made() {}
val b: A = A()
fun read() { val b = b.count() }
`),
  ).toEqual([
    "A.kt:A.run → A.kt:A.count:4",
    "A.kt:A.run → A.kt:A.owner:5",
    "A.kt:A.run → A.kt:A.ready:3",
    "A.kt:A.run → A.kt:C.invoke:17",
    "A.kt:read → A.kt:A.count:4",
  ])
})

test("functions and properties of one name stand side by side: a call means the function, a read the property", async () => {
  const text = `=== A.kt
package a
class Made {
  val name = ""
  fun name(n: String) = this
  val block: () -> Unit = {}
  val size get() = 1
  fun size(n: Int) = this
  fun end() {}
  fun own(name: Int) = name("").end()
}
open class Above { fun held() {} }
class Below(val held: Int) : Above() { fun go() = held() }
fun use(m: Made) {
  m.name("x").end()
  m.size(1).end()
  m.block()
  m.name.length
  m.size
}
`
  expect(await linesOf(text)).toEqual([
    "A.kt:Below.constructor → A.kt:Above:11",
    "A.kt:Below.go → A.kt:Above.held:11",
    "A.kt:Made.own → A.kt:Made.end:8",
    "A.kt:Made.own → A.kt:Made.name:4",
    "A.kt:use → A.kt:Made.end:8",
    "A.kt:use → A.kt:Made.name:4",
    "A.kt:use → A.kt:Made.size:6",
    "A.kt:use → A.kt:Made.size:7",
  ])
  expect(edgesOf(await graphOf(text), "READS").filter((it) => it.startsWith("A.kt:use"))).toEqual([
    "A.kt:use → A.kt:Made.block",
    "A.kt:use → A.kt:Made.name",
    "A.kt:use → A.kt:Made.size",
  ])
})

test("references to functions run them: of a type, of an object, of the type around, bare ones, extensions, properties", async () => {
  expect(
    await callsOf(`=== A.kt
package a
class A(val p: Int) {
  fun f() {}
  fun g(a: A) {}
  fun all(xs: List<A>) {
    xs.forEach(A::f)
    xs.forEach(this::g)
    xs.forEach(::h)
    xs.map(A::p)
    xs.forEach(A::ext)
    xs.forEach(::own)
  }
  fun own(a: A) {}
}
fun h(a: A) {}
fun own(a: A) {}
fun A.ext() {}
class Decoy(val p: Int) { fun f() {} ; fun g(a: A) {} }
fun Decoy.ext() {}
`),
  ).toEqual([
    "A.kt:A.all → A.kt:A.f",
    "A.kt:A.all → A.kt:A.g",
    "A.kt:A.all → A.kt:A.own",
    "A.kt:A.all → A.kt:A.p",
    "A.kt:A.all → A.kt:ext",
    "A.kt:A.all → A.kt:h",
  ])
})

test("where the innermost receiver has no function that takes the arguments, one further out is meant", async () => {
  expect(
    await linesOf(`=== A.kt
package a
class Out { fun emit(s: String, wrap: Boolean = false) {} ; fun both(s: String) {} }
inline fun write(block: Out.() -> Unit) { Out().block() }
class Spec {
  fun emit(out: Out) {}
  fun both(s: String) {}
  fun text() = write { emit(this) }
  fun named() = write { emit(out = this) }
  fun inner() = write { emit("a"); both("b") }
}
`),
  ).toEqual([
    "A.kt:Spec.inner → A.kt:Out.both:2",
    "A.kt:Spec.inner → A.kt:Out.emit:2",
    "A.kt:Spec.inner → A.kt:write:3",
    "A.kt:Spec.named → A.kt:Spec.emit:5",
    "A.kt:Spec.named → A.kt:write:3",
    "A.kt:Spec.text → A.kt:Spec.emit:5",
    "A.kt:Spec.text → A.kt:write:3",
  ])
})

test("Java and Kotlin call each other's methods", async () => {
  expect(
    await callsOf(`=== src/main/kotlin/a/K.kt
package a
open class K : J() {
  fun go() { J().run(); own() }
  open fun back() {}
}
=== src/main/java/a/J.java
package a;
public class J {
  public void run() { new K().back(); }
  public void own() {}
}
`),
  ).toEqual([
    "src/main/java/a/J.java:J.run → src/main/kotlin/a/K.kt:K.back",
    "src/main/kotlin/a/K.kt:K → src/main/java/a/J.java:J",
    "src/main/kotlin/a/K.kt:K.go → src/main/java/a/J.java:J.own",
    "src/main/kotlin/a/K.kt:K.go → src/main/java/a/J.java:J.run",
  ])
})

test("a lambda that ends with an assignment goes where a function is asked for that gives nothing", async () => {
  expect(
    await linesOf(`=== A.kt
package a
import kotlin.reflect.KClass
class Report {
  var count = 0
  fun on(name: String, block: Report.(Part) -> Unit) {}
  fun on(type: KClass<out Any>, block: Report.(Part) -> Unit) = on(type.java.name, block)
  fun told(part: Part) {}
}
class Part { fun go() {} }
class Decoy { fun go() {} ; fun told(part: Part) {} }
fun use(r: Report) {
  r.on("name") { part ->
    part.go()
    count = 1
  }
  r.on(Part::class) { part ->
    told(part)
    count += 1
  }
}
`),
  ).toEqual([
    "A.kt:Report.on → A.kt:Report.on:5",
    "A.kt:use → A.kt:Part.go:9",
    "A.kt:use → A.kt:Report.on:5",
    "A.kt:use → A.kt:Report.on:6",
    "A.kt:use → A.kt:Report.told:7",
  ])
})

test("what every type has is known whatever its bases are, and an object without a name makes an instance of its interface", async () => {
  const text = `=== A.kt
package a
import java.io.Serializable
import other.Base
interface Listener {
  fun heard()
  companion object { operator fun invoke(block: () -> Unit): Listener = object : Listener { override fun heard() = block() } }
}
interface Other { companion object { operator fun invoke(block: () -> Unit) {} } }
class Kept : Serializable { fun keep() {} }
class Far : Base() { fun far() {} }
fun String.hashed() = 1
fun Kept.hashed() = 2
fun use(k: Kept, f: Far) {
  k.toString().hashed()
  k.apply { keep() }
  f.also { it.far() }
  Listener { }
}
`
  const made = await graphOf(text)
  expect(await linesOf(text)).toEqual([
    "A.kt:use → A.kt:Far.far:10",
    "A.kt:use → A.kt:Kept.keep:9",
    "A.kt:use → A.kt:Listener.Companion.invoke:6",
    "A.kt:use → A.kt:hashed:11",
  ])
  expect(edgesOf(made, "INSTANTIATES")).toEqual(["A.kt:Listener.Companion.invoke → A.kt:Listener"])
})

test("a nested type has no instance of the type around, an inner one and an object without a name have", async () => {
  expect(
    await callsOf(`=== src/main/kotlin/a/Outer.kt
package a
fun size() = 0
fun shared() = 0
class Outer {
  fun size() = 1
  fun of() = 2
  companion object {
    fun shared() = 3
    fun companion() { size() }
    fun List<Int>.extension() { size(); shared() }
  }
  class Nested {
    fun nested() {
      size()
      shared()
    }
  }
  inner class Inner {
    fun inner() = size()
  }
  @Deprecated("inner class")
  inner class Marked {
    fun marked() = size()
  }
  @Deprecated("inner class")
  class Unmarked {
    fun unmarked() = size()
  }
  val made = object : Runnable {
    override fun run() {
      size()
    }
  }
  fun local() {
    class Local {
      fun inLocal() = of()
    }
  }
  enum class Kind {
    ONE {
      override fun one() = two()
    };
    open fun one() = 1
    fun two() = size()
  }
}
`),
  ).toEqual([
    "src/main/kotlin/a/Outer.kt:Outer.Companion.companion → src/main/kotlin/a/Outer.kt:size",
    "src/main/kotlin/a/Outer.kt:Outer.Companion.extension → src/main/kotlin/a/Outer.kt:Outer.Companion.shared",
    "src/main/kotlin/a/Outer.kt:Outer.Companion.extension → src/main/kotlin/a/Outer.kt:size",
    "src/main/kotlin/a/Outer.kt:Outer.Inner.inner → src/main/kotlin/a/Outer.kt:Outer.size",
    "src/main/kotlin/a/Outer.kt:Outer.Kind.ONE.one → src/main/kotlin/a/Outer.kt:Outer.Kind.two",
    "src/main/kotlin/a/Outer.kt:Outer.Kind.two → src/main/kotlin/a/Outer.kt:size",
    "src/main/kotlin/a/Outer.kt:Outer.Marked.marked → src/main/kotlin/a/Outer.kt:Outer.size",
    "src/main/kotlin/a/Outer.kt:Outer.Nested.nested → src/main/kotlin/a/Outer.kt:Outer.Companion.shared",
    "src/main/kotlin/a/Outer.kt:Outer.Nested.nested → src/main/kotlin/a/Outer.kt:size",
    "src/main/kotlin/a/Outer.kt:Outer.Unmarked.unmarked → src/main/kotlin/a/Outer.kt:size",
    "src/main/kotlin/a/Outer.kt:Outer.local.Local.inLocal → src/main/kotlin/a/Outer.kt:Outer.of",
    "src/main/kotlin/a/Outer.kt:Outer.made.run → src/main/kotlin/a/Outer.kt:Outer.size",
  ])
})

test("numbers: an operator gives the wider operand, and only a number that is written is of the type asked for", async () => {
  expect(
    await linesOf(`=== src/main/kotlin/a/Numbers.kt
package a
fun least(a: Long, b: Int): Long = 0
fun least(a: Int, b: Long): Long = 0
fun minOf(a: Long, b: Int): Long = 0
fun minOf(a: Int, b: Long): Long = 0
infix fun Int.and(other: Long): Long = 0
infix fun Int.or(other: Int): Int = 0
class Uses(val long: Long, val int: Int) {
  fun first() = least(long - int, int)
  fun second() = least(int * int, int + long)
  fun third() = least(int, long / 2)
  fun platform() = minOf(long, long) + minOf(int, int)
  fun own() = minOf(int + 1, long)
  fun member() = int or int
  fun extension() = int and long
}
`),
  ).toEqual([
    "src/main/kotlin/a/Numbers.kt:Uses.extension → src/main/kotlin/a/Numbers.kt:and:6",
    "src/main/kotlin/a/Numbers.kt:Uses.first → src/main/kotlin/a/Numbers.kt:least:2",
    "src/main/kotlin/a/Numbers.kt:Uses.own → src/main/kotlin/a/Numbers.kt:minOf:5",
    "src/main/kotlin/a/Numbers.kt:Uses.second → src/main/kotlin/a/Numbers.kt:least:3",
    "src/main/kotlin/a/Numbers.kt:Uses.third → src/main/kotlin/a/Numbers.kt:least:3",
  ])
})

test("Java calls functions outside of types on the class of their file, extensions with what they run on", async () => {
  const files = `=== src/main/java/a/Sources.kt
@file:JvmName("Okay")
package a
val Okay = Decoy()
class Decoy { fun open(path: String) {} }
interface Source
interface Sink
fun open(path: String): Source = TODO()
fun Source.buffer(): Reader = TODO()
fun Sink.buffer(): Writer = TODO()
@JvmName("blackhole") fun blackholeSink(): Sink = TODO()
private fun hidden() {}
class Reader { fun read() {} }
class Writer { fun write() {} }
=== src/main/java/a/more-files.kt
package a
fun more() {}
fun same() { open("") }
=== src/main/java/b/Use.java
package b;
import a.Okay;
import a.More_filesKt;
import static a.Okay.open;
class Use {
  void first() { Okay.buffer(Okay.open("x")).read(); }
  void second() { Okay.buffer(Okay.blackhole()).write(); }
  void third() { More_filesKt.more(); open("y"); Okay.hidden(); }
}
`
  expect((await linesOf(files)).filter((it) => it.includes("Use.java"))).toEqual([
    "src/main/java/b/Use.java:Use.first → src/main/java/a/Sources.kt:Reader.read:12",
    "src/main/java/b/Use.java:Use.first → src/main/java/a/Sources.kt:buffer:8",
    "src/main/java/b/Use.java:Use.first → src/main/java/a/Sources.kt:open:7",
    "src/main/java/b/Use.java:Use.second → src/main/java/a/Sources.kt:Writer.write:13",
    "src/main/java/b/Use.java:Use.second → src/main/java/a/Sources.kt:blackholeSink:10",
    "src/main/java/b/Use.java:Use.second → src/main/java/a/Sources.kt:buffer:9",
    "src/main/java/b/Use.java:Use.third → src/main/java/a/Sources.kt:open:7",
    "src/main/java/b/Use.java:Use.third → src/main/java/a/more-files.kt:more:2",
  ])
  expect(edgesOf(await graphOf(files), "IMPORTS")).toEqual([
    "src/main/java/b/Use.java → src/main/java/a/Sources.kt",
    "src/main/java/b/Use.java → src/main/java/a/more-files.kt",
  ])
})

test("what is expected in common code runs what each platform has in its place, member by member", async () => {
  const files = `=== build.gradle
=== src/commonMain/kotlin/a/Expected.kt
package a
expect class Text {
  fun size(): Int
  fun cut(from: Int, other: Text): Text
  fun cut(from: Int, other: String): Text
  companion object { fun of(): Text }
}
expect fun now(zone: String): Long
external fun native(): Int
fun common(): Long = now("")
=== src/jvmMain/kotlin/a/Actual.kt
package a
actual class Text {
  actual fun size(): Int = 1
  actual fun cut(from: Int, other: Text): Text = this
  actual fun cut(from: Int, other: String): Text = this
  fun extra() {}
  actual companion object { actual fun of(): Text = Text() }
}
actual fun now(zone: String): Long = 1
fun now(zone: Int): Long = 2
fun native(): Int = 3
=== src/jsMain/kotlin/b/Other.kt
package b
fun now(zone: String): Long = 4
`
  const jvm = "src/jvmMain/kotlin/a/Actual.kt"
  const common = "src/commonMain/kotlin/a/Expected.kt"
  const { graph } = await graphOf(files)
  const lines: Array<string> = []
  for (let edge = 0; edge < graph.edges.rows; edge++) {
    if (EDGE_KIND_BY_CODE[graph.edges.kind[edge]!] !== "DISPATCHES") continue
    const [source, target] = [graph.edges.source[edge]!, graph.edges.target[edge]!]
    lines.push(
      `${labelOf(graph, source)}:${Node.lineOf(graph, source)} → ${labelOf(graph, target)}:${
        Node.lineOf(graph, target)
      }`,
    )
  }
  expect(lines.sort()).toEqual([
    `${common}:Text.Companion.of:6 → ${jvm}:Text.Companion.of:7`,
    `${common}:Text.Companion:6 → ${jvm}:Text.Companion:7`,
    `${common}:Text.cut:4 → ${jvm}:Text.cut:4`,
    `${common}:Text.cut:5 → ${jvm}:Text.cut:5`,
    `${common}:Text.size:3 → ${jvm}:Text.size:3`,
    `${common}:Text:2 → ${jvm}:Text:2`,
    `${common}:now:8 → ${jvm}:now:9`,
  ])
})
