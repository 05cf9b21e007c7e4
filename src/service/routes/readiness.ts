import type { Readiness } from '../../server/http/health.ts'
import { planInForce } from '../plans/watch-plans.ts'
import type { ServiceDeps } from '../requests/service-env.ts'

/**
 * Whether the service can answer requests: accounts and figures can be read. Degraded while an earlier period or earlier
 * places stand in for a file that cannot be read, listings or the record of an import cannot be read, accounts in a
 * database cannot be reached, calls are not counted, or an account is on a plan that does not exist.
 * Not ready from the moment that the service is told to stop; a missing period does not matter.
 */
export async function readiness(deps: ServiceDeps): Promise<Readiness> {
  const { stopping, accounts, plans, places, figures, heldCells, pricedFigures, markets, meter } = deps
  if (stopping.aborted) return 'not ready'
  // Each function throws when its file cannot be read.
  const plansInUse = await accounts.plansInUse()
  places.current()
  figures.served()
  await markets.markets()
  const isOffPlan = plansInUse.some((plan) => planInForce(plans, plan) === null)
  const isDegraded = [accounts, places, figures, heldCells, pricedFigures, markets].some((store) => store.isDegraded())
  return isOffPlan || isDegraded || meter.degraded() ? 'degraded' : 'ready'
}
