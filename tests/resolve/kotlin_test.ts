// What names of Kotlin lead to. Each fact has a decoy of the same name beside it; what is expected follows from the
// language's specification, and the sources compile.

import { expect, test } from "bun:test"
import { callsOf, edgesOf, graphOf, linesOf } from "./_graph.ts"

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
