import type { HttpBindings } from '@hono/node-server'
import type { Context, Handler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { HEADERS, PATH_PREFIX } from '../../contract/limits.ts'
import { HEXES_PATH } from '../../contract/service/endpoints.ts'
import { withLinkedPageInBytes } from '../../contract/service/linked-page.ts'
import { readJson } from '../../contract/service/read-json.ts'
import { readRetryAfter } from '../../server/http/retry-after.ts'
import type { Access } from '../access/access.ts'
import { envelopeOf, type Objection, objectionOf, refuseFor } from '../access/answers.ts'
import { refusalOfFailure } from '../upstream/connection/refusals.ts'
import { clockOf, hintAt, isAbsentAnswer, type RawAnswer, readEnvelope } from '../upstream/connection/service-answer.ts'
import type { FindFree } from '../upstream/free/free-answers.ts'
import { isFreePath } from '../upstream/free/free-paths.ts'
import { OPENAPI_PATH } from '../upstream/free/free-reading.ts'

const PASSED_BACK = Object.values(HEADERS)
  .filter((name) => name !== HEADERS.retryAfter)
  .map((name) => [name, name.toLowerCase()] as const)
const LONGEST_QUERY = 2_000

interface PassDeps {
  readonly free: FindFree
  readonly addressOf: Access['addressOf']
}

/** `GET /public/v1/…`: the free endpoints under their own paths, with the token added on the way up. */
export function passThrough(deps: PassDeps): Handler {
  return async (c) => {
    const { pathname } = new URL(c.req.url)
    // Routes match the decoded path; the path is passed on as it was sent.
    const path = pathname.startsWith(`${PATH_PREFIX}/`) ? pathname.slice(PATH_PREFIX.length) : ''
    return passOn(c, path, deps)
  }
}

/**
 * `GET /api/search?…`: what `/geo/search` answers, for the page. Its refusal of an unknown name or country comes with status 200,
 * because it is an ordinary outcome of typing, and browsers write every 404 into their console.
 */
export function searchRoute(deps: PassDeps): Handler {
  return async (c) => passOn(c, '/geo/search', { ...deps, statusOf: (status) => (status === 404 ? 200 : status) })
}

interface PassRules extends PassDeps {
  /** The status that the browser gets for one of the service's. */
  readonly statusOf?: (status: number) => number
}

async function passOn(c: Context, path: string, { free, addressOf, statusOf = (status) => status }: PassRules) {
  const { pathname, search } = new URL(c.req.url)
  const objection = objectionTo(c.req.method, { path, pathname, search })
  if (objection !== null) return refuseFor(c, objection)
  const address = addressOf((c.env as HttpBindings).incoming)
  const fetched = await free(path + search, { address, signal: () => c.req.raw.signal })
  if (fetched.kind === 'withheld') return refuseFor(c, objectionOf(fetched.refusal))
  if (fetched.kind === 'failed') {
    const { failure } = fetched
    return refuseFor(c, { ...unusable(refusalOfFailure(failure).message), hint: failure.message })
  }
  if (isAbsentAnswer(fetched.answer)) {
    if (path === '/geo') return passBack(c, NO_PLACES, path)
    const absent = absence(path)
    if (absent !== null) return refuseFor(c, { ...absent, status: statusOf(404) as ContentfulStatusCode })
  }
  if (fetched.reading === 'foreign') return refuseFor(c, foreign(fetched.answer))
  const answer = fetched.reading === 'refusal' ? inEnvelope(fetched.answer) : linked(fetched.answer, path)
  return passBack(c, { ...answer, status: statusOf(answer.status) }, path)
}

function objectionTo(
  method: string,
  { path, pathname, search }: { path: string; pathname: string; search: string },
): Objection | null {
  const malformed = { error: 'malformed_request' }
  if (!isFreePath(path)) {
    const message = `'${pathname}' is not one of the free endpoints that this proxy passes on.`
    return { status: 404, error: 'not_found', message }
  }
  if (method !== 'GET' && method !== 'HEAD') {
    return { ...malformed, status: 405, message: `The free endpoints accept only GET and HEAD, not ${method}.` }
  }
  if (search.length > LONGEST_QUERY) {
    return { ...malformed, status: 414, message: `The query is longer than ${LONGEST_QUERY} characters.` }
  }
  return null
}

/** What the interface lists where there is nothing (section 4.3). */
const NO_PLACES: RawAnswer = { status: 200, headers: {}, body: Buffer.from('{"results":[]}') }

/** What a page is told where the service does not have an endpoint, so that it goes on with the rest; null for those that it needs. */
function absence(path: string): Pick<Objection, 'error' | 'message'> | null {
  if (path === '/meta/filters') return { error: 'not_found', message: 'The statistics service has no list of filters.' }
  const isOfPlaces = path.startsWith('/geo/')
  return isOfPlaces ? { error: 'unknown_place', message: 'The statistics service knows no such place.' } : null
}

function unusable(message: string): Objection {
  return { status: 502, error: 'internal_error', message }
}

/** Something in front of the service answered, or the answer was cut short; nothing of it reaches the browser. */
function foreign(answer: RawAnswer): Objection {
  const { status } = answer
  const more = { headers: waitOf(answer) }
  if (status === 429) {
    return {
      status,
      error: 'rate_limited',
      message: 'The statistics service accepts no more requests for now.',
      ...more,
    }
  }
  const what = status === 200 ? 'a response that cannot be read' : `the unexpected status ${status}`
  const hint = `the service, or what is in front of it, responded with ${what}${hintAt(status)}`
  return { ...unusable(`The statistics service responded with ${what}.`), ...more, hint }
}

/** Seconds, as the page reads them: the service may send a date, or a wait of years. */
function waitOf(answer: RawAnswer): Record<string, string> {
  const raw = answer.headers[HEADERS.retryAfter.toLowerCase()] ?? ''
  const seconds = readRetryAfter(raw, clockOf(answer, new Date()))
  return seconds === null ? {} : { [HEADERS.retryAfter]: String(seconds) }
}

/**
 * Returns a refusal in the interface's envelope. Its link to the service's contract leads to this proxy, which passes the
 * contract on: the service's own address may be unreachable for the browser, and is not public.
 */
function inEnvelope(answer: RawAnswer): RawAnswer {
  const envelope = readEnvelope(answer.body)
  if (envelope === null) return answer
  const isOwn = envelope.docs_url.endsWith(OPENAPI_PATH)
  if (!isOwn && isPlain(answer, envelope.error)) return answer
  if (!isOwn) return { ...answer, body: Buffer.from(JSON.stringify(envelope)) }
  const { docs_url: _, ...refusal } = envelope
  return { ...answer, body: Buffer.from(JSON.stringify(envelopeOf(refusal))) }
}

/** The page reads no headers of the service, whose addresses are not public. */
function linked(answer: RawAnswer, path: string): RawAnswer {
  const isList = path === '/geo' || HEXES_PATH.test(path)
  return isList ? { ...answer, body: withLinkedPageInBytes(answer.body, answer.headers) } : answer
}

/** True for a refusal that is not wrapped in anything. */
function isPlain({ body }: RawAnswer, code: string): boolean {
  const sent: unknown = readJson(body)
  return typeof sent === 'object' && sent !== null && 'error' in sent && sent.error === code
}

// Shared caches must revalidate, whether sign-in is on or not.
function passBack(c: Context, answer: RawAnswer, path: string): Response {
  const { status, headers, body } = answer
  const isDocument = path === OPENAPI_PATH && status === 200
  const passed: Record<string, string> = {
    // Never the type that was sent: it could make the browser show the answer as a page.
    'Content-Type': isDocument ? 'application/yaml; charset=UTF-8' : 'application/json; charset=UTF-8',
    'Cache-Control': 'no-cache',
    // Sent for HEAD too.
    'Content-Length': String(body.byteLength),
    ...waitOf(answer),
  }
  for (const [name, key] of PASSED_BACK) {
    const value = headers[key]
    if (value !== undefined) passed[name] = value
  }
  // A cast instead of a copy, because some responses have megabytes; no thread shares this memory.
  return c.body(body as Uint8Array<ArrayBuffer>, status as ContentfulStatusCode, passed)
}
