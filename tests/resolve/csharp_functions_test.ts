// Functions of C# as values: which overload a lambda or a named method goes to, delegates that are called, queries. What is
// expected follows from the source text; mcs compiled the programs of the first two.

import { expect, test } from "bun:test"
import { callsByLine, edgesByLine } from "./_graph.ts"

/** Lines of a program, each of one call, and the line of what each takes. */
const taken = async (text: string): Promise<ReadonlyArray<string>> => {
  expect(await edgesByLine("DISPATCHES", `=== a.cs\n${text}`)).toEqual([])
  const all = await callsByLine(`=== a.cs\n${text}`)
  return all.filter((it) => /^[A-Z]\d:/.test(it)).map((it) => it.replace(/:\d+ → \w+:/, " "))
}

test("a function goes where one is asked for that is handed as much and gives back what it gives", async () => {
  const text = `using System; using System.Threading.Tasks;
class Context { public Context Next() => this; public void Stop() { } }
class Policy {
  public void Run(Action<Context> it) { }
  public T Run<T>(Func<Context, T> it) { return default(T); }
  public void Run(Func<int> it) { }
  public void Run(TimeSpan it) { }
  public Task Wait(Func<Task> it) { return null; }
  public Task<T> Wait<T>(Func<Task<T>> it) { return null; }
  public void Wait(Action it) { }
  public void Fall<T>(T value, Action<T> then) { }
  public void Fall<T>(Func<T> value, Action<T> then) { }
  public void Map(Func<Context, object> it) { }
  public void Map(Func<Context, Context> it) { }
}
static class Calls {
  static void A0(Policy p, Action<Context> quiet) { p.Run(c => quiet(c)); }
  static void A1(Policy p, Func<Context, int> gives) { p.Run(c => gives(c)); }
  static void B0(Policy p) { p.Run(c => c.Stop()); }
  static void B1(Policy p) { p.Run(c => c.Next().Next()); }
  static void B2(Policy p) { p.Run(() => 1); }
  static void C0(Policy p) { p.Run(c => { }); }
  static void C1(Policy p) { p.Run(c => { return 1; }); }
  static void C2(Policy p) { p.Run(c => { var next = c.Next(); return next; }); }
  static void D0(Policy p, Func<Task> later) { p.Wait(async () => await later()); }
  static void D1(Policy p, Func<Task<int>> number) { p.Wait(async () => await number()); }
  static void D2(Policy p, Func<Task> later) { p.Wait(async () => { await later(); }); }
  static void D3(Policy p, Func<Task<int>> number) { p.Wait(() => number()); }
  static void D4(Policy p, Action nothing) { p.Wait(() => nothing()); }
  static void E0(Policy p, string text) { p.Fall(text, it => { }); }
  static void E1(Policy p, string text) { p.Fall(() => text, it => { }); }
  static void F0(Policy p) { p.Map(c => c.Next()); }
  static void F1(Policy p) { p.Map(c => ""); }
}
`
  expect((await taken(text)).filter((it) => !it.endsWith(" 2"))).toEqual([
    "A0 4",
    "A1 5",
    "B0 4",
    "B1 5",
    "B2 6",
    "C0 4",
    "C1 5",
    "C2 5",
    "D0 8",
    "D1 9",
    "D2 8",
    "D3 9",
    "D4 10",
    "E0 11",
    "E1 12",
    "F0 14",
    "F1 13",
  ])
})

test("a method that is named goes where it can be called, and of two functions the plainer one is taken", async () => {
  const text = `using System; using System.Collections.Generic; using System.Threading.Tasks;
delegate void Handler(object sender, int code);
delegate T Maker<T>();
class Rules {
  public void On(Handler it) { }
  public void On(Action<int> it) { }
  public void Make<T>(Maker<T> it) { }
  public void Make(Action it) { }
  public void Pair(Func<int, int> one, Func<string, int> two) { }
  public void Pair(Func<int, string> one, Func<string, int> two) { }
  public void Copy<T>(Func<Task<T>> it, int many) { }
  public void Copy(Func<Task> it, int many) { }
  public void Gen<T>(T it) { }
  public void Gen(object it) { }
  public void Some<T>(T it) { }
  public void Some<T>(IEnumerable<T> it) { }
  public void Named(int a = 1, string b = "", Action c = null) { }
  public void Named(string b, Action<int> c) { }
}
static class Calls {
  static void Two(object o, int i) { }
  static void One(int i) { }
  static int Len(string s) => 0;
  static int Inc(int s) => 0;
  static string Str(int s) => "";
  static void A0(Rules r) { r.On(Two); }
  static void A1(Rules r) { r.On(One); }
  static void B0(Rules r) { r.Make(() => 1); }
  static void B1(Rules r) { r.Make(() => { }); }
  static void C0(Rules r) { r.Pair(Inc, Len); }
  static void C1(Rules r) { r.Pair(Str, Len); }
  static void D0<T>(Rules r, Func<Task<T>> some) { r.Copy(some, 1); }
  static void D1(Rules r, Func<Task> none) { r.Copy(none, 1); }
  static void E0(Rules r) { r.Gen(""); }
  static void E1(Rules r, object o) { r.Gen(o); }
  static void F0(Rules r, IEnumerable<int> all) { r.Some(all); }
  static void F1(Rules r, List<int> all) { r.Some(all); }
  static void G0(Rules r) { r.Named(c: () => { }); }
  static void G1(Rules r) { r.Named("x", x => { }); }
  static void G2(Rules r) { r.Named(c: x => { }, b: "x"); }
}
`
  // whoever hands a method on by its name makes it run: those stand from line 21 on
  expect((await taken(text)).toSorted()).toEqual([
    "A0 21",
    "A0 5",
    "A1 22",
    "A1 6",
    "B0 7",
    "B1 8",
    "C0 23",
    "C0 24",
    "C0 9",
    "C1 10",
    "C1 23",
    "C1 25",
    "D0 11",
    "D1 12",
    "E0 13",
    "E1 14",
    "F0 16",
    "F1 15",
    "G0 17",
    "G1 18",
    "G2 18",
  ])
})

test("the name of a method that is read as a value hands it on, where more than the name is asked for", async () => {
  expect(
    await callsByLine(`=== a.cs
using System; using System.Linq; using System.Collections.Generic;
class Item { public string Name; public int Weight() => 1; }
class Shop {
  Func<Item, string> naming = Named;
  event Action Opened;
  static string Named(Item it) => it.Name;
  static string Named(int it) => "";
  void Open() { }
  IEnumerable<string> All(List<Item> items) => items.Select(Named);
  void Listen() { Opened += Open; }
  string Text() => nameof(Open);
  Func<int> Of(Item it) => it.Weight;
}
`),
  ).toEqual(["All:9 → Named:6", "Listen:10 → Open:8", "Of:12 → Weight:2", "Shop:3 → Named:6"])
})

test("a function's type is that of what it takes and gives: an extension of another one is not meant", async () => {
  expect(
    await callsByLine(`=== a.cs
using System; using System.Collections.Generic; using System.Threading.Tasks;
static class Ext {
  public static void Co<T, P>(this Func<T, P> func) { }
  public static void Co<T>(this Func<T, Task<bool>> func) { }
  public static void Co<T>(this Func<T, string> func) { }
}
class Use {
  void A<T>(Func<T, object> it) { it.Co(); }
  void B<T, P>(Func<T, P?> it) where P : struct { it.Co(); }
  void C<T, P>(Func<T, IEnumerable<P>> it) { it.Co(); }
  void D(Func<int, string> it) { it.Co(); }
}
`),
  ).toEqual(["A:8 → Co:3", "B:9 → Co:3", "C:10 → Co:3", "D:11 → Co:5"])
})

test("a query gives a sequence, and a value of a type parameter has what every object has, and extensions", async () => {
  expect(
    await callsByLine(`=== a.cs
using System; using System.Collections.Generic; using System.Linq;
class Maybe<T> { public T Get() { return default(T); } }
static class Ext {
  public static IEnumerable<T> Memo<T>(this IEnumerable<T> all) { return all; }
  public static T Set<T>(this T it, int x) { return it; }
  public static void Look(this Type it) { }
}
class Use {
  void A(List<string> all) { (from it in all where it != "" select it.Length).Memo(); }
  void B<T>(T it) { it.GetType().Look(); }
  void C<T>(Maybe<Func<T>> it) { it.Get()().Set(1); Activator.CreateInstance<T>().Set(1); }
}
`),
  ).toEqual(["A:9 → Memo:4", "B:10 → Look:6", "C:11 → Get:2", "C:11 → Set:5"])
})

test("a function of which nobody knows what it gives decides nothing between those that ask for something else each", async () => {
  const text = `=== a.cs
using System; using System.Threading.Tasks; using Elsewhere;
class Then {
  public void On<R>(Func<int, R> it) { }
  public void On<R>(Func<int, Task<R>> it) { }
  public void M(Then then) { then.On(x => Unknown.Of(x)); }
  public void N(Then then) { then.On(x => x); }
}
`
  expect(await callsByLine(text)).toEqual(["N:6 → On:3"])
  expect(await edgesByLine("DISPATCHES", text)).toEqual(["M:5 → On:3", "M:5 → On:4"])
})

test("a number that is written is of each type that holds it, of those with a sign first", async () => {
  expect(
    await callsByLine(`=== a.cs
class Header {
  public Header(sbyte code, uint n) { }
  public Header(sbyte code, int n) { }
}
class Num {
  public Num(ulong n) { }
  public Num(long n) { }
  public Num(decimal n) { }
}
class Use {
  void A() { new Header(1, 2u); }
  void B() { new Header(3, 1); }
  void C() { new Num(1); }
  void D(int n) { new Num(n); }
}
`),
  ).toEqual(["A:11 → Header:2", "B:12 → Header:3", "C:13 → Num:7", "D:14 → Num:7"])
})

test("a value of the very type that one function asks for decides, whatever is not known of the others", async () => {
  const text = `=== a.cs
using Elsewhere;
class Name {
  public Name(Kind kind, bool isRecord) { }
  public Name(Symbol symbol, Stack parts) { }
}
class Use {
  void A(Symbol it) { new Name(it, Stack.Empty); }
  void B(Kind it) { new Name(it, Flags.Last); }
  void C() { new Name(Flags.First, Flags.Last); }
}
`
  expect(await callsByLine(text)).toEqual(["A:7 → Name:4", "B:8 → Name:3"])
  expect(await edgesByLine("DISPATCHES", text)).toEqual(["C:9 → Name:3", "C:9 → Name:4"])
})

test("a name of many functions that is read as a value says of none of them that it runs", async () => {
  const text = `=== a.cs
class All {
  static void Two(int a) { }
  static void Two(string a) { }
  static void Many(int a) { }
  static void Many(string a) { }
  static void Many(bool a) { }
  void M() { object f = Many; }
  void N() { object f = Two; }
}
`
  expect(await edgesByLine("DISPATCHES", text)).toEqual(["N:8 → Two:2", "N:8 → Two:3"])
})
