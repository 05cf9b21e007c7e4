import { useEffect } from 'react'
import { usePage } from '../state/store.ts'
import { getAddress } from '../state/use-address.ts'
import { tileStore } from '../tiles/page-tiles.ts'
import { boundsOfView } from './opening-view.ts'
import { useResolutionOver } from './resolution-in-force.ts'
import { useEditionName } from './view-cells.ts'
import { tilesInView } from './view-tiles.ts'

/** Fetches the held tiles of the first view while the map library is still loading; the map fills the window. */
export function useTilesBeforeMap(): void {
  const isFindingView = usePage((page) => page.isFindingView)
  const name = useEditionName(useResolutionOver(isFindingView ? null : getAddress().view))
  useEffect(() => {
    if (name === null) return
    const size = { width: window.innerWidth, height: window.innerHeight }
    void tileStore.ensureHeld(name, tilesInView(boundsOfView(getAddress().view, size), name.resolution).parents)
  }, [name])
}
