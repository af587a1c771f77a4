// For which builds a file is compiled: by a line before its package clause, and by words at the end of its name. One build
// is taken for the usual one: Linux on amd64, without a C compiler, with no tag of the project's own set.

/** Operating systems and architectures that the end of a file's name may say. */
const SYSTEMS = new Set(
  ("aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 solaris wasip1 windows zos")
    .split(" "),
)
const ARCHITECTURES = new Set(
  ("386 amd64 amd64p32 arm arm64 arm64be armbe loong64 mips mips64 mips64le mips64p32 mips64p32le mipsle ppc ppc64 " +
    "ppc64le riscv riscv64 s390 s390x sparc sparc64 wasm").split(" "),
)

const USUAL = new Set(["linux", "unix", "amd64", "gc"])

const isUsual = (tag: string): boolean => USUAL.has(tag) || /^go1(\.\d+)*$/.test(tag)

/** What a file says before its package clause of the builds that it is for, as `//go:build` writes it; empty for all. */
export const constraintIn = (comments: ReadonlyArray<string>): string => {
  const older: Array<string> = []
  for (const comment of comments) {
    const now = /^\/\/go:build\s+(.+)$/.exec(comment)
    if (now !== null) return now[1]!.trim()
    const before = /^\/\/\s*\+build\s+(.+)$/.exec(comment)
    if (before !== null) older.push(before[1]!.trim())
  }
  // a line of the older form is a choice of words, each of which joins several
  return older.map((line) => `(${line.split(/\s+/).map((it) => it.replaceAll(",", " && ")).join(" || ")})`).join(" && ")
}

/** The same of a file's name. */
const constraintOfName = (path: string): string => {
  const name = path.slice(path.lastIndexOf("/") + 1).replace(/(_test)?\.go$/, "")
  const parts = name.split("_").slice(1)
  const last = parts.pop()
  if (last === undefined) return ""
  if (ARCHITECTURES.has(last)) {
    const before = parts.pop()
    return before !== undefined && SYSTEMS.has(before) ? `${before} && ${last}` : last
  }
  return SYSTEMS.has(last) ? last : ""
}

/** The builds that a file is for, apart from the usual one: empty where it is part of that. */
export const unusualBuild = (path: string, written: string): string => {
  const all = [written, constraintOfName(path)].filter((it) => it !== "" && !holds(it))
  return all.join(" && ")
}

/** Does a constraint hold in the usual build? One that cannot be read does. */
const holds = (text: string): boolean => {
  const tokens = text.match(/&&|\|\||[()!]|[^\s&|()!]+/g) ?? []
  let at = 0
  const either = (): boolean => {
    let value = both()
    while (tokens[at] === "||") {
      at++
      value = both() || value
    }
    return value
  }
  const both = (): boolean => {
    let value = one()
    while (tokens[at] === "&&") {
      at++
      value = one() && value
    }
    return value
  }
  const one = (): boolean => {
    const token = tokens[at++]
    if (token === "!") return !one()
    if (token !== "(") return token === undefined || isUsual(token)
    const value = either()
    if (tokens[at] === ")") at++
    return value
  }
  return either()
}
