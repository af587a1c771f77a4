// What Go's own rules make of a program: packages that are folders, methods outside of their types, what embedding lends,
// interfaces that are met by having their methods. The truth of each was told by the compiler.

import { expect, test } from "bun:test"
import { callsOf, edgesOf, externalOf, graphOf } from "./_graph.ts"

const MOD = `=== go.mod
module example.test/m

go 1.19
`

test("files of a folder share their names; another folder's of the same package name do not", async () => {
  expect(
    await callsOf(`${MOD}=== a/one.go
package a

func run() { helper(); Limit.check() }
=== a/two.go
package a

type limit int

var Limit limit

func helper() {}
func (l limit) check() {}
=== b/a.go
package a

func helper() {}

type limit int

func (l limit) check() {}
`),
  ).toEqual(["a/one.go:run → a/two.go:helper", "a/one.go:run → a/two.go:limit.check"])
})

test("imports lead by the module's path, under the name that they give or that the path tells", async () => {
  const made = await graphOf(`${MOD}=== main.go
package main

import (
	"fmt"
	other "example.test/m/lib"
	"example.test/m/deep/go-names/v2"
	"elsewhere.test/lib"
)

func main() {
	fmt.Println(other.Make().Name())
	names.Make()
	lib.Make()
}
=== lib/lib.go
package lib

type Thing struct{}

func Make() *Thing { return nil }
func (t *Thing) Name() string { return "" }
=== lib/unused.go
package lib

func Unused() {}
=== lib/lib_test.go
package lib

func Make2() {}
=== deep/go-names/v2/names.go
package names

func Make() {}
=== decoy/lib.go
package lib

type Thing struct{}

func Make() *Thing { return nil }
func (t *Thing) Name() string { return "" }
`)
  expect(edgesOf(made, "CALLS")).toEqual([
    "main.go:main → deep/go-names/v2/names.go:Make",
    "main.go:main → lib/lib.go:Make",
    "main.go:main → lib/lib.go:Thing.Name",
  ])
  expect(edgesOf(made, "IMPORTS")).toEqual(["main.go → deep/go-names/v2/names.go", "main.go → lib/lib.go"])
  expect(externalOf(made, "CALLS")).toContain("main.go:main → elsewhere.test/lib#Make")
})

test("modules in one repository, and vendored packages before both", async () => {
  expect(
    await callsOf(`=== go.work
go 1.19

use (
	./app
	./lib
)
=== app/go.mod
module example.test/app
=== app/main.go
package main

import (
	"example.test/lib/sub"
	"vendored.test/v"
	"example.test/app/internal/own"
)

func main() {
	sub.Run()
	v.Run()
	own.Run()
}
=== app/internal/own/own.go
package own

func Run() {}
=== app/vendor/vendored.test/v/v.go
package v

func Run() {}
=== lib/go.mod
module example.test/lib
=== lib/sub/sub.go
package sub

func Run() {}
=== sub/sub.go
package sub

func Run() {}
`),
  ).toEqual([
    "app/main.go:main → app/internal/own/own.go:Run",
    "app/main.go:main → app/vendor/vendored.test/v/v.go:Run",
    "app/main.go:main → lib/sub/sub.go:Run",
  ])
})

test("methods stand anywhere in the package, on values, references and generic types", async () => {
  const made = await graphOf(`${MOD}=== a.go
package a

type List[T any] struct{ items []T }
type item struct{}
type other struct{}

func (o *other) name() {}

func use(l *List[*item]) {
	l.first().name()
	for _, each := range l.all() {
		each.name()
	}
	l.items[0].name()
	(*item).name(l.first())
}
=== b.go
package a

func (l *List[E]) first() E { return l.items[0] }
func (l List[E]) all() []E  { return l.items }
func (i *item) name()       {}
`)
  expect(edgesOf(made, "CALLS")).toEqual([
    "a.go:use → b.go:List.all",
    "a.go:use → b.go:List.first",
    "a.go:use → b.go:item.name",
  ])
  expect(edgesOf(made, "HAS_METHOD")).toEqual([
    "a.go:List → b.go:List.all",
    "a.go:List → b.go:List.first",
    "a.go:item → b.go:item.name",
    "a.go:other → a.go:other.name",
  ])
})

test("what a type embeds lends its members; the nearest one counts", async () => {
  const made = await graphOf(`${MOD}=== a.go
package a

type Base struct{ tag string }

func (b *Base) Open()  {}
func (b *Base) Close() {}
func (b *Base) Name()  {}

type Middle struct{ *Base }

func (m Middle) Close() {}

type Top struct {
	Middle
	Name string
}

type Named interface{ Rename() }
type Holder struct{ Named }

func use(t *Top, h Holder) {
	t.Open()
	t.Close()
	t.Base.Close()
	_ = t.tag
	h.Rename()
}
`)
  expect(edgesOf(made, "CALLS")).toEqual([
    "a.go:use → a.go:Base.Close",
    "a.go:use → a.go:Base.Open",
    "a.go:use → a.go:Middle.Close",
    "a.go:use → a.go:Named.Rename",
  ])
  expect(edgesOf(made, "EXTENDS")).toEqual([
    "a.go:Holder → a.go:Named",
    "a.go:Middle → a.go:Base",
    "a.go:Top → a.go:Middle",
  ])
})

const SHAPES = `${MOD}=== api/api.go
package api

type Value struct{}

type Store interface {
	Get(key string, rest ...int) (*Value, error)
	closer
}

type closer interface{ Close() error }
type Empty interface{}
type hidden interface{ mark() }
=== impl/impl.go
package impl

import v "example.test/m/api"

type Good struct{ base }

func (g *Good) Get(k string, more ...int) (*v.Value, error) { return nil, nil }

type base struct{}

func (b base) Close() (err error) { return nil }

type ByValue struct{ base }

func (g ByValue) Get(k string, more ...int) (v.Value, error) { return v.Value{}, nil }

type NoRest struct{ base }

func (g NoRest) Get(k string, more []int) (*v.Value, error) { return nil, nil }

type Half struct{}

func (h Half) Get(k string, more ...int) (*v.Value, error) { return nil, nil }

type Other struct{}

func (o Other) mark() {}

func use(s v.Store) { s.Close() }
`

test("an interface is met by having its methods with their signatures, its package's own ones included", async () => {
  const made = await graphOf(SHAPES)
  expect(edgesOf(made, "IMPLEMENTS")).toEqual([
    "impl/impl.go:ByValue → api/api.go:closer",
    "impl/impl.go:Good → api/api.go:Store",
    "impl/impl.go:Good → api/api.go:closer",
    "impl/impl.go:NoRest → api/api.go:closer",
    "impl/impl.go:base → api/api.go:closer",
  ])
  expect(edgesOf(made, "OVERRIDES")).toEqual([
    "impl/impl.go:Good.Get → api/api.go:Store.Get",
    "impl/impl.go:base.Close → api/api.go:closer.Close",
  ])
  expect(edgesOf(made, "DISPATCHES")).toEqual([
    "api/api.go:Store.Get → impl/impl.go:Good.Get",
    "api/api.go:closer.Close → impl/impl.go:base.Close",
  ])
  expect(edgesOf(made, "CALLS")).toEqual(["impl/impl.go:use → api/api.go:closer.Close"])
})

test("what lies outside is met as far as it is known", async () => {
  const made = await graphOf(`${MOD}=== a.go
package a

import (
	"io"
	"net/http"
	"unknown.test/x"
)

type Reader interface {
	io.Reader
	Name() string
}
type Both interface {
	x.Thing
	Name() string
}

type file struct{}

func (f *file) Read(p []byte) (n int, err error) { return 0, nil }
func (f *file) Name() string                     { return "" }

type writer struct{ http.ResponseWriter }

func (w writer) Name() string { return "" }

type thing struct{ x.Thing }

func (t thing) Name() string { return "" }

type Wide interface {
	Header() http.Header
	Name() string
}
`)
  expect(edgesOf(made, "IMPLEMENTS")).toEqual([
    "a.go:file → a.go:Reader",
    "a.go:thing → a.go:Both",
    "a.go:writer → a.go:Wide",
  ])
})

test("several results, type switches, assertions, ranges and channels give types to what they declare", async () => {
  expect(
    await callsOf(`${MOD}=== a.go
package a

type A struct{}
type B struct{}

func (a *A) run() {}
func (b *B) run() {}

func pair() (*A, error)           { return nil, nil }
func both() (a *A, b *B)          { return }
func any2(x interface{}) interface{} { return x }

func results() {
	a, err := pair()
	_ = err
	a.run()
}
func second() {
	_, b := both()
	b.run()
}
func switches(x interface{}) {
	switch v := x.(type) {
	case *A:
		v.run()
	case nil, error:
	default:
	}
	if b, ok := x.(*B); ok {
		b.run()
	}
}
func ranges(m map[string]*A, c chan *B, l [2]*A) {
	for range l {
	}
	for _, a := range m {
		a.run()
	}
	for b := range c {
		b.run()
	}
	(<-c).run()
	select {
	case b, ok := <-c:
		_ = ok
		b.run()
	}
	l[0].run()
	m["run"].run()
}
`),
  ).toEqual([
    "a.go:ranges → a.go:A.run",
    "a.go:ranges → a.go:B.run",
    "a.go:results → a.go:A.run",
    "a.go:results → a.go:pair",
    "a.go:second → a.go:B.run",
    "a.go:second → a.go:both",
    "a.go:switches → a.go:A.run",
    "a.go:switches → a.go:B.run",
  ])
})

test("a name hides another one from its declaration on, and a variable keeps its type", async () => {
  expect(
    await callsOf(`${MOD}=== a.go
package a

type A struct{}
type B struct{}
type runner interface{ run() }

func (a *A) run()     {}
func (a *A) next() *B { return nil }
func (b *B) run()     {}

func shadow(a *A) {
	for {
		a.run()
		a := a.next()
		a.run()
	}
}
func kept(b *B) {
	var r runner = &A{}
	r = b
	r.run()
}
func declared(l *A) {
	var A = l.next()
	A.run()
}
func inLoops(a *A, list struct{ all []*B }, c *struct{ next chan *B }) {
	for _, list := range list.all {
		list.run()
	}
	for a := a.next(); a != nil; {
		a.run()
	}
	select {
	case c := <-c.next:
		c.run()
	}
}
func inHead(a *A) {
	if a := a.next(); a != nil {
		a.run()
	}
}
`),
  ).toEqual([
    "a.go:declared → a.go:A.next",
    "a.go:declared → a.go:B.run",
    "a.go:inHead → a.go:A.next",
    "a.go:inHead → a.go:B.run",
    "a.go:inLoops → a.go:A.next",
    "a.go:inLoops → a.go:B.run",
    "a.go:kept → a.go:runner.run",
    "a.go:shadow → a.go:A.next",
    "a.go:shadow → a.go:A.run",
    "a.go:shadow → a.go:B.run",
  ])
})

test("types of their own name have the form of another one, and conversions run nothing", async () => {
  const made = await graphOf(`${MOD}=== a.go
package a

type A struct{ field *A }
type List []*A
type Index map[string]List
type Same A
type Make func() *A
type Err error

func (a *A) run()  {}
func (l List) run() {}

func use(l List, i Index, s Same, m Make) {
	l[0].run()
	for _, a := range l {
		a.run()
	}
	i["x"].run()
	s.field.run()
	m().run()
	List(nil).run()
	(*A)(nil).run()
}
`)
  expect(edgesOf(made, "CALLS")).toEqual(["a.go:use → a.go:A.run", "a.go:use → a.go:List.run"])
  expect(edgesOf(made, "INSTANTIATES")).toEqual([])
})

test("functions as values, closures and generic functions", async () => {
  expect(
    await callsOf(`${MOD}=== a.go
package a

type A struct{ hook func() }

func (a *A) run() {}

func one() {}
func two() {}

func Map[T, U any](in []T, f func(T) U) []U { return nil }
func Get[T any](key string) T                { var t T; return t }

func local() {
	f := one
	f()
}
func inside() {
	defer func() { two() }()
	go one()
}
func generic(l []*A) {
	for _, a := range Map(l, func(a *A) *A { return a }) {
		a.run()
	}
	Get[*A]("x").run()
}
func typed() { Get[string]("x") }
`),
  ).toEqual([
    "a.go:generic → a.go:A.run",
    "a.go:generic → a.go:Get",
    "a.go:generic → a.go:Map",
    "a.go:inside → a.go:one",
    "a.go:inside → a.go:two",
    "a.go:local → a.go:one",
    "a.go:typed → a.go:Get",
  ])
})

test("a build takes the definition that is for it; tests see their package, and apart from it what it gives out", async () => {
  const made = await graphOf(`${MOD}=== a.go
package a

func Use() { open(); shared() }
=== open_linux.go
package a

func open() {}
=== open_windows.go
package a

func open() { winOnly(); shared() }
=== help_windows.go
package a

func winOnly() {}
=== tagged.go
//go:build custom && !linux

package a

func shared() {}
=== plain.go
//go:build !custom

package a

func shared() {}
=== a_test.go
package a

func TestUse() { Use(); helper() }
func helper()  {}
=== x_test.go
package a_test

import "example.test/m"

func TestX()  { a.Use(); helper() }
func helper() {}
`)
  expect(edgesOf(made, "CALLS")).toEqual([
    "a.go:Use → open_linux.go:open",
    "a.go:Use → plain.go:shared",
    "a_test.go:TestUse → a.go:Use",
    "a_test.go:TestUse → a_test.go:helper",
    "open_windows.go:open → help_windows.go:winOnly",
    "open_windows.go:open → plain.go:shared",
    "x_test.go:TestX → a.go:Use",
    "x_test.go:TestX → x_test.go:helper",
  ])
  expect(edgesOf(made, "DISPATCHES")).toEqual([
    "a.go:Use → open_windows.go:open",
    "a.go:Use → tagged.go:shared",
    "open_windows.go:open → tagged.go:shared",
  ])
})

test("a method that each build has for itself is called by what the build has, and by all that every build has", async () => {
  const made = await graphOf(`${MOD}=== file.go
package a

type File struct{}

func (f *File) Open() { f.lock() }
=== lock_windows.go
package a

func (f *File) lock()   { f.detail() }
func (f *File) detail() {}
func (f *File) both()   { f.lock() }
=== lock_unix.go
//go:build unix

package a

func (f *File) lock() {}
`)
  expect(edgesOf(made, "CALLS")).toEqual([
    "file.go:File.Open → lock_unix.go:File.lock",
    "lock_windows.go:File.both → lock_windows.go:File.lock",
    "lock_windows.go:File.lock → lock_windows.go:File.detail",
  ])
  expect(edgesOf(made, "DISPATCHES")).toEqual(["file.go:File.Open → lock_windows.go:File.lock"])
})

test("what C provides is outside", async () => {
  const made = await graphOf(`${MOD}=== a.go
package a

// int add(int a, int b) { return a + b; }
import "C"

func add() {}
func use() { C.add(1, 2) }
`)
  expect(edgesOf(made, "CALLS")).toEqual([])
  expect(externalOf(made, "CALLS")).toEqual(["a.go:use → C#add"])
})

test("what the standard library gives back is of the types that it is given", async () => {
  expect(
    await callsOf(`${MOD}=== a.go
package a

import (
	"maps"
	"slices"
	"sync/atomic"
)

type A struct{}

func (a *A) run() {}

type holder struct{ current atomic.Pointer[A] }

func load(h *holder) { h.current.Load().run() }
func sorted(all map[string]*A) {
	for _, a := range slices.SortedFunc(maps.Values(all), nil) {
		a.run()
	}
}
func grown(all []*A) { append(slices.Clone(all), nil)[0].run() }
`),
  ).toEqual(["a.go:grown → a.go:A.run", "a.go:load → a.go:A.run", "a.go:sorted → a.go:A.run"])
})

test("a module that another one is replaced with is found in its folder", async () => {
  expect(
    await callsOf(`=== app/go.mod
module example.test/app

require elsewhere.test/lib v1.0.0

replace elsewhere.test/lib => ../forks/lib
=== app/main.go
package main

import "elsewhere.test/lib/sub"

func main() { sub.Run() }
=== forks/lib/sub/sub.go
package sub

func Run() {}
`),
  ).toEqual(["app/main.go:main → forks/lib/sub/sub.go:Run"])
})
