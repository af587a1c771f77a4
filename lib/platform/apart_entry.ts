// Entry of the process that reads suspects, where it is not the executable itself.

import { main } from "./apart.ts"

await main()
