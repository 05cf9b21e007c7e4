import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { createCounts } from '../work/counts.ts'
import type { Client } from './client-address.ts'
import { countedAddress, siteOf } from './counted-address.ts'

/** How many connections a server has open at once. */
export interface ConnectionBounds {
  /** In all. A further one takes the place of another of the site with the most, or is closed where no site has more. */
  readonly inAll: number
  /** Connections of one client, by its counted address; requests on further ones are refused. */
  readonly perClient: number
}

/** Enough for a hundred browsers behind one address, and few enough to leave room for others. */
export const CONNECTION_BOUNDS: ConnectionBounds = { inAll: 4_096, perClient: 1_024 }

/**
 * Returns the bounds of a process that may have so many files open: where that is the lower limit, the system closes every
 * further connection, whoever has opened the others. Half is for files, and for connections to other servers.
 */
export function boundsWithin(openFiles: number): ConnectionBounds {
  const inAll = Math.min(CONNECTION_BOUNDS.inAll, Math.max(1, Math.floor(openFiles / 2)))
  const { inAll: usual, perClient } = CONNECTION_BOUNDS
  return { inAll, perClient: Math.ceil((inAll * perClient) / usual) }
}

/** Returns how many files this process may have open, connections included; infinite where the system does not say. */
export function openFilesMax(): number {
  // Otherwise the report looks up the name of every address that is connected.
  const report = Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } }
  const soft = userLimits?.open_files?.soft
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY
}

/** Further connections that the server takes on until those are closed whose place they take; fewer where few may be open. */
const SPARE = 128

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
  server.maxConnections = inAll + Math.min(SPARE, Math.ceil(inAll / 4))
  const open = createOpenConnections()
  const connections = createCounts()
  const requests = createCounts()
  const excess = new WeakSet<Socket>()
  let inUse = 0
  server.on('connection', (socket) => {
    inUse++
    socket.once('close', () => inUse--)
    const { remoteAddress } = socket
    const isShared = remoteAddress === undefined || isReverseProxy(remoteAddress)
    const address = isShared ? null : countedAddress(remoteAddress)
    let own = 0
    // Of an IPv6 subscriber, who may have 65,536 networks with a connection each.
    let ofSite = 0
    if (address !== null) {
      own = connections.add(address)
      socket.once('close', () => connections.drop(address))
      ofSite = open.add(siteOf(address) ?? address, socket)
    }
    if (inUse > inAll && !open.closeOneOfMost(ofSite)) return void socket.destroy()
    if (own <= perClient) return
    // A client that continues nevertheless gets no response.
    if (own > 2 * perClient) return void socket.destroy()
    excess.add(socket)
    const timer = setTimeout(() => socket.destroy(), REFUSAL_MS)
    socket.once('close', () => clearTimeout(timer))
  })
  return (incoming, outgoing) => {
    const { address } = client(incoming)
    const underWay = requests.add(address)
    open.setBusy(incoming.socket, true)
    outgoing.once('close', () => {
      requests.drop(address)
      open.setBusy(incoming.socket, false)
    })
    return underWay > perClient || excess.has(incoming.socket)
  }
}

/** The open connections of each site, an IPv6 /48 network or another counted address, the oldest first. */
function createOpenConnections() {
  const bySite = new Map<string, Set<Socket>>()
  const busy = new WeakSet<Socket>()
  return {
    /** Returns how many the site has with this one. */
    add: (site: string, socket: Socket): number => {
      const own = bySite.get(site) ?? new Set()
      bySite.set(site, own.add(socket))
      socket.once('close', () => {
        own.delete(socket)
        if (own.size === 0) bySite.delete(site)
      })
      return own.size
    },
    /** Says whether a request is answered on a connection. */
    setBusy: (socket: Socket, isBusy: boolean) => void (isBusy ? busy.add(socket) : busy.delete(socket)),
    /**
     * Closes the oldest connection of the site that has the most, rather one on which nothing is answered. Returns false
     * where nobody has more than `own`.
     */
    closeOneOfMost: (own: number): boolean => {
      let most = new Set<Socket>()
      for (const sockets of bySite.values()) if (sockets.size > most.size) most = sockets
      if (most.size <= own) return false
      let [closed] = most
      for (const socket of most) {
        if (busy.has(socket)) continue
        closed = socket
        break
      }
      if (closed) {
        // Gone from the set at once: others may come before its close is told.
        most.delete(closed)
        closed.destroy()
      }
      return true
    },
  }
}
