import type { Refusal } from '../../contract/proxy-api.ts'
import type { Failure, ServiceRefusal } from './service-answer.ts'

/** What the page is told when the service said no. */
export function refusalOf({ code, message, request_id, resets_at, retry_after_s }: ServiceRefusal): Refusal {
  return { code, message, request_id, resets_at: code === 'quota_exhausted' ? resets_at : null, retry_after_s }
}

const FAILURE_MESSAGES: Record<Failure['code'], string> = {
  unreachable: 'The statistics service cannot be reached. What was bought before stays available.',
  reset: 'The statistics service broke the connection off. What was bought before stays available.',
  timeout: 'The statistics service did not answer in time. What was bought before stays available.',
  url_too_long: 'The statistics service takes no request of this length, however short it is made.',
  invalid_answer: 'The statistics service gave an answer that cannot be read; nothing of it was kept.',
}

/** What the page is told when there was no usable answer; details are for the log. */
export function refusalOfFailure(failure: Failure): Refusal {
  return ownRefusal(`service_${failure.code}`, FAILURE_MESSAGES[failure.code])
}

/** Without the store nobody knows what is held or being bought, so nothing is. */
export const LEDGER_UNREACHABLE: Refusal = ownRefusal(
  'ledger_unreachable',
  'The store of what was bought cannot be reached, so nothing is bought. Try again in a moment.',
)

/** True where another viewer who asks for the same may be answered otherwise. */
export function isOfOneViewer({ code }: Refusal): boolean {
  return code === 'viewer_cap_reached' || code === 'confirmation_needed'
}

/** A refusal of the proxy's own. */
export function ownRefusal(code: string, message: string): Refusal {
  return { code, message, request_id: null, resets_at: null, retry_after_s: null }
}

export const NOT_COVERED = ownRefusal(
  'not_covered',
  'The statistics service does not serve this market at this resolution; nothing was bought.',
)

export const STOPPING = ownRefusal(
  'proxy_stopping',
  'The proxy is ending; what was bought is kept. Try again in a moment.',
)
