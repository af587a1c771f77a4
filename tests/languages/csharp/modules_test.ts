// What is built together: project files, what they refer to, and what holds for all projects below a folder.

import { expect, test } from "bun:test"
import { makeModules } from "../../../lib/languages/csharp/modules.ts"
import * as Repo from "../../_kit/repo.ts"
import { projectOf } from "../../resolve/_graph.ts"

const unitsOf = (text: string) => {
  const modules = makeModules(projectOf(Repo.parse(text)))
  return { unit: modules.unit!, problems: modules.problems }
}

test("files below a project are one assembly, which sees what its references lead to, nearest first", () => {
  const { unit, problems } = unitsOf(`=== src/Core/Core.csproj
<Project Sdk="Microsoft.NET.Sdk"></Project>
=== src/Data/Data.csproj
<Project><ItemGroup><ProjectReference Include="..\\Core\\Core.csproj" /></ItemGroup></Project>
=== src/App/App.csproj
<Project><ItemGroup><ProjectReference Include="..\\Data\\Data.csproj" /></ItemGroup></Project>
=== tests/App.Tests/App.Tests.csproj
<Project><ItemGroup>
  <ProjectReference Include="$(Sources)\\App\\App.csproj" />
  <ProjectReference Include="..\\Absent\\Absent.csproj" />
</ItemGroup></Project>
=== src/App/Pages/Home.cs
class Home { }
`)
  expect(unit("src/App/Pages/Home.cs")).toEqual({ name: "src/App", sees: ["src/Data", "src/Core", "?"], imports: [] })
  expect(unit("tests/App.Tests/HomeTests.cs").sees).toEqual(["src/App", "src/Data", "src/Core", "?"])
  expect(unit("src/Core/Item.cs").sees).toEqual(["?"])
  expect(unit("tools/Stray.cs")).toEqual({ name: "?" })
  expect(problems).toEqual([])
})

test("usings of a project hold for all of its files, those of the folders above too", () => {
  const { unit, problems } = unitsOf(`=== Directory.Build.props
<Project>
  <PropertyGroup><ImplicitUsings>enable</ImplicitUsings></PropertyGroup>
  <ItemGroup><Using Include="Shop.Base" /></ItemGroup>
</Project>
=== App/App.csproj
<Project><ItemGroup><Using Include="Shop.Pages" /><Using Remove="System.Net.Http" /></ItemGroup></Project>
=== Bad/Bad.csproj
<Project><ItemGroup>
`)
  expect(unit("App/a.cs").imports).toEqual([
    "System",
    "System.Collections.Generic",
    "System.IO",
    "System.Linq",
    "System.Threading",
    "System.Threading.Tasks",
    "Shop.Base",
    "Shop.Pages",
  ])
  expect(problems.map((it) => it.path)).toEqual(["Bad/Bad.csproj"])
})

test("files that projects share are seen by each that imports their list, and see what these see, not by others", () => {
  const { unit, problems } = unitsOf(`=== Core/Core.csproj
<Project></Project>
=== Shared/Shared.projitems
<Project><ItemGroup><Compile Include="$(MSBuildThisFileDirectory)Item.cs" /></ItemGroup></Project>
=== Loose/Loose.projitems
<Project></Project>
=== New/New.csproj
<Project>
  <ItemGroup><Using Include="Shop" /><ProjectReference Include="..\\Core\\Core.csproj" /></ItemGroup>
  <Import Project="..\\Shared\\Shared.projitems" Label="Shared" />
</Project>
=== Old/Old.csproj
<Project><Import Project="$(Root)\\Shared\\Shared.projitems" Label="Shared" /></Project>
=== Else/Else.csproj
<Project></Project>
`)
  expect(unit("Shared/Item.cs")).toEqual({ name: "Shared", sees: ["New", "Core", "Old", "?"], imports: ["Shop"] })
  expect(unit("New/a.cs").sees).toEqual(["Shared", "Core", "?"])
  expect(unit("Old/a.cs").sees).toEqual(["Shared", "?"])
  expect(unit("Else/a.cs").sees).toEqual(["?"])
  expect(unit("Loose/a.cs")).toEqual({ name: "?" })
  expect(problems).toEqual([])
})
