// The protocol over a pair of streams, as a client starts it. The output carries protocol only. The session ends when
// the client closes its side, when the output can't be written any more, or when `stop` says so; never later.

// @ts-types="@modelcontextprotocol/sdk/server/stdio"
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js"
import * as Mcp from "./mcp.ts"

/** What the SDK reads from and writes to. */
type Input = NonNullable<ConstructorParameters<typeof StdioServerTransport>[0]>
type Output = NonNullable<ConstructorParameters<typeof StdioServerTransport>[1]>

export interface Streams {
  readonly input: Input
  readonly output: Output
}

/** Bytes of answers that may wait for the client to read them; until it has, nothing more is read from it. */
const MOST_WAITING = 16_000_000

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
  const transport = new StdioServerTransport(streams.input, streams.output)
  const gone = new Promise<"gone">((done) => {
    transport.onclose = () => done("gone")
    streams.output.on("error", () => done("gone"))
  })
  const ended = new Promise<"ended">((done) => {
    streams.input.once("end", () => done("ended"))
    streams.input.once("close", () => done("ended"))
  })
  // Each answer that waits for a slow client listens for it: that is no leak.
  streams.output.setMaxListeners(0)
  await service.connect(transport)
  streams.input.on("data", () => {
    if (streams.output.writableLength < MOST_WAITING || streams.input.isPaused()) return
    streams.input.pause()
    streams.output.once("drain", () => streams.input.resume())
  })
  const why = await Promise.race([gone, ended, stop])
  if (why === "ended") {
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise((done) => timer = setTimeout(done, GRACE_MS))
    await Promise.race([service.idle(), gone, stop, late])
    clearTimeout(timer)
  }
  await service.close()
}
