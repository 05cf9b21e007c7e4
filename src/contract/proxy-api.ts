/** What the page and the proxy say to one another beside figure tiles and the free endpoints that are passed through. */
import { z } from 'zod'
import { snapshot } from './stats.ts'

/** What a metered answer says around its rows, for one period, lens and resolution; it never changes. */
export const edition = z.object({
  as_of: z.string(),
  lens: z.string(),
  resolution: z.int(),
  currency: z.string(),
  window_start: z.string(),
  window_end: z.string(),
  fx_date: z.string(),
  size_unit: z.string(),
  snapshot,
})
export type Edition = z.infer<typeof edition>

/**
 * `GET /api/period`: the period that the service is serving, found without a metered call. `ledger` names what the
 * proxy holds and in which form: it is sent along in the address of every tile, so that no cache answers from a ledger that is gone.
 */
export const periodResponse = z.object({ as_of: z.string().nullable(), ledger: z.string() })
export type PeriodResponse = z.infer<typeof periodResponse>

/** `GET /api/meter`: the allowance as last seen; null where the service does not say. */
export const meter = z.object({
  limit: z.number().nullable(),
  used: z.number().nullable(),
  remaining: z.number().nullable(),
  resets_at: z.string().nullable(),
  degraded: z.boolean(),
  tiles_held: z.int(),
  calls_spent: z.int(),
})
export type Meter = z.infer<typeof meter>

/** The most tiles that one `POST /api/purchases` may ask for. */
export const PURCHASE_TILES_MAX = 120

/** `POST /api/purchases`: tiles of one period, lens and resolution that the viewer wants held. */
export const purchaseRequest = z.object({
  as_of: z.string(),
  lens: z.string(),
  resolution: z.int().min(4).max(8),
  parents: z.array(z.string()).min(1).max(PURCHASE_TILES_MAX),
  /** Buy also where a free look-up says that there is nothing. */
  distrust_lookups: z.boolean().optional(),
})
export type PurchaseRequest = z.infer<typeof purchaseRequest>

/** Why tiles were not bought; `message` is a human sentence, `request_id` the service's handle. */
export const refusal = z.object({
  code: z.string(),
  message: z.string(),
  request_id: z.string().nullable(),
  resets_at: z.string().nullable(),
  retry_after_s: z.number().nullable(),
})
export type Refusal = z.infer<typeof refusal>

/** One line of the answer to `POST /api/purchases`, as it becomes known (newline-delimited JSON). */
export const purchaseEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('edition'), edition }),
  /** A tile now held; `bytes` is the encoded tile in base64. */
  z.object({ type: z.literal('tile'), parent: z.string(), bytes: z.string() }),
  /** A free look-up says that nothing is listed under the parent; not bought. */
  z.object({ type: z.literal('no_listings'), parent: z.string() }),
  z.object({ type: z.literal('refused'), parents: z.array(z.string()), refusal }),
  /** Always last. `held_cells` were already paid for. */
  z.object({
    type: z.literal('receipt'),
    calls: z.int(),
    bought_cells: z.int(),
    held_cells: z.int(),
    meter,
  }),
])
export type PurchaseEvent = z.infer<typeof purchaseEvent>
