import { t } from '../../language/translate.ts'
import type { AreaShape } from '../../state/address/area-choice.ts'

/** Says that no cell belongs to an area. */
export function noCellsText(shape: AreaShape, resolution: number): string {
  if (shape.kind === 'place') {
    return t('The service lists no cells for this place at resolution {resolution, number}.', { resolution })
  }
  return t('No resolution {resolution, number} cell has its centre in this area. Make it larger.', { resolution })
}
