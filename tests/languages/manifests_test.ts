// What manifests declare, kind by kind, and what is drawn of it.

import { expect, test } from "bun:test"
import { manifests as csharp } from "../../lib/languages/csharp/manifests.ts"
import { manifests as go } from "../../lib/languages/go/manifests.ts"
import { manifests as java } from "../../lib/languages/java/manifests.ts"
import { manifests as python } from "../../lib/languages/python/manifests.ts"
import { manifests as typescript } from "../../lib/languages/typescript/manifests.ts"
import type { Project } from "../../lib/syntax/language.ts"
import { baseOf } from "../../lib/text/path.ts"

const READERS = [...csharp, ...go, ...java, ...python, ...typescript]

const projectOf = (files: Readonly<Record<string, string>>): Project => ({
  paths: Object.keys(files),
  has: (path) => Object.hasOwn(files, path),
  hasFolder: (path) => Object.keys(files).some((it) => it.startsWith(`${path}/`)),
  config: (path) => files[path],
})

/** What the first of the files says in few words: its package, then each dependency with the text at its place. */
const readFirst = (files: Readonly<Record<string, string>>): ReadonlyArray<string> => {
  const [path, text] = Object.entries(files)[0]!
  const complaints: Array<string> = []
  const reader = READERS.find((it) => it.files.test(baseOf(path)))
  const found = reader!.read(path, text, projectOf(files), (detail) => complaints.push(`! ${detail}`))
  if (found === undefined) return complaints
  const at = (start: number, name: string): string => {
    const word = text.slice(start, start + name.length)
    return word === name ? "" : start === 0 ? " @start" : ` @${word.split("\n")[0]}`
  }
  return [
    `${found.name} ${found.version ?? "-"}${at(found.start, found.name)}`,
    ...found.dependencies.map((it) =>
      `${it.name} ${it.version ?? "-"}${it.manifest === undefined ? "" : ` in ${it.manifest}`}${at(it.start, it.name)}`
    ),
    ...complaints,
  ]
}

test("package.json: all fields that ask for packages, each at its place", () => {
  expect(readFirst({
    "package.json": `{
      // comments are passed over
      "name": "@demo/root", "version": "1.2.0",
      "dependencies": { "left": "^1", "@demo/core": "workspace:*", },
      "devDependencies": { "tool": 7 }, "peerDependencies": ["no"]
    }`,
  })).toEqual(["@demo/root 1.2.0", "left ^1", "@demo/core workspace:*", "tool -"])
  expect(readFirst({ "package.json": `{ "private": true }` })).toEqual([])
  expect(readFirst({ "package.json": `{ "name": ${"[".repeat(10_000)}` })).toEqual([])
})

test("pyproject.toml: PEP 621, groups and Poetry's tables; a broken one is told", () => {
  expect(readFirst({
    "pyproject.toml": `[project]
name = "demo"
version = "0.3"
dependencies = ["click>=8,<9", "rich[all] ~= 13 ; python_version > '3.8'", "own @ git+https://x.test/own.git"]
[project.optional-dependencies]
dev = ["pytest"]
[dependency-groups]
docs = ["sphinx==7", { include-group = "dev" }]
`,
  })).toEqual(["demo 0.3", "click >=8,<9", "rich ~= 13", "own git+https://x.test/own.git", "pytest -", "sphinx ==7"])
  expect(readFirst({
    "pyproject.toml": `[tool.poetry]
name = "demo"
[tool.poetry.dependencies]
python = "^3.9"
click = "^8"
rich = { version = "13", extras = ["x"] }
[tool.poetry.group.dev.dependencies]
pytest = "*"
`,
  })).toEqual(["demo -", "click ^8", "rich 13", "pytest *"])
  const broken = readFirst({ "pyproject.toml": "[project\nname = 1" })
  expect(broken).toHaveLength(1)
  expect(broken[0]).toStartWith("! ")
})

test("requirements: names with their versions; options, comments and blanks are none", () => {
  expect(readFirst({
    "requirements-dev.txt":
      "# tools\n-r base.txt\n--hash=sha256:0\n  flask == 2.3 # web\nuvicorn[standard]>=0.2 ; sys_platform == 'x'\n\nattrs\n",
  })).toEqual(["requirements-dev.txt - @start", "flask == 2.3", "uvicorn >=0.2", "attrs -"])
})

test("pom.xml: inherited coordinates, properties, managed versions", () => {
  expect(readFirst({
    "core/pom.xml": `<?xml version="1.0"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <parent><groupId>org.demo</groupId><artifactId>all</artifactId><version>2.0</version></parent>
  <artifactId>core</artifactId>
  <properties><guava.version>33.0</guava.version></properties>
  <dependencyManagement><dependencies><dependency>
    <groupId>org.slf4j</groupId><artifactId>slf4j-api</artifactId><version>1.7</version>
  </dependency></dependencies></dependencyManagement>
  <dependencies>
    <dependency><groupId>com.google.guava</groupId><artifactId>guava</artifactId><version>\${guava.version}</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-api</artifactId></dependency>
    <dependency><groupId>\${project.groupId}</groupId><artifactId>util</artifactId><version>\${elsewhere}</version></dependency>
  </dependencies>
</project>`,
  })).toEqual([
    "org.demo:core 2.0 @core</artifac",
    "com.google.guava:guava 33.0 @guava</artifactId><ver",
    "org.slf4j:slf4j-api 1.7 @slf4j-api</artifact",
    "org.demo:util \${elsewhere} @util</artifac",
  ])
  expect(readFirst({ "pom.xml": "<project><artifactId>x</project>" })[0]).toStartWith("! ")
  expect(readFirst({ "pom.xml": "<a>".repeat(10_000) })[0]).toStartWith("! ")
  expect(readFirst({ "pom.xml": `<!DOCTYPE p [<!ENTITY a "b">]><project><artifactId>&a;</artifactId></project>` })[0])
    .toStartWith("! ")
})

test("build.gradle: coordinates, projects, the catalogue; in a comment nothing is asked for", () => {
  const files = {
    "app/build.gradle.kts": `group = "org.demo"
version = "1.1"
dependencies {
    implementation("com.google.guava:guava:33.0-jre")
    // implementation("no:no:1")
    testImplementation(platform("org.junit:junit-bom:5.9"))
    api(project(":core:util"))
    implementation(libs.kotlin.stdlib)
    implementation(libs.bundles.net)
    implementation(libs.nobody)
}`,
    "core/util/build.gradle": "",
    "gradle/libs.versions.toml": `[versions]
kotlin = "1.9"
[libraries]
kotlin-stdlib = { module = "org.jetbrains.kotlin:kotlin-stdlib", version.ref = "kotlin" }
okhttp = "com.squareup:okhttp:4"
okio = { group = "com.squareup", name = "okio", version = { strictly = "3" } }
[bundles]
net = ["okhttp", "okio"]
`,
  }
  expect(readFirst(files)).toEqual([
    "org.demo:app 1.1 @start",
    "com.google.guava:guava 33.0-jre",
    "org.junit:junit-bom 5.9",
    "core:util - in core/util/build.gradle",
    "org.jetbrains.kotlin:kotlin-stdlib 1.9 @libs.kotlin.stdlib)",
    "com.squareup:okhttp 4 @libs.bundles.net)",
    "com.squareup:okio 3 @libs.bundles.net)",
  ])
  expect(readFirst({ "build.gradle": `compile group: 'a.b', name: 'c', version: '1'\nruntimeOnly 'd:e'\n` }))
    .toEqual(["build.gradle - @start", "a.b:c 1 @a.b',", "d:e -"])
})

test(".csproj: references with their own, nested and central versions; projects by their place; packages.config", () => {
  expect(
    readFirst({
      "src/App/App.csproj": `<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup><AssemblyName>Demo.App</AssemblyName><Version>1.4.0</Version></PropertyGroup>
  <ItemGroup>
    <PackageReference Include="Serilog" Version="3.1" />
    <PackageReference Include="Dapper"><Version>2.0</Version></PackageReference>
    <PackageReference Include="Polly" />
    <ProjectReference Include="..\\Core\\Core.csproj" />
  </ItemGroup>
</Project>`.replaceAll("\\\\", "\\"),
      "Directory.Packages.props":
        `<Project><ItemGroup><PackageVersion Include="polly" Version="8.2" /></ItemGroup></Project>`,
      "src/App/packages.config": `<packages><package id="Old" version="0.9" /></packages>`,
    }).map((it) => it.replace(/ @.*$/, "")),
  ).toEqual([
    "Demo.App 1.4.0",
    "Serilog 3.1",
    "Dapper 2.0",
    "Polly 8.2",
    "Core - in src/Core/Core.csproj",
    "Old 0.9",
  ])
  expect(readFirst({ "Core.csproj": "<Project/>" })).toEqual(["Core - @start"])
})

test("go.mod: single lines and blocks, comments, a module that another folder stands for", () => {
  expect(readFirst({
    "go.mod": `// about
module example.test/fleet // here

go 1.21
require example.test/one v1.0.0
require (
\texample.test/two v0.2.0 // indirect
\t"example.test/three" v3.0.0+incompatible
)
replace example.test/two => ./two
replace example.test/one v1.0.0 => example.test/fork v1.0.1
`,
    "two/go.mod": "module example.test/two\n",
  })).toEqual([
    "example.test/fleet -",
    "example.test/one v1.0.0",
    "example.test/two v0.2.0 in two/go.mod",
    'example.test/three v3.0.0+incompatible @"example.test/thre',
  ])
  expect(readFirst({ "go.mod": "require (\n" })).toEqual([])
})
