import { t } from '../../language/translate.ts'
import type { CellView } from '../../view/view-cells.ts'

/**
 * Returns the number of listings behind the observed cells; null where the service gives none. Those of estimated cells
 * are their neighbours', which would count twice. Null for a yield or a change, too: it is made of two editions, and a
 * cell has the listings of one.
 */
export function listingsIn(cells: readonly CellView[]): number | null {
  if (cells.some(({ figure }) => (figure?.rental_yield ?? figure?.change ?? null) !== null)) return null
  const counts = cells.flatMap(({ state, figure }) => (state === 'observed' ? (figure?.listings ?? []) : []))
  return counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0)
}

/** Says what `listingsIn` counts. */
export function listingsWords(count: number, records: 'listings' | 'sales'): string {
  return records === 'sales'
    ? t('{count, plural, one {# sale} other {# sales}} behind the observed cells', { count })
    : t('{count, plural, one {# listing} other {# listings}} behind the observed cells', { count })
}
