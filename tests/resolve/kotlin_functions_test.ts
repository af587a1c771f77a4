// What calls of Kotlin mean: operators, overloads, lambdas and what they run on, references, values that are called. Each
// fact has a decoy of the same name beside it; what is expected follows from the language's specification.

import { expect, test } from "bun:test"
import { callsOf, edgesOf, graphOf, linesOf } from "./_graph.ts"

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

test("a parameter that takes several is an array of them inside, and no array is handed to it unless it is spread", async () => {
  expect(
    await linesOf(`=== A.kt
package p
class Z { fun go() {} }
class L { fun go() {} }
fun Z.ex() {}
fun one(vararg e: Z) { e.forEach { it.go() } }
fun two(vararg e: List<Z>) { for (x in e) x.first().go() }
fun three(vararg e: Z) { e.ex() ; e[0].ex() }
class K(vararg val e: Z) { fun own() { e.first().go() } ; constructor(a: Int, vararg f: L) : this() { f[0].go() } }
=== B.kt
package p
fun <T> flow(vararg all: T) {}
fun <T> flow(one: T) {}
fun take(vararg all: Z) {}
fun take(one: Z) {}
fun take(one: List<Z>) {}
=== C.kt
package p
fun alone(z: Z) { flow(z) ; take(z) }
fun several(z: Z) { flow(z, z) ; take(z, z) }
fun spread(z: Array<Z>) { flow(*z) ; take(*z) }
fun array(z: Array<Z>) { flow(z) }
`),
  ).toEqual([
    "A.kt:K.constructor → A.kt:K.constructor:8",
    "A.kt:K.constructor → A.kt:L.go:3",
    "A.kt:K.own → A.kt:Z.go:2",
    "A.kt:one → A.kt:Z.go:2",
    "A.kt:three → A.kt:ex:4",
    "A.kt:two → A.kt:Z.go:2",
    "C.kt:alone → B.kt:flow:3",
    "C.kt:alone → B.kt:take:5",
    "C.kt:array → B.kt:flow:3",
    "C.kt:several → B.kt:flow:2",
    "C.kt:several → B.kt:take:4",
    "C.kt:spread → B.kt:flow:2",
    "C.kt:spread → B.kt:take:4",
  ])
})

test("of overloads beside each other a call runs the one that it takes, and no other", async () => {
  const made = await graphOf(`=== A.kt
fun f(x: Int) {}
fun f(x: String) {}
fun main() { f("") }
`)
  expect(edgesOf(made, "DISPATCHES")).toEqual([])
  expect(edgesOf(made, "CALLS")).toEqual(["A.kt:main → A.kt:f"])
})

test("a lambda that writes no parameters may be handed one, not two", async () => {
  expect(
    await linesOf(`=== A.kt
class C {
  fun resume(v: String, f: ((cause: Throwable, v: String) -> Unit)?) {}
  fun resume(v: String, f: ((cause: Throwable) -> Unit)?) {}
}
=== B.kt
fun none(c: C) { c.resume("") { println() } }
fun one(c: C) { c.resume("") { a -> println() } }
fun two(c: C) { c.resume("") { a, b -> println() } }
`),
  ).toEqual([
    "B.kt:none → A.kt:C.resume:3",
    "B.kt:one → A.kt:C.resume:3",
    "B.kt:two → A.kt:C.resume:2",
  ])
})

test("a bare call means an extension only where something is implied that it runs on", async () => {
  const files = (first: string, second: string) =>
    `=== A.kt
package p
class Scope
${first}
${second}
=== B.kt
package p
fun plain() { start { } }
fun Scope.inside() { start { } }
`
  const [on, bare] = ["fun Scope.start(block: () -> Unit) {}", "fun start(block: () -> Unit) {}"] as const
  expect(await linesOf(files(on, bare))).toEqual(["B.kt:inside → A.kt:start:3", "B.kt:plain → A.kt:start:4"])
  expect(await linesOf(files(bare, on))).toEqual(["B.kt:inside → A.kt:start:4", "B.kt:plain → A.kt:start:3"])
})

test("what surely takes a value comes before what only may, and a number that is written is of the type that is asked for", async () => {
  expect(
    await linesOf(`=== A.kt
import kotlin.time.Duration
import elsewhere.Mono
import elsewhere.Flux
fun delay(x: Long) {}
fun delay(x: Duration) {}
fun check(x: Mono<*>, then: Int) {}
fun check(x: Flux<*>, then: Int) {}
=== B.kt
import elsewhere.Flux
import elsewhere.later
fun written() { delay(1) }
fun known(x: Long) { delay(x) }
fun outside(x: Flux<Int>) { check(x, later()) }
fun open() { delay(later()) }
`),
  ).toEqual(["B.kt:known → A.kt:delay:4", "B.kt:outside → A.kt:check:7", "B.kt:written → A.kt:delay:4"])
})

test("where no function of a type takes what is given, one of a base from outside is meant", async () => {
  expect(
    await linesOf(`=== A.kt
import elsewhere.Context
interface Job : Context { operator fun plus(other: Job): Job ; fun also(other: Job) }
interface Other
interface Alone { fun only(other: Job) }
expect interface Runnable
interface Runs : Context { fun execute(it: Runnable) }
=== B.kt
fun sum(a: Job, b: Job, o: Other) { a + b ; a + o }
fun more(a: Job, o: Other) { a + o }
fun said(a: Runs, it: java.lang.Runnable) { a.execute(it) }
`),
  ).toEqual(["B.kt:said → A.kt:Runs.execute:6", "B.kt:sum → A.kt:Job.plus:2"])
})
