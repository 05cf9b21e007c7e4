/**
 * Section 4.9, "parameters and response shape: not shown" beside "the same query as /stats/current with a period that can be
 * named". The reader takes a list of points under any name, a map of points by label, or rows that name their period; what a
 * point leaves out is taken from what all of them share.
 */
import { z } from 'zod'
import { addMonths, parseAsOf } from '../../../domain/period.ts'
import { type Fields, isFields } from '../values/fields.ts'
import { readStatedCut, type StatedCut } from '../values/stated-cut.ts'
import { type ReceivedStats, receivedStats } from './received-stats.ts'

interface Point extends Fields {
  readonly as_of: string
  readonly stats: readonly unknown[] | null
}

/**
 * A point read as a response of its own. `says`: whether it states that rows are missing. `isOfTable`: its rows come from one
 * table of all periods, so that a cut of the table may have cut them.
 */
export type ReceivedPoint = ReceivedStats & { readonly says: StatedCut; readonly isOfTable: boolean }

/** Reads the points of a history, oldest first; throws a ZodError for another shape. */
export function readHistory(body: unknown): ReceivedPoint[] {
  const unreadable = (message: string) => new z.ZodError([{ code: 'custom', path: ['history'], message, input: body }])
  const whole: Fields = z.looseObject({}).parse(Array.isArray(body) ? { history: body } : body)
  const history = findPoints(whole)
  if (history === null) throw unreadable('expected a list of periods with their rows, found none')
  const { shared, points: found, isTable } = history
  const odd = found.find(contradictsItself)
  if (odd !== undefined) throw unreadable(`expected rows of '${odd.as_of}' alone, found what is of another period`)
  // A shared snapshot is that of the newest period, so its label is not theirs.
  const snapshot = isFields(shared.snapshot) ? { ...shared.snapshot, as_of: null } : null
  const read = found.map((point): ReceivedPoint => {
    const own = receivedStats.parse(withOwnLabel({ ...shared, snapshot, ...point }))
    return { ...own, says: readStatedCut(point, own.stats.length), isOfTable: isTable }
  })
  const points = withoutRepeats(read)
  if (new Set(points.map(({ as_of }) => as_of)).size < points.length) {
    throw unreadable('expected periods with different labels, found two with the same')
  }
  return points.sort((a, b) => (a.as_of < b.as_of ? -1 : 1))
}

/** Without points that repeat an earlier one in everything, as where a service joins parts that overlap. */
function withoutRepeats(points: readonly ReceivedPoint[]): ReceivedPoint[] {
  const byLabel = new Map<string, ReceivedPoint>()
  return points.filter((point) => {
    const earlier = byLabel.get(point.as_of)
    byLabel.set(point.as_of, earlier ?? point)
    return earlier === undefined || JSON.stringify(earlier) !== JSON.stringify(point)
  })
}

/** A point that names its month is of that month, even where its snapshot is that of the whole table. */
function withOwnLabel(point: Fields & Point): Fields {
  if (labelIn(point.as_of) === null || !isFields(point.snapshot)) return point
  return { ...point, snapshot: { ...point.snapshot, as_of: point.as_of } }
}

const ROWS = ['stats', 'rows', 'cells', 'results']
/** What every list of periods may be called when it is empty. */
const LISTS = ['history', 'points', 'periods', 'results', 'series', 'stats', 'items', 'data']

/** The points of a body, and the object around them, whose fields they share. */
interface Found {
  readonly shared: Fields
  readonly points: readonly Point[]
  /** True where rows name their period. */
  readonly isTable: boolean
}

/** Looks for points in a list or a map within the body, or made of rows that name their period; null without any. */
function findPoints(body: Fields): Found | null {
  const inner = Object.values(body)
  for (const value of inner) {
    const points = pointsIn(value)
    const isTable = Array.isArray(value) && value.length > 0 && pointOf(value[0], null) === null
    if (points !== null && points.length > 0) return { shared: body, points, isTable }
  }
  // In an envelope: {"data": {"history": […]}}.
  for (const value of inner) {
    const found = isFields(value) && LISTS.some((name) => name in value) ? findPoints(value) : null
    if (found !== null) return { ...found, shared: { ...body, ...found.shared } }
  }
  // One period, as `/stats/current` answers; it can be without rows.
  const only = typeof body.as_of === 'string' ? pointOf(body, null) : null
  if (only !== null) return { shared: body, points: [only], isTable: false }
  return LISTS.some((name) => isEmpty(body[name])) ? { shared: body, points: [], isTable: false } : null
}

/**
 * Whether a point's own window, or one of its rows, is of another period than its label, or a cell has two figures: then the
 * label is that of something else, such as the whole table.
 */
function contradictsItself(point: Point): boolean {
  const label = labelIn(point.as_of)
  if (label !== null && !isNamedForWindow(label, point)) return true
  // A cell on a border may have a row of each of two places.
  const prices = new Map<string, unknown>()
  return (point.stats ?? []).filter(isFields).some((row) => {
    const own = labelIn(row.as_of)
    const cell = `${row.h3} ${row.name}`
    const price = prices.get(cell) ?? row.median_price
    prices.set(cell, price)
    return (label !== null && own !== null && own !== label) || price !== row.median_price
  })
}

/** A period is named for a month of its window, or for the one after it. */
function isNamedForWindow(label: string, { window_start: start, window_end: end }: Fields): boolean {
  const [first, last] = [start, end].map(
    (day) => (typeof day === 'string' && /^\d{4}-\d{2}-\d{2}/.exec(day)?.[0]) || null,
  )
  if (!first || !last) return true
  const month = parseAsOf(`${last.slice(0, 7)}-01`)
  return label.slice(0, 7) >= first.slice(0, 7) && (month === null || label <= addMonths(month, 1))
}

function pointsIn(value: unknown): readonly Point[] | null {
  if (Array.isArray(value)) {
    const points = value.map((each) => pointOf(each, null))
    return points.every((point) => point !== null) ? points : pointsOfRows(value)
  }
  if (!isFields(value)) return null
  const points = Object.entries(value).map(([label, point]) => pointOf(point, labelIn(label)))
  return points.every((point) => point !== null) ? points : null
}

/** A point with its label, which may also be that of the map, the period or the snapshot. */
function pointOf(value: unknown, key: string | null): Point | null {
  // In a map, the rows of a period can stand alone.
  if (key !== null && Array.isArray(value)) return { as_of: key, stats: value }
  if (!isFields(value)) return null
  const rows = ROWS.map((name) => value[name]).find((each) => each === null || Array.isArray(each))
  const as_of = typeof value.as_of === 'string' ? (labelIn(value.as_of) ?? value.as_of) : (key ?? labelOf(value))
  if (rows === undefined || as_of === null || (key !== null && key !== (labelIn(as_of) ?? key))) return null
  return { ...value, as_of, stats: rows as readonly unknown[] | null }
}

/** The points of rows that each name their period, as in a table. */
function pointsOfRows(rows: readonly unknown[]): readonly Point[] | null {
  const byLabel = new Map<string, unknown[]>()
  for (const row of rows) {
    const label = isFields(row) && 'h3' in row ? labelOf(row) : null
    if (label === null) return null
    const known = byLabel.get(label)
    if (known === undefined) byLabel.set(label, [row])
    else known.push(row)
  }
  return [...byLabel].map(([as_of, stats]) => ({ as_of, stats }))
}

function labelOf({ as_of, period, snapshot }: Fields): string | null {
  const within = isFields(snapshot) ? snapshot.as_of : null
  return [as_of, within, period].reduce<string | null>((found, each) => found ?? labelIn(each), null)
}

/** The first day of a month, from the month or a day or time that begins with it; null for anything else. */
function labelIn(value: unknown): string | null {
  const [, month] = (typeof value === 'string' && /^(\d{4}-\d{2})(?:-01(?:T.*)?)?$/.exec(value)) || []
  return month === undefined ? null : `${month}-01`
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : isFields(value) && Object.keys(value).length === 0
}
