import { useEffect, useMemo } from 'react'
import { useAsOf } from '../free/period.ts'
import { useReading } from '../metric/use-reading.ts'
import type { ChosenBreaks } from '../state/address/class-choice.ts'
import type { View } from '../state/address/number-parts.ts'
import { usePage } from '../state/store.ts'
import { getAddress, setAddress, useAddress } from '../state/use-address.ts'
import { isSameSight } from '../view/live-view.ts'
import { isOutsideMarkets, useViewCells } from '../view/view-cells.ts'
import { type AdoptedBreaks, chosenBreaks, isSameBreaks, mayReplaceBreaks } from './chosen-breaks.ts'
import { noteShownBreaks } from './shown-breaks.ts'
import { territoryBreaks, useScale } from './use-scale.ts'
import { useTerritoryScale } from './use-territory-scale.ts'

/** What this page last put into its address, and in which view unless the viewer asked for it; a link's breaks are not in here. */
let adopted: (AdoptedBreaks & { readonly at: View | null }) | null = null

/**
 * Puts the classes of the territory into the address, which links then carry. Those already there stay, although the view
 * may have moved into another territory, until the viewer changes them. Only classes that this page put there are
 * replaced: provisional ones by later ones of the same territory, and those of a period that is over.
 */
export function useAdoptScale(): void {
  const view = useViewCells()
  const { scale, isPending } = useTerritoryScale()
  const address = useAddress((now) => now)
  const shown = useScale()
  const { key } = useReading()
  const served = useAsOf() ?? null
  const shownName = view?.name ?? null
  // While a view loads, it is not known whether it has anything to colour.
  const isInMarket = view !== null && (view.isSettled || view.counts.observed + view.counts.estimated > 0)
  // All periods have the classes of the one that is served.
  const name = useMemo(() => shownName && { ...shownName, as_of: served ?? shownName.as_of }, [shownName, served])
  // Otherwise the first classes of a page that moves elsewhere would stay in its address.
  const rested = usePage((page) => (page.isFindingView ? null : page.rested))
  useEffect(() => {
    if (shown?.isSettled) noteShownBreaks(shown.name, key, shown.breaks)
  }, [shown, key])
  useEffect(() => {
    const found = territoryBreaks(scale, address.method)
    if (isPending || name === null || found === null || found.at.length === 0 || !isInMarket) return
    // After a step back or forward, the map has yet to go where the address says.
    if (rested === null || !isSameSight(rested.view, address.view)) return
    const next = chosenBreaks(name, found)
    if (mayReplaceBreaks(address, name, next, adopted)) adopt(next, name.as_of, rested.view)
  }, [scale, isPending, name, address, rested, isInMarket])
  // Only once the ground of every cell is known is it clear whether a view has anything to colour.
  const isOutside = view?.isSettled === true && isOutsideMarkets(view)
  useEffect(() => {
    if (isOutside && rested !== null) takeBack(rested.view)
  }, [isOutside, rested])
}

/** Puts a territory's breaks into the address. */
function adopt(next: ChosenBreaks, as_of: string, at: View): void {
  adopted = { breaks: next, as_of, at }
  if (!isSameBreaks(getAddress().breaks, next)) setAddress({ breaks: next }, 'replace')
}

/** Takes breaks out of the address that were put there for this view; those of a view before stay. */
function takeBack(at: View): void {
  if (adopted === null || adopted.at === null || !isSameSight(adopted.at, at)) return
  if (!isSameBreaks(getAddress().breaks, adopted.breaks)) return
  adopted = null
  setAddress({ breaks: null }, 'replace')
}

/** Accepts the classes of a territory in place of those in the address. */
export function acceptBreaks(next: ChosenBreaks, as_of: string): void {
  adopted = { breaks: next, as_of, at: null }
  setAddress({ breaks: next, locked: false }, 'push')
}
