import type { Edition } from '../../contract/proxy-api.ts'
import {
  type OtherFilter,
  readDefaultFilters,
  readOtherFilter,
} from '../../contract/service/filters/applied-filters.ts'
import type { FilterWords } from '../../contract/service/filters/filter-words.ts'
import type { ReceivedStats } from '../../contract/service/stats/received-stats.ts'
import type { StatedCut } from '../../contract/service/values/stated-cut.ts'
import { type Cell, cellResolution, type Resolution } from '../../domain/cell.ts'
import type { Circle } from '../../domain/distance.ts'
import { type Figure, type FigureTile, PUBLISHED_METRICS } from '../../domain/figure.ts'
import { type LensKey, parseLensKey } from '../../domain/lens.ts'
import { parseAsOf } from '../../domain/period.ts'
import { countTileCells, tileCells } from '../../domain/tile.ts'
import { areaOfPrices, type InFeet } from './area-of-prices.ts'
import { type CircleEvidence, groundOfCircle } from './circle-ground.ts'
import { figuresOfRows } from './figures-of-rows.ts'
import { isOtherCircle } from './other-circle.ts'
import { countCells, runsOf, type Slice } from './slice.ts'
import type { StoredTile } from './stored-tile.ts'

/** Figures of adjacent cells of a tile, from index `first`; null where the service had no row. */
export interface BoughtSlice {
  readonly parent: Cell
  readonly first: number
  readonly figures: readonly (Figure | null)[]
  /** The slice as it is stored, when it is a whole tile and has been packed already. */
  readonly tile?: StoredTile
}

/** The cells that a metered call was made for. */
export interface AskedCells {
  readonly lens: LensKey
  readonly resolution: Resolution
  readonly slices: readonly Slice[]
  /** True where the cells were listed, so that no other rows can be meant. */
  readonly isList?: boolean
  /** The circle that selected them, where it is not known yet that the service takes circles for round. */
  readonly circle?: Circle | undefined
  /** The circle that selected them, if one did. */
  readonly sent?: Circle | undefined
  /** True where the answer's head names a further page. */
  readonly hasNextPage?: boolean
  /** What earlier answers in square feet have shown. */
  readonly inFeet?: InFeet | undefined
  /** How the service spells the values of the lens. */
  readonly words?: FilterWords
  /** True where a cell without a row may not have been meant, because the service may draw a border elsewhere. */
  readonly areRowsAll?: boolean
  /** The period for which the cells of the place that selected them were listed: the next one may draw it elsewhere. */
  readonly listedFor?: string | undefined
}

/** All rows of an answer, requested or not, and whether it states that there are more. */
interface Sent {
  readonly rows: number
  readonly says: StatedCut
}

/** The requested slices, without the cells that the answer may not have covered. */
export type CutAnswer =
  | {
      kind: 'ok'
      edition: Edition
      slices: readonly BoughtSlice[]
      rows: number
      sent: Sent
      circle?: CircleEvidence
      /** Set where the answer is about another circle than the one that was sent. */
      isOfOtherCircle?: true
      /** Set where the figures are of another lens than the one asked for. */
      otherFilter: OtherFilter | null
      /** Set where the answer shows what it measures in square feet. */
      inFeet?: InFeet
    }
  | { kind: 'invalid'; reason: string }

/** Cuts a metered answer into the requested slices. Ignores rows of other cells, and repeated equal rows. */
export function cutAnswer(answer: ReceivedStats, asked: AskedCells, says: StatedCut = null): CutAnswer {
  if (parseAsOf(answer.as_of) === null) return invalid(`as_of '${answer.as_of}' is not the first day of a month`)
  if (answer.resolution !== null && answer.resolution !== asked.resolution) {
    return invalid(`expected resolution ${asked.resolution}, found ${answer.resolution}`)
  }
  const { areaFactor, size_unit, inFeet } = areaOfPrices(answer.filters.units.size, answer.stats, asked.inFeet)
  const read = figuresOfRows(answer.stats, asked.resolution, areaFactor)
  if (read.kind === 'invalid') return invalid(read.reason)
  const { figures, disputed } = read
  const foreign = foreignRows(asked, figures)
  if (foreign !== null) return invalid(foreign)
  const isOther =
    asked.sent !== undefined &&
    isOtherCircle(asked.sent, asked.resolution, [...figures.keys()], [answer.territory, answer.filters])
  const { covered, circle } = isOther
    ? { covered: runsWhere(asked.slices, (cell) => figures.has(cell)) }
    : coveredBy(isListedBefore(asked, answer.as_of) ? { ...asked, areRowsAll: true } : asked, figures)
  const slices = covered.map(({ parent, first, cells }) => ({
    parent,
    first,
    figures: cells.map(
      (cell): Figure | null => (disputed.has(cell) ? figures.get(cell) : withValue(figures.get(cell))) ?? null,
    ),
  }))
  const rows = covered.reduce((sum, { cells }) => sum + cells.filter((cell) => figures.has(cell)).length, 0)
  const sent = { rows: figures.size, says }
  // Without a figure, units and default filters are those of nothing: for ground outside all markets they can be others.
  const { defaults, ...stated } = editionOf(answer, size_unit, asked)
  const isEmpty = slices.every(({ figures }) => figures.every((figure) => figure === null))
  const edition = isEmpty ? { ...stated, size_unit: '' } : { ...stated, ...(defaults && { defaults }) }
  const otherFilter = readOtherFilter(answer.filters, parseLensKey(asked.lens) ?? {}, asked.words)
  return {
    kind: 'ok',
    edition,
    slices,
    rows,
    sent,
    otherFilter,
    ...(circle && { circle }),
    ...(isOther && { isOfOtherCircle: true }),
    ...(inFeet && { inFeet }),
  }
}

/** Some services have a row without any value for each cell that has too few listings. */
function withValue(figure: Figure | undefined): Figure | null {
  return figure !== undefined && PUBLISHED_METRICS.some((metric) => figure[metric]) ? figure : null
}

/** Returns why rows are not about what was requested, so that a missing one means nothing; null when they may be. */
function foreignRows({ slices, resolution, isList }: AskedCells, rows: ReadonlyMap<Cell, Figure>): string | null {
  const [first] = rows.keys()
  if (first === undefined) return null
  if ([...rows.keys()].every((cell) => cellResolution(cell) !== resolution)) {
    return `expected rows at resolution ${resolution}, found '${first}' of resolution ${cellResolution(first)}`
  }
  if (isList !== true || slices.some(({ cells }) => cells.some((cell) => rows.has(cell)))) return null
  return `expected rows of the listed cells, found '${first}'`
}

function isListedBefore({ listedFor }: AskedCells, as_of: string): boolean {
  return listedFor !== undefined && listedFor < as_of
}

/** Returns the slices that an answer with these rows surely covers. */
export function coveredBy(
  { slices, circle, resolution, areRowsAll = false }: AskedCells,
  rows: { has(cell: Cell): boolean; keys(): Iterable<Cell> },
): { covered: readonly Slice[]; circle?: CircleEvidence } {
  if (areRowsAll) return { covered: runsWhere(slices, (cell) => rows.has(cell)) }
  if (circle === undefined) return { covered: slices }
  const { isCovered, reach, isRound, isEdge } = groundOfCircle(circle, resolution, rows.keys())
  if (isRound) return { covered: slices, circle: { reach, isRound, isShort: false } }
  const covered = runsWhere(slices, (cell) => rows.has(cell) || isCovered(cell))
  return { covered, circle: { reach, isRound, isShort: isEdge && countCells(covered) < countCells(slices) } }
}

function runsWhere(slices: readonly Slice[], isKept: (cell: Cell) => boolean): Slice[] {
  const isKeptAt = ({ cells }: Slice, index: number) => {
    const cell = cells[index]
    return cell !== undefined && isKept(cell)
  }
  const runs = slices.flatMap((slice) => runsOf(slice, (index) => isKeptAt(slice, index)))
  return runs.flatMap(([areKept, run]) => (areKept ? [run] : []))
}

/** It quotes what the service sent. */
const LONGEST_REASON = 300

function invalid(reason: string): CutAnswer {
  return { kind: 'invalid', reason: reason.slice(0, LONGEST_REASON) }
}

function editionOf(answer: ReceivedStats, size_unit: string, { lens, resolution, words }: AskedCells): Edition {
  const { as_of, currency, window_start, window_end, fx_date, snapshot, filters } = answer
  const defaults = readDefaultFilters(filters, parseLensKey(lens) ?? {}, words)
  return {
    as_of,
    lens,
    resolution,
    currency: currency.trim().toUpperCase(),
    window_start,
    window_end,
    fx_date,
    size_unit,
    snapshot,
    ...(defaults && { defaults }),
  }
}

/**
 * True when an answer to a list proves that the service read more than its first or last cell: some servers keep only
 * one of several repeated parameters.
 */
export function isListUnderstood(
  listed: readonly Cell[],
  { slices, rows }: { slices: readonly BoughtSlice[]; rows: number },
) {
  const ends = new Set([listed[0], listed.at(-1)])
  const isInside = (figure: Figure | null) => figure !== null && !ends.has(figure.cell)
  return rows > 1 || slices.some(({ figures }) => figures.some(isInside))
}

/** Assembles a tile from pieces; null while a cell is missing. Where pieces overlap, the first one counts. */
export function assembleTile(parent: Cell, pieces: readonly BoughtSlice[]): FigureTile | null {
  // Most pieces are of tiles that stay incomplete: their cells need not be looked at.
  if (pieces.reduce((sum, { figures }) => sum + figures.length, 0) < countTileCells(parent)) return null
  const figures = layOut(parent, pieces)
  const known = figures.filter((figure) => figure !== undefined)
  return known.length === figures.length ? { parent, figures: known } : null
}

/** Returns the runs of a tile's cells that no piece covers. */
export function missingSlices(parent: Cell, pieces: readonly BoughtSlice[]): Slice[] {
  const cells = tileCells(parent)
  const runs: { parent: Cell; first: number; cells: Cell[] }[] = []
  layOut(parent, pieces).forEach((figure, index) => {
    const cell = cells[index]
    if (figure !== undefined || cell === undefined) return
    const run = runs.at(-1)
    if (run && run.first + run.cells.length === index) run.cells.push(cell)
    else runs.push({ parent, first: index, cells: [cell] })
  })
  return runs
}

/** Returns each cell's figure from the pieces: null where the service had no row, undefined where no piece covers it. */
export function layOut(parent: Cell, pieces: readonly BoughtSlice[]): (Figure | null | undefined)[] {
  const figures = new Array<Figure | null | undefined>(countTileCells(parent)).fill(undefined)
  for (const { first, figures: piece } of pieces) {
    piece.forEach((figure, offset) => {
      if (figures[first + offset] === undefined) figures[first + offset] = figure
    })
  }
  return figures
}
