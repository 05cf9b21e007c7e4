import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Cell } from '../../domain/cell.ts'
import { CELLS_PER_TILE } from '../../domain/tile.ts'
import type { EditionName } from '../queries/editions.ts'
import { meterOptions } from '../queries/meter.ts'
import { periodOptions } from '../queries/period.ts'
import { isUncovered, type TileState } from '../queries/tile-state.ts'
import { onPeriodMoved, tileStore, useLastReceipt, useTileStoreVersion } from '../queries/tile-store.ts'
import { type RestedView, usePage } from '../state/store.ts'
import { useEditionName } from './view-cells.ts'
import { tilesInView } from './view-tiles.ts'

/** The most tiles that one view has bought by itself: about 10,000 cells, which only a view of continents passes. */
const TILES_BOUGHT_AT_MOST = 30

/** Has what is missing of the view bought once the map has rested, and keeps meter and period up to date with it. */
export function useViewPurchases(): void {
  const client = useQueryClient()
  const rested = usePage((page) => page.rested)
  const name = useEditionName(rested?.resolution ?? null)
  const version = useTileStoreVersion()
  const meter = useLastReceipt()?.meter ?? null

  useEffect(() => {
    if (rested && name) void buyView(name, rested)
  }, [rested, name])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for the store's content
  useEffect(() => {
    if (!rested || !name) return
    const retryAt = tileStore.nextRetry(name, tilesInView(rested.bounds, name.resolution).parents)
    if (retryAt === null) return
    const timer = setTimeout(() => void buyView(name, rested), Math.max(1000, retryAt - Date.now()))
    return () => clearTimeout(timer)
  }, [rested, name, version])

  useEffect(() => {
    if (meter) client.setQueryData(meterOptions.queryKey, meter)
  }, [client, meter])

  useEffect(() => onPeriodMoved((as_of) => client.setQueryData(periodOptions.queryKey, as_of)), [client])
}

/** Gets what is held of a view, then has what is missing near its middle bought, unless the view has moved on. */
async function buyView(name: EditionName, rested: RestedView): Promise<void> {
  const { parents } = tilesInView(rested.bounds, name.resolution)
  await tileStore.ensureHeld(name, parents)
  if (usePage.getState().rested !== rested) return
  const held = parents.filter((parent) => tileStore.stateOf(name, parent).kind === 'held').length
  tileStore.startReceipt(held * CELLS_PER_TILE)
  await buyNearest(name, parents)
}

/**
 * Has the nearest tiles bought that there is something to buy of. Only ever the same tiles of a view, so that coming
 * back to it costs nothing, however wide it is.
 */
async function buyNearest(name: EditionName, parents: readonly Cell[]): Promise<void> {
  const worthwhile = parents.filter((parent) => !isFreeOfCost(tileStore.stateOf(name, parent)))
  const missing = tileStore.missing(name, worthwhile.slice(0, TILES_BOUGHT_AT_MOST))
  tileStore.decline(name, worthwhile.slice(TILES_BOUGHT_AT_MOST))
  if (missing.length === 0) return
  await tileStore.requestPurchase(name, missing)
  // Where there turned out to be nothing, the next ones take their places.
  if (missing.some((parent) => isFreeOfCost(tileStore.stateOf(name, parent)))) await buyNearest(name, parents)
}

function isFreeOfCost(state: TileState): boolean {
  return state.kind === 'no_listings' || isUncovered(state)
}
