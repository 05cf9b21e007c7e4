import { readErrorCode } from '../../contract/errors.ts'
import type { Refusal } from '../../contract/proxy-api.ts'
import { failureWords } from './failure.ts'
import { formatMoment } from './format.ts'

const STILL_WORKS = 'Search and everything already paid for keep working.'

type Words = (about: Refusal) => string

/** The proxy's own reasons for not buying, in words, with when buying resumes if that is known. */
const OWN_WORDS: Readonly<Record<string, Words>> = {
  confirmation_needed: () => 'Nothing is bought until you agree to what it costs.',
  held_only: () => 'Only what is already paid for is shown, and buying is turned off.',
  reserve_reached: (about) =>
    `The remaining calls are kept in reserve${resumes(about, '; more can be bought')}. ${STILL_WORKS}`,
  day_cap_reached: (about) =>
    `This page has spent all its calls for today${resumes(about, '; more can be bought')}. ${STILL_WORKS}`,
  viewer_cap_reached: (about) =>
    `You have spent your share of today’s calls${resumes(about, '; more can be bought')}. ${STILL_WORKS}`,
  service_paused: (about) =>
    `The statistics service failed several times in a row, so requests to it are paused${resumes(about, '; the page tries again')}. ${STILL_WORKS}`,
  ledger_unreachable: (about) =>
    `The record of what is already paid for cannot be reached, and nothing is bought without it${resumes(about, '; the page tries again')}.`,
  proxy_stopping: () => 'The server is restarting and will be back in a moment. What was bought is kept.',
  no_period: () => 'The statistics service has no published figures at the moment, so there is nothing to buy.',
  not_held: () => 'The figures needed to work out the rate are no longer held.',
  too_few_figures: () => 'There are too few figures here to work out the rate.',
  rate_undecided: () => 'The statistics service has too few figures here in that currency to work out the rate.',
  period_over: () => 'The statistics service has moved on to another period. Reload the page to see it.',
  lease_lost: () => 'Someone else is already finding the rate. Try again in a moment.',
  not_covered: () =>
    'The statistics service does not seem to cover this market, or not at this zoom, so nothing was bought.',
}

/** Returns a refusal in words; for an unknown code, the message that came with it. */
export function refusalWords(refusal: Refusal): string {
  const { code, message, resets_at, retry_after_s } = refusal
  const own = Object.hasOwn(OWN_WORDS, code) ? OWN_WORDS[code] : undefined
  if (own) return own(refusal)
  const known = readErrorCode(code)
  return known === code ? failureWords(known, { message, resetsAt: resets_at, retryAfterS: retry_after_s }) : message
}

function resumes({ resets_at, retry_after_s }: Refusal, words: string): string {
  if (resets_at !== null) return `${words} ${formatMoment(resets_at)}`
  return retry_after_s === null ? '' : `${words} in ${durationWords(retry_after_s)}`
}

function durationWords(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds))
  if (whole < 90) return `${whole} ${whole === 1 ? 'second' : 'seconds'}`
  return `${Math.ceil(whole / 60)} minutes`
}
