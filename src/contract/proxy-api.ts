/** The messages between page and proxy, except figure tiles and the free endpoints that are passed through. */
import { z } from 'zod'
import { receivedSnapshot } from './service/stats/received-snapshot.ts'

/**
 * Everything in a metered response except its rows, for one period, lens and resolution. `varies` names the fields on
 * which responses of it have differed, as those about two markets may; what varies is stated nowhere else.
 */
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
  /** The filters that the service applied of its own accord; left out where that is not known. */
  defaults: z.record(z.string(), z.string()).optional(),
  varies: z.array(z.string()).optional(),
})
export type Edition = z.infer<typeof edition>

/** Why tiles were not bought; `message` is for people, `request_id` is the service's. */
export const refusal = z.object({
  code: z.string(),
  message: z.string(),
  request_id: z.string().nullable(),
  resets_at: z.string().nullable(),
  retry_after_s: z.number().nullable(),
})
export type Refusal = z.infer<typeof refusal>

/**
 * `GET /api/period`: the period that the service is serving, found without a metered call. `ledger` identifies the
 * proxy's ledger and tile format; it is part of every tile's address, so that caches never serve tiles of a ledger that
 * no longer exists. `finest_resolution` is the finest that the plan allows, null until one has been refused.
 * `resolutions` are those at which some market has figures, null while that is not known. `coverage` names what the
 * service's `/coverage` states: under another name, what a page knows from the free endpoints may be out of date.
 * `is_looked_for` says that no period is known yet, because the service has not answered, or has named none for the
 * places asked about so far: ask again soon. `is_presumed` says that nobody has named the period, which may not be
 * published. `has_earlier` is false where nothing of an earlier period can ever be shown: the service declares no
 * histories, and nothing is held.
 */
export const periodResponse = z.object({
  as_of: z.string().nullable(),
  ledger: z.string(),
  finest_resolution: z.int().nullable(),
  resolutions: z.array(z.int()).nullish(),
  coverage: z.string().nullish(),
  is_looked_for: z.boolean().optional(),
  is_presumed: z.boolean().optional(),
  has_earlier: z.boolean().optional(),
})
export type PeriodResponse = z.infer<typeof periodResponse>

/** The most tiles in one `GET /api/held`: as many as a view has. */
export const HELD_TILES_MAX = 150

/**
 * `GET /api/held/:as_of/:lens/:resolution?parents=A,B`: which of these tiles `GET /api/tiles` can return now, and what
 * came with their figures; `edition` is null when nothing of the edition is held. `ledger` is the name that `GET
 * /api/period` gives: a page that knows another one drops its figures.
 */
export const heldAnswer = z.object({
  held: z.array(z.string()),
  edition: edition.nullable(),
  ledger: z.string().optional(),
})
export type HeldAnswer = z.infer<typeof heldAnswer>

/** The most tiles in one `GET /api/parts`: reading a part takes some milliseconds. */
export const PART_TILES_MAX = 30

/**
 * `GET /api/parts/:as_of/:lens/:resolution?parents=A,B`: what is held of tiles that are not held as a whole, such as the
 * cells of a circle; only tiles of which something is held. `runs` are the held cells, as the first one's index in
 * `tileCells` order and their number; in the encoded tile (base64), all others have no figure.
 */
export const partsAnswer = z.object({
  parts: z.array(
    z.object({ parent: z.string(), runs: z.array(z.tuple([z.int().min(0), z.int().positive()])), bytes: z.string() }),
  ),
  edition: edition.nullable(),
})
export type PartsAnswer = z.infer<typeof partsAnswer>

/** Whether `POST /api/purchases` buys missing tiles always, only after the viewer has agreed to the cost, or never. */
export const SPENDING_MODES = ['buy', 'ask', 'held-only'] as const
export const spendingMode = z.enum(SPENDING_MODES)
export type SpendingMode = z.infer<typeof spendingMode>

const cap = z.object({ calls: z.int(), spent: z.int() })

/** The operator's guards on spending, in metered calls; null for a guard that is not set. Days are in UTC. */
export const spending = z.object({
  mode: spendingMode,
  /** Calls of the allowance that are never spent. */
  reserve: z.int(),
  day: cap.nullable(),
  /** Applies to the viewer who requests the meter: the stricter of the caps per address and per session. */
  viewer: cap.nullable(),
  /** Why nothing can be bought right now (allowance, reserve, service unreachable); null when buying is possible. */
  paused: refusal.nullable(),
})
export type SpendingState = z.infer<typeof spending>

/** `GET /api/meter`: the allowance as last reported; null where the service does not report it. */
export const meter = z.object({
  limit: z.number().nullable(),
  used: z.number().nullable(),
  remaining: z.number().nullable(),
  resets_at: z.string().nullable(),
  degraded: z.boolean(),
  /** False when the service says that it does not count these calls; null when it has not said. */
  is_counted: z.boolean().nullable(),
  tiles_held: z.int(),
  calls_spent: z.int(),
  spending,
})
export type Meter = z.infer<typeof meter>

/** The allowance for histories, where the service counts them apart; what it did not report is null. */
export const historyAllowance = z.object({
  limit: z.number().nullable(),
  remaining: z.number().nullable(),
  resets_at: z.string().nullable(),
})
export type HistoryAllowance = z.infer<typeof historyAllowance>

/** `GET /api/meter/detail`: the last 31 days, newest first, and the most expensive lenses, most calls first. */
export const meterDetail = z.object({
  by_day: z.array(
    z.object({
      day: z.string(),
      calls: z.int(),
      bought_cells: z.int(),
      /** Cells sent to viewers that had already been paid for. */
      held_cells: z.int(),
    }),
  ),
  by_lens: z.array(z.object({ lens: z.string(), calls: z.int(), bought_cells: z.int() })),
  /** The ledger's savings: `held_cells` of all days, and the calls they would have cost at the mean cells per call. */
  saved: z.object({ held_cells: z.int(), calls: z.int() }),
})
export type MeterDetail = z.infer<typeof meterDetail>

/** The most tiles in one `POST /api/purchases`. */
export const PURCHASE_TILES_MAX = 120

/** The figures that a request is about, and the terms on which they may be bought. */
export const figuresRequest = z.object({
  as_of: z.string(),
  lens: z.string(),
  resolution: z.int().min(4).max(8),
  /** ISO 4217; defaults to USD. Another currency only when no rate explains the period's figures (`GET /api/rates`). */
  currency: z.string().optional(),
  /** Buy even where a free look-up reports no listings. */
  distrust_lookups: z.boolean().optional(),
  /** The viewer has seen the cost and agrees; required when the spending mode is `ask`. */
  confirmed: z.boolean().optional(),
})
export type FiguresRequest = z.infer<typeof figuresRequest>

/** `POST /api/purchases`: the tiles that the viewer needs. */
export const purchaseRequest = figuresRequest.extend({
  parents: z.array(z.string()).min(1).max(PURCHASE_TILES_MAX),
  /** Tiles around the view, nearest and ahead of the movement first. They fill up calls, and are sent like others. */
  around: z.array(z.string()).max(PURCHASE_TILES_MAX).optional(),
})
export type PurchaseRequest = z.infer<typeof purchaseRequest>

/** `POST /api/purchases?dry_run=1`: what the same request would cost with what is held and learned. Spends nothing. */
export const purchaseQuote = z.object({
  calls: z.int(),
  /** Set where the service has not accepted a call of this size yet, so that it may take more of them. */
  is_estimate: z.literal(true).optional(),
  /** Without the cells around that the purchase adds to calls with room. */
  bought_cells: z.int(),
  /** How many of those lie outside the area that was asked for. */
  beside_cells: z.int().optional(),
  held_cells: z.int(),
  /** Tiles that would not be bought because free look-ups report no listings. */
  no_listings: z.array(z.string()),
  /** Tiles that would not be bought because no market seems to have them, or not at the resolution. */
  not_covered: z.array(z.string()),
  /** Why the purchase would be refused now; null when it would be made. */
  refusal: refusal.nullable(),
  meter,
})
export type PurchaseQuote = z.infer<typeof purchaseQuote>

/**
 * One line of the response to `POST /api/purchases` (newline-delimited JSON), sent as soon as it is known. Empty lines show
 * that the purchase is still under way.
 */
export const purchaseEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('edition'), edition }),
  /** A tile that is now held; `bytes` is the encoded tile in base64. */
  z.object({ type: z.literal('tile'), parent: z.string(), bytes: z.string() }),
  /** Not bought, because a free look-up reports no listings under the parent. */
  z.object({ type: z.literal('no_listings'), parent: z.string() }),
  z.object({ type: z.literal('refused'), parents: z.array(z.string()), refusal }),
  /** Always last. `beside_cells` of the bought ones are of tiles around; `held_cells` were already paid for. */
  z.object({
    type: z.literal('receipt'),
    calls: z.int(),
    bought_cells: z.int(),
    beside_cells: z.int().optional(),
    held_cells: z.int(),
    meter,
  }),
])
export type PurchaseEvent = z.infer<typeof purchaseEvent>
