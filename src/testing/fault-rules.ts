import { type Cell, cellToBigInt } from '../domain/cell.ts'

/** How an answer goes wrong. */
export type Fault =
  | { kind: 'status'; status: number; body?: string; headers?: Record<string, string> }
  | { kind: 'code'; code: string; status?: number; headers?: Record<string, string> }
  | { kind: 'body'; body: string; contentType?: string }
  | { kind: 'truncate' }
  | { kind: 'reset' }
  /** The connection breaks in the middle of the body. */
  | { kind: 'reset_midway' }
  /** Sends nothing, and keeps the connection open. */
  | { kind: 'hang' }
  /** Sends a byte every few milliseconds, for ever. */
  | { kind: 'drip' }
  /** The correct answer, charged, and then altered by `change`. */
  | {
      kind: 'changed'
      change?: (body: Record<string, unknown>) => unknown
      encoding?: 'gzip' | 'br' | 'rot13'
      contentType?: string
    }

/** The rules of a fault service; tests change them while it runs. */
export interface FaultRules {
  as_of: string
  /** The period that zones name; null when they name none. */
  current_period: string | null
  /** Cells that a metered call may select, at every resolution or by resolution. */
  cellBudget: number | Readonly<Record<number, number>>
  /** True names the budget in refusals. */
  namesLimit: boolean
  /** How many times over a circle's cells are counted. */
  circleFactor: number
  /** How lists are read; `first` reads only the first cell and silently ignores the others. */
  listStyle: 'both' | 'commas' | 'repeats' | 'first'
  /** Error code for a list in the other style; null reads its first cell and silently ignores the others. */
  styleRefusal: 'invalid_parameter' | 'malformed_request' | null
  /** Bytes that a request line's target may have. */
  urlLimit: number
  /** False accepts free requests of any length, as a service that limits only its metered path may. */
  limitsFreeUrls: boolean
  /** True resets the connection for a longer target where false answers 414. */
  resetsLongUrls: boolean
  allowance: number
  resetsAt: string
  finestResolution: number
  /** The currency of all answers; null uses the requested one. */
  currency: string | null
  /** The currencies in the list of filters; null when there is no such list. */
  currencies: string[] | null
  /** The value of a US dollar, which may vary by cell; null refuses the currency. */
  unitsPerUsd: (currency: string, cell: Cell) => number | null
  hasFigures: (cell: Cell) => boolean
  hasListings: (parent: Cell) => boolean
  /** The cells of named places, by geo_id. */
  places: Readonly<Record<string, readonly Cell[]>>
  /** What a cursor returns: its own page, or the first page again with the same or a new cursor. */
  cursors: 'own page' | 'first page' | 'first page, new cursor'
  /** Country codes of the markets served. */
  countries: string[]
  /** The resolutions at which a market has figures. */
  resolutionsOf: (country: string) => number[]
  /** Milliseconds before a metered answer. */
  delay: number
  /** Adds rows never requested, and repeats every row with another price. */
  isNoisy: boolean
  /** Each metered call takes the first one. */
  faults: Fault[]
  usageFails: boolean
  /** The fault of a free request by its path below the prefix; null for none. */
  freeFault: (path: string) => Fault | null
  /** The remaining requests of the minute in free answers. */
  freeRemaining: number
  /** Keys to add to, or replace in, the envelopes of refusals; undefined omits a key. */
  refusalExtras: Readonly<Record<string, unknown>>
  /** False omits the quota headers of metered answers. */
  tellsQuota: boolean
}

/** A service that obeys the interface, with a budget and limits that fit most tests. */
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
