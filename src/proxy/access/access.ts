import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { PATH_PREFIX } from '../../contract/limits.ts'
import type { AllowedHosts } from '../../server/http/allowed-hosts.ts'
import { clientReader } from '../../server/http/client-address.ts'
import { firstObjection, type Guard, type Objection } from './answers.ts'
import { type EmbedRules, NEVER_EMBEDDED } from './embedding.ts'
import { hostGuard, ownPagesOnly } from './guards.ts'
import { limitRequests } from './rate-limit.ts'
import { keepPrivate, type SignIn, signInGuard } from './sign-in.ts'
import { addressReader, type ViewerReader, viewerReader } from './viewer.ts'

/** Held tiles cost next to nothing, and a view needs many. */
const TILES_FOR_EACH_REQUEST = 10
/** Cells of an area that are charged like one request; both take some milliseconds. */
const CELLS_FOR_EACH_REQUEST = 1_000

/** Who may use the page, and how many requests they may send. */
export interface AccessRules {
  /** Reverse proxies that are trusted to report the client's address. */
  readonly trustedProxies: readonly string[]
  readonly signIn: SignIn
  /** Host names of the page, besides `localhost` and IP addresses. */
  readonly allowedHosts: AllowedHosts
  /** Per address, for everything except tiles, which have ten times this limit; null sets no limit. */
  readonly requestsPerMinute: number | null
  readonly embedding: EmbedRules
}

export const OPEN_TO_ALL: AccessRules = {
  trustedProxies: [],
  signIn: { kind: 'nobody asked' },
  allowedHosts: null,
  requestsPerMinute: null,
  embedding: NEVER_EMBEDDED,
}

export interface Access {
  /** Lets requests in that use an allowed host name, are signed in, come from the page itself and stay within the limit. */
  readonly objectionTo: Guard
  /** Keeps responses to people who have signed in out of shared caches. */
  readonly keepPrivate: (response: Response) => void
  /** Charges the address for an area of this many cells; returns why it is refused, or null. */
  chargeCells(c: Context, cells: number): Promise<Objection | null>
  /** Returns the address by which a request is counted. */
  readonly addressOf: (incoming: IncomingMessage) => string
  readonly viewerOf: ViewerReader
}

/** Turns the rules into functions; throws when a trusted proxy is not an address. */
export function createAccess(rules: AccessRules, hasSessions: boolean): Access {
  const { trustedProxies: trusted, signIn, requestsPerMinute } = rules
  const client = clientReader(trusted)
  const addressOf = addressReader(client)
  const limitTiles = limitRequests(requestsPerMinute && requestsPerMinute * TILES_FOR_EACH_REQUEST, addressOf)
  const limitOthers = limitRequests(requestsPerMinute, addressOf)
  const guards: Guard[] = [
    hostGuard(rules.allowedHosts),
    signInGuard(signIn, { trusted, addressOf }),
    forData(ownPagesOnly),
    forData((incoming, path) => (isTile(path) ? limitTiles : limitOthers)(incoming)),
  ]
  return {
    objectionTo: (incoming, path) => firstObjection(guards, incoming, path),
    keepPrivate: signIn.kind === 'nobody asked' ? () => {} : keepPrivate,
    chargeCells: async (c, cells) =>
      limitOthers((c.env as HttpBindings).incoming, Math.floor(cells / CELLS_FOR_EACH_REQUEST)),
    addressOf,
    viewerOf: viewerReader(client, hasSessions),
  }
}

/** Applies a guard to all addresses except those of the page's own files. */
function forData(guard: Guard): Guard {
  return (incoming, path) => (isBelow('/api', path) || isBelow(PATH_PREFIX, path) ? guard(incoming, path) : null)
}

/** True for the folder itself too, as in the route table: `/api/*` matches `/api`. */
export function isBelow(folder: string, path: string): boolean {
  return path.startsWith(folder) && (path.length === folder.length || path[folder.length] === '/')
}

function isTile(path: string): boolean {
  return path.startsWith('/api/tiles/') || path.startsWith('/api/editions/') || path.startsWith('/api/basemap/')
}
