import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import type { SpendingMode } from '../../contract/proxy-api.ts'
import type { Cell } from '../../domain/cell.ts'
import type { EditionName } from '../../domain/edition.ts'
import type { AsOf } from '../../domain/period.ts'
import { CELLS_PER_TILE } from '../../domain/tile.ts'
import { showNextPeriod, showPeriod, useAsOf } from '../free/period.ts'
import { notePurchase } from '../metered/note-purchase.ts'
import { useSpendingMode } from '../metered/spending-mode.ts'
import { useReading } from '../metric/use-reading.ts'
import { type RestedView, usePage } from '../state/store.ts'
import { onMeterUpdate, onPeriodChange, tileStore, useTileStoreVersion, useTimesDropped } from '../tiles/page-tiles.ts'
import { isCalledEmpty } from '../tiles/tile-state.ts'
import { useBesideName } from '../view/beside-name.ts'
import { resolutionOver, useResolutionAtRest } from '../view/resolution-in-force.ts'
import { useEditionName } from '../view/view-cells.ts'
import { tilesInView } from '../view/view-tiles.ts'
import { tilesTooFar, viewOffer } from './view-offer.ts'

/** The longest delay that a timer takes, in milliseconds. */
const TIMER_MAX_MS = 2 ** 31 - 1

/**
 * When the map comes to rest, fetches the view's held tiles and has the rest bought, or leaves that to the viewer where
 * the spending mode says so. Keeps the meter and the period up to date with what purchases report.
 */
export function useViewPurchases(): void {
  const client = useQueryClient()
  const rested = usePage((page) => (page.isFindingView ? null : page.rested))
  const name = useEditionName(useResolutionAtRest())
  const version = useTileStoreVersion()
  const mode = useSpendingMode()
  const names = useShownEditions(name)
  const served = useAsOf() ?? null
  const wanted = useRef(names)
  const timesDropped = useTimesDropped()

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was dropped is wanted again
  useEffect(() => {
    wanted.current = names
    if (!rested) return
    const isCurrent = () => wanted.current === names
    void openView({ names, served, rested, mode, moveOn: () => showNextPeriod(client), isCurrent })
  }, [rested, names, served, mode, client, timesDropped])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for the store's content
  useEffect(() => {
    if (!rested || !mode) return
    const retries = names.flatMap((each) => {
      const { parents } = tilesInView(rested.bounds, each.resolution)
      const buysItself = mode === 'buy' && each.as_of === served
      return [
        tileStore.nextRetry(each, parents, buysItself) ?? [],
        tileStore.nextGroundRetry(each, parents) ?? [],
      ].flat()
    })
    if (retries.length === 0) return
    const retryAt = Math.min(...retries)
    const isCurrent = () => wanted.current === names
    const again = () => void openView({ names, served, rested, mode, moveOn: () => showNextPeriod(client), isCurrent })
    const timer = setTimeout(again, Math.min(TIMER_MAX_MS, Math.max(1000, retryAt - Date.now())))
    return () => clearTimeout(timer)
  }, [rested, names, served, mode, version, client])

  useEffect(() => onMeterUpdate((meter) => notePurchase(client, meter)), [client])

  useEffect(() => onPeriodChange((as_of) => showPeriod(client, as_of)), [client])
}

/** Returns the editions whose figures the metric in force needs: a yield needs sale and rent, a change two periods, a second map its own. */
function useShownEditions(name: EditionName | null): readonly EditionName[] {
  const { otherOf } = useReading()
  const beside = useBesideName(name)
  // A reading makes new names every time.
  const all = [name, beside].flatMap((each) => (each === null ? [] : [each, otherOf(each)?.name ?? []].flat()))
  const text = JSON.stringify(all)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the names
  return useMemo(() => all, [text])
}

/** Returns those of them that a view buys: figures of earlier periods are bought only on request. */
export function useWantedEditions(name: EditionName | null): readonly EditionName[] {
  const names = useShownEditions(name)
  const served = useAsOf() ?? null
  return useMemo(() => names.filter(({ as_of }) => as_of === served), [names, served])
}

interface ViewToOpen {
  /** Those that the metric in force needs, at one resolution. */
  readonly names: readonly EditionName[]
  readonly served: AsOf | null
  readonly rested: RestedView
  /** Null while it is not known; then nothing is bought yet. */
  readonly mode: SpendingMode | null
  readonly moveOn: () => boolean
  /** False once the viewer wants other figures. */
  readonly isCurrent: () => boolean
}

/**
 * Fetches the held tiles of a view, then has the missing ones near its middle bought, unless the view has moved on.
 * `moveOn` shows a newer period, if there is one, before anything of an older one is bought.
 */
async function openView({ names, served, rested, mode, moveOn, isCurrent }: ViewToOpen): Promise<void> {
  const [first] = names
  // The plan's finest resolution may have become known since the map came to rest.
  if (first === undefined || first.resolution > tileStore.finestResolution()) return
  const { parents } = tilesInView(rested.bounds, first.resolution)
  await Promise.all(names.map((name) => tileStore.ensureHeld(name, parents)))
  let isNextPeriod = false
  const toNextPeriod = () => {
    isNextPeriod = moveOn()
    return isNextPeriod
  }
  const hasMovedOn = () => isNextPeriod || !isCurrent() || usePage.getState().rested !== rested
  if (mode === null || hasMovedOn() || resolutionOver(rested.view) !== first.resolution) return
  const isHeld = (name: EditionName, parent: Cell) => tileStore.stateOf(name, parent).kind === 'held'
  const held = names.flatMap((name) => parents.filter((parent) => isHeld(name, parent)))
  tileStore.startReceipt(held.length * CELLS_PER_TILE)
  for (const name of names) {
    if (hasMovedOn()) return
    if (mode === 'buy' && name.as_of === served) await buyNearest(name, rested, toNextPeriod)
    else tileStore.decline(name, parents, 'unasked')
  }
}

/** Has the nearest tiles bought, skipping those that turn out to have nothing to buy. */
async function buyNearest(name: EditionName, rested: RestedView, moveOn: () => boolean): Promise<void> {
  const offer = viewOffer(tileStore, name, rested)
  if (offer !== null && moveOn()) return
  tileStore.decline(name, tilesTooFar(tileStore, name, rested), 'too_wide')
  if (offer === null) return
  await tileStore.requestPurchase(name, offer.parents, offer.options)
  // Tiles further out take the places of those that turned out to have nothing.
  if (offer.parents.some((parent) => isCalledEmpty(tileStore.stateOf(name, parent)))) {
    await buyNearest(name, rested, moveOn)
  }
}
