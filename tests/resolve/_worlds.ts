// Programs that are put together of lines from a stock: what scripts share, what is handed over, assigned, tested,
// decorated, overloaded and loaded by name. For laws that hold whatever a program says.

import * as fc from "fast-check"

/** Paths, and lines that any of the files may hold; `%` stands for the name of one of the other files. */
export interface World {
  readonly paths: ReadonlyArray<string>
  readonly lines: ReadonlyArray<string>
}

/** Objects and functions that declared types hide; one edit of it changes which they are. */
const shapes = (inner: string, given: string): string =>
  `type Run = () => void
interface Shape { go: Run }
function end() {}
const one: Shape = { go() {}, extra() {} }
const two: Shape = { go() {}, extra() { end() } }
${inner}
export const table = { at: inner }
export function make() { ${given} }
export const first: Run = inner.go`

/** A test for a type whose name stays. */
const kinds = (kind: string): string =>
  `import { ${kind} as Kind } from "./%"\nexport function isKind(it: unknown): it is Kind { return true }`

export const WORLDS: Readonly<Record<string, World>> = {
  "scripts and modules": {
    paths: ["a.js", "b.js", "c.ts", "types.d.ts", "d.ts", "e.js"],
    lines: [
      "function run(it) { it.go(); return it }",
      "function run() { return new Store() }",
      "class Store { go() {} }",
      "class Store { go() {} save() { return this } }",
      "var kept = new Store()",
      "kept = run()",
      "var late",
      "run().go()",
      "run(kept).save()",
      "new Store().save().go()",
      "kept.save()",
      "late = run",
      "late().go()",
      "globalThis.shared = new Store()",
      "shared.go()",
      "export {}",
      'import "./%"',
      "export function run() { return new Store() }",
      'import { run } from "./%"',
      "const own = require('./%')",
      "own.run().go()",
      "module.exports = { run, kept }",
      "module.exports = exports",
      "exports.run = function () { return exports }",
    ],
  },
  "declared to be global": {
    paths: ["a.ts", "b.ts", "c.d.ts", "d.ts"],
    lines: [
      "interface Shape { go(): Shape }",
      "interface Shape { save(): void }",
      "declare function make(): Shape",
      "declare const held: Shape",
      "declare global { interface Shape { save(): Shape } function make(): Shape }",
      "declare global { var held: Shape; class Part { go(): void } }",
      "function use(it: Shape) { it.go().save() }",
      "make().go().save()",
      "held.save()",
      "new Part().go()",
      "class Part implements Shape { go() { return this } save() {} }",
      "class Small extends Part {}",
      "export {}",
      "type Shape = Part",
      'import type { Shape } from "./%"',
      "export interface Shape { go(): Part }",
      "const table: Shape = { go() { return this }, save() {} }",
      "table.save()",
      "export const table: Shape = { go() { return held }, save() {} }",
      'import { table } from "./%"',
      "export const other: Shape = table",
      'import { other } from "./%"',
      "other.go(); other.save()",
    ],
  },
  "handed over and assigned": {
    paths: ["a.js", "b.js", "c.js", "d.ts"],
    lines: [
      "function each(call) { call() }",
      "export function each(call) { call(); return call }",
      "export class A { m() { return new B() } }",
      "export class B { m() { return new A() } }",
      "function one() { return new A() }",
      "export function one() { return new B() }",
      'import { each, one } from "./%"',
      'import { A, B } from "./%"',
      "each(one)",
      "each(() => one().m())",
      "stored.push(each)",
      "export { each as other }",
      'import { other } from "./%"',
      "other(one)()",
      "export let x = new A()",
      "x = new B()",
      "x = one()",
      "x.m().m()",
      "if (x instanceof A) { x.m() } else { x.m() }",
      "function use(p) { if (p instanceof A) { p.m(); p = one(); p.m() } }",
      "function keep() { let y = one(); y.m(); y = new A(); y.m(); return y }",
      "keep().m()",
      'define(["./%", "./%"], function (p, q) { p.each(q.one); return { each: q.each, one } })',
      "define({ each() {}, one })",
      'require(["./%"], function (p) { p.each(p.one) })',
    ],
  },
  "what lies behind": {
    paths: ["a.ts", "b.ts", "c.ts"],
    lines: [
      shapes("const inner: Shape = one", "return one"),
      shapes("const inner: Shape = one", "return two"),
      shapes("const inner: Shape = two", "return one"),
      shapes("const more: Shape = two\nconst inner: Shape = more", "return inner"),
      'import { make, table } from "./%"\nconst made = make()\nmade.extra(); table.at.go(); make().extra()',
      'import { other, first } from "./%"\nconst held: () => void = first\nheld(); other.extra()',
      'import { make } from "./%"\nexport const other = make()',
      'export { gone as make, lost as table } from "./missing"',
      'export { lost as make, gone as table } from "./missing"',
      'export * from "./%"',
      kinds("A"),
      kinds("B"),
      'import { isKind } from "./%"\nfunction use(it: unknown) { if (isKind(it)) it.m() }',
      "class A { m() {} }\nclass B { m() {} }\nexport { A, B }",
      "class A { m() {} }\nclass B extends A {}\nexport { A, B }",
    ],
  },
  "a language of its own": {
    paths: ["a.py", "b.py", "pkg/__init__.py", "pkg/c.py", "d.py"],
    lines: [
      "class A:\n    def m(self): return B()\n    def n(self): pass",
      "class B:\n    def m(self): return A()",
      "class B(A):\n    x: A\n    def m(self): return self.x",
      "class B(A):\n    def __init__(self): self.x = make()\n    def m(self):\n        if isinstance(self.x, A):\n            return self.x.m()",
      "def make(): return A()",
      "def make(it=None):\n    it.n()\n    return it",
      "if c:\n    def make(): return A()\nelse:\n    def make(): return B()",
      "def wrap(f):\n    def inner(): return f()\n    return inner",
      "def wrap(f): return f",
      "@wrap\ndef made(): return B()",
      "made().m().n()",
      "make(A()).n()",
      "x = A()",
      "make = None",
      "try:\n    from % import make\nexcept ImportError:\n    def make(): return A()",
      "x = make()",
      "x.m().n()",
      "def change():\n    global x\n    x = B()",
      "def use(p):\n    while p:\n        if isinstance(p, A): p.m()\n        p = make()\n    p.m()",
      "def use(p: A | B):\n    if isinstance(p, B): return\n    p.n()",
      "def take(p: 'type[A]'): p().n()",
      "take(B)",
      "from typing import overload, Literal, Optional, TypeGuard",
      "@overload\ndef pick(a: Literal[1]) -> A: ...\n@overload\ndef pick(a: Literal[2]) -> B: ...\ndef pick(a): pass",
      "pick(1).n(); pick(2).m()",
      "import importlib",
      'importlib.import_module("%").make().n()',
      "from % import *",
      "from % import A, make, x",
      "import % as other",
      "other.make().n(); other.x.m()",
      '__all__ = ["make", "A"]',
      "def fill():\n    def inner(it: B):\n        it.cb = make\n    return inner",
      "def fill():\n    def inner(it: B, f=make):\n        it.cb = f\n    return inner",
      "class B:\n    def m(self): return self.cb()\n    def n(self): self.cb().n()",
      "from % import B as Kind",
      "def is_kind(it) -> TypeGuard[Kind]: return True\nAlias = Optional[Kind]",
      "from % import is_kind, Alias",
      "def use(it, other: Alias):\n    if is_kind(it): it.m()\n    other.m()",
      "table = {'a': A, 'b': make}",
      "table['a']().n(); table['b']()",
    ],
  },
  "packages that are folders": {
    paths: ["vendor/m/a/a.go", "vendor/m/a/b_windows.go", "vendor/m/a/c_test.go", "vendor/m/b/b.go", "main.go", "d.ts"],
    lines: [
      "package a",
      "package b",
      "package main",
      'import "m/a"',
      'import other "m/b"',
      'import . "m/a"',
      "type Store struct{ Base; Next *Store }",
      "type Store struct{ *a.Base }",
      "type Base struct{ hook func() }",
      "type Base []*Store",
      "type Runner interface{ Run() *Store }",
      "type Runner interface{ Run(); a.Runner }",
      "type Store = a.Store",
      "type Box[T any] struct{ held T }",
      "func (b *Box[T]) Get() T { return b.held }",
      "func (s *Store) Run() *Store { return s }",
      "func (s *Store) Run() { s.Next.Run() }",
      "func (b Base) Run() *Store { return nil }",
      "func (b Base) Stop() (*Store, error) { return nil, nil }",
      "func Make() *Store { return &Store{} }",
      "func Make() (*a.Store, error) { return a.Make(), nil }",
      "func use(r Runner) { r.Run() }",
      "func use() { s, _ := Make(); s.Run(); s.Stop() }",
      "func use() { a.Make().Run(); other.Make() }",
      "func use(b *Box[*Store]) { b.Get().Run() }",
      "func use(x any) { switch v := x.(type) { case *Store: v.Run(); case Base: v.Stop() } }",
      "var Held Runner = &Store{}",
      "var Held = Make()",
      "func init() { Held.Run(); Make().Next.Run() }",
      "export function Make() { return new Store() }",
      "class Store { Run() { Make() } }",
    ],
  },
  "names that files share by packages": {
    paths: ["p/A.java", "p/B.java", "q/A.java", "q/C.java", "D.java"],
    lines: [
      "package p;",
      "package p;",
      "package q;",
      "import %;",
      "import p.*;",
      "import q.*;",
      "import p.A.*;",
      "import static p.A.make;",
      "import static %.*;",
      "import q.A.In;",
      "public class A { public B b; public A go() { return b.go(); } public static A make() { return new A(); } }",
      "public class A extends B { public A go() { run(); return this; } public static B make() { return null; } }",
      "public class A { public interface In { A go(); } public static class On extends B { void go() { run(); } } }",
      "public class A { private A go() { return this; } void run(int at) { go(); } void run() { run(1); } }",
      "public class B extends A { public void run() { go().go(); make(); b.run(); field.go(); } A field = make(); }",
      "public class B implements C { public void run() { go().run(); } }",
      "class B { B go() { return this; } class In { void run() { go().go(); } } void run() { new In().run(); } }",
      "interface C { C go(); default void run() { go().run(); } }",
      "interface C extends A.In { int LIMIT = 1; static void make() {} }",
      "enum C { ONE, TWO; C go() { return ONE; } static void run() { TWO.go().go(); } }",
      "class D extends A { void use(A a, B b, In in) { go(); run(); make(); a.go().go(); b.run(); in.go(); } }",
      "class D { void use() { p.A.make(); q.A.make().go(); p.B b = null; b.run(); C.make(); new A.On().go(); } }",
      "class D extends A.On { int run; void use(C c) { run(); c.go(); int most = C.LIMIT; new B() { void own() { run(); go(); } }; } }",
      "class E<T extends A> { T kept; void use(java.util.List<T> all) { kept.go(); for (T each : all) each.go(); } }",
      "class F extends E<B> { void use() { kept.run(); Runnable later = () -> kept.go(); later.run(); } }",
    ],
  },
  "names that files share, receivers that are implied": {
    paths: ["a.kt", "b.kt", "c.kt", "test/d.kt"],
    lines: [
      "class A { fun go() = B() }",
      "class A(val b: B) { companion object { fun of() = B() } ; fun go() = b ; fun inside() = of().go() }",
      "class B { fun go() = this ; operator fun plus(o: B) = o ; fun same() = go() }",
      "object O { fun go() = A.of() ; val made by lazy { B() } }",
      "fun A.ext() = go()",
      "fun B.ext() = same()",
      "fun ext() {}",
      "val top get() = B()",
      "private fun helper() = O.made",
      "internal fun helper() = top",
      "fun run(f: A.() -> Unit) {}",
      "fun bareCall() = run { go() ; ext() }",
      "fun object_() = O.go().go()",
      "fun getter() = top.ext()",
      "fun helped() = helper().ext()",
      "fun sum(a: B, b: B) = (a + b).go()",
      "interface I { val x: B ; fun go() }",
      "class C(override val x: B) : I { override fun go() { x.go() } }",
      "fun dispatched(i: I) = i.x.go()",
      "data class D(val a: A, val b: B)",
      "fun parts(d: D) { val (x, y) = d ; x.go() ; d.copy().b.same() }",
      "typealias Other = B",
      "fun aliased(o: Other) = o.same()",
      "enum class E(val b: B) { ONE(B()) ; fun go() = b.go() }",
      "fun constant() = E.ONE.go().same()",
    ],
  },
  "two languages of one family": {
    paths: ["p/A.kt", "p/B.java", "q/C.kt", "q/D.java", "E.kt"],
    lines: [
      "package p",
      "package p;",
      "package q",
      "package q;",
      "import p.*",
      "import p.*;",
      "import p.A",
      "import p.make",
      "import p.A.Companion.of",
      "import q.Held as Other",
      "import static p.AKt.make;",
      "open class A { open val next: A? = null; open fun go(): A = this; companion object { fun of() = A() } }",
      "class A(val held: B) : B() { fun go() = held.run(); constructor() : this(B()) { go() } }",
      "data class A(val one: Int, var two: A?) { val size get() = one; operator fun plus(other: A) = other }",
      "object Held { val it = A(); fun go() = it.go() }",
      "object Held : Runs<A> { override fun run(): A { go(); return A.of() } fun go() {} }",
      "interface Runs<T> { fun run(): T; fun twice() { run(); run() } }",
      "fun interface Runs<T> { fun run(it: T) }",
      "fun make(): A = A.of()",
      "fun make(): Held = Held",
      "fun make(at: Int) = Held.it",
      "fun use(a: A, r: Runs<A>) { a.go(); r.run().go(); make().go(); Held.go(); Held.it.next?.go() }",
      "fun use() { val (one, two) = A(1, null); two?.go(); A(B()).held.run(); A.of() + make() }",
      "fun use(a: Any) { if (a is A) a.go(); when (a) { is Held -> a.go(); is Other -> a.go() } }",
      "fun run() = with(A()) { go(); next; apply { go() } }",
      "fun A.extra(): A { go(); return this }",
      "fun main() { A().extra().go(); Held.apply { it.go() }.go() }",
      "val top: A = make()",
      "val top by lazy { Held }",
      "val top get() = Held.it",
      "fun show() { top.go(); top.next }",
      "public class B { public A run() { return new A(); } public void go() { AKt.make().go(); } A getNext() { return null; } }",
      "public class B extends A { public A go() { return getNext(); } void use() { go(); A.Companion.of(); Held.INSTANCE.go(); } }",
      "class D implements Runs<A> { public A run() { return null; } void use() { twice(); run().go(); new B().run(); } }",
    ],
  },
  "types in parts": {
    paths: ["p/A.cs", "p/B.cs", "q/C.cs", "D.cs"],
    lines: [
      "using P;",
      "using static P.A;",
      "using Other = P.A;",
      "global using Q;",
      "namespace P;",
      "namespace Q;",
      "namespace P { class In { void Run() { Go(); new A().Go(); } static void Go() { } } }",
      "namespace P.Q { class A { void Go() { B.Make(); } } }",
      "public class A { public B Next { get; set; } public virtual A Go() { return Next.Go(); } public static A Make() => new A(); }",
      "public class A : B { public override A Go() { Run(); return this; } public A(int at) : base(at) { } public A() : this(1) { } }",
      "public partial class A { public A Go() { Run(); return Held; } partial void Run(); }",
      "public partial class A : C { A Held; partial void Run() { Go().Go(); } }",
      "public class A<T> where T : A<T> { public T Held; public T Go() => Held.Go(); }",
      "public class B { public A Run() { return A.Make(); } public A Go() => null; public B(int at) { } internal void Own() { } }",
      "public class B { public static B operator +(B a, B b) => a; public A this[int at] => null; public void Go(int at) { } public void Go(B b) { } }",
      "public interface C { A Go(); void Run() { Go(); } }",
      "public struct C { public int At; public C(int at) { At = at; } public A Go() { return null; } }",
      "public enum C { One, Two }",
      "public delegate A Made(B from);",
      "public record A(B Held, int At) { public A Go() => Held.Go(); }",
      "static class More { public static A Extra(this A a) => a.Go(); public static void Each<T>(this T all, System.Action<T> go) { go(all); } }",
      "class D { void Use(A a, B b) { a.Go(); b.Go(); b.Go(1); b.Go(b); a.Next.Go(); A.Make(); b.Own(); a.Extra().Go(); } }",
      "class D { void Use(A<D> a, Made m) { a.Go().Use(null, null); m(null).Go(); var c = new C(1); c.Go(); (b + b).Go(); } B b; }",
      "class D : A { void Use() { Go(); Run(); base.Go(); Each(this); this.Each(it => it.Go()); Other.Make(); } }",
      "class D { void Use(object o) { if (o is A a) a.Go(); switch (o) { case B b: b.Run(); break; } } }",
    ],
  },
  "languages that know nothing of each other": {
    paths: ["a/a.go", "b/b.go", "p/A.java", "p/B.kt", "C.cs", "u.ts", "v.ts"],
    lines: [
      "package a",
      "package p;",
      "package p",
      'import "m/a"',
      "type Store struct{ Next *Store }",
      "type Runner interface{ Run() *Store }",
      "func (s *Store) Run() *Store { return s.Next }",
      "func Make(r Runner) *Store { return r.Run().Run() }",
      "func use() { a.Make(nil).Run() }",
      "public class A { A run() { return this; } void go() { run().run(); } }",
      "class B { fun run(a: A) = a }",
      "namespace P { partial class A { void Run() { Go(); } } }",
      "namespace P { partial class A { void Go() { Run(); } } }",
      'import { run, A } from "./v"',
      "export class A { run(): A { return this } }",
      "export class A extends Base { go() { this.run() } }",
      "export function run() { return new A().run() }",
      "export function run(it: A) { it.run(); helper(it) }",
      "function helper(it: any) { it.run() }",
      "run().run()",
    ],
  },
}

const moduleOf = (path: string): string =>
  path.endsWith(".java")
    ? path.replace(/\.java$/, "").replaceAll("/", ".")
    : path.endsWith(".py")
    ? path.replace(/(\/__init__)?\.py$/, "").replaceAll("/", ".")
    : path.replace(/(\.d)?\.[jt]s$/, "")

/** Any program of a world: the lines of each of its files. */
export interface Programs {
  readonly line: fc.Arbitrary<string>
  readonly program: fc.Arbitrary<ReadonlyArray<ReadonlyArray<string>>>
  /** Another line that begins with the same word: the `n`-th, or the line itself where there is none. */
  readonly like: (line: string, n: number) => string
  /** Path → text; a file without lines is not there. */
  readonly filesOf: (all: ReadonlyArray<ReadonlyArray<string>>) => ReadonlyMap<string, string>
}

export const programsOf = ({ paths, lines }: World): Programs => {
  const modules = paths.map(moduleOf)
  const line = fc.tuple(fc.constantFrom(...lines), fc.constantFrom(...modules), fc.constantFrom(...modules)).map(
    ([text, one, other]) => text.replace("%", one).replace("%", other),
  )
  const file = fc.array(line, { minLength: 2, maxLength: 7 })
  const wordOf = (text: string): string => /^\W*\w*/.exec(text)![0]
  return {
    line,
    like: (old, n) => {
      const all = lines.filter((it) => wordOf(it) === wordOf(old))
      const module = modules.find((it) => old.includes(`"./${it}"`)) ?? modules[n % modules.length]!
      return (all[n % Math.max(all.length, 1)] ?? old).replaceAll("%", module)
    },
    program: fc.tuple(...paths.map(() => file)),
    filesOf: (all) =>
      new Map(all.flatMap((it, i) => it.length === 0 ? [] : [[paths[i]!, `${it.join("\n")}\n`] as const])),
  }
}
