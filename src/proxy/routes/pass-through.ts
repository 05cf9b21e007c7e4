import type { Context, Handler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { HEADERS, PATH_PREFIX } from '../../contract/limits.ts'
import type { Refusal } from '../../contract/proxy-api.ts'
import { type Objection, refuseFor } from '../access/answers.ts'
import type { FindFree } from '../upstream/free-answers.ts'
import { isFreePath } from '../upstream/free-paths.ts'
import { refusalOfFailure } from '../upstream/refusals.ts'
import type { RawAnswer } from '../upstream/service-answer.ts'

const PASSED_BACK = ['Content-Type', ...Object.values(HEADERS)].map((name) => [name, name.toLowerCase()] as const)
const LONGEST_QUERY = 2_000

/** `GET /public/v1/…`: the free endpoints under their own paths, with the token added on the way up. */
export function passThrough(free: FindFree): Handler {
  return async (c) => {
    const { pathname, search } = new URL(c.req.url)
    // Routes match a path with its escapes undone; what is passed on is the path as it was sent.
    const path = pathname.startsWith(`${PATH_PREFIX}/`) ? pathname.slice(PATH_PREFIX.length) : ''
    const objection = objectionTo(c.req.method, { path, pathname, search })
    if (objection !== null) return refuseFor(c, objection)
    const fetched = await free(path + search)
    if (fetched.kind === 'withheld') return refuseFor(c, withheld(fetched.refusal))
    if (fetched.kind === 'failed') return refuseFor(c, unusable(refusalOfFailure(fetched.failure).message))
    const { status } = fetched.answer
    // A redirect could lead the browser to another host, and the service's interface has none.
    const isOfInterface = status === 200 || status >= 400
    return isOfInterface
      ? passBack(c, fetched.answer)
      : refuseFor(c, unusable(`The statistics service answered with status ${status}.`))
  }
}

function objectionTo(
  method: string,
  { path, pathname, search }: { path: string; pathname: string; search: string },
): Objection | null {
  const malformed = { error: 'malformed_request' }
  if (!isFreePath(path)) {
    const message = `'${pathname}' is none of the free endpoints that are passed on here.`
    return { status: 404, error: 'not_found', message }
  }
  if (method !== 'GET' && method !== 'HEAD') {
    return { ...malformed, status: 405, message: `${method} is not passed on: the free endpoints are read by GET.` }
  }
  if (search.length > LONGEST_QUERY) {
    return { ...malformed, status: 414, message: `The query is longer than ${LONGEST_QUERY} characters.` }
  }
  return null
}

function withheld({ code, message, retry_after_s }: Refusal): Objection {
  const headers = retry_after_s === null ? {} : { 'Retry-After': String(retry_after_s) }
  return { status: code === 'rate_limited' ? 429 : 503, error: code, message, headers }
}

function unusable(message: string): Objection {
  return { status: 502, error: 'internal_error', message }
}

// Not for caches that others share without asking again, whether somebody has signed in or not.
function passBack(c: Context, { status, headers, body }: RawAnswer): Response {
  const passed: Record<string, string> = {
    'Content-Type': 'text/plain; charset=UTF-8',
    'Cache-Control': 'no-cache',
    // To HEAD too.
    'Content-Length': String(body.byteLength),
  }
  for (const [name, key] of PASSED_BACK) {
    const value = headers[key]
    if (value !== undefined) passed[name] = value
  }
  // Not copied, since some answers have megabytes; no memory is shared between threads here.
  return c.body(body as Uint8Array<ArrayBuffer>, status as ContentfulStatusCode, passed)
}
