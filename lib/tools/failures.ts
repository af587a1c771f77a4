// What every tool that reads a repository may fail with.

import * as Registry from "../workspace/registry.ts"
import * as Selection from "../workspace/selection.ts"
import * as Storage from "../workspace/storage.ts"
import { InvalidArguments } from "./arguments.ts"
import { CursorExpired } from "./cursor.ts"

export const registry = [Registry.RegistryError] as const

export const repo = [InvalidArguments, Selection.SelectionError, Registry.RegistryError, Storage.OpenError] as const

export const listing = [...repo, CursorExpired] as const
