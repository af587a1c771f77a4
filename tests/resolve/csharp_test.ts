// Small C# programs with a decoy beside each fact. What is expected follows from the source text.

import { expect, test } from "bun:test"
import { callsByLine, callsOf, edgesByLine, edgesOf, graphOf } from "./_graph.ts"

const from = (all: ReadonlyArray<string>, path: string): ReadonlyArray<string> =>
  all.filter((it) => it.startsWith(`${path}:`))

test("the parts of a type are one, a namesake in another namespace is another", async () => {
  const text = `=== Widget.Core.cs
namespace Acme.Parts { public partial class Widget { public int Size() { return Area(); } } }
=== Widget.Math.cs
namespace Acme.Parts;
public partial class Widget { int Area() => 4; public void Paint() { } }
=== Toys.cs
namespace Acme.Toys { public class Widget { public int Area() => 9; public void Paint() { } } }
=== Program.cs
using Acme.Parts;
namespace Acme.App { static class Program { static void Main() { var it = new Widget(); it.Paint(); it.Size(); } } }
`
  expect(await callsOf(text)).toEqual([
    "Program.cs:Acme.App.Program.Main → Widget.Core.cs:Acme.Parts.Widget.Size",
    "Program.cs:Acme.App.Program.Main → Widget.Math.cs:Acme.Parts.Widget.Paint",
    "Widget.Core.cs:Acme.Parts.Widget.Size → Widget.Math.cs:Acme.Parts.Widget.Area",
  ])
})

test("usings: of the file, static, by another name, from inside of a namespace, and for all files", async () => {
  const text = `=== globals.cs
global using Shop.Tools;
=== tools.cs
namespace Shop.Tools { public static class Clock { public static void Tick() { } } }
=== math.cs
namespace Shop.Numbers { public static class Sums { public static int Twice(int x) => x * 2; } }
=== parts.cs
namespace Shop.Parts { public class Bolt { public void Turn() { } } }
=== decoy.cs
namespace Parts { public class Bolt { public void Turn() { } } public class Clock { public static void Tick() { } } }
=== app.cs
using static Shop.Numbers.Sums;
using Screw = Shop.Parts.Bolt;
namespace Shop {
  using Parts;
  class App { void Run() { Twice(2); new Screw().Turn(); new Bolt().Turn(); Clock.Tick(); } }
}
`
  expect(from(await callsOf(text), "app.cs")).toEqual([
    "app.cs:Shop.App.Run → math.cs:Shop.Numbers.Sums.Twice",
    "app.cs:Shop.App.Run → parts.cs:Shop.Parts.Bolt.Turn",
    "app.cs:Shop.App.Run → tools.cs:Shop.Tools.Clock.Tick",
  ])
})

test("types of one name are told apart by how many type parameters they take", async () => {
  expect(
    await callsByLine(`=== a.cs
class Box { public void Open() { } }
class Box<T> { public void Open() { } public T Get() => default; }
class Item { public void Use() { } }
class User { void M(Box one, Box<Item> other) { one.Open(); other.Get().Use(); new Box<Item>().Open(); } }
`),
  ).toEqual(["M:4 → Get:2", "M:4 → Open:1", "M:4 → Open:2", "M:4 → Use:3"])
})

test("an overload is taken by the types of arguments, by names, by type arguments, and by what is left out", async () => {
  expect(
    await callsByLine(`=== a.cs
class A {
  void F(int x) { }
  void F(string x) { }
  void F(string x, int times = 1, bool loud = false) { }
  void F(params object[] all) { }
  void G() { }
  void G<T>() { }
  void Whole() { F(1); F("a"); F("a", loud: true); F(1, 2, 3); G(); G<int>(); }
}
`),
  ).toEqual(["Whole:8 → F:2", "Whole:8 → F:3", "Whole:8 → F:4", "Whole:8 → F:5", "Whole:8 → G:6", "Whole:8 → G:7"])
})

test("a type parameter may be bounded by a type of itself, in what is given and in what is asked for", async () => {
  const text = `=== Order.cs
interface Ordered<T> { }
class Sorting {
    static void Sort<T>(Ordered<T> one) where T : Ordered<T> { }
    static void Sort<T>(Sorting one) where T : Ordered<T> { }
    static void Sort(string text) { }
    static void Bare<U>(U it) where U : Ordered<U> { Sort(it); }
    static void Inside<U>(Ordered<U> it) where U : Ordered<U> { Sort(it); }
}
`
  expect(await callsByLine(text)).toEqual(["Bare:6 → Sort:3", "Inside:7 → Sort:3"])
})

test("extension methods: in sight by using, by the receiver's type with its arguments; members come first", async () => {
  expect(
    await callsByLine(`=== a.cs
using System;
using Near;
namespace Near {
  static class Extensions {
    public static void Guard(this object it, string why) { }
    public static void Guard(this string it, string why) { }
    public static void Ask(this Func<int, bool> it) { }
    public static void Ask<R>(this Func<int, R> it) { }
    public static void Own(this Thing it) { }
  }
}
namespace Far { static class Others { public static void Own(this Thing it) { } public static void Only(this Thing it) { } } }
class Thing { public void Own() { } }
class User {
  void M(string text, object any, Func<int, bool> test, Func<int, string> show, Thing thing) {
    text.Guard("x");
    any.Guard("y");
    test.Ask();
    show.Ask();
    thing.Own();
    Extensions.Own(thing);
    thing.Only();
  }
}
`),
  ).toEqual(["M:15 → Ask:7", "M:15 → Ask:8", "M:15 → Guard:5", "M:15 → Guard:6", "M:15 → Own:13", "M:15 → Own:9"])
})

test("an extension that is called by its bare name takes all its arguments, the one it would be called on, too", async () => {
  expect(
    await callsByLine(`=== a.cs
using System;
struct Command { }
static class Mapper {
  public static int Ask<T>(this Link it, string text, object with = null) {
    return Ask<T>(it, typeof(T), new Command()); }
  public static int Ask(this Link it, Type type, Command command) { return Ask<object>(it, type, command); }
  static int Ask<T>(this Link it, Type type, Command command) => 1;
  public static int Ask<T>(this Link it, string text, Type[] types, Func<object[], T> map) => Put(it, 1);
  static int Put(this Link it, int x) => 2;
}
class Link { public int Put(Link it, int x) => 3; }
`),
  ).toEqual(["Ask:4 → Ask:7", "Ask:6 → Ask:7", "Ask:8 → Put:9"])
})

test("constructors: of the class, of its base, of itself, in the header of a type", async () => {
  expect(
    await callsByLine(`=== a.cs
class Base { public Base(int x) { } public Base(string x) { } }
class Sub : Base { Sub() : this("a") { }
  Sub(string x) : base(x) { }
}
class Short(int x) : Base(x) { }
record Point(int X, int Y) { public int Sum() => X + Y; }
class User { Point here = new(1, 2); void M() { new Short(1); here.Sum(); new Point(3, 4).Sum(); } }
`),
  ).toEqual([
    "M:7 → Point:6",
    "M:7 → Short:5",
    "M:7 → Sum:6",
    "Short:5 → Base:1",
    "Sub:2 → Sub:3",
    "Sub:3 → Base:1",
    "User:7 → Point:6",
  ])
})

test("a struct is made without any constructor; a class that no known one fits leaves open which is meant", async () => {
  const text = `=== Made.cs
struct Point { public int At;
    public Point(int at) { At = at; } }
class Line {
    public Line(Point from) { }
    public Line(Point from, Point to) { } }
class Use {
    void Bare() { new Point(); Point p = new(); }
    void Given() { new Point(1); }
    void Open() { new Line(1, 2, 3); } }
`
  expect(await callsByLine(text)).toEqual(["Given:8 → Point:2"])
  expect((await graphOf(text)).counts.get("csharp")!.unknown).toBe(1)
})

test("chains go through the library: tasks, queries, collections, lambdas that take what a delegate says", async () => {
  expect(
    await callsOf(`=== a.cs
using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
class Dog { public void Bark() { } public Dog Friend() => this; }
class Cat { public void Bark() { } public void Friend() { } }
delegate void Meeting(Dog dog);
class Home {
  List<Dog> dogs = new List<Dog>();
  Dictionary<string, Dog> byName = new();
  async Task<Dog> Fetch() => dogs[0];
  event Meeting Met;
  void On(Meeting meeting) { Met += meeting; }
  async Task M() {
    (await Fetch()).Bark();
    dogs.Where(it => it.Friend() != null).Select(it => it.Friend()).First().Bark();
    foreach (var (name, dog) in byName) { }
    foreach (var each in byName.Values) each.Bark();
    var friends = from dog in dogs select dog.Friend();
    On(dog => dog.Bark());
    if (byName.TryGetValue("a", out var found) && (object)found is Dog also) also.Bark();
  }
}
`),
  ).toEqual([
    "a.cs:Home.M → a.cs:Dog.Bark",
    "a.cs:Home.M → a.cs:Dog.Friend",
    "a.cs:Home.M → a.cs:Home.Fetch",
    "a.cs:Home.M → a.cs:Home.On",
  ])
})

test("a property is read and written as one, also where it takes the place of another", async () => {
  const made = await graphOf(`=== a.cs
interface IShape { int Size { get; set; } void Draw(); }
class Shape : IShape {
  int size;
  public int Size { get { return size; } set { size = Check(value); } }
  public int Twice => Size * 2;
  int Check(int x) => x;
  void IShape.Draw() { }
  public void Draw() { }
}
class User { void M(Shape shape, IShape any) { shape.Size = 3; shape.Draw(); any.Draw(); } }
`)
  expect(edgesOf(made, "CALLS")).toEqual([
    "a.cs:Shape.Size → a.cs:Shape.Check",
    "a.cs:Shape.Twice → a.cs:Shape.Size",
    "a.cs:User.M → a.cs:IShape.Draw",
    "a.cs:User.M → a.cs:Shape.Draw",
    "a.cs:User.M → a.cs:Shape.Size",
  ])
  expect(edgesOf(made, "OVERRIDES")).toEqual([
    "a.cs:Shape.Draw → a.cs:IShape.Draw",
    "a.cs:Shape.Size → a.cs:IShape.Size",
  ])
  expect(edgesOf(made, "READS")).toEqual(["a.cs:Shape.Size → a.cs:Shape.size", "a.cs:Shape.Twice → a.cs:Shape.Size"])
  expect(edgesOf(made, "WRITES")).toEqual(["a.cs:Shape.Size → a.cs:Shape.size", "a.cs:User.M → a.cs:Shape.Size"])
})

test("a member takes the place of one of a class where it says so, of an interface's the one that is written for it", async () => {
  expect(
    await edgesByLine(
      "OVERRIDES",
      `=== a.cs
interface IDraw { void Draw(); int Size { get; } void Show(); }
class Base : IDraw { public virtual void Draw() { } public virtual int Size { get { return 1; } } public void Plain() { }
  void IDraw.Show() { }
  public void Show() { }
}
class Sub : Base {
  public override void Draw() { }
  public new int Size => 2;
  public void Plain() { }
}
`,
    ),
  ).toEqual(["Draw:2 → Draw:1", "Draw:7 → Draw:1", "Draw:7 → Draw:2", "Show:3 → Show:1", "Size:2 → Size:1"])
})

test("a member stands for one of its signature: type arguments, results and the interface that it is written for count", async () => {
  const text = `=== A.cs
using System;
namespace Shop {
  public interface IParse<in T> : IParse { object Parse(T it); U As<U>(T it); }
  public interface IParse { object Parse(object it); int Count { get; } event EventHandler Done; object this[int at] { get; } }
  public abstract class Parser<T> : IParse<T> {
    object IParse.Parse(object it) { return Parse((T)it); }
    public abstract object Parse(T it);
    public V As<V>(T it) { return default(V); }
    public virtual int Count { get; private set; }
    public virtual event EventHandler Done;
    object IParse.this[int at] { get { return null; } }
    public virtual string this[int at] { get { return ""; } }
    public virtual string this[string name] { get { return ""; } }
  }
  public class Numbers : Parser<int> {
    public override object Parse(int it) { return it; }
    public object Parse(object it) { return it; }
    public override event EventHandler Done { add { } remove { } }
    public override string this[int at] { get { return "1"; } }
  }
}
`
  // as mcs has it
  expect(await edgesByLine("OVERRIDES", text)).toEqual([
    "As:8 → As:3",
    "Count:9 → Count:4",
    "Done:10 → Done:4",
    "Done:18 → Done:10",
    "Done:18 → Done:4",
    "Parse:16 → Parse:3",
    "Parse:16 → Parse:7",
    "Parse:6 → Parse:4",
    "Parse:7 → Parse:3",
    "[]:11 → []:4",
    "[]:19 → []:12",
  ])
})

test("members of one part of a type stand for those of one part of an interface", async () => {
  const text = `=== A.cs
namespace Shop {
  public partial interface IStep<T> { bool Go(T it); }
  public partial class Step<T> : IStep<T> { public bool Go(T it) { return true; } }
}
=== B.cs
namespace Shop {


  public partial interface IStep<T> { bool GoLater(T it); }
  public partial class Step<T> { public bool GoLater(T it) { return true; } public bool Go(int it) { return true; } }
}
`
  expect(await edgesByLine("OVERRIDES", text)).toEqual(["Go:3 → Go:2", "GoLater:5 → GoLater:4"])
})

test("a member that is inherited runs for that of an interface which only the type below names", async () => {
  const text = `=== A.cs
namespace Shop {
  public interface ISave {
    void Save(string name);
    void Save(int id);
    void Close();
    void Clear();
  }
  public class Store {
    public void Save(string name) { }
    public void Save(int id) { }
    internal void Close() { }
    public void Clear() { }
  }
  public class Shelf : Store, ISave {
    public new void Save(int id) { }
    public void Close() { }
    void ISave.Clear() { }
  }
}
`
  expect(await edgesByLine("DISPATCHES", text)).toEqual([
    "Clear:6 → Clear:17",
    "Close:5 → Close:16",
    "Save:3 → Save:9",
    "Save:4 → Save:15",
  ])
})

test("a file that is of a namespace does not import itself by it", async () => {
  const text = `=== A.cs
using Shop;
namespace Shop { public class A { } }
=== B.cs
namespace Shop { public class B { } }
`
  expect(edgesOf(await graphOf(text), "IMPORTS")).toEqual(["A.cs → B.cs"])
})

test("statements at the top of a file call what is declared in it and elsewhere", async () => {
  expect(
    await callsOf(`=== Program.cs
using Shop;
var cart = new Cart();
cart.Add(Price(2));
int Price(int count) => count * Cart.Unit();
=== cart.cs
namespace Shop { class Cart { public void Add(int x) { } public static int Unit() => 3; } }
=== decoy.cs
class Cart { public void Add(int x) { } public static int Price(int x) => x; }
`),
  ).toContain("Program.cs → Program.cs:Price")
})

test("what is made is a type, whatever member has its name; so is what a static member is asked of", async () => {
  const made = await graphOf(`=== a.cs
enum Mode { Off, On }
class Name { public Name(string text) { } }
class Chain { public Chain() { } public Chain(Chain before) { } }
class Token {
  public static Name Name(string text) { return new Name(text); }
  public Mode Mode { get { return Mode.Off; } }
  Chain Chain { get { return null; } }
  Token(int x, Chain chain) { }
  Token() : this(1, new Chain()) { }
  bool IsOn() => Mode == Mode.On;
}
`)
  expect(edgesOf(made, "CALLS")).toEqual([
    "a.cs:Token.IsOn → a.cs:Token.Mode",
    "a.cs:Token.Name → a.cs:Name.Name",
    "a.cs:Token.Token → a.cs:Chain.Chain",
    "a.cs:Token.Token → a.cs:Token.Token",
  ])
})

test("a value that may be missing is of a type of its own", async () => {
  const text = `=== a.cs
class Writer {
  public virtual void Write(int value) { }
  public virtual void Write(int? value) { if (value.HasValue) Write(value.GetValueOrDefault()); }
  public virtual void Write(long? value) { }
}
class Loud : Writer {
  public override void Write(int? value) { }
  public override void Write(long? value) { }
}
class User { void M(Writer to, int? some) { to.Write(1); to.Write(some); to.Write(null as int?); } }
`
  expect(await edgesByLine("OVERRIDES", text)).toEqual(["Write:7 → Write:3", "Write:8 → Write:4"])
  expect(await callsByLine(text)).toEqual(["M:10 → Write:2", "M:10 → Write:3", "Write:3 → Write:2"])
})

test("a class implements the interfaces among its bases, and makes none of them", async () => {
  const made = await graphOf(`=== a.cs
interface IWide { }
interface INarrow : IWide { }
class Base { public Base(int x) { } }
class Sub : Base, INarrow { public Sub() : base(1) { } }
`)
  expect(edgesOf(made, "IMPLEMENTS")).toEqual(["a.cs:Sub → a.cs:INarrow"])
  expect(edgesOf(made, "EXTENDS")).toEqual(["a.cs:INarrow → a.cs:IWide", "a.cs:Sub → a.cs:Base"])
  expect(edgesOf(made, "CALLS")).toEqual(["a.cs:Sub.Sub → a.cs:Base.Base"])
})

test("a property of the library is not called: an extension of its name is", async () => {
  expect(
    await callsByLine(`=== a.cs
using System;
using System.Threading.Tasks;
static class Types {
  public static bool IsEnum(this Type type) { return type.IsEnum; }
  public static bool Test<T>(this Func<T, Task<bool>> it) => true;
  public static bool Test<A, B>(this Func<A, B> it) => true;
}
class User {
  bool M(Type type) => type.IsEnum();
  bool N<A, B>(Func<A, B> it) where B : IComparable<B> => it.Test();
}
`),
  ).toEqual(["M:9 → IsEnum:4", "N:10 → Test:6"])
})
