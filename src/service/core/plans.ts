import type { Resolution } from '../../domain/cell.ts'

/** Groups whose requests are counted against a cycle's allowance. */
export type MeteredGroup = 'current'

/** What an account may do. */
export interface Plan {
  /** Requests a cycle. */
  readonly allowance: Readonly<Record<MeteredGroup, number>>
  /** Requests a minute, over all tokens of the account. */
  readonly rate_per_min: Readonly<Record<MeteredGroup | 'metadata', number>>
  /** Finest resolution of a metered answer. */
  readonly finest_resolution: Resolution
  /** Most cells that one metered request may look at, at any resolution; the interface's `too_many_hexes`. */
  readonly cells_per_request: number
}
export type Plans = Readonly<Record<string, Plan>>

/** The plans an account can be on. `standard` is what an account gets when none is named. */
export const PLANS = {
  starter: {
    allowance: { current: 1_000 },
    rate_per_min: { current: 60, metadata: 300 },
    finest_resolution: 6,
    cells_per_request: 500,
  },
  standard: {
    allowance: { current: 20_000 },
    rate_per_min: { current: 600, metadata: 1_200 },
    finest_resolution: 8,
    cells_per_request: 3_000,
  },
  large: {
    allowance: { current: 500_000 },
    rate_per_min: { current: 6_000, metadata: 12_000 },
    finest_resolution: 8,
    cells_per_request: 10_000,
  },
} as const satisfies Plans

export const DEFAULT_PLAN = 'standard'

/** Requests a minute for those who send no usable credential, by network address. */
export const ANONYMOUS_RATE_PER_MIN = 600

/** The plan of this name; throws when an account names one that is not in the table. */
export function planNamed(plans: Plans, name: string): Plan {
  const plan = Object.hasOwn(plans, name) ? plans[name] : undefined
  if (!plan) throw new Error(`plan "${name}" is none of ${Object.keys(plans).join(', ')}`)
  return plan
}
