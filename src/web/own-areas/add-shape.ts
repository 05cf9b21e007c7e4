import { addArea } from '../areas/chosen/add-area.ts'
import { usePage } from '../state/store.ts'
import { areaOfShape } from './area-of-shape.ts'
import type { OwnShape } from './own-shape.ts'

/** Compares a shape of a file and brings it into view; one whose outline cannot be used is left out. Buys nothing. */
export function addShape(own: OwnShape): void {
  const area = areaOfShape(own)
  if (typeof area === 'string') return
  if (addArea(area.shape, { name: own.name }) === 'added') usePage.getState().set({ areAreasToFit: true })
}
