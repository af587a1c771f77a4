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
  }
  return files
}
