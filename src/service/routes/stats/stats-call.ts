import type { Context } from 'hono'
import type { Asker } from '../../figures/priced-figures.ts'
import type { MeteredGroup } from '../../plans/plans.ts'
import { invalidParameter, Refusal } from '../../requests/refusal.ts'
import type { ServiceDeps, ServiceEnv } from '../../requests/service-env.ts'
import { currenciesOf } from '../vocabulary.ts'
import { chargeCall } from './charge-call.ts'
import type { StatsRequest } from './stats-query.ts'
import { placeOf, type SelectedTerritory, territoryOf } from './territory-of.ts'

/** Refuses a currency in which figures cannot be shown. */
export function refuseCurrency(deps: ServiceDeps, { currency }: StatsRequest): void {
  const known = currenciesOf(deps)
  if (known.includes(currency)) return
  throw invalidParameter('currency', `currency "${currency}" should be one of ${known.join(', ')}`)
}

/** Selects the territory; refuses an unknown place, then what the plan excludes. Each cell counts once per period. */
export async function selectTerritory(
  c: Context<ServiceEnv>,
  deps: ServiceDeps,
  { resolution, selector }: StatsRequest,
  periods = 1,
): Promise<SelectedTerritory> {
  const { plan } = c.get('admission')
  const book = deps.places.current()
  if (selector.kind === 'geo_id') placeOf(book, selector.geo_id)
  if (resolution > plan.finest_resolution) {
    throw new Refusal(
      'resolution_not_in_plan',
      `resolution ${resolution} is finer than the plan allows; use ${plan.finest_resolution} or coarser`,
      { parameter: 'res', limit: plan.finest_resolution },
    )
  }
  return territoryOf(book, selector, { resolution, budget: plan.cells_per_request, periods }, c.req.raw.signal)
}

/** The caller for whom figures are read. */
export function askerOf(c: Context<ServiceEnv>): Asker {
  return { account: c.get('admission').caller.account_id, signal: () => c.req.raw.signal }
}

/** Charges a request to a group and makes its response; refunds the charge when that fails. */
export async function charged<Answer>(
  c: Context<ServiceEnv>,
  deps: ServiceDeps,
  group: MeteredGroup,
  make: () => Promise<Answer>,
): Promise<Answer> {
  const refund = await chargeCall(c, deps, group)
  try {
    return await make()
  } catch (error) {
    await refund()
    throw error
  }
}
