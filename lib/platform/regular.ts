// Reading what is a file when it is opened. Between the look at a folder and the reading, a name may come to stand for a
// pipe or a device, which would be waited for or never end.

import * as fs from "node:fs"

/** Opening a pipe for reading waits for a writer without it; files take no notice. Windows has neither. */
const FLAGS = fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0)

/** What the name stands for is no file; with a code, as the system's own errors have one. */
export class NoFile extends Error {
  readonly code = "ENOTFILE"
}

/**
 * The whole file, or its first `most` bytes.
 *
 * Throws the system's error, or `NoFile`.
 */
export const readRegular = (path: string, most?: number): Uint8Array => {
  const descriptor = fs.openSync(path, FLAGS)
  try {
    const stat = fs.fstatSync(descriptor)
    // A folder is left to the reading, which says so in the system's words.
    if (!stat.isFile() && !stat.isDirectory()) throw new NoFile(`${path} is no file`)
    if (most === undefined) return fs.readFileSync(descriptor)
    const bytes = new Uint8Array(most)
    return bytes.subarray(0, fs.readSync(descriptor, bytes, 0, most, 0))
  } finally {
    fs.closeSync(descriptor)
  }
}
