// The ids of requests as the SDK can tell them. It takes an id that is 0 or empty for no id at all and then never hears of
// its cancelling, so such an id travels under another name inside; the client sees its own.

import type { Transport, TransportSendOptions } from "@modelcontextprotocol/sdk/shared/transport"
import type { JSONRPCMessage, RequestId } from "@modelcontextprotocol/sdk/types"

const CANCELLED = "notifications/cancelled"

/** No client's id by chance, and told from all others by a mark that JSON text seldom has. */
const INSIDE: ReadonlyMap<RequestId, RequestId> = new Map<RequestId, RequestId>([[0, "\u0000zero"], [
  "",
  "\u0000empty",
]])
const OUTSIDE: ReadonlyMap<RequestId, RequestId> = new Map([...INSIDE].map(([id, inside]) => [inside, id]))

const renamed = (ids: ReadonlyMap<RequestId, RequestId>, id: RequestId): RequestId => ids.get(id) ?? id

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
  if ("method" in message && "id" in message) return { ...message, id: renamed(INSIDE, message.id) }
  if (!("method" in message) || message.method !== CANCELLED) return message
  const id = message.params?.["requestId"] as RequestId | undefined
  return id === undefined ? message : { ...message, params: { ...message.params, requestId: renamed(INSIDE, id) } }
}

const outwards = (message: JSONRPCMessage): JSONRPCMessage =>
  "method" in message || message.id === undefined ? message : { ...message, id: renamed(OUTSIDE, message.id) }

const sendOptions = (options: TransportSendOptions): TransportSendOptions =>
  options.relatedRequestId === undefined
    ? options
    : { ...options, relatedRequestId: renamed(OUTSIDE, options.relatedRequestId) }
