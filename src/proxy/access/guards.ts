import type { HttpBindings } from '@hono/node-server'
import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { secureHeaders } from 'hono/secure-headers'
import { type AllowedHosts, isAllowedHost } from './allowed-hosts.ts'
import { type Guard, guardedBy, type Objection, refuse } from './answers.ts'

// Twice what the longest lists of tiles take.
const BODY_BYTES = 10_240

/** Lets only pages of this very origin spend: other sites' requests carry another origin, and forms no JSON. */
export const sameOriginOnly: MiddlewareHandler = async (c, next) => {
  const site = c.req.header('Sec-Fetch-Site')
  const origin = c.req.header('Origin')
  const host = c.req.header('Host')
  const isOwn =
    site === undefined
      ? origin === undefined || (URL.canParse(origin) && new URL(origin).host === host)
      : site === 'same-origin' || site === 'none'
  if (!isOwn) return refuse(c, 403, 'malformed_request', 'Purchases are taken only from the page of this address.')
  const type = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') {
    return refuse(c, 415, 'malformed_request', `Send the purchase as application/json, not '${type ?? 'nothing'}'.`)
  }
  return next()
}

/** Keeps pages of other sites from reading, or using up what the free endpoints allow; what is no browser does not say where it comes from. */
export const ownPagesOnly = guardedBy(({ headers }) => {
  const site = headers['sec-fetch-site']
  return site === undefined || site === 'same-origin' || site === 'none' ? null : OTHER_SITE
})

const OTHER_SITE: Objection = {
  status: 403,
  error: 'malformed_request',
  message: 'This is answered to the page of this address alone.',
}

/** Has something against requests for a name that is none of the page's: a stranger's that resolves to this machine. */
export function hostGuard(allowed: AllowedHosts): Guard {
  return ({ headers: { host } }) =>
    isAllowedHost(host, allowed)
      ? null
      : {
          status: 421,
          error: 'malformed_request',
          message: `'${host ?? ''}' is none of the names of this page: ask for it as localhost or by its address, or let its operator add the name to ALLOWED_HOSTS.`,
        }
}

/** Bodies longer than any purchase are refused before they are read. */
export const smallBodyOnly: MiddlewareHandler = bodyLimit({
  maxSize: BODY_BYTES,
  onError: (c) => refuse(c, 413, 'malformed_request', `The body is longer than ${BODY_BYTES} bytes.`),
})

/** What the page never asks of a browser, and so nothing that got into it can ask either. */
const UNUSED_FEATURES = [
  'camera',
  'microphone',
  'geolocation',
  'payment',
  'usb',
  'serial',
  'bluetooth',
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
 * Adds headers to every answer: nothing of other origins is loaded, and nobody frames the page. They are the same each
 * time, and so made once and set on Node's answer, which takes a tenth of the time that setting them one by one on an
 * answer of the web's kind does.
 */
export async function strictHeaders(): Promise<MiddlewareHandler> {
  const app = new Hono().use(STRICT).get('/', (c) => c.body(null))
  const headers = new Map((await app.request('/')).headers)
  return (c, next) => {
    const { outgoing } = c.env as HttpBindings
    outgoing.setHeaders(headers)
    return next()
  }
}

// Styles of the map library stand in the markup.
const STRICT = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    fontSrc: ["'self'", 'data:'],
    connectSrc: ["'self'"],
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
  // Whether the address is only ever reached by HTTPS is for what stands before the proxy to say.
  strictTransportSecurity: false,
})
