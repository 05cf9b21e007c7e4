import { cellCenter } from '../../../domain/distance.ts'
import { circleAround } from '../../../domain/polygon.ts'
import { t } from '../../language/translate.ts'
import type { AreaShape } from '../../state/address/area-choice.ts'
import { radiusWords } from '../../ui/words/radius-words.ts'

/** Returns where a shape without a place's name lies: two circles of one size are otherwise called the same. */
export function whereWords(shape: Exclude<AreaShape, { kind: 'place' }>): string {
  switch (shape.kind) {
    case 'circle': {
      const { radius_km, ...middle } = shape.circle
      return t('{radius} around {point}', { radius: radiusWords(radius_km), point: pointWords(middle) })
    }
    case 'polygon':
      return t('around {point}', { point: pointWords(circleAround(shape.corners)) })
    case 'cell':
      return t('around {point}', { point: pointWords(cellCenter(shape.cell)) })
  }
}

function pointWords({ lat, lng }: { lat: number; lng: number }): string {
  return `${lat.toFixed(4)}, ${lng.toFixed(4)}`
}
