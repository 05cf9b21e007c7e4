import type { Resolution } from '../../domain/cell.ts'
import { usePage } from '../state/store.ts'
import { getAddress, useAddress } from '../state/use-address.ts'
import { tileStore, useFinestResolution, useOfferedResolutions } from '../tiles/page-tiles.ts'
import { type Eye, resolutionInForce } from './resolution.ts'

/** Returns the resolution in force for a camera, for use outside React. */
export function resolutionOver(eye: Eye): Resolution {
  return resolutionInForce(eye, getAddress().resolution, tileStore.finestResolution(), tileStore.offeredResolutions())
}

/** Returns the resolution in force for a camera; null without one. */
export function useResolutionOver(eye: Eye | null): Resolution | null {
  const pinned = useAddress((address) => address.resolution)
  const finest = useFinestResolution()
  const offered = useOfferedResolutions()
  return eye && resolutionInForce(eye, pinned, finest, offered)
}

/** Returns the resolution in force for the view at rest; null until the map has come to rest. */
export function useResolutionAtRest(): Resolution | null {
  return useResolutionOver(usePage((page) => page.rested?.view ?? null))
}

/** Returns the resolutions that markets have where none has that of the view at rest; null where one may have it. */
export function useOtherResolutions(): readonly Resolution[] | null {
  const offered = useOfferedResolutions()
  const shown = useResolutionAtRest()
  return shown === null || offered.includes(shown) ? null : offered
}
