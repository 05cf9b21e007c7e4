import type { ReceivedZone } from '../../contract/service/geo.ts'
import type { CellState } from '../../domain/figure.ts'

/**
 * True when a cell lies at sea or in another country, and the service lists it only with coarser cells, which reach across
 * shores and borders.
 */
export function isOnlyReached(
  state: CellState,
  resolution: number,
  zones: readonly Pick<ReceivedZone, 'h3_res'>[],
): boolean {
  if (state !== 'sea' && state !== 'not_covered') return false
  return zones.every(({ h3_res }) => h3_res !== null && h3_res < resolution)
}
