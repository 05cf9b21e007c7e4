import { useEffect } from 'react'
import type { AsOf } from '../../domain/period.ts'
import { useAsOf } from '../free/period.ts'
import { usePage } from '../state/store.ts'
import { tileStore, useTileStoreVersion } from '../tiles/page-tiles.ts'
import { useResolutionAtRest } from '../view/resolution-in-force.ts'
import { useEditionName } from '../view/view-cells.ts'
import { tilesInView } from '../view/view-tiles.ts'

/**
 * Notes that the tiles in view that hints call empty in the period that is served are empty in earlier ones, too: nobody
 * asks about them, so they would count as left unbought, with nothing that buys them.
 */
export function useEmptyAsNow(periods: readonly AsOf[]): void {
  const rested = usePage((page) => page.rested)
  const name = useEditionName(useResolutionAtRest())
  const served = useAsOf() ?? null
  const version = useTileStoreVersion()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for the store's content
  useEffect(() => {
    if (rested === null || name === null || served === null) return
    const { parents } = tilesInView(rested.bounds, name.resolution)
    for (const as_of of periods) tileStore.noteAsEmpty({ ...name, as_of: served }, parents, as_of)
  }, [rested, name, served, periods, version])
}
