import { readErrorCode } from '../../contract/errors.ts'
import type { Refusal } from '../../contract/proxy-api.ts'
import { failureWords } from './failure.ts'
import { formatMoment } from './format.ts'

const STAYS = 'Search and everything already paid for keep working.'

type Words = (about: Refusal) => string

/** What the proxy's own reasons for not buying mean, with when it goes on, where that is known. */
const OWN_WORDS: Readonly<Record<string, Words>> = {
  confirmation_needed: () => 'Nothing is bought here before you agree to what it costs.',
  held_only: () => 'Only what is already paid for is shown; nothing more is bought.',
  reserve_reached: (about) =>
    `The calls that are left are kept in reserve${goesOn(about, ', and more can be bought')}. ${STAYS}`,
  day_cap_reached: (about) =>
    `All calls that this page may spend in a day are spent${goesOn(about, '; more can be bought')}. ${STAYS}`,
  viewer_cap_reached: (about) =>
    `Your share of the calls of this day is spent${goesOn(about, '; more can be bought')}. ${STAYS}`,
  service_paused: (about) =>
    `The price service failed several times in a row and is left alone for now${goesOn(about, '; it is asked again')}. ${STAYS}`,
  ledger_unreachable: (about) =>
    `The record of what is already paid for cannot be reached, and nothing is bought without it${goesOn(about, '; it is tried again')}.`,
  proxy_stopping: () => 'The server of this page is restarting. What was bought is kept; it goes on in a moment.',
  no_period: () => 'The price service publishes no figures at the moment, so there is nothing to buy.',
  not_held: () => 'The figures that the rate would be told by are not held any more.',
  too_few_figures: () => 'There are too few figures here to tell the rate by.',
  rate_undecided: () => 'The price service has too few figures here in that currency to tell the rate by.',
  period_over: () => 'The price service has gone on to another period. Load the page anew to see it.',
  lease_lost: () => 'Somebody else is having the rate found. Try again in a moment.',
  not_covered: () => 'The price service does not serve this market, or not at this zoom, so nothing was bought.',
}

/** A refusal in plain words: the proxy's own, the service's, or what came with a code that is not known. */
export function refusalWords(refusal: Refusal): string {
  const { code, message, resets_at, retry_after_s } = refusal
  const own = Object.hasOwn(OWN_WORDS, code) ? OWN_WORDS[code] : undefined
  if (own) return own(refusal)
  const known = readErrorCode(code)
  return known === code ? failureWords(known, { message, resetsAt: resets_at, retryAfterS: retry_after_s }) : message
}

function goesOn({ resets_at, retry_after_s }: Refusal, words: string): string {
  if (resets_at !== null) return `${words} ${formatMoment(resets_at)}`
  return retry_after_s === null ? '' : `${words} in ${durationWords(retry_after_s)}`
}

function durationWords(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds))
  if (whole < 90) return `${whole} ${whole === 1 ? 'second' : 'seconds'}`
  return `${Math.ceil(whole / 60)} minutes`
}
