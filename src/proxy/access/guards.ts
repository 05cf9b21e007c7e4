import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { secureHeaders } from 'hono/secure-headers'
import { type AllowedHosts, isAllowedHost } from '../../server/http/allowed-hosts.ts'
import { type Guard, type Objection, refuse } from './answers.ts'

// Twice the size of the longest list of tiles.
const BODY_BYTES = 10_240

/** Lets only pages of this origin spend: requests from other sites carry another origin, and forms cannot send JSON. */
export const sameOriginOnly: MiddlewareHandler = async (c, next) => {
  const site = c.req.header('Sec-Fetch-Site')
  const origin = c.req.header('Origin')
  const host = c.req.header('Host')
  const isOwn =
    site === undefined
      ? origin === undefined || (URL.canParse(origin) && new URL(origin).host === host)
      : site === 'same-origin' || site === 'none'
  if (!isOwn) return refuse(c, 403, 'malformed_request', 'Only the page served at this address can send purchases.')
  const type = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') {
    return refuse(c, 415, 'malformed_request', `Expected the Content-Type 'application/json', found '${type ?? ''}'.`)
  }
  return next()
}

/**
 * Keeps pages of other sites from reading responses and from using up the free endpoints' rate limit. Clients other than
 * browsers do not send this header and pass.
 */
export const ownPagesOnly: Guard = ({ headers }) => {
  const site = headers['sec-fetch-site']
  return site === undefined || site === 'same-origin' || site === 'none' ? null : OTHER_SITE
}

const OTHER_SITE: Objection = {
  status: 403,
  error: 'malformed_request',
  message: 'Only the page served at this address can read this.',
}

/** Objects to requests for a host name that is not the page's: a stranger's name that resolves to this machine. */
export function hostGuard(allowed: AllowedHosts): Guard {
  return ({ headers: { host } }) =>
    isAllowedHost(host, allowed)
      ? null
      : {
          status: 421,
          error: 'malformed_request',
          message: `This page is not served under the name '${host ?? ''}'. Use the address that its operator has published.`,
          hint: 'ALLOWED_HOSTS names the hosts that are accepted besides localhost and IP addresses',
        }
}

/** Refuses bodies longer than any purchase before reading them. */
export const smallBodyOnly: MiddlewareHandler = bodyLimit({
  maxSize: BODY_BYTES,
  onError: (c) => refuse(c, 413, 'malformed_request', `The body is longer than ${BODY_BYTES} bytes.`),
})

/**
 * Browser features that the page never uses; turned off, so that injected code cannot use them either. Only features that
 * Chromium knows by these names: it warns of any other in every visitor's console.
 */
const UNUSED_FEATURES = [
  'camera',
  'microphone',
  'geolocation',
  'payment',
  'usb',
  'serial',
  'hid',
  'midi',
  'displayCapture',
  'screenWakeLock',
  'accelerometer',
  'gyroscope',
  'magnetometer',
  'publickeyCredentialsGet',
] as const

/**
 * Returns the security headers: nothing is loaded from other origins but those given, and no other page can frame this
 * one. Only data can be loaded from `origins`, never scripts or styles.
 */
export async function strictHeaders(origins: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const app = new Hono().use(strict(origins)).get('/', (c) => c.body(null))
  return new Map((await app.request('/')).headers)
}

/** True for an address whose responses have the headers of `tileHeaders` only. */
export function isTileAddress(path: string): boolean {
  return path.startsWith('/api/tiles/')
}

/** Returns those of the security headers that a tile has. */
export function tileHeaders(strict: ReadonlyMap<string, string>): Map<string, string> {
  return new Map([...strict].filter(([name]) => TILE_HEADERS.has(name)))
}

/**
 * What protects a tile: it is read as what it is, and only by this page. The other headers are for documents, and a
 * browser never shows a tile as one. Caches in front keep headers with every tile and read them at every request.
 */
const TILE_HEADERS: ReadonlySet<string> = new Set(['x-content-type-options', 'cross-origin-resource-policy'])

// The map library uses inline styles.
const strict = (origins: readonly string[]) =>
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'", 'data:'],
      connectSrc: ["'self'", ...origins],
      workerSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
    xFrameOptions: 'DENY',
    permissionsPolicy: Object.fromEntries(UNUSED_FEATURES.map((feature) => [feature, false])),
    referrerPolicy: 'no-referrer',
    crossOriginOpenerPolicy: 'same-origin',
    crossOriginResourcePolicy: 'same-origin',
    // Only the reverse proxy in front knows whether this address is always reached over HTTPS.
    strictTransportSecurity: false,
  })
