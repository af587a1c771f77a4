// Programs of packages, each with an edit of one file that changes what another file draws.

import type { Pair } from "./_module_pairs.ts"

/** A class stands for an interface by what it inherits from one that does not name it. */
const INHERITED_FOR_AN_INTERFACE = `
=== Save.cs
interface ISave { void Save(int id); }
=== Store.cs
class Store { public object Save(int id) { return null; } public void Save(string id) { } public void Close() { } }
=== Shelf.cs
class Shelf : Store, ISave { }
=== Glass.cs
class Glass : Shelf { }
`

export const PACKAGE_PAIRS: Readonly<Record<string, Pair>> = {
  "whether a property of a type above is a function that a bare name calls": {
    files: `
=== Above.kt
open class Above(val go: () -> Unit)
=== Go.kt
fun go() {}
=== Use.kt
class Use : Above({}) { fun use() = go() }
`,
    edit: ["Above.kt", "() -> Unit", "String"],
  },
  "whether a variable of a type can be called, or leaves the call to a function": {
    files: `
=== Part.kt
class Part { operator fun invoke() {} }
=== Go.kt
fun go() {}
=== Use.kt
fun use(go: Part) = go()
`,
    edit: ["Part.kt", "invoke", "other"],
  },
  "whether another name of a type is one of a function type": {
    files: `
=== Alias.kt
typealias Run = () -> Unit
=== Go.kt
fun go() {}
=== Use.kt
fun use(go: Run) = go()
`,
    edit: ["Alias.kt", "() -> Unit", "String"],
  },
  "a member that a base has, before one of a type further out": {
    files: `
=== Base.java
class Base { void other() {} }
=== Outer.java
class Outer { void go() {} class Inner extends Base { void run() { go(); } } }
`,
    edit: ["Base.java", "void other", "void go"],
  },
  "a type of its package, before those that are imported with all of another one": {
    files: `
=== p/Mine.java
package p;
class Other { void go() {} }
=== q/Item.java
package q;
public class Item { public void go() {} }
=== p/Use.java
package p;
import q.*;
class Use { void run(Item it) { it.go(); } }
`,
    edit: ["p/Mine.java", "class Other", "class Item"],
  },
  "a function of a name that fits what is given better": {
    files: `
=== Log.java
class Log { void say(Object it) {} void tell(String it) {} }
=== Use.java
class Use { void run(Log log) { log.say("it"); } }
`,
    edit: ["Log.java", "void tell", "void say"],
  },
  "how many methods an interface asks for, where a function may stand for it": {
    files: `
=== Task.java
interface Task { void run(Item it); default void also(Item it) {} }
=== Item.java
class Item { void go() {} }
=== Use.java
class Use { void each(Task task) {} void all() { each(it -> it.go()); } }
`,
    edit: ["Task.java", "default void also(Item it) {}", "void also(Item it);"],
  },
  "what the only instance of a type in a type answers for": {
    files: `
=== Held.kt
package p
class Held { companion object { fun make() {} } }
=== Use.kt
package p
fun make() {}
fun run() { Held.make() }
`,
    edit: ["Held.kt", "fun make", "fun other"],
  },
  "by what name another language knows the class of a file": {
    files: `
=== Held.kt
@file:JvmName("Held")
package p
fun make() {}
=== Use.java
package p;
class Use { void run() { Held.make(); } }
`,
    edit: ["Held.kt", '"Held"', '"Other"'],
  },
  "by what name another language knows a function of a file": {
    files: `
=== Held.kt
package p
@JvmName("made") fun make() {}
=== Use.java
package p;
class Use { void run() { HeldKt.made(); } }
`,
    edit: ["Held.kt", '"made"', '"other"'],
  },
  "what stands in the place of what is expected": {
    files: `
=== src/commonMain/kotlin/Held.kt
package p
expect fun make(name: String)
=== src/jvmMain/kotlin/Held.kt
package p
fun make(name: String) {}
`,
    edit: ["src/jvmMain/kotlin/Held.kt", "name: String", "name: Int"],
  },
  "by what parameters a member stands for one that is expected": {
    files: `
=== src/commonMain/kotlin/Held.kt
package p
expect class Held { fun make(name: String) }
=== src/jvmMain/kotlin/Held.kt
package p
class Held { fun make(name: String) {} }
`,
    edit: ["src/jvmMain/kotlin/Held.kt", "name: String", "name: Int"],
  },
  "that a nested class holds the type around": {
    files: `
=== Held.kt
package p
open class Held { fun go() {} }
=== Use.kt
package p
class Use : Held() { class In { fun run() { go() } } }
`,
    edit: ["Held.kt", "class Held { fun go() {} }", "class Held { fun went() {} companion object { fun go() {} } }"],
  },
  "whether a member is one that a type gives to others": {
    files: `
=== Base.cs
class Base { protected virtual void Go() { } }
=== Use.cs
class Use : Base { protected override void Go() { } void Run() { base.Go(); } }
`,
    edit: ["Base.cs", "protected", "private"],
  },
  "what a method gives that a function hands on, by which it goes to one of two places": {
    files: `
=== Context.cs
public class Context { public void Stop() { } }
=== Policy.cs
using System;
public class Policy { public void Run(Action<Context> it) { } public void Run(Func<Context, int> it) { } }
=== Use.cs
class Use { void M(Policy p) { p.Run(c => c.Stop()); } }
`,
    edit: ["Context.cs", "void Stop() { }", "int Stop() => 1;"],
  },
  "whether a name that is read is that of a method, which is handed on": {
    files: `
=== Sums.cs
using System;
public static class Sums { public static Func<int, int> Twice; static int Twice2(int x) => x; }
=== Use.cs
using System;
class Use { Func<int, int> M() { return Sums.Twice; } }
`,
    edit: ["Sums.cs", "Func<int, int> Twice;", "int Twice(int x) => x;"],
  },
  "what a delegate is handed, by which a method that is named can be called by it": {
    files: `
=== Handler.cs
public delegate void Handler(object sender);
=== Policy.cs
using System;
public class Policy { public void Run(Handler it) { } public void Run(Func<int, int> it) { } }
=== Use.cs
class Use { int Twice(int x) => x; void M(Policy p) { p.Run(Twice); } void N(Policy p) { p.Run((a) => { }); } }
`,
    edit: ["Handler.cs", "object sender", "object sender, int code"],
  },
  "whether an interface asks for what a class inherits from another base": {
    files: `
=== Go.cs
interface IGo { void Go(); }
=== Save.cs
interface ISave : IGo { void Save(int id); }
=== Store.cs
class Store { public void Go() { } }
=== Shelf.cs
abstract class Shelf : Store, ISave { public void Save(int id) { } }
`,
    edit: ["Save.cs", "ISave : IGo", "ISave"],
  },
  "the parameters of a member that is inherited for an interface": {
    files: INHERITED_FOR_AN_INTERFACE,
    edit: ["Store.cs", "Save(int id)", "Save(long id)"],
  },
  "whether a base class names the interface itself": {
    files: INHERITED_FOR_AN_INTERFACE,
    edit: ["Store.cs", "class Store", "class Store : ISave"],
  },
  "whether all see a member that is inherited for an interface": {
    files: INHERITED_FOR_AN_INTERFACE,
    edit: ["Store.cs", "public object", "internal object"],
  },
  "the result of a member that one of a type below stands for": {
    files: `
=== Save.cs
interface ISave { object Save(int id); string this[int at] { get; } }
=== Shelf.cs
class Shelf : ISave { public object Save(int id) { return null; } public string this[int at] { get { return ""; } } }
`,
    edit: ["Save.cs", "string this[", "object this["],
  },
}
