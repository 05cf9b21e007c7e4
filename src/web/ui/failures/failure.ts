import { t } from '../../language/translate.ts'
import type { FailureCode } from '../../requests/http.ts'
import { formatDay } from '../words/format.ts'

/** Returns an error code and its details in words, for both requests and purchases. */
export function failureWords(
  code: FailureCode,
  about: { message: string; resetsAt: string | null; retryAfterS: number | null },
): string {
  switch (code) {
    case 'unreachable':
      return t('{fault} You can still use what is already loaded.', { fault: about.message })
    case 'unreadable':
    case 'sign_in_needed':
      return about.message
    case 'internal_error':
      return t('The server or the statistics service behind it had a fault. Trying again may help.')
    case 'rate_limited':
      return t('Too many requests this minute. Try again in {seconds, plural, one {# second} other {# seconds}}.', {
        seconds: about.retryAfterS ?? 60,
      })
    case 'quota_exhausted':
      return about.resetsAt === null
        ? t('This cycle’s allowance is spent. Search and everything already paid for keep working.')
        : t(
            'This cycle’s allowance is spent; it resets on {day}. Search and everything already paid for keep working.',
            { day: formatDay(about.resetsAt) },
          )
    case 'subscription_inactive':
      return t('The subscription behind this page is not active. The operator of this page needs to renew it.')
    case 'invalid_token':
    case 'read_only_token':
      return t('The statistics service refused this page’s token. The operator of this page needs to renew it.')
    case 'resolution_not_in_plan':
      return t('The plan does not allow this much detail. Choose a coarser resolution.')
    case 'too_many_hexes':
      return t('This area is too large for one request. Choose a coarser resolution or a smaller area.')
    case 'unknown_place':
      return about.message
    case 'not_covered':
      return t('The service has no geographic data for that country.')
    case 'missing_parameter':
    case 'invalid_parameter':
    case 'invalid_cursor':
    case 'malformed_request':
    case 'not_found':
    case 'reports_unavailable_for_country':
      return t('The request was refused: {reason}', { reason: about.message })
  }
}
