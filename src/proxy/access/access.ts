import type { Context, MiddlewareHandler } from 'hono'
import { clientReader } from '../../server/client-address.ts'
import type { AllowedHosts } from './allowed-hosts.ts'
import { guardedBy } from './answers.ts'
import { hostGuard } from './guards.ts'
import { limitRequests } from './rate-limit.ts'
import { requireSignIn, type SignIn } from './sign-in.ts'
import { addressReader, type ViewerReader, viewerReader } from './viewer.ts'

/** Held tiles cost next to nothing, and a view needs many. */
const TILES_FOR_EACH_REQUEST = 10

/** Who is let in, and how many requests they may send. */
export interface AccessRules {
  /** Reverse proxies whose word on the client's address is trusted. */
  readonly trustedProxies: readonly string[]
  readonly signIn: SignIn
  /** Host names of the page, besides `localhost` and IP addresses. */
  readonly allowedHosts: AllowedHosts
  /** Per address, for everything except tiles, which have ten times this limit; null sets no limit. */
  readonly requestsPerMinute: number | null
}

export const OPEN_TO_ALL: AccessRules = {
  trustedProxies: [],
  signIn: { kind: 'nobody asked' },
  allowedHosts: null,
  requestsPerMinute: null,
}

export interface Access {
  readonly allowedHostsOnly: MiddlewareHandler
  readonly signedInOnly: MiddlewareHandler
  readonly limitRequests: MiddlewareHandler
  readonly viewerOf: ViewerReader
}

/** Turns the rules into middleware; throws when a trusted proxy is not an address. */
export function createAccess(rules: AccessRules, hasSessions: boolean): Access {
  const { trustedProxies: trusted, signIn, requestsPerMinute } = rules
  const client = clientReader(trusted)
  const addressOf = addressReader(client)
  const tiles = guardedBy(limitRequests(requestsPerMinute && requestsPerMinute * TILES_FOR_EACH_REQUEST, addressOf))
  const others = guardedBy(limitRequests(requestsPerMinute, addressOf))
  return {
    allowedHostsOnly: guardedBy(hostGuard(rules.allowedHosts)),
    signedInOnly: requireSignIn(signIn, { trusted, addressOf }),
    limitRequests: (c, next) => (isTile(c) ? tiles : others)(c, next),
    viewerOf: viewerReader(client, hasSessions),
  }
}

function isTile(c: Context): boolean {
  return c.req.path.startsWith('/api/tiles/') || c.req.path.startsWith('/api/editions/')
}
