import type { Resolution } from '../../domain/cell.ts'
import type { Bounds } from '../../domain/tile.ts'
import { tileStore, useFinestResolution } from '../queries/page-tiles.ts'
import { usePage } from '../state/store.ts'
import { getAddress, useAddress } from '../state/use-address.ts'
import { resolutionInForce } from './resolution.ts'

/** Returns the resolution in force for some bounds, for use outside React. */
export function resolutionOver(bounds: Bounds): Resolution {
  return resolutionInForce(bounds, getAddress().resolution, tileStore.finestResolution())
}

/** Returns the resolution in force for some bounds; null without bounds. */
export function useResolutionOver(bounds: Bounds | null): Resolution | null {
  const pinned = useAddress((address) => address.resolution)
  const finest = useFinestResolution()
  return bounds && resolutionInForce(bounds, pinned, finest)
}

/** Returns the resolution in force for the view at rest; null until the map has come to rest. */
export function useResolutionAtRest(): Resolution | null {
  return useResolutionOver(usePage((page) => page.rested?.bounds ?? null))
}
