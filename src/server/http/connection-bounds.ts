import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { createCounts } from '../work/counts.ts'
import type { Client } from './client-address.ts'
import { countedAddress } from './counted-address.ts'

/** How many connections a server has open at once. */
export interface ConnectionBounds {
  /** In all; further ones are closed at once. */
  readonly inAll: number
  /** Connections of one client, by its counted address; requests on further ones are refused. */
  readonly perClient: number
}

/** Enough for a hundred browsers behind one address, and few enough to leave room for others. */
export const CONNECTION_BOUNDS: ConnectionBounds = { inAll: 4_096, perClient: 1_024 }

/** How long a connection above the bound may take to send the request that is refused. */
const REFUSAL_MS = 2_000

/** Who is at the other end of a connection. */
export interface ConnectionEnds {
  readonly client: (incoming: IncomingMessage) => Client
  /** True for a reverse proxy, whose connections belong to many clients. */
  readonly isReverseProxy: (address: string) => boolean
}

/**
 * Keeps a server's connections within the bounds. Behind a reverse proxy, a client's requests under way are counted
 * instead of its connections. Returns a function that counts a request until its response has ended, and returns true
 * when it must be refused.
 */
export function boundConnections(
  server: Server,
  { inAll, perClient }: ConnectionBounds,
  { client, isReverseProxy }: ConnectionEnds,
): (incoming: IncomingMessage, outgoing: ServerResponse) => boolean {
  server.maxConnections = inAll
  const connections = createCounts()
  const requests = createCounts()
  const excess = new WeakSet<Socket>()
  server.on('connection', (socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || isReverseProxy(remoteAddress)) return
    const address = countedAddress(remoteAddress)
    const open = connections.add(address)
    socket.once('close', () => connections.drop(address))
    if (open <= perClient) return
    // A client that continues nevertheless gets no response.
    if (open > 2 * perClient) return void socket.destroy()
    excess.add(socket)
    const timer = setTimeout(() => socket.destroy(), REFUSAL_MS)
    socket.once('close', () => clearTimeout(timer))
  })
  return (incoming, outgoing) => {
    const { address } = client(incoming)
    const open = requests.add(address)
    outgoing.once('close', () => requests.drop(address))
    return open > perClient || excess.has(incoming.socket)
  }
}
