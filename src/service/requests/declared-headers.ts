import { HEADERS } from '../../contract/limits.ts'
import type { Quota } from './service-env.ts'

/** The headers of responses, as declared in the components of openapi.yaml. */
export const DECLARED_HEADERS = {
  [HEADERS.quotaGroup]: header('The quota group of the request.', { type: 'string' }),
  [HEADERS.quotaLimit]: header('Allowance of the cycle, or the word `uncounted`; `0` without a known account.', {
    type: 'string',
    pattern: '^(uncounted|\\d+)$',
  }),
  [HEADERS.quotaUsed]: header(
    'Requests spent this cycle, including this one. Absent for an uncounted group, and while requests are not counted because the metering store is unavailable.',
    { type: 'integer', minimum: 0 },
    false,
  ),
  [HEADERS.quotaReset]: header(
    'End of the cycle, UTC. Absent when the account is unknown or not anchored to a day of the month.',
    { type: 'string', format: 'date-time' },
    false,
  ),
  [HEADERS.rateLimit]: header(
    'Requests allowed per minute in the group; without a known account, per network address.',
    {
      type: 'integer',
      minimum: 1,
    },
  ),
  [HEADERS.rateRemaining]: header('Requests left this minute.', { type: 'integer', minimum: 0 }),
  [HEADERS.retryAfter]: header('Seconds until the next minute.', { type: 'integer', minimum: 1 }),
  'X-Request-Id': header(
    'Id of the request, to quote to support: the value sent in this header if it has 8 to 64 letters, digits and hyphens, otherwise a new one.',
    { type: 'string', pattern: '^[A-Za-z0-9-]{8,64}$' },
  ),
} as const

function header(description: string, schema: object, required = true) {
  return { description, required, schema }
}

const ALWAYS = [
  HEADERS.quotaGroup,
  HEADERS.quotaLimit,
  HEADERS.quotaReset,
  HEADERS.rateLimit,
  HEADERS.rateRemaining,
  'X-Request-Id',
]

/** The headers of a response with status 200. */
export function headersOfAnswer(group: Quota['group']) {
  return referencesTo(group === 'metadata' ? ALWAYS : [...ALWAYS, HEADERS.quotaUsed])
}

/** The headers of a refusal. */
export function headersOfRefusal(group: Quota['group'], status: number) {
  return { ...headersOfAnswer(group), ...referencesTo(status === 429 ? [HEADERS.retryAfter] : []) }
}

function referencesTo(names: readonly string[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
