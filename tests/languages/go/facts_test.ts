// Facts of Go sources: what each form declares, where, and what is said of it.

import { expect, test } from "bun:test"
import { NONE } from "../../../lib/graph/columns.ts"
import { expectSound, factsOf, named, table } from "../../syntax/_facts.ts"

test("types, members, functions and variables have their kinds and flags", async () => {
  expect(
    await named(
      `package a
type Shape interface {
	Area(scale float64) float64
	fmt.Stringer
}
type (
	Kind int
	pair[K comparable, V any] struct {
		*Base
		yaml.Node
		a, B K
		inner struct{ deep int }
	}
	Alias = map[string]*Base
)
const First, second Kind = iota, 1
var Table, _ = load(), 1
func init() {}
func init() {}
func Load[T any]() (int, error) { return 0, nil }
func (p *pair[K, V]) Get(key K) V { var local int; type near struct{ x int } }
func (Kind) outside()
`,
      "a.go",
    ),
  ).toEqual([
    "Interface Shape:2 {exported}",
    "Method Shape.Area:3 {exported abstract signature ambient}",
    "Class Kind:7 {exported}",
    "Class pair:8 {struct}",
    "Property pair.Base:9 {exported}",
    "Property pair.Node:10 {exported}",
    "Property pair.a:11",
    "Property pair.B:11 {exported}",
    "Property pair.inner:12",
    "Property deep:12",
    "TypeAlias Alias:14 {exported}",
    "Const First:16 {exported}",
    "Const second:16",
    "Variable Table:17 {exported}",
    "Function init:18",
    "Function init:19",
    "Function Load:20 {exported}",
    "Method Get:21 {exported}",
    "Class Get.near:21 {local struct}",
    "Property near.x:21",
    "Method outside:22 {signature}",
  ])
})

test("a method says by its receiver what it belongs to, with names of its own for that type's parameters", async () => {
  const text = `package a
func (p *pair[K, V]) Get(cb func(int) K, rest ...V) (v V, err error) { return }
func (Kind) String() string { return "" }
`
  expect(await table("parameters", text, "a.go")).toEqual([
    "0  type :int",
    "1 p {receiver} type :pair<:K, :V>",
    "2 cb type typeFunction#1",
    "3 rest {rest} type :V",
    "4  {receiver} type :Kind",
  ])
  expect(await table("definitions", text, "a.go")).toEqual([
    "#0 Method Get @2:21 in file0 {exported} parameters 1+3 type typeTuple(:V, :error)",
    "#1 -  @2:28 of #0 in function1 {signature anonymous local} parameters 0+1 type :K",
    "#2 Method String @3:12 in file0 {exported} parameters 4+1 type :string",
  ])
  expectSound(await factsOf(text, "a.go"), text)
})

test("docs are the lines right above, without what is meant for tools; headers say their keyword", async () => {
  const facts = await factsOf(
    `// Package a, no doc of what follows.

package a

// Apart.

// Shape has
// an area.
//
// More of it.
//go:generate stringer
type Shape interface {
	// Area tells it.
	Area() int // trailing
	None() int
}

const (
	// First of them.
	First = iota
	Second
)

/* Old style. */
func Old() {}
`,
    "a.go",
  )
  const { doc, signature } = facts.definitions
  expect(Array.from(signature, (it, row) => `${facts.strings[it]} | ${facts.strings[doc[row]!]}`)).toEqual([
    "type Shape interface | Shape has an area.",
    "Area() int | Area tells it.",
    "None() int | ",
    "const First = iota | First of them.",
    "const Second | ",
    "func Old() | Old style.",
  ])
})

test("imports of every form; a package without an alias has the name that its path tells", async () => {
  expect(
    await table(
      "imports",
      `package a
import "fmt"
import (
	m "math/rand/v2"
	. "strings"
	_ "embed"
	"gopkg.in/yaml.v3"
	"github.com/go-redis/redis/v9"
	"github.com/mattn/go-isatty"
	"C"
)
`,
      "a.go",
    ),
  ).toEqual([
    "* from fmt {ownName} as fmt",
    "* from math/rand/v2 as m",
    "* from strings {star}",
    " from embed {sideEffect}",
    "* from gopkg.in/yaml.v3 {ownName} as yaml",
    "* from github.com/go-redis/redis/v9 {ownName} as redis",
    "* from github.com/mattn/go-isatty {ownName} as isatty",
    "* from C {ownName} as C",
  ])
})

test("what a type embeds is above it, and what an interface is limited to is not", async () => {
  expect(
    await table(
      "supertypes",
      `package a
type A struct { *B; c.D; E[int]; f G }
type I interface { J; k.L; ~int | M; ~string }
type N struct{ in struct{ O } }
`,
      "a.go",
    ),
  ).toEqual([
    "#0 extends :B",
    "#0 extends typeMember.D(c)",
    "#0 extends :E<:int>",
    "#5 extends :J",
    "#5 extends typeMember.L(k)",
    "#8 extends :O",
  ])
})

test("a name of `:=` is assigned where its block has it, else declared, and hides what is further out from there on", async () => {
  expect(
    await table(
      "bindings",
      `package a
func f(x int) {
	a, err := g()
	b, err := h(x)
	if err := a.run(); err != nil { _ = err }
	for _, x := range b {
		x := x
		use(x)
	}
}
`,
      "a.go",
    ),
  ).toEqual([
    "f in file0: definition #0 {value}",
    "x in function1: parameter #0 {value} type :int = parameter#0",
    "a in function1: local {value} = index.0(call(g), number'0')",
    "err in function1: local {value} = index.1(call(g), number'1')",
    "b in function1: local {value} = index.0(call(h, x), number'0')",
    "err in block2: local {value} = call(a.run)",
    "x in block3: local {value} = index(b, -)",
    "x in block5: local {value} = x",
  ])
  const scopes = await table("scopes", "package a\nfunc f(x int) { for { x := x; use(x) } }\n", "a.go")
  expect(scopes).toEqual([
    "file0 in -",
    "function1 in file0 of #0",
    "block2 in function1",
    "block3 in block2",
    "block4 in block3",
  ])
  const uses = await table("references", "package a\nfunc f(x int) { for { x := x; use(x) } }\n", "a.go")
  expect(uses).toEqual([
    "type :int @2:9 in function1",
    "read x @2:27 in block3",
    "call call(use, x) @2:30 in block4",
    "read x @2:34 in block4",
  ])
})

test("a case of a switch over types gives its value that type; forms that may fail give two values", async () => {
  expect(
    await table(
      "bindings",
      `package a
func f(v any, m map[string]T, c chan T) {
	switch s := v.(type) {
	case *A: s.a()
	case B, C: s.b()
	default: s.c()
	}
	x, ok := m["k"]
	y, ok := v.(T)
	z, ok := <-c
	select { case w, more := <-c: w.d(more) }
}
`,
      "a.go",
    ),
  ).toEqual([
    "f in file0: definition #0 {value}",
    "v in function1: parameter #0 {value} type :any = parameter#0",
    "m in function1: parameter #1 {value} type :map<:string, :T> = parameter#1",
    "c in function1: parameter #2 {value} type :chan<:T> = parameter#2",
    "s in block2: local {value} type :A = v",
    "s in block3: local {value} = v",
    "s in block4: local {value} = v",
    "x in function1: local {value} = index(m, string'k')",
    "ok in function1: local {value} = boolean",
    "y in function1: local {value} = cast(v, :T)",
    "z in function1: local {value} = element(c)",
    "w in block5: local {value} = element(c)",
    "more in block5: local {value} = boolean",
  ])
})

test("literals are of their types and give fields their values; braces alone are of the type around", async () => {
  const text = `package a
func f() {
	p := &Pair[int]{a: one, B: func() {}}
	t := []struct{ name string }{{name: "x"}, {"y"}}
	m := map[string]*Q{key: {size: 2}}
	n := Named{{in: 3}}
}
`
  expect(await table("assignments", text, "a.go")).toEqual([
    "cast(-, :Pair<:int>).a = one",
    "cast(-, :Pair<:int>).B = function#1",
    "cast(-, typeObject#2).name = string'x'",
    "cast(-, :Q).size = number'2'",
    "index(cast(-, :Named), -).in = number'3'",
  ])
  expect((await table("references", text, "a.go")).filter((it) => /^write|read key/.test(it))).toEqual([
    "write cast(-, :Pair<:int>).a @3:17 in function1",
    "write cast(-, :Pair<:int>).B @3:25 in function1",
    "write cast(-, typeObject#2).name @4:31 in function1",
    "read key @5:20 in function1",
    "write cast(-, :Q).size @5:26 in function1",
    "write index(cast(-, :Named), -).in @6:13 in function1",
  ])
})

test("calls of every form", async () => {
  const text = `package a
func f() {
	go run()
	defer func() { stop() }()
	x := new(T)
	y := make([]T, size())
	z := []byte(text())
	w := pick[int](x)
	fns["a"](1)
	(*T)(nil).m()
	T.method(x)
	pkg.Call(xs...)
}
`
  expect((await table("references", text, "a.go")).filter((it) => it.startsWith("call"))).toEqual([
    "call call(run) @3:4 in function1",
    "call call(function#1) @4:7 in function1",
    "call call(stop) @4:16 in function2",
    "call call(size) @6:16 in function1",
    "call call(text) @7:13 in function1",
    "call call(instantiate(pick, :int), x) @8:6 in function1",
    "call call(index(fns, string'a'), number'1') @9:1 in function1",
    "call call(call(T, null).m) @10:1 in function1",
    "call call(T, null) @10:1 in function1",
    "call call(T.method, x) @11:1 in function1",
    "call call(pkg.Call, spread(xs)) @12:1 in function1",
  ])
})

test("constants without a value repeat the type and value before them", async () => {
  expect(
    await table("bindings", "package a\nconst (\n\tA, B Kind = iota, 1\n\tC, D\n\tE = 2\n\tF\n)\n", "a.go"),
  ).toEqual([
    "A in file0: definition #0 {constant value} type :Kind = number'iota'",
    "B in file0: definition #1 {constant value} type :Kind = number'1'",
    "C in file0: definition #2 {constant value} type :Kind = number'iota'",
    "D in file0: definition #3 {constant value} type :Kind = number'iota'",
    "E in file0: definition #4 {constant value} = number'2'",
    "F in file0: definition #5 {constant value} = number'2'",
  ])
})

test("what cannot be read is named, and the rest is kept", async () => {
  const text = "package a\nfunc f() { x := := 1 }\nfunc g() {}\n"
  expect(await table("problems", text, "a.go")).toEqual(["syntaxError @2:16-2:18"])
  const facts = await factsOf(text, "a.go")
  expect(Array.from(facts.definitions.name, (it) => facts.strings[it])).toEqual(["f", "g"])
  expectSound(facts, text)
})

test("types of a field stand at each of its names", async () => {
  const facts = await factsOf("package a\ntype T struct { a, _, b func(int) error }\n", "a.go")
  const { name, type } = facts.definitions
  expect(Array.from(name, (it, row) => [facts.strings[it], type[row] !== NONE])).toEqual([
    ["T", false],
    ["a", true],
    ["b", true],
    ["", true],
  ])
})
