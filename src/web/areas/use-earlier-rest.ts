import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { PURCHASE_TILES_MAX } from '../../contract/proxy-api.ts'
import type { EditionName } from '../../domain/edition.ts'
import { tileParent } from '../../domain/tile.ts'
import { useAsOf } from '../free/period.ts'
import { tellTogether } from '../metered/agreed-purchase.ts'
import { buyEarlier, earlierOptions } from '../metered/earlier.ts'
import { usePurchase } from '../metered/use-purchase.ts'
import type { CellView } from '../view/view-cells.ts'
import type { Area } from './area.ts'

/** What is left to buy of an area in an earlier period. */
interface EarlierRest {
  /** Null while it is not known, when nothing is left, and where the area has more tiles than are bought at once. */
  readonly rest: Area['rest']
  readonly isBuying: boolean
  readonly buy: () => void
  /** Why the rest is unknown, or was not bought. */
  readonly failure: Area['failure']
}

/** Returns what is left of an area's cells in an earlier period; null in the period that is served. */
export function useEarlierRest(name: EditionName | null, cells: readonly CellView[]): EarlierRest | null {
  const client = useQueryClient()
  const served = useAsOf() ?? null
  const isEarlier = name !== null && served !== null && name.as_of < served
  const parents = useMemo(() => {
    const unbought = isEarlier ? cells.filter(({ state }) => state === 'not_bought' || state === 'failed') : []
    return [...new Set(unbought.map(({ cell }) => tileParent(cell)))].sort()
  }, [isEarlier, cells])
  const isOffered = isEarlier && parents.length > 0 && parents.length <= PURCHASE_TILES_MAX
  const of = isOffered ? { name: { ...name, as_of: served }, parents, periods: [name.as_of] } : null
  const query = useQuery(earlierOptions(of))
  const { data } = query
  const purchase = usePurchase(of, (wanted) => tellTogether(() => buyEarlier(client, wanted)))
  if (!isEarlier) return null
  const isLeft = data !== undefined && data.unavailable === null && data.calls > 0
  return {
    rest: isLeft ? { calls: data.calls, bought_cells: data.bought_cells, refusal: data.refusal } : null,
    isBuying: purchase.isPending,
    buy: purchase.buy,
    failure:
      purchase.error !== null
        ? { error: purchase.error, retry: purchase.buy }
        : query.isLoadingError
          ? { error: query.error, retry: () => void query.refetch() }
          : null,
  }
}
