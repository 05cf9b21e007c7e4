import type { Cell } from '../../domain/cell.ts'
import { CELL_STATES, type CellState, METRICS, type Metric } from '../../domain/figure.ts'
import { collator } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import { cellPlaceName } from '../ui/words/place-name.ts'
import type { CellView } from '../view/view-cells.ts'

/** A column that the table can be sorted by. */
export type SortColumn = 'place' | 'state' | Metric

export interface Sorting {
  readonly column: SortColumn
  readonly direction: 'ascending' | 'descending'
}

/** Which cells the table shows: those with a figure, all, or those in one state. */
export type StateFilter = 'figures' | 'all' | CellState

/** A row of the table. */
export interface TableRow {
  readonly id: Cell
  /** The name of its place, as the page shows it; null for a cell without figures. */
  readonly place: string | null
  readonly state: CellState
  readonly figure: CellView['figure']
}

/** Returns the cells that pass both filters, sorted; cells without a value always come last. The sea is never listed. */
export function tableRows(
  cells: readonly CellView[],
  { state, text, sorting }: { state: StateFilter; text: string; sorting: Sorting },
): TableRow[] {
  const wanted = folded(text)
  return cells
    .filter((cell) => passes(cell, state))
    .map(({ cell, state: cellState, figure }): TableRow => {
      const place = figure?.name ? cellPlaceName(figure.name, cell) : null
      return { id: cell, place, state: cellState, figure }
    })
    .filter((row) => wanted === '' || isNamed(row, wanted))
    .sort((a, b) => compare(a, b, sorting) || (a.id < b.id ? -1 : 1))
}

function passes({ state, figure }: CellView, filter: StateFilter): boolean {
  if (filter === 'figures') return figure !== null
  return filter === 'all' ? state !== 'sea' : state === filter
}

/** Whether the text is in the name that is shown, in the service's own or in the id. */
function isNamed({ id, place, figure }: TableRow, wanted: string): boolean {
  return [id, folded(place ?? ''), folded(figure?.name ?? '')].some((each) => each.includes(wanted))
}

/** Without capitals and accents, so that `gracia` finds `Gràcia`. */
function folded(text: string): string {
  return text.trim().toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
}

const NAMES = { numeric: true } as const

function compare(a: TableRow, b: TableRow, { column, direction }: Sorting): number {
  const sign = direction === 'ascending' ? 1 : -1
  if (column === 'state') return sign * (CELL_STATES.indexOf(a.state) - CELL_STATES.indexOf(b.state))
  const [one, other] = [sortValue(a, column), sortValue(b, column)]
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  return sign * (typeof one === 'string' ? collator(NAMES).compare(one, String(other)) : one - Number(other))
}

function sortValue({ place, figure }: TableRow, column: 'place' | Metric): string | number | null {
  return column === 'place' ? place : (figure?.[column] ?? null)
}

/** Returns the column for a key of the table; null for any other. */
export function sortColumnOf(key: unknown): SortColumn | null {
  return (['place', 'state', ...METRICS] as const).find((column) => column === key) ?? null
}

/** Says why no row is shown, and no more than is known of hexagons that are not bought. */
export function emptyWords(unbought: number): string {
  if (unbought === 0) return t('No hexagon in view matches. Change the filters or move the map.')
  return t(
    'None of the bought hexagons matches, and {unbought, plural, one {# hexagon} other {# hexagons}} in view {unbought, plural, one {is} other {are}} not bought.',
    { unbought },
  )
}
