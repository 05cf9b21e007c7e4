import type { Context, Handler } from 'hono'
import { HEADERS, PATH_PREFIX } from '../../contract/limits.ts'
import type { Refusal } from '../../contract/proxy-api.ts'
import { isFreePath } from '../core/free-paths.ts'
import { refusalOfFailure } from '../core/refusals.ts'
import type { RawAnswer } from '../core/service-answer.ts'
import type { Withheld } from '../io/asking.ts'
import type { Fetched } from '../io/service-connection.ts'
import { refuse } from './answers.ts'

const PASSED_BACK = ['Content-Type', ...Object.values(HEADERS)]
const LONGEST_QUERY = 2_000

/** `GET /public/v1/…`: the free endpoints under their own paths, with the token added on the way up. */
export function passThroughRoute(free: (pathAndQuery: string) => Promise<Fetched | Withheld>): Handler {
  return async (c) => {
    const { pathname, search } = new URL(c.req.url)
    const path = pathname.slice(PATH_PREFIX.length)
    if (!isFreePath(path)) {
      return refuse(c, 404, 'not_found', `'${pathname}' is none of the free endpoints that are passed on here.`)
    }
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
      return refuse(
        c,
        405,
        'malformed_request',
        `${c.req.method} is not passed on: the free endpoints are read by GET.`,
      )
    }
    if (search.length > LONGEST_QUERY) {
      return refuse(c, 414, 'malformed_request', `The query is longer than ${LONGEST_QUERY} characters.`)
    }
    const fetched = await free(path + search)
    if (fetched.kind === 'answer') return passBack(c, fetched.answer)
    if (fetched.kind === 'withheld') return passWithheld(c, fetched.refusal)
    return refuse(c, 502, 'internal_error', refusalOfFailure(fetched.failure).message)
  }
}

function passWithheld(c: Context, { code, message, retry_after_s }: Refusal): Response {
  if (retry_after_s !== null) c.header('Retry-After', String(retry_after_s))
  return refuse(c, code === 'rate_limited' ? 429 : 503, code, message)
}

function passBack(c: Context, { status, headers, body }: RawAnswer): Response {
  // A redirect could lead the browser to another host, and the service's interface has none.
  if (status < 200 || (status >= 300 && status < 400)) {
    return refuse(c, 502, 'internal_error', `The statistics service answered with status ${status}.`)
  }
  const passed = new Headers({ 'Cache-Control': 'no-cache' })
  for (const name of PASSED_BACK) {
    const value = headers[name.toLowerCase()]
    if (value !== undefined) passed.set(name, value)
  }
  return new Response(Uint8Array.from(body), { status, headers: passed })
}
