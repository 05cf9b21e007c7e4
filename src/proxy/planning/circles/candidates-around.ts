import type { Resolution } from '../../../domain/cell.ts'
import { circleCandidateCount } from '../../../domain/distance.ts'
import type { Slice } from '../../tiles/slice.ts'
import { enclosingCircle } from './enclosing-circle.ts'

/** Returns the candidates of the circle around everything wanted; infinite when no circle may be that wide. */
export function candidatesAround(wanted: readonly Slice[], resolution: Resolution): number {
  const circle = enclosingCircle(wanted, resolution)
  return circle === null ? Number.POSITIVE_INFINITY : circleCandidateCount(circle, resolution)
}
