// package.json as a manifest: the package that it declares and those that it asks for, by the fields that npm documents.

import * as Jsonc from "jsonc-parser"
import type { Dependency, Manifest, ManifestReader } from "../../syntax/manifest.ts"
import { isReadable } from "./configs.ts"

const FIELDS = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"]

const read = (text: string): Manifest | undefined => {
  const root = isReadable(text) ? Jsonc.parseTree(text, [], { allowTrailingComma: true }) : undefined
  const name = stringAt(root, "name")
  if (root === undefined || name === undefined) return undefined
  return {
    name: name.value,
    version: stringAt(root, "version")?.value,
    start: name.offset + 1,
    dependencies: FIELDS.flatMap((field) => dependenciesOf(Jsonc.findNodeAtLocation(root, [field]))),
  }
}

const dependenciesOf = (list: Jsonc.Node | undefined): ReadonlyArray<Dependency> =>
  (list?.type === "object" ? list.children ?? [] : []).flatMap(({ children: [key, value] = [] }) =>
    key === undefined || key.value === ""
      ? []
      : [{ name: String(key.value), version: asString(value), start: key.offset + 1 }]
  )

const stringAt = (root: Jsonc.Node | undefined, field: string): Jsonc.Node | undefined => {
  const found = root === undefined ? undefined : Jsonc.findNodeAtLocation(root, [field])
  return asString(found) === undefined ? undefined : found
}

const asString = (node: Jsonc.Node | undefined): string | undefined =>
  node?.type === "string" && node.value !== "" ? node.value : undefined

export const manifests: ReadonlyArray<ManifestReader> = [
  { files: /^package\.json$/, read: (_, text) => read(text) },
]
