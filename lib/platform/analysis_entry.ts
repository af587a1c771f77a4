// Entry of the process that makes an index, where it is not the executable itself.

import { main } from "./analysis_process.ts"

await main()
