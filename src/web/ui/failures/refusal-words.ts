import type { Refusal } from '../../../contract/proxy-api.ts'
import { readErrorCode } from '../../../contract/service/errors.ts'
import { t } from '../../language/translate.ts'
import { formatMoment } from '../words/format.ts'
import { failureWords } from './failure.ts'

/** When something works again, for the middle of a sentence: `from 1 Dec 2026`, `in 30 seconds`; null when unknown. */
type When = string | null

/** The proxy's own reasons for not buying, in words, with when buying resumes if that is known. */
const OWN_WORDS: Readonly<Record<string, (when: When) => string>> = {
  confirmation_needed: () => t('Nothing is bought until you agree to what it costs.'),
  held_only: () => t('Only what is already paid for is shown, and buying is turned off.'),
  reserve_reached: (when) =>
    when === null
      ? t('The remaining calls are kept in reserve. Search and everything already paid for keep working.')
      : t(
          'The remaining calls are kept in reserve; more can be bought {when}. Search and everything already paid for keep working.',
          { when },
        ),
  day_cap_reached: (when) =>
    when === null
      ? t('This page has spent all its calls for today. Search and everything already paid for keep working.')
      : t(
          'This page has spent all its calls for today; more can be bought {when}. Search and everything already paid for keep working.',
          { when },
        ),
  viewer_cap_reached: (when) =>
    when === null
      ? t('You have spent your share of today’s calls. Search and everything already paid for keep working.')
      : t(
          'You have spent your share of today’s calls; more can be bought {when}. Search and everything already paid for keep working.',
          { when },
        ),
  service_paused: (when) =>
    when === null
      ? t(
          'The statistics service failed several times in a row, so requests to it are paused. Search and everything already paid for keep working.',
        )
      : t(
          'The statistics service failed several times in a row, so requests to it are paused; the page tries again {when}. Search and everything already paid for keep working.',
          { when },
        ),
  ledger_unreachable: (when) =>
    when === null
      ? t('The record of what is already paid for cannot be reached, and nothing is bought without it.')
      : t(
          'The record of what is already paid for cannot be reached, and nothing is bought without it; the page tries again {when}.',
          { when },
        ),
  proxy_stopping: () => t('The server is restarting and will be back in a moment. What was bought is kept.'),
  no_period: () => t('The statistics service has no published figures at the moment, so there is nothing to buy.'),
  not_held: () => t('The figures needed to work out the rate are no longer available.'),
  too_few_figures: () => t('There are too few figures here to work out the rate.'),
  rate_undecided: () => t('The statistics service has too few figures here in that currency to work out the rate.'),
  period_over: () => t('The statistics service has moved on to another period. Reload the page to see it.'),
  other_currency: () =>
    t('The statistics service returned figures in another currency than expected, so nothing was kept.'),
  currency_unstated: () =>
    t('The statistics service did not say which currency its figures are in, so nothing was kept.'),
  other_units: () =>
    t(
      'The statistics service returned areas in another unit than that of the figures already paid for, so nothing was kept. You can still use those.',
    ),
  other_filters: () =>
    t('The statistics service returned figures for another filter than the one chosen, so nothing was kept.'),
  no_progress: () =>
    t(
      'Many calls in a row brought hardly any of the missing figures, or were refused, so no more are made here for a while. What was bought is kept.',
    ),
  service_cut_short: () =>
    t('The statistics service sent only a part of its response, without the missing figures, so nothing was kept.'),
  service_unreachable: () =>
    t('The statistics service cannot be reached. You can still use everything already paid for.'),
  service_reset: () =>
    t('The statistics service broke off before it responded. You can still use everything already paid for.'),
  service_blocked: () =>
    t(
      'The statistics service, or a server in front of it, refused the request without a reason. You can still use everything already paid for.',
    ),
  service_timeout: () =>
    t('The statistics service did not respond in time. You can still use everything already paid for.'),
  service_url_too_long: () => t('The statistics service refused even the shortest request for this.'),
  service_invalid_answer: () =>
    t('The statistics service sent a response that cannot be used, so nothing was kept. Trying again later may help.'),
  history_not_in_plan: () =>
    t(
      'This page’s plan with the statistics service does not include these earlier periods. Those that were bought while they were current can be shown.',
    ),
  periods_refused: () =>
    t(
      'The statistics service refused these earlier periods as if the allowance were spent, although calls are left. Perhaps the plan does not include them: try a newer one.',
    ),
  under_way: () => t('Someone else is already buying this. Look again in a moment.'),
  costs_more: () => t('This takes more calls than expected. Look at the cost again.'),
  not_a_shape: () => t('The statistics service has histories of places, circles and single hexagons only.'),
  too_large: () =>
    t('This area is too large for its history at this level of detail. Choose a coarser resolution or a smaller area.'),
  proxy_busy: (when) =>
    when === null
      ? t('The server is busy. Try again in a moment.')
      : t('The server is busy. Try again {when}.', { when }),
  lease_lost: () => t('Someone else is already finding the rate. Try again in a moment.'),
  not_covered: () =>
    t('The statistics service does not seem to cover this market, or not at this zoom, so nothing was bought.'),
}

/** Returns a refusal in words; for an unknown code, the message that came with it. */
export function refusalWords(refusal: Refusal): string {
  const { code, message, retry_after_s } = refusal
  const resets_at = resetToCome(refusal)
  const own = Object.hasOwn(OWN_WORDS, code) ? OWN_WORDS[code] : undefined
  if (own) return own(resets_at === null ? whenOf(retry_after_s) : formatMoment(resets_at))
  const known = readErrorCode(code)
  return known === code ? failureWords(known, { message, resetsAt: resets_at, retryAfterS: retry_after_s }) : message
}

/** Returns when an allowance is reset. A reset in the past is by a clock that is wrong, or has brought nothing: null. */
export function resetToCome({ resets_at }: Pick<Refusal, 'resets_at'>): string | null {
  return resets_at !== null && Date.parse(resets_at) > Date.now() ? resets_at : null
}

function whenOf(retry_after_s: number | null): When {
  return retry_after_s === null ? null : durationWords(retry_after_s)
}

function durationWords(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds))
  if (whole < 90) return t('in {seconds, plural, one {# second} other {# seconds}}', { seconds: whole })
  return t('in {minutes, plural, one {# minute} other {# minutes}}', { minutes: Math.ceil(whole / 60) })
}
