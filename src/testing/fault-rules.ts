import { type Cell, cellToBigInt } from '../domain/cell.ts'

/** What an answer does instead of being right. */
export type Fault =
  | { kind: 'status'; status: number; body?: string; headers?: Record<string, string> }
  | { kind: 'code'; code: string; status?: number; headers?: Record<string, string> }
  | { kind: 'body'; body: string; contentType?: string }
  | { kind: 'truncate' }
  | { kind: 'reset' }
  /** The connection breaks in the middle of the body. */
  | { kind: 'reset_midway' }
  /** Nothing comes, and the connection stays open. */
  | { kind: 'hang' }
  /** A byte every few milliseconds, for ever. */
  | { kind: 'drip' }
  /** The right answer, charged, but for what `change` makes of it. */
  | { kind: 'changed'; change?: (body: Record<string, unknown>) => unknown; encoding?: 'gzip' | 'br' | 'rot13' }

/** The rules by which a fault service answers; tests change them while it runs. */
export interface FaultRules {
  as_of: string
  /** What zones name as their period; null where they name none. */
  current_period: string | null
  /** Cells a metered call may ask for, at every resolution or by resolution. */
  cellBudget: number | Readonly<Record<number, number>>
  /** True tells the budget in its refusals. */
  namesLimit: boolean
  /** How many times over a circle's cells are counted. */
  circleFactor: number
  /** How lists are read; `first` takes the first cell of one and passes the others over in silence. */
  listStyle: 'both' | 'commas' | 'repeats' | 'first'
  /** What a list in the other style is refused with; null reads its first cell and passes the others over in silence. */
  styleRefusal: 'invalid_parameter' | 'malformed_request' | null
  /** Bytes that a request line's target may have. */
  urlLimit: number
  /** False takes free requests of any length, as a service may that limits its metered path alone. */
  limitsFreeUrls: boolean
  /** True resets the connection for a longer target where false answers 414. */
  resetsLongUrls: boolean
  allowance: number
  resetsAt: string
  finestResolution: number
  /** What it answers in, whatever is asked for; null answers as asked. */
  currency: string | null
  /** What the list of filters says that it has; null where there is no such list. */
  currencies: string[] | null
  /** What a US dollar is worth, here in a cell; null refuses the currency. */
  unitsPerUsd: (currency: string, cell: Cell) => number | null
  hasFigures: (cell: Cell) => boolean
  hasListings: (parent: Cell) => boolean
  /** The cells of named places, by geo_id. */
  places: Readonly<Record<string, readonly Cell[]>>
  /** What a cursor gets of a place's cells: its own page; or the first page again, under the same cursor or a new one. */
  cursors: 'own page' | 'first page' | 'first page, new cursor'
  /** Country codes of the markets served. */
  countries: string[]
  /** The resolutions that a market has figures at. */
  resolutionsOf: (country: string) => number[]
  /** Milliseconds before a metered answer. */
  delay: number
  /** Adds rows never asked for, and every row twice with another price. */
  isNoisy: boolean
  /** Taken from the front, one for each metered call. */
  faults: Fault[]
  usageFails: boolean
  /** The fault of a free request by its path below the prefix; null answers it right. */
  freeFault: (path: string) => Fault | null
  /** What free answers say is left of the minute's requests. */
  freeRemaining: number
  /** What envelopes of refusals say beside, or instead of, what ours do; undefined leaves a key out. */
  refusalExtras: Readonly<Record<string, unknown>>
  /** False leaves the quota headers of metered answers out. */
  tellsQuota: boolean
}

/** A service that keeps the interface, with a budget and limits that fit most tests. */
export function defaultRules(): FaultRules {
  return {
    as_of: '2026-11-01',
    current_period: '2026-11-01',
    cellBudget: 3_000,
    namesLimit: false,
    circleFactor: 1,
    listStyle: 'both',
    styleRefusal: 'invalid_parameter',
    urlLimit: 60_000,
    limitsFreeUrls: true,
    resetsLongUrls: false,
    allowance: 1_000,
    resetsAt: '2026-12-01T00:00:00Z',
    finestResolution: 8,
    currency: null,
    currencies: null,
    unitsPerUsd: (currency) => ({ USD: 1, EUR: 0.9213, GBP: 0.7871 })[currency] ?? null,
    hasFigures: (cell) => cellToBigInt(cell) % 3n !== 0n,
    hasListings: () => true,
    places: {},
    cursors: 'own page',
    countries: ['es'],
    resolutionsOf: () => [4, 5, 6, 7, 8],
    delay: 0,
    isNoisy: false,
    faults: [],
    usageFails: false,
    freeFault: () => null,
    freeRemaining: 599,
    refusalExtras: {},
    tellsQuota: true,
  }
}
