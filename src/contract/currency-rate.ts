/** The messages between page and proxy for showing figures in another currency. */
import { z } from 'zod'
import { figuresRequest } from './proxy-api.ts'

const about = {
  as_of: z.string(),
  currency: z.string(),
  /** The currency in which figures are bought. */
  base: z.literal('USD'),
  /** The date of the exchange rates, as the service states it. */
  fx_date: z.string(),
  /** How many cells were compared in both currencies. */
  cells: z.int(),
}

/**
 * `GET /api/rates/:as_of/:currency`: how to show a period's figures in another currency. `rate`: multiply the figure in
 * USD by `units_per_usd`. `bought-as-such`: no single rate explains the figures; they must be bought in that currency.
 */
export const currencyRate = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('rate'),
    ...about,
    units_per_usd: z.number().positive(),
    /** How far the true rate can lie from `units_per_usd` because of rounding, as a share of it. */
    spread: z.number().nonnegative(),
  }),
  z.object({ kind: z.literal('bought-as-such'), ...about }),
])
export type CurrencyRate = z.infer<typeof currencyRate>

/** `POST /api/rates`: names a held tile whose figures are compared in the currency, at the cost of one metered call. */
export const rateRequest = figuresRequest
  .pick({ as_of: true, lens: true, resolution: true, confirmed: true })
  .extend({ currency: z.string(), parent: z.string() })
export type RateRequest = z.infer<typeof rateRequest>
