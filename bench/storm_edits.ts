// What an editor and its user do to a checkout in a storm: saves of every kind, files and folders that come, move and go,
// and git in between. Drawn from a seed; how far each gets hangs on the clock, so no two storms are one.

import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs"
import { dirname, join } from "node:path"
import { run } from "../scripts/processes.mjs"
import { filesBelow } from "./corpus.ts"
import { type Draw, pick } from "./draw.ts"

export interface Checkout {
  readonly root: string
  readonly draw: Draw
}

/** Runs git; gives whether it went well. In a storm it need not. */
export const git = async (root: string, ...args: ReadonlyArray<string>): Promise<boolean> => {
  const named = ["-c", "user.name=storm", "-c", "user.email=storm@example.test", "-c", "commit.gpgsign=false"]
  const { code } = await run("git", [...named, "-C", root, ...args], { env: { GIT_EDITOR: "true" } })
  return code === 0
}

const SOURCE = /\.(ts|tsx|js|jsx|py)$/

const OWN = /^\.(git|portolan)\/|^out\//

const sources = (root: string): ReadonlyArray<string> =>
  filesBelow(root).filter((path) => SOURCE.test(path) && !OWN.test(path))

let made = 0

/** One more function that calls one that is there, or another name for one. */
const edited = (draw: Draw, path: string, text: string): string => {
  const names = [...text.matchAll(/^(?:export )?(?:function|def|const) (\w+)/gm)].map(([, name]) => name!)
  const name = pick(draw, names) ?? "nothing"
  const own = `storm${++made}`
  if (draw(5) === 0) return text.replaceAll(new RegExp(`\\b${name}\\b`, "g"), `${name}${draw(10)}`)
  return path.endsWith(".py")
    ? `${text}\n\ndef ${own}():\n    return ${name}\n`
    : `${text}\nexport function ${own}() { return ${name} }\n`
}

const change = ({ root, draw }: Checkout, write: (path: string, text: string) => void): void => {
  const path = pick(draw, sources(root))
  if (path === undefined) return
  const whole = join(root, path)
  write(whole, edited(draw, path, readFileSync(whole, "utf8")))
}

/** Each leaves a checkout that git can go on with. */
const ACTS: Readonly<Record<string, (checkout: Checkout) => void | Promise<unknown>>> = {
  "save beside and rename": (checkout) =>
    change(checkout, (path, text) => {
      writeFileSync(`${path}.tmp~`, text)
      renameSync(`${path}.tmp~`, path)
    }),
  "save in place": (checkout) => change(checkout, (path, text) => writeFileSync(path, text)),
  "save in two halves": (checkout) =>
    change(checkout, (path, text) => {
      truncateSync(path)
      appendFileSync(path, text.slice(0, text.length / 2))
      appendFileSync(path, text.slice(text.length / 2))
    }),
  "remove and write anew": (checkout) =>
    change(checkout, (path, text) => {
      rmSync(path)
      writeFileSync(path, text)
    }),
  "save many at once": (checkout) => {
    for (let i = 0; i < 10; i++) change(checkout, (path, text) => writeFileSync(path, text))
  },
  "new file": ({ root, draw }) => {
    const beside = pick(draw, sources(root))
    if (beside === undefined) return
    const name = `fresh${++made}`
    writeFileSync(join(root, dirname(beside), `${name}.ts`), `export const ${name} = () => ${made}\n`)
  },
  "new folder": ({ root, draw }) => {
    const folder = join(root, "fresh", `f${draw(20)}`, "deep")
    mkdirSync(folder, { recursive: true })
    for (let i = 0; i < 5; i++) writeFileSync(join(folder, `g${i}.ts`), `export const g${i} = () => ${draw(1000)}\n`)
  },
  "rename a file": ({ root, draw }) => {
    const path = pick(draw, sources(root))
    if (path === undefined) return
    const to = join(root, dirname(path), `moved${++made}${path.slice(path.lastIndexOf("."))}`)
    renameSync(join(root, path), to)
  },
  "remove a file": ({ root, draw }) => {
    const path = pick(draw, sources(root))
    if (path !== undefined) rmSync(join(root, path))
  },
  "rename a folder": ({ root, draw }) => {
    const folder = join(root, "fresh", `f${draw(20)}`)
    if (existsSync(folder)) renameSync(folder, join(root, "fresh", `r${++made}`))
  },
  "remove a folder": ({ root, draw }) => rmSync(join(root, "fresh", `f${draw(20)}`), { recursive: true, force: true }),
  "what is ignored": ({ root }) => {
    mkdirSync(join(root, "out"), { recursive: true })
    for (let i = 0; i < 20; i++) writeFileSync(join(root, "out", `o${i}.ts`), `export const o = ${made}\n`)
    writeFileSync(join(root, "noise.log"), String(++made))
  },
  "an ignore rule": ({ root, draw }) =>
    writeFileSync(join(root, ".gitignore"), `.portolan\nout/\n*.log\n${draw(2) === 0 ? "" : "*4.ts\n"}`),
  "configuration": ({ root, draw }) =>
    writeFileSync(
      join(root, "tsconfig.json"),
      JSON.stringify({ compilerOptions: { baseUrl: ".", paths: { [`@s${draw(3)}/*`]: ["src/*"] } } }),
    ),
  "stash and pop": async ({ root }) => {
    await git(root, "stash", "push", "-q", "--include-untracked")
    await git(root, "stash", "pop", "-q")
  },
  "commit": async ({ root }) => {
    await git(root, "add", "-A")
    await git(root, "commit", "-q", "-m", `storm ${++made}`)
  },
  "switch branch": async ({ root, draw }) => {
    await git(root, "add", "-A")
    await git(root, "commit", "-q", "-m", `before ${++made}`)
    await git(root, "checkout", "-q", "-f", draw(2) === 0 ? "main" : "other")
  },
  "rebase": async ({ root }) => {
    await git(root, "add", "-A")
    await git(root, "commit", "-q", "-m", `rebased ${++made}`)
    if (!await git(root, "rebase", "-q", "-X", "theirs", "main")) await git(root, "rebase", "--abort")
  },
  "take all back": async ({ root }) => {
    await git(root, "reset", "-q", "--hard")
    await git(root, "clean", "-qfd")
  },
}

/** What happens often, and what now and then. */
const OFTEN = ["save beside and rename", "save in place", "save in two halves", "remove and write anew"]
const SELDOM = Object.keys(ACTS).filter((name) => !OFTEN.includes(name))

/** Does one thing, and gives its name. */
export const act = async (checkout: Checkout): Promise<string> => {
  const name = pick(checkout.draw, checkout.draw(3) === 0 ? SELDOM : OFTEN)!
  await ACTS[name]!(checkout)
  return name
}

/** Lays out a second branch that differs in files that are others, more and fewer. */
export const branch = async (root: string): Promise<void> => {
  writeFileSync(join(root, ".gitignore"), ".portolan\nout/\n*.log\n")
  await git(root, "init", "-q", "-b", "main")
  await git(root, "add", "-A")
  await git(root, "commit", "-q", "-m", "storm")
  await git(root, "checkout", "-q", "-b", "other")
  const all = sources(root)
  all.forEach((path, i) => {
    const whole = join(root, path)
    if (i % 11 === 0) rmSync(whole)
    else if (i % 5 === 0) writeFileSync(whole, `${readFileSync(whole, "utf8")}\n`)
    else if (i % 17 === 0) {
      writeFileSync(`${whole.slice(0, whole.lastIndexOf("."))}_two.ts`, "export const two = () => 2\n")
    }
  })
  await git(root, "add", "-A")
  await git(root, "commit", "-q", "-m", "other")
  await git(root, "checkout", "-q", "main")
}
