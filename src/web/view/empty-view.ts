import type { CellState } from '../../domain/figure.ts'
import type { ViewCells } from './view-cells.ts'

/** Why a view has no figure, though nothing is missing that could still come. */
export type EmptyReason = 'sea' | 'not_covered' | 'too_few'

/** States in which a figure may still arrive: another notice then says what to do. */
const OPEN: readonly CellState[] = ['observed', 'estimated', 'loading', 'not_bought', 'finer_than_plan', 'failed']

/** Returns why a view has no figures; null when it has some, or may get some. */
export function emptyReason({
  counts,
  isSettled,
  trouble,
}: Pick<ViewCells, 'counts' | 'isSettled' | 'trouble'>): EmptyReason | null {
  const { refusal, fault, groundFault, isUnasked, isTooWide } = trouble
  if (!isSettled || refusal !== null || (fault ?? groundFault) !== null || isUnasked || isTooWide) return null
  if (OPEN.some((state) => counts[state] > 0)) return null
  if (counts.too_few + counts.no_listings > 0) return 'too_few'
  return counts.not_covered > 0 ? 'not_covered' : 'sea'
}
