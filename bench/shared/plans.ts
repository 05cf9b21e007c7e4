import { PLANS } from '../../src/service/plans/plans.ts'

const { large } = PLANS
const ENDLESS = 1_000_000_000

const bench = {
  ...large,
  allowance: { ...large.allowance, current: ENDLESS },
  rate_per_min: { ...large.rate_per_min, current: ENDLESS, metadata: ENDLESS },
}

/** The plans of a measured service: one whose allowance never runs out, and one that also answers for any area at once. */
export const BENCH_PLANS = { bench, whole: { ...bench, cells_per_request: 1_000_000 } }
