import { ChevronDown, ChevronUp } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Cell, Column, Row, Table, TableBody, TableHeader, TableLoadMoreItem } from 'react-aria-components/Table'
import { TableLayout, Virtualizer } from 'react-aria-components/Virtualizer'
import { parseCell } from '../../domain/cell.ts'
import { MEDIANS, type Metric } from '../../domain/figure.ts'
import { formatFigure, type Units } from '../figures/figure-words.ts'
import { stateLabel } from '../figures/state-words.ts'
import { useRecordWord } from '../free/coverage.ts'
import { t } from '../language/translate.ts'
import { useLocale } from '../language/use-locale.ts'
import { useMetricLabel } from '../metric/use-metric-title.ts'
import { usePage } from '../state/store.ts'
import { setAddress, useAddress } from '../state/use-address.ts'
import { useIsPhone, useIsTouched } from '../ui/device/use-media.ts'
import { useWidth } from '../ui/device/use-width.ts'
import styles from './CellTable.module.css'
import { emptyWords, type Sorting, sortColumnOf, type TableRow } from './table-rows.ts'
import { useCloseKey } from './use-table-key.ts'

/** Rows added at a time. All rows of a wide view at once would hold up the page. */
const ROWS_AT_ONCE = 200

interface RowsGridProps {
  rows: readonly TableRow[]
  /** More rows may be on their way. */
  isLoading: boolean
  /** How many hexagons in view are not bought. */
  unbought: number
  metric: Metric
  units: Units | null
  sorting: Sorting
  onSort: (sorting: Sorting) => void
}

/** The rows themselves: a grid with its keys, in which only the rows in sight are drawn. */
export function RowsGrid({ rows, isLoading, unbought, metric, units, sorting, onSort }: RowsGridProps) {
  const cell = useAddress((address) => address.cell)
  const isPhone = useIsPhone()
  const locale = useLocale()
  const records = useRecordWord()
  const labelOf = useMetricLabel(units)
  const grid = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The panel took the focus when it opened, before the rows were there.
    if (grid.current?.closest('section') === document.activeElement) grid.current?.focus()
  }, [])
  const room = useWidth(grid)
  const least = isPhone ? LEAST_ON_PHONE : LEAST
  const left = room - least.place - least.state
  const columns = Math.max(1, Math.floor(left / least.metric))
  const metrics = [metric, ...MEDIANS.filter((other) => other !== metric)].slice(0, columns)
  // A narrow phone has room for one that is narrower.
  const metricWidth = Math.max(LEAST_FIGURE_PX, Math.min(least.metric, left))
  const isTouched = useIsTouched()
  const height = isTouched ? 44 : 32
  const headingHeight = isTouched ? 44 : HEADING_PX
  useCloseKey(grid)
  const { limit, setLimit } = useRowsSoFar(grid, rows.length)
  useSelectionInSight(grid, { at: rows.findIndex(({ id }) => id === cell), height, headingHeight, limit, setLimit })
  return (
    <Virtualizer layout={TableLayout} layoutOptions={{ rowHeight: height, headingHeight }}>
      <Table
        ref={grid}
        aria-label={t('Hexagons in view')}
        className={styles.grid ?? ''}
        selectionMode="single"
        selectedKeys={cell === null ? [] : [cell]}
        onSelectionChange={(keys) => choose([...(keys === 'all' ? [] : keys)][0])}
        sortDescriptor={sorting}
        onSortChange={({ column, direction }) => {
          const known = sortColumnOf(column)
          if (known !== null) onSort({ column: known, direction })
        }}
      >
        <TableHeader className={styles.head ?? ''}>
          <Heading id="place" label={t('Place')} isRowHeader minWidth={least.place} defaultWidth="6fr" />
          {metrics.map((each) => (
            <Heading key={each} id={each} label={labelOf(each)} isNumber minWidth={metricWidth} defaultWidth="3fr" />
          ))}
          <Heading id="state" label={t('State')} minWidth={least.state} defaultWidth="3fr" />
        </TableHeader>
        <TableBody
          dependencies={[units, metrics.join(), locale, records, isLoading, unbought]}
          renderEmptyState={() => (isLoading ? null : <p className={styles.empty}>{emptyWords(unbought)}</p>)}
        >
          {rows.slice(0, limit).map((row) => (
            <Row key={row.id} id={row.id} textValue={placeOf(row)} className={styles.row ?? ''}>
              <Cell className={styles.cell ?? ''}>
                <span className={styles.label}>{placeOf(row)}</span>
              </Cell>
              {metrics.map((each) => (
                <Cell key={each} className={styles.number ?? ''}>
                  {figureText(row, each, units)}
                </Cell>
              ))}
              <Cell className={styles.cell ?? ''}>{stateLabel(row.state, records)}</Cell>
            </Row>
          ))}
          {rows.length > limit && <TableLoadMoreItem onLoadMore={() => setLimit(limit + ROWS_AT_ONCE)} />}
        </TableBody>
      </Table>
    </Virtualizer>
  )
}

/**
 * The least widths of columns, in CSS pixels; a phone has smaller letters. A place's name needs the most, and a column of
 * figures the longest word of its heading beside the mark of sorting, such as “Medianpreis” or “Rentabilidad”.
 */
const LEAST = { place: 132, metric: 120, state: 96 }
const LEAST_ON_PHONE = { place: 110, metric: 112, state: 84 }
/** Room for a figure alone. */
const LEAST_FIGURE_PX = 88
/** Room for a heading of two lines. */
const HEADING_PX = 40

/** How many rows the grid has so far. The key End adds all others first, and then goes to the last of them. */
function useRowsSoFar(grid: RefObject<HTMLDivElement | null>, count: number) {
  const [limit, setLimit] = useState(ROWS_AT_ONCE)
  const [isEndDue, setEndDue] = useState(false)
  useEffect(() => {
    if (!isEndDue) return
    setEndDue(false)
    // The grid learns of its new rows after a frame.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        const focused = document.activeElement
        if (!grid.current?.contains(focused)) return
        focused?.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true, cancelable: true }))
      }),
    )
  }, [grid, isEndDue])
  useEffect(() => {
    const element = grid.current
    if (element === null || limit >= count) return
    const addRest = (event: KeyboardEvent) => {
      if (event.key !== 'End') return
      event.preventDefault()
      event.stopPropagation()
      setLimit(count)
      setEndDue(true)
    }
    element.addEventListener('keydown', addRest, { capture: true })
    return () => element.removeEventListener('keydown', addRest, { capture: true })
  }, [grid, limit, count])
  return { limit, setLimit }
}

interface Selection {
  /** The selected row's index; -1 without one. */
  readonly at: number
  /** Heights of a row and of the heading, in CSS pixels. */
  readonly height: number
  readonly headingHeight: number
  readonly limit: number
  readonly setLimit: (limit: number) => void
}

/** Scrolls to the row of a hexagon that was chosen elsewhere. */
function useSelectionInSight(
  grid: RefObject<HTMLDivElement | null>,
  { at, height, headingHeight, limit, setLimit }: Selection,
): void {
  useEffect(() => {
    const scroller = grid.current
    if (scroller === null || at < 0) return
    if (at >= limit) {
      setLimit(at + ROWS_AT_ONCE)
      return
    }
    const [top, bottom] = [at * height, headingHeight + (at + 1) * height]
    const isInSight = top >= scroller.scrollTop && bottom <= scroller.scrollTop + scroller.clientHeight
    if (!isInSight) scroller.scrollTop = top - scroller.clientHeight / 2
  }, [grid, at, height, headingHeight, limit, setLimit])
}

interface HeadingProps {
  id: string
  label: string
  isRowHeader?: boolean
  isNumber?: boolean
  minWidth?: number
  defaultWidth: `${number}fr`
}

function Heading({ label, isNumber = false, ...rest }: HeadingProps) {
  return (
    <Column {...rest} allowsSorting className={(isNumber ? styles.numberHead : styles.heading) ?? ''} textValue={label}>
      {({ sortDirection }) => (
        <>
          <span className={styles.label}>{label}</span>
          {sortDirection === 'ascending' && <ChevronUp size={14} aria-hidden />}
          {sortDirection === 'descending' && <ChevronDown size={14} aria-hidden />}
        </>
      )}
    </Column>
  )
}

function choose(key: unknown): void {
  const cell = typeof key === 'string' ? parseCell(key) : null
  usePage.getState().set({ cellToUncover: cell, cellToFocus: null })
  setAddress({ cell }, 'push')
}

/** The place's name; a hexagon without figures has none, so its id stands there. */
function placeOf({ id, place }: TableRow): string {
  return place ?? id
}

function figureText({ figure }: TableRow, metric: Metric, units: Units | null): string {
  const value = figure?.[metric] ?? null
  if (value === null || figure === null || units === null) return '—'
  return `${figure.estimated ? '≈ ' : ''}${formatFigure(value, metric, units)}`
}
