// Kotlin beside other code: Java of the same repository, and what common code expects of each platform. What is expected
// follows from the specifications of both, and the sources compile.

import { expect, test } from "bun:test"
import { EDGE_KIND_BY_CODE } from "../../lib/graph/kinds.ts"
import * as Node from "../../lib/graph/node.ts"
import { callsOf, edgesOf, graphOf, labelOf, linesOf } from "./_graph.ts"

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
