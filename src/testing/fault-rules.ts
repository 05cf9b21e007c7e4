import { type Cell, cellToBigInt } from '../domain/cell.ts'

/** What the next metered answer does instead of being right. */
export type Fault =
  | { kind: 'status'; status: number; body?: string; headers?: Record<string, string> }
  | { kind: 'code'; code: string; status?: number; headers?: Record<string, string> }
  | { kind: 'body'; body: string; contentType?: string }
  | { kind: 'truncate' }
  | { kind: 'reset' }

/** The rules by which a fault service answers; tests change them while it runs. */
export interface FaultRules {
  as_of: string
  /** What zones name as their period; null where they name none. */
  current_period: string | null
  /** Cells a metered call may ask for. */
  cellBudget: number
  /** Bytes that a request line's target may have. */
  urlLimit: number
  /** True resets the connection for a longer target where false answers 414. */
  resetsLongUrls: boolean
  allowance: number
  resetsAt: string
  finestResolution: number
  currency: string
  hasFigures: (cell: Cell) => boolean
  hasListings: (parent: Cell) => boolean
  /** Country codes of the markets served. */
  countries: string[]
  /** Milliseconds before a metered answer. */
  delay: number
  /** Adds rows never asked for, and every row twice with another price. */
  isNoisy: boolean
  /** Taken from the front, one for each metered call. */
  faults: Fault[]
  usageFails: boolean
}

/** A service that keeps the interface, with a budget and limits that fit most tests. */
export function defaultRules(): FaultRules {
  return {
    as_of: '2026-11-01',
    current_period: '2026-11-01',
    cellBudget: 3_000,
    urlLimit: 60_000,
    resetsLongUrls: false,
    allowance: 1_000,
    resetsAt: '2026-12-01T00:00:00Z',
    finestResolution: 8,
    currency: 'USD',
    hasFigures: (cell) => cellToBigInt(cell) % 3n !== 0n,
    hasListings: () => true,
    countries: ['es'],
    delay: 0,
    isNoisy: false,
    faults: [],
    usageFails: false,
  }
}
