// Sources made to break whoever reads them, by grammar: nested without end, endless, half of something, nothing at all.
// Each is a kind, not a case; none was taken from anywhere.

/** Name of the kind → text. `n` is how often its part is repeated. */
export type Kinds = Readonly<Record<string, string>>

type Repeat = (part: string, times?: number) => string

/** Parts of a line each end it after so many: what lies on few, very long lines is not read at all. */
const PER_LINE = 12

/** As it is, and in lines. */
const REPEATS: Readonly<Record<string, (n: number) => Repeat>> = {
  "": (n) => (part, times = n) => part.repeat(times),
  "_lines": (n) => (part, times = n) => {
    const line = part.includes("\n") ? part.repeat(PER_LINE) : `${part.repeat(PER_LINE)}\n`
    return line.repeat(Math.floor(times / PER_LINE)) + part.repeat(times % PER_LINE)
  },
}

const COMMON = (n: number, r: Repeat): Kinds => {
  return {
    parens: `x = ${r("(")}1${r(")")}`,
    openParens: r("("),
    closedParens: r(")"),
    arrays: `x = ${r("[")}${r("]")}`,
    openArrays: r("["),
    openBraces: r("{"),
    closedBraces: r("}"),
    crossed: r("(]}"),
    members: `a${r(".b")}`,
    sum: `x = 1${r(" + 1")}`,
    texts: `x = ''${r(" + 's'")}`,
    calls: `f${r("()")}`,
    nestedCalls: `x = ${r("f(")}${r(")")}`,
    subscripts: `x = a${r("[0]")}`,
    commas: `x = [${r("1,")}]`,
    words: r("a "),
    oneWord: r("a", 20 * n),
    numbers: r("1 "),
    dots: r("."),
    colons: r(":"),
    stars: r("*"),
    backslashes: r("\\"),
    texts2: r("'a'"),
    openTexts: r("'abc\n"),
    assignments: r("a = 1\n"),
    assignedChain: r("a = "),
    nuls: r("\0"),
    loneSurrogates: r("\ud800"),
    loneInText: `x = '${r("\udc00")}'`,
    spaces: r(" \n"),
    deepSpaces: Array.from({ length: Math.min(n, 1500) }, (_, i) => " ".repeat(i) + "a").join("\n"),
    objects: `x = ${r("{a:")}1${r("}")}`,
    awaits: `x = ${r("await ")}a`,
    keywords: r("class for import def function if "),
    noise: noise(n),
  }
}

const SCRIPT = (_: number, r: Repeat): Kinds => {
  return {
    blocks: `${r("{")}${r("}")}`,
    ifs: `${r("if (a) ")}b()`,
    elseIfs: `${r("if (a) {} else ")};`,
    loops: `${r("for (;;) ")};`,
    functions: `${r("function f() {")}${r("}")}`,
    classes: `${r("class A { m() {")}${r("}}")}`,
    arrows: `x = ${r("a => ")}1`,
    conditions: `x = ${r("a ? b : ")}c`,
    negations: `x = ${r("!")}a`,
    makings: `x = ${r("new ")}A`,
    templates: `${r("`${")}1${r("}`")}`,
    openTemplates: r("`${"),
    unendedTemplate: `\`${r("abc\n")}`,
    templateHoles: `\`${r("a ${")}`,
    elements: `${r("<a>")}${r("</a>")}`,
    openElements: r("<a>"),
    elementHoles: `${r("<a>{")}${r("}</a>")}`,
    attributes: `${r("<a b={")}1${r("}/>")}`,
    decorators: `${r("@a ")}class X {}`,
    openComments: r("/* "),
    unendedComment: `/*${r(" a\n")}`,
    patterns: r("/abc\n"),
    semicolons: r(";"),
    optional: `a${r("?.b")}`,
    spreads: `f(${r("...")})`,
    tries: `${r("try {")}${r("} catch (e) {}")}`,
    less: `x = ${r("a<")}b`,
    exports: r("export * from './x'\n"),
  }
}

const TYPED = (_: number, r: Repeat): Kinds => {
  return {
    generics: `type A = ${r("B<")}x${r(">")}`,
    openGenerics: `type A = ${r("B<")}`,
    unions: `type A = a${r(" | b")}`,
    genericUnions: `type A = a${r(" | B<c>")}`,
    nestedUnions: `type A = ${r("(a | ")}b${r(")")}`,
    intersections: `type A = a${r(" & b")}`,
    functionTypes: `type A = ${r("(a: ")}b${r(") => c")}`,
    conditionalTypes: `type A = ${r("a extends b ? c : ")}d`,
    tuples: `type A = ${r("[")}${r("]")}`,
    objectTypes: `type A = ${r("{ a: ")}x${r(" }")}`,
    casts: `x = a${r(" as any")}`,
    bangs: `x = a${r("!")}`,
    arrayTypes: `type A = a${r("[]")}`,
    keysOf: `type A = ${r("keyof ")}a`,
    overloads: r("function f(a): void;\n"),
    namespaces: `${r("namespace A {")}${r("}")}`,
    arrowGenerics: r("<T>(a: T) => "),
  }
}

const INDENTED = (n: number, r: Repeat): Kinds => {
  return {
    ifs: Array.from({ length: Math.min(n, 1500) }, (_, i) => `${" ".repeat(i)}if a:`).join("\n"),
    functions: Array.from({ length: Math.min(n, 1500) }, (_, i) => `${"\t".repeat(i)}def f():`).join("\n"),
    elifs: `if a: pass\n${r("elif a: pass\n")}`,
    lambdas: `x = ${r("lambda: ")}1`,
    conditions: `x = ${r("a if b else ")}c`,
    negations: `x = ${r("not ")}a`,
    decorators: `${r("@a\n")}def f(): pass`,
    tripleQuotes: r('"""a'),
    unendedText: `'''${r("abc\n")}`,
    formats: `${r("f'{")}1${r("}'")}`,
    openFormats: r("f'{"),
    continued: r("\\\n"),
    dicts: `x = ${r("{1: ")}1${r("}")}`,
    comprehensions: `x = ${r("[a for a in ")}b${r("]")}`,
    withs: r("with a as b, "),
    imports: r("from . import "),
    stars: r("from .x import *\n"),
    named: `(${r("a := ")}1)`,
    types: `x: ${r("List[")}int${r("]")}`,
    cases: `match a:\n${r(" case 1: pass\n")}`,
    classPatterns: `match a:\n case ${r("A(")}${r(")")}: pass`,
    comparisons: `x = a${r(" < b")}`,
    powers: `x = a${r(" ** b")}`,
    dedents: r("if a:\n  b\n c\n"),
    globals: r("global "),
    deletions: r("del a,"),
    prints: r("print "),
  }
}

/** What grammars of types in braces share: classes, blocks, conditions, generics. */
const BRACED = (_: number, r: Repeat): Kinds => {
  return {
    classes: `${r("class A { ")}${r("}")}`,
    openClasses: r("class A { "),
    bases: `class A : ${r("B, ")}C {}`,
    blocks: `class A { void f() { ${r("{")}${r("}")} } }`,
    ifs: `class A { void f() { ${r("if (a) ")}b(); } }`,
    elseIfs: `class A { void f() { ${r("if (a) {} else ")}{} } }`,
    loops: `class A { void f() { ${r("while (a) ")}b(); } }`,
    tries: `class A { void f() { ${r("try {")}${r("} finally {}")} } }`,
    chain: `class A { int x = a${r(".b()")}; }`,
    arguments: `class A { int x = ${r("f(")}${r(")")}; }`,
    lambdas: `class A { F x = ${r("a -> ")}1; }`,
    fatLambdas: `class A { F x = ${r("a => ")}1; }`,
    casts: `class A { int x = ${r("(A) ")}a; }`,
    conditions: `class A { int x = ${r("a ? b : ")}c; }`,
    negations: `class A { int x = ${r("!")}a; }`,
    makings: `class A { A x = ${r("new A(")}${r(")")}; }`,
    generics: `class A { ${r("B<")}C${r(">")} x; }`,
    openGenerics: `class A { ${r("B<")}`,
    parameters: `class A<${r("T, ")}T> {}`,
    bounds: `class A<${r("T extends A<")}T${r(">")}> {}`,
    arrays: `class A { int${r("[]")} x; }`,
    overloads: `class A { ${r("void f(int a) {}\n")} }`,
    halfMembers: `class A { ${r("public static \n")}`,
    anonymous: `class A { Object x = ${r("new A() { Object y = ")}1${r("; }")}; }`,
    annotations: `${r("@A(b = ")}1${r(")")} class X {}`,
    attributes: `${r("[A]\n")}class X {}`,
    openComments: r("/* "),
    unendedComment: `/*${r(" a\n")}`,
    unendedTexts: r('"""a\n'),
    packages: `package a${r(".a")};`,
    imports: r("import a.*;\n"),
    semicolons: r(";"),
    escapes: `class ${r("\\u0041")} {}`,
    types: r("class A {}\n"),
  }
}

const JAVA = (_: number, r: Repeat): Kinds => {
  return {
    cases: `class A { int f(int a) { return switch (a) { ${r("case 1 -> 2;\n")} default -> 3; }; } }`,
    nestedSwitches: `class A { int x = ${r("switch (a) { default -> ")}1${r("; }")}; }`,
    patterns: `class A { boolean x = a instanceof ${r("B(")}${r(")")}; }`,
    enums: `enum A { ${r("B { },\n")} }`,
    records: r("record A(int a) {}\n"),
    references: `class A { F x = A${r("::b")}; }`,
    constructors: `class A { ${r("A() { this(); }\n")} }`,
    wildcards: `class A { ${r("B<? extends ")}C${r(">")} x; }`,
    intersections: `class A<T extends B${r(" & C")}> {}`,
    labels: `class A { void f() { ${r("a: ")}b(); } }`,
  }
}

const KOTLIN = (_: number, r: Repeat): Kinds => {
  return {
    runs: `val x = ${r("run { ")}1${r(" }")}`,
    openLambdas: `val x = ${r("run { ")}`,
    functions: `${r("fun f() { ")}${r("}")}`,
    whens: `fun f(a: Int) = when (a) { ${r("1 -> 2\n")} else -> 3 }`,
    nestedWhens: `val x = ${r("when (a) { else -> ")}1${r(" }")}`,
    nestedIfs: `val x = ${r("if (a) b else ")}c`,
    elvis: `val x = a${r(" ?: b")}`,
    bangs: `val x = a${r("!!")}`,
    safe: `val x = a${r("?.b()")}`,
    infix: `val x = a${r(" to b")}`,
    casts: `val x = a${r(" as B")}`,
    templates: `val x = ${r('"${')}1${r('}"')}`,
    openTemplates: `val x = ${r('"${')}`,
    rawTexts: `val x = ${r('"""${')}1${r('}"""')}`,
    functionTypes: `val x: ${r("(A) -> ")}B = c`,
    nullable: `val x: A${r("?")} = c`,
    extensions: r("fun A.f() {}\n"),
    accessors: r("val x get() = 1\n"),
    objects: `${r("object A { ")}${r("}")}`,
    companions: `${r("class A { companion object { ")}${r("} }")}`,
    delegates: `class A : B by ${r("c by ")}d`,
    aliases: r("typealias A = A\n"),
    backticks: `fun \`${r("a b ")}\`() {}`,
    openBackticks: r("`a\n"),
    labels: `val x = ${r("a@ ")}b`,
    comments: `${r("/* ")}${r(" */")}`,
  }
}

const CSHARP = (n: number, r: Repeat): Kinds => {
  return {
    namespaces: `${r("namespace A { ")}${r("}")}`,
    fileNamespaces: r("namespace A;\n"),
    usings: r("using A;\n"),
    aliases: Array.from({ length: Math.min(n, 5000) }, (_, i) => `using A${i} = A${i + 1};\n`).join(""),
    cyclicAliases: "using A = B;\nusing B = A;\nclass C : A { B f() => f().f(); }",
    cases: `class A { int x = a switch { ${r("1 => 2,\n")} _ => 3 }; }`,
    nestedSwitches: `class A { int x = ${r("a switch { _ => ")}1${r(" }")}; }`,
    statements: `class A { void f() { switch (a) { ${r("case 1: b(); break;\n")} } } }`,
    patterns: `class A { bool x = a is ${r("{ B: ")}1${r(" }")}; }`,
    patternOrs: `class A { bool x = a is 1${r(" or 2")}; }`,
    queries: `class A { int x = ${r("from a in b ")}select a; }`,
    nestedQueries: `class A { int x = ${r("from a in (")}b${r(") select a")}; }`,
    texts: `class A { string x = ${r('$"{')}1${r('}"')}; }`,
    openTexts: `class A { string x = ${r('$"{')}`,
    verbatim: `class A { string x = @"${r("a\n")}`,
    rawTexts: `class A { string x = ${r('"', 20)}a`,
    directives: r("#if A\n"),
    directivesInside: `class A {\n${r("#if A\nint x;\n#else\nint y;\n#endif\n")}}`,
    regions: r("#region a\n"),
    elses: `#if A\n${r("#elif B\n")}#endif`,
    nullable: `class A { A${r("?")} x; }`,
    tuples: `class A { ${r("(A, ")}B${r(")")} x; }`,
    coalesced: `class A { int x = a${r(" ?? b")}; }`,
    locals: `void f() { ${r("void f() { ")}${r("}")} }`,
    operators: `class A { ${r("public static A operator +(A a, A b) => a + b;\n")} }`,
    properties: `class A { ${r("int X { get; set; }\n")} }`,
    wheres: `class A<T> ${r("where T : A<T> ")}{}`,
    pointers: `class A { int${r("*")} x; }`,
    goes: `class A { void f() { ${r("a: goto a;\n")} } }`,
  }
}

const GO = (_: number, r: Repeat): Kinds => {
  return {
    functions: `package a\nvar x = ${r("func() { _ = ")}1${r(" }")}`,
    results: `package a\nfunc f() ${r("func() ")}int`,
    structs: `package a\ntype A ${r("struct { a ")}int${r(" }")}`,
    interfaces: `package a\ntype A ${r("interface { ")}${r("}")}`,
    maps: `package a\nvar x ${r("map[int]")}int`,
    slices: `package a\nvar x ${r("[]")}int`,
    pointers: `package a\nvar x ${r("*")}int`,
    channels: `package a\nvar x ${r("chan ")}int`,
    receivings: `package a\nvar x = ${r("<-")}a`,
    literals: `package a\nvar x = ${r("A{")}${r("}")}`,
    instances: `package a\nvar x ${r("A[")}int${r("]")}`,
    openInstances: `package a\nvar x ${r("A[")}`,
    cases: `package a\nfunc f() { switch a {\n${r("case 1: b()\n")}} }`,
    selects: `package a\nfunc f() { ${r("select { case <-a: ")}${r("}")} }`,
    loops: `package a\nfunc f() { ${r("for { ")}${r("}")} }`,
    assertions: `package a\nvar x = a${r(".(B)")}`,
    unions: `package a\ntype A interface { int${r(" | B")} }`,
    constants: `package a\nconst (\na = iota\n${r("b\n")})`,
    rawTexts: `package a\nvar x = \`${r("a\n")}`,
    packages: r("package a\n"),
    imports: `package a\n${r('import . "a"\n')}`,
    methods: `package a\n${r("func (a A) f() {}\n")}`,
    aliases: `package a\n${r("type A = A\n")}`,
    defers: `package a\nfunc f() { ${r("defer f()\n")} }`,
    tags: `${r("//go:build a && (b || ")}c\npackage a`,
    tagParens: `//go:build ${r("(")}a${r(")")}\npackage a`,
    tagNots: `//go:build ${r("!")}a\npackage a`,
  }
}

/** Bytes that are mostly no text, the same on each call. */
const noise = (n: number): string => {
  let seed = 7
  let text = ""
  for (let i = 0; i < n; i++) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
    text += String.fromCharCode(1 + (seed >> 8) % 254)
  }
  return text
}

/** Every kind for each ending, as path → text. */
export const all = (n: number): ReadonlyMap<string, string> => {
  const files = new Map<string, string>()
  for (const [form, make] of Object.entries(REPEATS)) {
    const r = make(n)
    const add = (ending: string, ...kinds: ReadonlyArray<Kinds>) => {
      for (const [name, text] of kinds.flatMap((it) => Object.entries(it))) files.set(`${name}${form}${ending}`, text)
    }
    add(".js", COMMON(n, r), SCRIPT(n, r))
    add(".ts", COMMON(n, r), SCRIPT(n, r), TYPED(n, r))
    add(".tsx", COMMON(n, r), SCRIPT(n, r), TYPED(n, r))
    add(".py", COMMON(n, r), INDENTED(n, r))
    add(".java", COMMON(n, r), BRACED(n, r), JAVA(n, r))
    add(".kt", COMMON(n, r), BRACED(n, r), KOTLIN(n, r))
    add(".cs", COMMON(n, r), BRACED(n, r), CSHARP(n, r))
    add(".go", COMMON(n, r), BRACED(n, r), GO(n, r))
  }
  return files
}
