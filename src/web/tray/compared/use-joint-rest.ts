import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query'
import type { AreaSelector } from '../../../contract/area.ts'
import type { Refusal } from '../../../contract/proxy-api.ts'
import type { EditionName } from '../../../domain/edition.ts'
import type { Area, MissingArea } from '../../areas/area.ts'
import { tellTogether } from '../../metered/agreed-purchase.ts'
import { buyAreas, jointCostOptions } from '../../metered/areas.ts'
import { type Cost, sumOfCosts } from '../../tiles/cost.ts'
import { editionKey } from '../../tiles/editions.ts'
import { NOT_BOUGHT } from '../../tiles/tile-state.ts'
import type { TrayEntry } from './use-tray.ts'

/** Areas with something left to buy in one edition. */
interface MissingGroup {
  readonly name: EditionName
  readonly areas: readonly AreaSelector[]
}

/** What is left to buy of several areas at once. */
export interface JointRest {
  /** The areas with something left. */
  readonly entries: readonly TrayEntry[]
  /** Null while it is being found out. */
  readonly cost: Cost | null
  readonly failure: { readonly error: unknown; readonly retry: () => void } | null
  readonly isBuying: boolean
  readonly buy: () => void
}

/** Returns what is left to buy of all areas together; null unless at least two of them have something left that may be bought. */
export function useJointRest(entries: readonly TrayEntry[]): JointRest | null {
  const client = useQueryClient()
  const open = entries.filter(({ area }) => area.rest !== null && area.rest.refusal === null && area.missing.length > 0)
  const groups = groupMissing(open.flatMap(({ area }) => area.missing))
  const isJoint = open.length > 1
  const costs = useQueries({
    queries: isJoint ? groups.map(({ name, areas }) => jointCostOptions(name, areas)) : [],
  })
  const purchase = useMutation({
    // One after the other, so that a refusal stops the rest.
    mutationFn: (agreed: readonly MissingGroup[]) =>
      tellTogether(async () => {
        for (const { name, areas } of agreed) await buyAreas(client, name, areas)
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ['joint-cost'] }),
  })
  if (!isJoint) return null
  const failed = costs.find(({ isLoadingError }) => isLoadingError)
  const known = costs.flatMap(({ data }) => data ?? [])
  const retryCost = failed && { error: failed.error, retry: () => void failed.refetch() }
  // After a failure, what is left to buy was agreed to, unless areas or figures were changed in the meantime.
  const isAgreed = groups.every((group) => purchase.variables?.some((agreed) => includes(agreed, group)) === true)
  const buy = () => purchase.mutate(groups)
  const retryPurchase = purchase.isError && isAgreed ? { error: purchase.error, retry: buy } : null
  return {
    entries: open,
    cost: known.length < groups.length ? null : sumOfCosts(known),
    failure: retryCost ?? retryPurchase,
    isBuying: purchase.isPending && isAgreed,
    buy,
  }
}

/**
 * Returns why nothing more of some of several areas may be bought for now, such as a cap that was reached, whose cards are
 * closed at first; null for a single area, whose card says so.
 */
export function jointRefusal(entries: readonly { readonly area: Pick<Area, 'rest'> }[]): Refusal | null {
  const refusals = entries.flatMap(({ area }) => area.rest?.refusal ?? []).filter(({ code }) => NOT_BOUGHT.has(code))
  return entries.length > 1 ? (refusals[0] ?? null) : null
}

function includes(agreed: MissingGroup, { name, areas }: MissingGroup): boolean {
  const known = new Set(agreed.areas.map((area) => JSON.stringify(area)))
  return editionKey(agreed.name) === editionKey(name) && areas.every((area) => known.has(JSON.stringify(area)))
}

/** Returns what is missing by edition, in the order of the areas. */
function groupMissing(missing: readonly MissingArea[]): MissingGroup[] {
  const groups = new Map<string, { name: EditionName; areas: AreaSelector[] }>()
  for (const { name, area } of missing) {
    const group = groups.get(editionKey(name)) ?? { name, areas: [] }
    group.areas.push(area)
    groups.set(editionKey(name), group)
  }
  return [...groups.values()]
}
