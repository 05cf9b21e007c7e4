import type { CellState } from '../../../domain/figure.ts'
import { t } from '../../language/translate.ts'
import type { TrayEntry } from './use-tray.ts'

/** States of cells that may have a figure which is not loaded. */
const UNKNOWN: readonly CellState[] = ['not_bought', 'finer_than_plan', 'failed']

/** Says that an area's figure is made from a part of its cells only; null where it is made from all, or still loading. */
export function unknownWords({
  area,
  bought: { counts },
  spread,
}: Pick<TrayEntry, 'bought' | 'spread'> & { readonly area: Pick<TrayEntry['area'], 'isLoading'> }): string | null {
  const missing = UNKNOWN.reduce((sum, state) => sum + counts[state], 0)
  if (area.isLoading || spread === null || missing === 0) return null
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return t(
    '{missing, plural, one {# of its {total, number} cells is} other {# of its {total, number} cells are}} not known, so this figure may change.',
    { missing, total },
  )
}
