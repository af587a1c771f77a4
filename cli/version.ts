// The program's version is the library's.

export { VERSION } from "../lib/serve/version.ts"
