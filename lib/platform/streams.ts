// The standard streams of the process, for a protocol that is spoken over them.

import process from "node:process"

export const standardStreams = () => ({ input: process.stdin, output: process.stdout })
