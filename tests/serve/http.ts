// Streamable HTTP on the loopback, for tests alone: the conformance scenarios speak it. Our own core serves our own
// tools behind it; a session has a server of its own.

import { randomUUID } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js"
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js"
import * as Mcp from "../../lib/serve/mcp.ts"

export interface Listening {
  readonly url: string
  readonly close: () => Promise<void>
}

export const listen = async (options: Mcp.Options): Promise<Listening> => {
  const sessions = new Map<string, { service: Mcp.Service; transport: StreamableHTTPServerTransport }>()
  let allowedHosts: Array<string> = []

  const open = async (): Promise<StreamableHTTPServerTransport> => {
    const service = Mcp.make(options)
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      enableDnsRebindingProtection: true,
      allowedHosts,
      onsessioninitialized: (id) => void sessions.set(id, { service, transport }),
      onsessionclosed: (id) => void sessions.delete(id),
    })
    await service.connect(transport as Transport)
    return transport
  }

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const id = request.headers["mcp-session-id"]
    const known = typeof id === "string" ? sessions.get(id)?.transport : undefined
    await (known ?? await open()).handleRequest(request, response)
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error) => {
      options.onError(error)
      response.writeHead(500).end()
    })
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const { port } = server.address() as AddressInfo
  allowedHosts = [`127.0.0.1:${port}`, `localhost:${port}`]
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    close: async () => {
      for (const { service } of sessions.values()) await service.close()
      server.closeAllConnections()
      await new Promise<void>((done) => server.close(() => done()))
    },
  }
}
