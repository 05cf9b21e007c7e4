import type { Context, Handler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { rateRequest } from '../../contract/currency-rate.ts'
import { invalid, type Parsed } from '../../contract/parsed.ts'
import type { Refusal } from '../../contract/proxy-api.ts'
import { BASE_CURRENCY, type Currency } from '../../domain/currency.ts'
import type { Seats } from '../../server/work/seats.ts'
import { envelopeOf, noteRefusal, refuse, refuseValue } from '../access/answers.ts'
import type { ViewerReader } from '../access/viewer.ts'
import { waiterOf } from '../buying/claims/commitment.ts'
import type { TileLedger } from '../ledger/ledger.ts'
import type { RateWanted } from '../rates/rate-purchase.ts'
import type { Rates } from '../rates/rates.ts'
import { parseCurrencyCode, parseEditionName, parseParent, parsePeriod } from '../tiles/tile-name.ts'
import { heldCaching, notHeldYet } from './held-caching.ts'
import { NO_BODY, readBody, readFields } from './read-request.ts'

/** `GET /api/rates/:as_of/:currency`: returns a held rate, or 204 without a body. Spends nothing. */
export function heldRateRoute(deps: { rates: Rates; ledger: Pick<TileLedger, 'generation'> }): Handler {
  return async (c) => {
    const { as_of: period = '', currency: code = '' } = c.req.param() as Record<string, string | undefined>
    const as_of = parsePeriod(period)
    if (as_of.kind === 'invalid') return refuseValue(c, as_of)
    const currency = readCurrency(code)
    if (currency.kind === 'invalid') return refuseValue(c, currency)
    const caching = await heldCaching(deps.ledger, c.req.query('ledger'))
    const held = await deps.rates.held(as_of.value, currency.value)
    if (held === null) return notHeldYet(c)
    c.header('Cache-Control', caching)
    return c.json(held)
  }
}

/** `POST /api/rates`: finds a rate by comparing a held tile in both currencies, which may cost one metered call. */
export function findRateRoute({ rates, seats }: { rates: Rates; seats: Seats }, viewerOf: ViewerReader): Handler {
  return async (c) => {
    const body = await readBody(c)
    if (body === undefined) return refuse(c, 400, 'malformed_request', NO_BODY)
    const read = readWanted(body)
    if (read.kind === 'invalid') return refuseValue(c, read)
    const viewer = viewerOf(c)
    const leave = seats.take(viewer.address)
    const answer = await rates.find({ ...read.value, viewer, waiter: waiterOf(c.req.raw.signal) }).finally(leave)
    if (answer.kind === 'refused') return refuseRate(c, answer.refusal)
    c.header('Cache-Control', 'no-store')
    return c.json(answer.rate)
  }
}

function readWanted(body: unknown): Parsed<Omit<RateWanted, 'viewer' | 'waiter'>> {
  const request = readFields(rateRequest, body)
  if (request.kind === 'invalid') return request
  const { as_of, lens, resolution, confirmed = false } = request.value
  const edition = parseEditionName({ as_of, lens, resolution: String(resolution) })
  if (edition.kind === 'invalid') return edition
  const parent = parseParent(request.value.parent, edition.value.resolution)
  if (parent.kind === 'invalid') return parent
  const currency = readCurrency(request.value.currency)
  if (currency.kind === 'invalid') return currency
  const value = { name: edition.value, parent: parent.value, currency: currency.value, confirmed }
  return { kind: 'ok', value }
}

function readCurrency(raw: string): Parsed<Currency> {
  const currency = parseCurrencyCode(raw)
  if (currency.kind === 'invalid' || currency.value !== BASE_CURRENCY) return currency
  return invalid('currency', `expected a currency other than ${raw}, because figures are bought in ${raw}`)
}

/** Statuses of refusals that are not caused by an error of the service; all others are 502. */
const STATUS: Readonly<Record<string, ContentfulStatusCode>> = {
  invalid_parameter: 400,
  quota_exhausted: 402,
  subscription_inactive: 402,
  resolution_not_in_plan: 403,
  held_only: 403,
  confirmation_needed: 409,
  not_held: 409,
  too_few_figures: 409,
  rate_undecided: 409,
  period_over: 409,
  no_period: 409,
  lease_lost: 409,
  reserve_reached: 409,
  day_cap_reached: 409,
  viewer_cap_reached: 409,
  rate_limited: 429,
  proxy_stopping: 503,
  ledger_unreachable: 503,
  service_paused: 503,
}

function refuseRate(c: Context, { code, message, request_id, resets_at, retry_after_s }: Refusal): Response {
  const { requestId } = noteRefusal(c, code)
  c.header('Cache-Control', 'no-store')
  if (retry_after_s !== null) c.header('Retry-After', String(retry_after_s))
  const about = {
    error: code,
    message,
    request_id: request_id ?? requestId,
    ...(code === 'invalid_parameter' && { parameter: 'currency' }),
    ...(resets_at !== null && { resets_at }),
  }
  return c.json(envelopeOf(about), STATUS[code] ?? 502)
}
