import { addAreas } from '../areas/chosen/add-area.ts'
import { areaOfShape } from './area-of-shape.ts'
import type { OwnShape } from './own-shape.ts'

/** Compares shapes of a file and brings them into view; those whose outline cannot be used are left out. Buys nothing. */
export function addShapes(owns: readonly OwnShape[]): void {
  addAreas(
    owns.flatMap((own) => {
      const area = areaOfShape(own)
      return typeof area === 'string' ? [] : [{ shape: area.shape, name: own.name }]
    }),
  )
}
