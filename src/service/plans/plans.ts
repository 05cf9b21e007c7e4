import { z } from 'zod'
import { RESOLUTIONS } from '../../domain/cell.ts'

/** Groups whose requests count against a cycle's allowance. */
export const METERED_GROUPS = ['current', 'history'] as const
export type MeteredGroup = (typeof METERED_GROUPS)[number]

const whole = z.int('should be a whole number').min(0, 'should be 0 or more')
const atLeastOne = z.int('should be a whole number').min(1, 'should be 1 or more')

/** What an account may do. */
export const plan = z.strictObject({
  /** Requests per cycle, by metered group. */
  allowance: z.strictObject({ current: whole, history: whole }).readonly(),
  /** Requests per minute, over all tokens of the account, by group. */
  rate_per_min: z.strictObject({ current: atLeastOne, history: atLeastOne, metadata: atLeastOne }).readonly(),
  /** Finest resolution of a metered response. */
  finest_resolution: z.literal(RESOLUTIONS, 'should be a resolution from 4 to 8'),
  /** Most cells that one metered request can select, at any resolution; the interface's `too_many_hexes`. */
  cells_per_request: atLeastOne,
})
export type Plan = Readonly<z.infer<typeof plan>>
export type Plans = Readonly<Record<string, Plan>>

/** The available plans, and the plan of accounts that name none. */
export interface PlanTable {
  readonly default_plan: string
  readonly plans: Plans
}

/** The plans of a service whose operator has no plans file. */
export const PLANS = {
  starter: {
    allowance: { current: 1_000, history: 200 },
    rate_per_min: { current: 60, history: 30, metadata: 300 },
    finest_resolution: 6,
    cells_per_request: 500,
  },
  standard: {
    allowance: { current: 20_000, history: 5_000 },
    rate_per_min: { current: 600, history: 300, metadata: 1_200 },
    finest_resolution: 8,
    cells_per_request: 3_000,
  },
  large: {
    allowance: { current: 500_000, history: 100_000 },
    rate_per_min: { current: 6_000, history: 3_000, metadata: 12_000 },
    finest_resolution: 8,
    cells_per_request: 10_000,
  },
} as const satisfies Plans

export const SHIPPED_PLANS: PlanTable = { default_plan: 'standard', plans: PLANS }

/** Requests per minute and network address without a valid credential. */
export const ANONYMOUS_RATE_PER_MIN = 600

/** The plan of a name; null when there is none. */
export function planNamed(plans: Plans, name: string): Plan | null {
  return (Object.hasOwn(plans, name) ? plans[name] : undefined) ?? null
}

/** The plan of an account; throws when it no longer exists, with what to do. */
export function planOf(plans: Plans, account: { readonly name: string; readonly plan: string }): Plan {
  const plan = planNamed(plans, account.plan)
  if (plan) return plan
  throw new Error(
    `account "${account.name}" is on plan "${account.plan}", which is not one of ${Object.keys(plans).join(', ')}: ` +
      `add the plan to the plans file of the service, or move the account with "squaremetre account change-plan"`,
  )
}
