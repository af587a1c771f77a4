// Small C# programs with a decoy beside each fact: namespaces that stand in each other, usings that are seen from them, types
// that are declared in several parts. What is expected follows from the source text.

import { expect, test } from "bun:test"
import { edgesOf, graphOf } from "./_graph.ts"

const from = (all: ReadonlyArray<string>, start: string): ReadonlyArray<string> =>
  all.filter((it) => it.startsWith(start)).map((it) => it.slice(it.indexOf(" → ") + 3))

test("a using is looked up from the namespaces around, and what it brings hides what stands further out", async () => {
  const made = await graphOf(`=== Main.cs
namespace Acme.App
{
    using Parts;

    class Main
    {
        void Run(Wheel wheel, Own own, Parts.Deep.Bolt bolt)
        {
            wheel.Turn();
            own.Go();
            bolt.Fix();
        }
    }
}
=== Parts.cs
namespace Acme.Parts
{
    public class Wheel { public void Turn() { } }
    public class Own { public void Go() { } }
}
=== Deep.cs
namespace Acme.Parts.Deep { public class Bolt { public void Fix() { } } }
=== Own.cs
namespace Acme { public class Own { public void Go() { } } }
=== Decoy.cs
namespace Parts { public class Wheel { public void Turn() { } } }
`)
  expect(from(edgesOf(made, "CALLS"), "Main.cs:")).toEqual([
    "Deep.cs:Acme.Parts.Deep.Bolt.Fix",
    "Parts.cs:Acme.Parts.Own.Go",
    "Parts.cs:Acme.Parts.Wheel.Turn",
  ])
  // a using is of the namespace as a whole, and not of those inside of it
  expect(from(edgesOf(made, "IMPORTS"), "Main.cs")).toEqual(["Parts.cs"])
})

test("parts of a type are one type, whatever file they stand in; one of the same name elsewhere is another", async () => {
  const made = await graphOf(`=== Widget.cs
namespace Acme { public partial class Widget { public int Size() { return Area(); } partial class Inner { void A() { B(); } } } }
=== Widget.Math.cs
namespace Acme { public partial class Widget { int Area() { return 4; } partial class Inner { void B() { } } } }
=== Other.cs
namespace Other { public class Widget { public int Area() { return 9; } } }
`)
  expect(edgesOf(made, "CALLS")).toEqual([
    "Widget.cs:Acme.Widget.Inner.A → Widget.Math.cs:Acme.Widget.Inner.B",
    "Widget.cs:Acme.Widget.Size → Widget.Math.cs:Acme.Widget.Area",
  ])
})
