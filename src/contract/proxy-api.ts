/** What the page and the proxy say to one another beside figure tiles and the free endpoints that are passed through. */
import { z } from 'zod'
import { receivedSnapshot } from './stats.ts'

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
  snapshot: receivedSnapshot,
})
export type Edition = z.infer<typeof edition>

/** Why tiles were not bought; `message` is a human sentence, `request_id` the service's handle. */
export const refusal = z.object({
  code: z.string(),
  message: z.string(),
  request_id: z.string().nullable(),
  resets_at: z.string().nullable(),
  retry_after_s: z.number().nullable(),
})
export type Refusal = z.infer<typeof refusal>

/**
 * `GET /api/period`: the period that the service is serving, found without a metered call. `ledger` names what the
 * proxy holds and in which form: it is sent along in the address of every tile, so that no cache answers from a ledger that is gone.
 * `finest_resolution` is the finest that the plan is known to allow, null while none was refused.
 */
export const periodResponse = z.object({
  as_of: z.string().nullable(),
  ledger: z.string(),
  finest_resolution: z.int().nullable(),
})
export type PeriodResponse = z.infer<typeof periodResponse>

/** Whether `POST /api/purchases` buys what is missing, only when the viewer has agreed to the cost, or never. */
export const SPENDING_MODES = ['buy', 'ask', 'held-only'] as const
export const spendingMode = z.enum(SPENDING_MODES)
export type SpendingMode = z.infer<typeof spendingMode>

const cap = z.object({ calls: z.int(), spent: z.int() })

/** The operator's guards on spending, in metered calls; null for one that is not set. Days are of UTC. */
export const spending = z.object({
  mode: spendingMode,
  /** Calls of the allowance that are never touched. */
  reserve: z.int(),
  day: cap.nullable(),
  /** By whoever asks for the meter: the stricter of the caps by address and by session. */
  viewer: cap.nullable(),
  /** Why nothing at all can be bought at the moment (allowance, reserve, service unreachable); null when it can. */
  paused: refusal.nullable(),
})
export type SpendingState = z.infer<typeof spending>

/** `GET /api/meter`: the allowance as last seen; null where the service does not say. */
export const meter = z.object({
  limit: z.number().nullable(),
  used: z.number().nullable(),
  remaining: z.number().nullable(),
  resets_at: z.string().nullable(),
  degraded: z.boolean(),
  tiles_held: z.int(),
  calls_spent: z.int(),
  spending,
})
export type Meter = z.infer<typeof meter>

/** `GET /api/meter/detail`: the last 31 days, newest first, and the lenses that cost most, dearest first. */
export const meterDetail = z.object({
  by_day: z.array(
    z.object({
      day: z.string(),
      calls: z.int(),
      bought_cells: z.int(),
      /** Cells told to viewers that had been paid for before. */
      held_cells: z.int(),
    }),
  ),
  by_lens: z.array(z.object({ lens: z.string(), calls: z.int(), bought_cells: z.int() })),
  /** What the ledger saved: `held_cells` over all days, and the calls that they would have cost at the mean cells a call. */
  saved: z.object({ held_cells: z.int(), calls: z.int() }),
})
export type MeterDetail = z.infer<typeof meterDetail>

/** The most tiles that one `POST /api/purchases` may ask for. */
export const PURCHASE_TILES_MAX = 120

/** Which figures a request is about, and on what terms they may be bought. */
export const figuresRequest = z.object({
  as_of: z.string(),
  lens: z.string(),
  resolution: z.int().min(4).max(8),
  /** ISO 4217; USD unless given. Another only where no rate explains the figures of the period (`GET /api/rates`). */
  currency: z.string().optional(),
  /** Buy also where a free look-up says that there is nothing. */
  distrust_lookups: z.boolean().optional(),
  /** The viewer has seen what it costs and agrees; needed where the spending mode is `ask`. */
  confirmed: z.boolean().optional(),
})
export type FiguresRequest = z.infer<typeof figuresRequest>

/** `POST /api/purchases`: tiles that the viewer wants held. */
export const purchaseRequest = figuresRequest.extend({
  parents: z.array(z.string()).min(1).max(PURCHASE_TILES_MAX),
  /** Tiles around the view, nearest and ahead of the movement first: they fill up calls that have room left, and are told like the others. */
  around: z.array(z.string()).max(PURCHASE_TILES_MAX).optional(),
})
export type PurchaseRequest = z.infer<typeof purchaseRequest>

/** `POST /api/purchases?dry_run=1`: what the same request would cost, by what is held and learned now. Spends nothing. */
export const purchaseQuote = z.object({
  calls: z.int(),
  bought_cells: z.int(),
  held_cells: z.int(),
  /** Tiles that the free look-ups see nothing in, and that would not be bought. */
  no_listings: z.array(z.string()),
  /** Why it would be refused as things stand; null when it would be bought. */
  refusal: refusal.nullable(),
  meter,
})
export type PurchaseQuote = z.infer<typeof purchaseQuote>

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
