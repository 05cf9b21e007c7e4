import type { Refusal } from '../../../contract/proxy-api.ts'
import { type Failure, isBlocked, type ServiceRefusal, type ServiceResult } from './service-answer.ts'

/** Returns the refusal that the page gets when the service refused. */
export function refusalOf(refusal: ServiceRefusal): Refusal {
  if (isBlocked(refusal)) return BLOCKED
  if (refusal.isGate) return { ...NO_HISTORIES_IN_PLAN, request_id: refusal.request_id }
  const { code, message, request_id, resets_at, retry_after_s } = refusal
  return { code, message, request_id, resets_at: code === 'quota_exhausted' ? resets_at : null, retry_after_s }
}

const FAILURE_MESSAGES: Record<Failure['code'], string> = {
  unreachable: 'The statistics service cannot be reached. Figures bought earlier stay available.',
  reset: 'The statistics service closed the connection before it responded. Figures bought earlier stay available.',
  timeout: 'The statistics service did not respond in time. Figures bought earlier stay available.',
  url_too_long: 'The statistics service rejected the request as too long, even at its shortest.',
  invalid_answer: 'The statistics service sent a response that cannot be read; nothing was kept.',
}

/** Returns the refusal that the page gets when there was no usable answer; the details are for the log. */
export function refusalOfFailure(failure: Failure): Refusal {
  return ownRefusal(`service_${failure.code}`, FAILURE_MESSAGES[failure.code])
}

/** Returns the refusal that the page gets when a request brought nothing. */
export function refusalOfResult(result: Exclude<ServiceResult<unknown>, { kind: 'ok' }>): Refusal {
  switch (result.kind) {
    case 'refused':
      return refusalOf(result.refusal)
    case 'failed':
      return refusalOfFailure(result.failure)
    case 'withheld':
      return result.refusal
  }
}

/** Nothing is bought while the store is down: nobody knows what is held or already being bought. */
export const LEDGER_UNREACHABLE: Refusal = ownRefusal(
  'ledger_unreachable',
  'The store of bought figures cannot be reached, so nothing is bought. Try again in a moment.',
)

/** Told to nobody: the call was not made, because whoever wanted it left before its turn came. */
export const VIEWER_LEFT: Refusal = ownRefusal('viewer_left', 'The viewer left before the call was made.')

/** True when another viewer might not get this refusal for the same request. */
export function isOfOneViewer({ code }: Refusal): boolean {
  return code === 'viewer_cap_reached' || code === 'confirmation_needed' || code === VIEWER_LEFT.code
}

/** Returns a refusal made by the proxy itself. */
export function ownRefusal(code: string, message: string): Refusal {
  return { code, message, request_id: null, resets_at: null, retry_after_s: null }
}

/** The plan of the account has figures of the newest period only. */
export const NO_HISTORIES_IN_PLAN = ownRefusal(
  'history_not_in_plan',
  'The plan of the statistics service does not include these earlier periods. Figures bought earlier stay available.',
)

/** Others were sold and calls are left, though the service says that the allowance is spent. */
export const PERIODS_REFUSED = ownRefusal(
  'periods_refused',
  'The statistics service refused these earlier periods as if the allowance were spent, although calls are left. The plan may not include them.',
)

export const NOT_COVERED = ownRefusal(
  'not_covered',
  'The statistics service does not seem to serve this market at this resolution, so nothing was bought. It can be bought anyway with distrust_lookups.',
)

const BLOCKED = ownRefusal(
  'service_blocked',
  'The statistics service, or a server in front of it, refused the request without a reason. Figures bought earlier stay available.',
)

export const STOPPING = ownRefusal(
  'proxy_stopping',
  'The proxy is shutting down; everything bought is kept. Try again in a moment.',
)

export const CUT_SHORT = ownRefusal(
  'service_cut_short',
  'The statistics service sent only a part of its answer, without any of the missing figures; nothing was kept.',
)
