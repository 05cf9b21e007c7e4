import type { Context, MiddlewareHandler } from 'hono'
import { clientReader } from '../../server/client-address.ts'
import type { AllowedHosts } from './allowed-hosts.ts'
import { guardedBy } from './answers.ts'
import { hostGuard } from './guards.ts'
import { limitRequests } from './rate-limit.ts'
import { requireSignIn, type SignIn } from './sign-in.ts'
import { addressReader, type ViewerReader, viewerReader } from './viewer.ts'

/** Tiles that are held cost next to nothing, and a view is made of many. */
const TILES_FOR_EACH_REQUEST = 10

/** Who is let in, and how often he may ask. */
export interface AccessRules {
  /** Reverse proxies that are believed about whom they speak for. */
  readonly trustedProxies: readonly string[]
  readonly signIn: SignIn
  /** Names that the page is reached by, besides `localhost` and addresses. */
  readonly allowedHosts: AllowedHosts
  /** By address, for all but tiles, of which ten times as many may be asked for; null sets no limit. */
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

/** Makes the rules into what stands before the routes; throws for a trusted proxy that is no address. */
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
