// The ids of requests as the SDK can tell them. It takes an id that is 0 or empty for no id at all and then never hears of
// its cancelling, so such an id travels under another name inside; the client sees its own.

import type { Transport, TransportSendOptions } from "@modelcontextprotocol/sdk/shared/transport"
import type { JSONRPCMessage, RequestId } from "@modelcontextprotocol/sdk/types"

const CANCELLED = "notifications/cancelled"

/** Stands before what is not the client's own text; one more of it before an id that begins so itself. */
const MARK = "\u0000"

const INSIDE: ReadonlyMap<RequestId, RequestId> = new Map<RequestId, RequestId>([
  [0, `${MARK}zero`],
  ["", `${MARK}empty`],
])
const OUTSIDE: ReadonlyMap<RequestId, RequestId> = new Map([...INSIDE].map(([id, inside]) => [inside, id]))

const insideOf = (id: RequestId): RequestId =>
  INSIDE.get(id) ?? (typeof id === "string" && id.startsWith(MARK) ? `${MARK}${id}` : id)

const outsideOf = (id: RequestId): RequestId =>
  OUTSIDE.get(id) ?? (typeof id === "string" && id.startsWith(MARK) ? id.slice(MARK.length) : id)

/** The transport with such ids renamed on their way in and back on their way out. */
export const told = (transport: Transport): Transport =>
  new Proxy(transport, {
    get: (target, key) => {
      if (key === "send") {
        return (message: JSONRPCMessage, options?: TransportSendOptions) =>
          target.send(outwards(message), options === undefined ? undefined : sendOptions(options))
      }
      const value = Reflect.get(target, key, target)
      return typeof value === "function" ? value.bind(target) : value
    },
    set: (target, key, value) => {
      const hears = key === "onmessage" && typeof value === "function"
      const listener = hears ? (message: JSONRPCMessage, extra: unknown) => value(inwards(message), extra) : value
      return Reflect.set(target, key, listener, target)
    },
  })

const inwards = (message: JSONRPCMessage): JSONRPCMessage => {
  if ("method" in message && "id" in message) return { ...message, id: insideOf(message.id) }
  if (!("method" in message) || message.method !== CANCELLED) return message
  const id = message.params?.["requestId"] as RequestId | undefined
  return id === undefined ? message : { ...message, params: { ...message.params, requestId: insideOf(id) } }
}

const outwards = (message: JSONRPCMessage): JSONRPCMessage =>
  "method" in message || message.id === undefined ? message : { ...message, id: outsideOf(message.id) }

const sendOptions = (options: TransportSendOptions): TransportSendOptions =>
  options.relatedRequestId === undefined
    ? options
    : { ...options, relatedRequestId: outsideOf(options.relatedRequestId) }
