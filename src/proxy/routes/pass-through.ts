import { HEADERS, PATH_PREFIX } from '../../contract/limits.ts'
import type { Refusal } from '../../contract/proxy-api.ts'
import type { DirectAnswer, DirectRequest, DirectRoute } from '../../server/direct-answers.ts'
import { BROKEN, envelopeOf, type Guard, type Objection } from '../access/answers.ts'
import type { FindFree } from '../upstream/free-answers.ts'
import { isFreePath } from '../upstream/free-paths.ts'
import { refusalOfFailure } from '../upstream/refusals.ts'
import type { RawAnswer } from '../upstream/service-answer.ts'

const PASSED_BACK = ['Content-Type', ...Object.values(HEADERS)].map((name) => [name, name.toLowerCase()] as const)
const LONGEST_QUERY = 2_000

/** `GET /public/v1/…`: the free endpoints under their own paths, with the token added on the way up. */
export function passThrough(deps: {
  free: FindFree
  guard: Guard
  fixedHeaders: DirectRoute['fixedHeaders']
}): DirectRoute {
  const { free, guard, fixedHeaders } = deps
  return {
    prefix: PATH_PREFIX,
    fixedHeaders,
    answer: async (request) => {
      const objection = (await guard(request.incoming)) ?? objectionTo(request)
      if (objection !== null) return refusal(request, objection)
      const { pathname, search, requestId } = request
      const fetched = await free(pathname.slice(PATH_PREFIX.length) + search, requestId)
      if (fetched.kind === 'withheld') return refusal(request, withheld(fetched.refusal))
      if (fetched.kind === 'failed') return refusal(request, unusable(refusalOfFailure(fetched.failure).message))
      const { status } = fetched.answer
      // A redirect could lead the browser to another host, and the service's interface has none.
      const isOfInterface = status === 200 || status >= 400
      return isOfInterface
        ? passBack(fetched.answer)
        : refusal(request, unusable(`The statistics service answered with status ${status}.`))
    },
    broken: (request) => refusal(request, BROKEN),
  }
}

function objectionTo({ incoming: { method }, pathname, search }: DirectRequest): Objection | null {
  const malformed = { error: 'malformed_request' }
  if (!isFreePath(pathname.slice(PATH_PREFIX.length))) {
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

function refusal({ requestId }: DirectRequest, { status, error, message, headers }: Objection): DirectAnswer {
  const body = Buffer.from(JSON.stringify(envelopeOf({ error, message, request_id: requestId })))
  return {
    status,
    code: error,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...headers },
    body,
  }
}

// Not for caches that others share without asking again, whether somebody has signed in or not.
function passBack({ status, headers, body }: RawAnswer): DirectAnswer {
  const passed: Record<string, string> = { 'Content-Type': 'text/plain; charset=UTF-8', 'Cache-Control': 'no-cache' }
  for (const [name, key] of PASSED_BACK) {
    const value = headers[key]
    if (value !== undefined) passed[name] = value
  }
  return { status, headers: passed, body }
}
