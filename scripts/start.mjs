// `npm start -- …`: the command line from source. npm changes to the clone's folder; the user's paths are read from
// where the command was typed.

import { launch } from "./launch.mjs"

await launch("cli/main.ts", process.argv.slice(2), process.env.INIT_CWD ?? process.cwd())
