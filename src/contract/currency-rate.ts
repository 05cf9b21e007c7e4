/** What the page and the proxy say to one another about showing figures in another currency. */
import { z } from 'zod'
import { figuresRequest } from './proxy-api.ts'

const about = {
  as_of: z.string(),
  currency: z.string(),
  /** The currency in which figures are bought. */
  base: z.literal('USD'),
  /** The date of the service's exchange rates, as it states it. */
  fx_date: z.string(),
  /** How many cells were compared in both currencies. */
  cells: z.int(),
}

/**
 * `GET /api/rates/:as_of/:currency`: how the figures of a period are shown in another currency. `rate`: every figure in USD
 * times `units_per_usd` is the figure in the currency; `bought-as-such`: no one rate explains the figures, so they have to
 * be bought in that currency.
 */
export const currencyRate = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('rate'),
    ...about,
    units_per_usd: z.number().positive(),
    /** How far the true rate may lie from `units_per_usd`, as a share of it: what rounding leaves open. */
    spread: z.number().nonnegative(),
  }),
  z.object({ kind: z.literal('bought-as-such'), ...about }),
])
export type CurrencyRate = z.infer<typeof currencyRate>

/** `POST /api/rates`: a held tile whose figures are to be compared in the currency, at the cost of one metered call. */
export const rateRequest = figuresRequest
  .pick({ as_of: true, lens: true, resolution: true, confirmed: true })
  .extend({ currency: z.string(), parent: z.string() })
export type RateRequest = z.infer<typeof rateRequest>
