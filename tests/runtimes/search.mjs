// A server of the library under whichever runtime runs this file, over the standard streams. The repository and the home
// folder come from the environment; with PORTOLAN_TEST_WITHOUT_ADDON no native add-on can be loaded.

import process from "node:process"
import "./without_addon.mjs"

const FROM_SOURCE = "Bun" in globalThis || "Deno" in globalThis
const { PORTOLAN_REPO: repo, PORTOLAN_HOME: home } = process.env

const library = await import(FROM_SOURCE ? "../../promise.ts" : "portolan/promise")
await (await library.analyze(repo, { home, workers: 1 })).close()
await library.createMcpServer({ home, tools: "all" }).run()
