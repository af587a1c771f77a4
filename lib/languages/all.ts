// The languages that are read: one line each.

import type { Language } from "../syntax/language.ts"
import { csharp } from "./csharp/language.ts"
import { go } from "./go/language.ts"
import { java } from "./java/language.ts"
import { kotlin } from "./kotlin/language.ts"
import { python } from "./python/language.ts"
import { typescript } from "./typescript/language.ts"

export const all: ReadonlyArray<Language> = [typescript, python, csharp, go, java, kotlin]
