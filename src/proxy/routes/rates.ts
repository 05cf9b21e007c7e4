import type { Context, Handler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { rateRequest } from '../../contract/currency-rate.ts'
import { invalid, type Parsed } from '../../contract/parsed.ts'
import type { Refusal } from '../../contract/proxy-api.ts'
import { BASE_CURRENCY, type Currency, parseCurrency } from '../../domain/currency.ts'
import { parseAsOf } from '../../domain/period.ts'
import { envelopeOf, refuse, refuseValue } from '../access/answers.ts'
import type { ViewerReader } from '../access/viewer.ts'
import type { RateWanted } from '../rates/rate-purchase.ts'
import type { Rates } from '../rates/rates.ts'
import { noCurrency, parseEditionName, parseParent } from '../tiles/tile-name.ts'
import { readBody } from './purchases.ts'
import { FOR_EVER } from './tiles.ts'

/** `GET /api/rates/:as_of/:currency`: how a period's figures are shown in a currency, or 404. Spends nothing. */
export function heldRateRoute(rates: Rates): Handler {
  return async (c) => {
    const { as_of: period = '', currency: code = '' } = c.req.param() as Record<string, string | undefined>
    const as_of = parseAsOf(period)
    if (as_of === null) return refuseValue(c, noPeriod(period))
    const currency = readCurrency(code)
    if (currency.kind === 'invalid') return refuseValue(c, currency)
    const held = await rates.held(as_of, currency.value)
    if (held === null) {
      return refuse(c, 404, 'not_held', 'This rate is not known yet: POST /api/rates finds it by one metered call.')
    }
    c.header('Cache-Control', FOR_EVER)
    return c.json(held)
  }
}

/** `POST /api/rates`: finds a rate by comparing a held tile in both currencies, which may cost one metered call. */
export function findRateRoute(rates: Rates, viewerOf: ViewerReader): Handler {
  return async (c) => {
    const body = await readBody(c)
    if (body === undefined) return refuse(c, 400, 'malformed_request', 'The body is not JSON.')
    const read = readWanted(body)
    if (read.kind === 'invalid') return refuseValue(c, read)
    const answer = await rates.find({ ...read.value, viewer: viewerOf(c) })
    if (answer.kind === 'refused') return refuseRate(c, answer.refusal)
    c.header('Cache-Control', 'no-store')
    return c.json(answer.rate)
  }
}

function readWanted(body: unknown): Parsed<Omit<RateWanted, 'viewer'>> {
  const request = rateRequest.safeParse(body)
  if (!request.success) {
    const issue = request.error.issues[0]
    const parameter = issue?.path.join('.') || 'body'
    return invalid(parameter, `${parameter}: ${issue?.message ?? 'not understood'}`)
  }
  const { as_of, lens, resolution, confirmed = false } = request.data
  const edition = parseEditionName({ as_of, lens, resolution: String(resolution) })
  if (edition.kind === 'invalid') return edition
  const parent = parseParent(request.data.parent, edition.value.resolution)
  if (parent.kind === 'invalid') return parent
  const currency = readCurrency(request.data.currency)
  if (currency.kind === 'invalid') return currency
  const value = { name: edition.value, parent: parent.value, currency: currency.value, confirmed }
  return { kind: 'ok', value }
}

function readCurrency(raw: string): Parsed<Currency> {
  const currency = parseCurrency(raw)
  if (currency === null) return noCurrency(raw)
  if (currency !== BASE_CURRENCY) return { kind: 'ok', value: currency }
  return invalid('currency', `figures are bought in ${raw}, so there is no rate of it`)
}

function noPeriod(raw: string): { parameter: string; message: string } {
  return { parameter: 'as_of', message: `as_of '${raw}' is no period: give the first day of a month, as 2026-11-01` }
}

/** Statuses of the refusals that are not a fault of the service or of its answer. */
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
  c.set('refusalCode', code)
  c.header('Cache-Control', 'no-store')
  if (retry_after_s !== null) c.header('Retry-After', String(retry_after_s))
  const about = {
    error: code,
    message,
    request_id: request_id ?? c.get('requestId'),
    ...(code === 'invalid_parameter' && { parameter: 'currency' }),
    ...(resets_at !== null && { resets_at }),
  }
  return c.json(envelopeOf(about), STATUS[code] ?? 502)
}
