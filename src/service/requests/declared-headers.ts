import { HEADERS } from '../../contract/limits.ts'
import type { Quota } from './service-env.ts'

/** The headers that answers carry, as openapi.yaml's components declare them. */
export const DECLARED_HEADERS = {
  [HEADERS.quotaGroup]: header('The quota group that the request belongs to.', { type: 'string' }),
  [HEADERS.quotaLimit]: header('Allowance of the cycle, or the word `uncounted`; `0` where no account is known.', {
    type: 'string',
    pattern: '^(uncounted|\\d+)$',
  }),
  [HEADERS.quotaUsed]: header(
    'Requests spent this cycle, this one included. Absent on an uncounted group, and while requests are served uncounted because the metering store cannot be reached.',
    { type: 'integer', minimum: 0 },
    false,
  ),
  [HEADERS.quotaReset]: header(
    'End of the cycle, UTC. Absent when the account is not anchored to a day of the month, or not known.',
    { type: 'string', format: 'date-time' },
    false,
  ),
  [HEADERS.rateLimit]: header('Requests a minute of the group; where no account is known, of the network address.', {
    type: 'integer',
    minimum: 1,
  }),
  [HEADERS.rateRemaining]: header('Requests left this minute.', { type: 'integer', minimum: 0 }),
  [HEADERS.retryAfter]: header('Seconds until the minute rolls.', { type: 'integer', minimum: 1 }),
  'X-Request-Id': header(
    'Handle of the request, to quote to support: the one that was sent in this header, where it has 8 to 64 letters, digits and hyphens, else a new one.',
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

/** The headers of an answer of status 200. */
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
