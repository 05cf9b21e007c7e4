import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ClassScale } from '../../contract/class-scale.ts'
import { useAsOf } from '../free/period.ts'
import { type ScaleWanted, scaleOptions } from '../metered/scales.ts'
import { deriveScale, scaleMetric } from '../metric/derive.ts'
import { useReading } from '../metric/use-reading.ts'
import { usePage } from '../state/store.ts'
import { useAddress } from '../state/use-address.ts'
import { isOutsideMarkets, useViewCells } from '../view/view-cells.ts'
import { appliesTo } from './chosen-breaks.ts'

/** The classes that everybody has at the middle of the view, of its upper part where a sheet covers the lower one. */
export interface TerritoryScale {
  /** Null while unknown, when the request failed, or when the viewer's own classes need none. */
  readonly scale: ClassScale | null
  /** True while the answer may still change. */
  readonly isPending: boolean
  /** True when they could not be loaded, which does not tell whether there are any. */
  readonly isUnavailable: boolean
}

/** Returns the classes at the middle of the view at rest: those that are known at once, then what the view's figures add. */
export function useTerritoryScale(): TerritoryScale {
  const view = useViewCells()
  const point = usePage((page) => page.rested?.middle ?? null)
  const { metric: shown, amounts, gap } = useReading()
  // A derived metric has classes made from those of the metric that it follows.
  const metric = gap === null ? scaleMetric(shown) : null
  const hasOwn = useAddress(({ breaks, locked }) => {
    const isOwn = breaks !== null && (locked || breaks.of.kind !== 'territory')
    return isOwn && view !== null && appliesTo(breaks, view.name, locked)
  })
  const served = useAsOf() ?? null
  // Classes of a market that is hundreds of kilometres away would say nothing about a view without any.
  const isNowhere = view?.isSettled === true && isOutsideMarkets(view)
  const isWanted = view !== null && point !== null && metric !== null && !hasOwn && !isNowhere
  // Earlier periods have the classes of the one that is served, so that colours mean the same in all of them.
  const wanted: ScaleWanted | null = isWanted
    ? { name: { ...view.name, as_of: served ?? view.name.as_of }, metric, point, held: 'unknown' }
    : null
  const first = useQuery(scaleOptions(wanted))
  const isFinal = first.data?.kind === 'territory' && !first.data.provisional && !first.data.stands_in
  const asksAgain = wanted !== null && view?.isSettled === true && !first.isLoading && !isFinal
  const then = useQuery(scaleOptions(asksAgain ? { ...wanted, held: view.counts.observed } : null))
  const found = isFinal && first.data ? first.data : (then.data ?? first.data ?? null)
  const scale = useMemo(() => found && deriveScale(found, shown, amounts), [found, shown, amounts])
  if (!isWanted) return { scale: null, isPending: false, isUnavailable: false }
  const isUnavailable =
    found === null ? first.isError || then.isError : found.kind === 'none' && found.why === 'unavailable'
  return { scale, isUnavailable, isPending: first.isLoading || then.isLoading || !(isFinal || view.isSettled) }
}
