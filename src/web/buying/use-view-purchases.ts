import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { SpendingMode } from '../../contract/proxy-api.ts'
import type { EditionName } from '../../domain/edition.ts'
import { CELLS_PER_TILE } from '../../domain/tile.ts'
import { meterOptions } from '../queries/meter.ts'
import { onMeterUpdate, onPeriodChange, tileStore, useTileStoreVersion } from '../queries/page-tiles.ts'
import { showNextPeriod, showPeriod } from '../queries/period.ts'
import { useSpendingMode } from '../queries/spending-mode.ts'
import { isCalledEmpty } from '../queries/tile-state.ts'
import { type RestedView, usePage } from '../state/store.ts'
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

  useEffect(() => {
    if (rested && name && mode) void openView(name, rested, mode, () => showNextPeriod(client))
  }, [rested, name, mode, client])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for the store's content
  useEffect(() => {
    if (!rested || !name || !mode) return
    const retryAt = tileStore.nextRetry(name, tilesInView(rested.bounds, name.resolution).parents)
    if (retryAt === null) return
    const again = () => void openView(name, rested, mode, () => showNextPeriod(client))
    const timer = setTimeout(again, Math.min(TIMER_MAX_MS, Math.max(1000, retryAt - Date.now())))
    return () => clearTimeout(timer)
  }, [rested, name, mode, version, client])

  useEffect(() => onMeterUpdate((meter) => client.setQueryData(meterOptions.queryKey, meter)), [client])

  useEffect(() => onPeriodChange((as_of) => showPeriod(client, as_of)), [client])
}

/**
 * Fetches the held tiles of a view, then has the missing ones near its middle bought, unless the view has moved on.
 * `moveOn` shows a newer period, if there is one, before anything of an older one is bought.
 */
async function openView(
  name: EditionName,
  rested: RestedView,
  mode: SpendingMode,
  moveOn: () => boolean,
): Promise<void> {
  // The plan's finest resolution may have become known since the map came to rest.
  if (name.resolution > tileStore.finestResolution()) return
  const { parents } = tilesInView(rested.bounds, name.resolution)
  await tileStore.ensureHeld(name, parents)
  if (usePage.getState().rested !== rested || resolutionOver(rested.view) !== name.resolution) return
  const held = parents.filter((parent) => tileStore.stateOf(name, parent).kind === 'held').length
  tileStore.startReceipt(held * CELLS_PER_TILE)
  if (mode === 'buy') await buyNearest(name, rested, moveOn)
  else tileStore.decline(name, parents, 'unasked')
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
