import { useEffect, useMemo, useRef } from 'react'
import { useAreaOutlines } from '../drawing/area-outlines.ts'
import { boundsOf } from '../places/outline.ts'
import { usePage } from '../state/store.ts'
import { useAddress } from '../state/use-address.ts'
import { isPhone, useIsUpright } from '../ui/device/use-media.ts'

/**
 * Fits the view to the compared areas, once, where some are out of sight: a place found by name can be anywhere.
 * Waits for the cells of those that are places.
 */
export function useFitAreas(): void {
  useFitWhenTurned()
  const count = useAddress((address) => address.areas.length)
  const outlines = useAreaOutlines()
  const bounds = useMemo(() => boundsOf(outlines.flatMap(({ outline }) => outline)), [outlines])
  const isDue = usePage((page) => page.areAreasToFit && page.rested !== null && page.camera === null)
  const isWhole = outlines.length === count
  useEffect(() => {
    if (!isDue || !isWhole || bounds === null) return
    const { set } = usePage.getState()
    set({ camera: { kind: 'bounds', bounds, above: 'sheet', unlessSeen: true }, areAreasToFit: false })
  }, [isDue, isWhole, bounds])
}

/** Once a phone is turned, its sheet covers another part of the map, where the areas may be. */
function useFitWhenTurned(): void {
  const isUpright = useIsUpright()
  const wasUpright = useRef(isUpright)
  const rested = usePage((page) => page.rested)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the map has its new size only when it rests again
  useEffect(() => {
    if (wasUpright.current === isUpright) return
    wasUpright.current = isUpright
    if (isPhone()) usePage.getState().set({ areAreasToFit: true })
  }, [rested])
}
