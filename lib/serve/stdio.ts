// The protocol over a pair of streams, as a client starts it. The output carries protocol only. The session ends when
// the client closes its side, when the output can't be written any more, or when `stop` says so; never later.

import * as Lines from "./lines.ts"
import * as Mcp from "./mcp.ts"

/** What is read from. */
export interface Input extends Lines.Input {
  readonly on: Lines.Input["on"] & ((event: "error", listener: () => void) => unknown)
  readonly once: (event: "end" | "close", listener: () => void) => unknown
}

/** What is written to. */
export interface Output extends Lines.Output {
  readonly on: (event: "error", listener: () => void) => unknown
}

export interface Streams {
  readonly input: Input
  readonly output: Output
}

/** Calls that run when the client closes its side may still end and be written, for so long. */
const GRACE_MS = 5000

/**
 * Serves one session.
 *
 * @param stop Settles when the process was asked to end: what runs then is interrupted.
 * @returns When the session is over.
 */
export const serve = async (streams: Streams, options: Mcp.Options, stop: Promise<unknown>): Promise<void> => {
  const service = Mcp.make(options)
  const transport = Lines.make(streams.input, streams.output, options.onError)
  const gone = new Promise<"gone">((done) => {
    transport.onclose = () => done("gone")
    streams.output.on("error", () => done("gone"))
  })
  const ended = new Promise<"ended">((done) => {
    streams.input.once("end", () => done("ended"))
    streams.input.once("close", () => done("ended"))
    streams.input.on("error", () => done("ended"))
  })
  await service.connect(transport)
  const why = await Promise.race([gone, ended, stop])
  if (why === "ended") {
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise((done) => timer = setTimeout(done, GRACE_MS))
    await Promise.race([transport.quiet().then(() => service.idle()), gone, stop, late])
    clearTimeout(timer)
  }
  await service.close()
}
