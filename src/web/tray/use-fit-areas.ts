import { useEffect, useMemo } from 'react'
import { useAreaOutlines } from '../drawing/area-outlines.ts'
import { boundsOf } from '../places/outline.ts'
import { usePage } from '../state/store.ts'
import { useAddress } from '../state/use-address.ts'

/**
 * Fits the view to the compared areas, once, where some are out of sight: a place found by name can be anywhere.
 * Waits for the cells of those that are places.
 */
export function useFitAreas(): void {
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
