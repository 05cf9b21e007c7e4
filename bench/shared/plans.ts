import { PLANS } from '../../src/service/plans/plans.ts'

const { large } = PLANS
const ENDLESS = 1_000_000_000

/** The plans of a measured service: one whose allowance never runs out. */
export const BENCH_PLANS = {
  bench: {
    ...large,
    allowance: { ...large.allowance, current: ENDLESS },
    rate_per_min: { ...large.rate_per_min, current: ENDLESS, metadata: ENDLESS },
  },
}
