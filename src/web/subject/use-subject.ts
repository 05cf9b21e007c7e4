import { useMemo } from 'react'
import type { Cell } from '../../domain/cell.ts'
import type { Bounds } from '../../domain/tile.ts'
import { outlineOfShape, useAreaOutlines, useAreOutlinesPending } from '../drawing/area-outlines.ts'
import { boundsOf } from '../places/outline.ts'
import { usePlaceBounds } from '../places/use-place-bounds.ts'
import type { FoundPoint } from '../state/address/found-point.ts'
import { useAddress } from '../state/use-address.ts'

/** What the page is about: all that the address names on the map. */
export interface Subject {
  /** The bounds of each part. */
  readonly parts: readonly Bounds[]
  /** True until the bounds of the place and of all areas are known, or cannot be loaded. */
  readonly isPending: boolean
}

/** Returns where the address's place, areas, hexagon and found point lie. */
export function useSubject(): Subject {
  const place = usePlaceBounds(useAddress((address) => address.place))
  const outlines = useAreaOutlines()
  const arePending = useAreOutlinesPending()
  const cell = useAddress((address) => address.cell)
  const found = useAddress((address) => address.found)
  return useMemo(() => {
    const ofAreas = outlines.flatMap(({ outline }) => boundsOf(outline) ?? [])
    const all = [place.bounds, ...ofAreas, cell && boundsOfCell(cell), found && boundsOfPoint(found)]
    return { parts: all.filter((each) => each !== null), isPending: place.isPending || arePending }
  }, [place.bounds, place.isPending, outlines, arePending, cell, found])
}

function boundsOfCell(cell: Cell): Bounds | null {
  return boundsOf(outlineOfShape({ kind: 'cell', cell }))
}

function boundsOfPoint({ lat, lng }: FoundPoint): Bounds {
  return { west: lng, south: lat, east: lng, north: lat }
}
