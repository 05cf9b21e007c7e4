import type { ZodError } from 'zod'
import { readJson } from '../../contract/service/read-json.ts'
import { receivedStats } from '../../contract/service/stats/received-stats.ts'
import { isFields } from '../../contract/service/values/fields.ts'
import { readStatedCut } from '../../contract/service/values/stated-cut.ts'
import type { Cell } from '../../domain/cell.ts'
import {
  ABSENT,
  ESTIMATED,
  type Figure,
  OBSERVED,
  PUBLISHED_METRICS,
  type PublishedMetric,
} from '../../domain/figure.ts'
import { tileCells } from '../../domain/tile.ts'
import { type AskedCells, assembleTile, type BoughtSlice, type CutAnswer, cutAnswer } from './cut-answer.ts'
import { countCells, type Slice } from './slice.ts'
import { packTile, type StoredTile } from './stored-tile.ts'

/** A cut response as a few large arrays, which are quick to copy between threads, unlike 100,000 figures. */
export type PackedAnswer =
  | Extract<CutAnswer, { kind: 'invalid' }>
  | (Omit<Extract<CutAnswer, { kind: 'ok' }>, 'slices'> & {
      /** The slices, where they are not the requested ones. */
      readonly pieces: readonly { readonly parent: Cell; readonly first: number; readonly count: number }[] | null
      /** One for each slice: the tile, where the slice is all of it. */
      readonly tiles: readonly (StoredTile | null)[]
      /** One for each cell. */
      readonly states: Uint8Array
      /** One of each kind for each cell, in the order of PUBLISHED_METRICS; NaN for null. */
      readonly values: Float64Array
      readonly names: readonly string[]
      /** One for each cell: its name's place in `names` from 1 on, 0 for none. */
      readonly nameOf: Uint32Array
    })

// Cells that are unpacked in one step, which takes a millisecond.
const STEP = 2_000

/** Reads and cuts the body of a metered answer; throws when it is not JSON. Takes a second for 100,000 cells. */
export function readPacked(body: Uint8Array, asked: AskedCells, boughtAt: Date): PackedAnswer {
  const sent: unknown = readJson(body)
  const read = receivedStats.safeParse(sent)
  if (!read.success) return { kind: 'invalid', reason: withoutStats(sent) ?? firstIssueOf(read.error) }
  const answer = read.data
  const says = readStatedCut(sent, answer.stats.length) ?? (asked.hasNextPage ? 'more' : null)
  return packAnswer(cutAnswer(answer, asked, says), asked, boughtAt)
}

/** Packs what was cut; `unpackAnswer` is the way back. */
export function packAnswer(cut: CutAnswer, asked: Pick<AskedCells, 'slices'>, boughtAt: Date): PackedAnswer {
  if (cut.kind === 'invalid') return cut
  const figures = cut.slices.flatMap((slice) => slice.figures)
  const values = new Float64Array(PUBLISHED_METRICS.length * figures.length)
  const nameOf = new Uint32Array(figures.length)
  const places = new Map<string, number>()
  for (const [index, figure] of figures.entries()) {
    for (const [metric, name] of PUBLISHED_METRICS.entries()) {
      values[PUBLISHED_METRICS.length * index + metric] = figure?.[name] ?? Number.NaN
    }
    if (figure == null || figure.name === null) continue
    if (!places.has(figure.name)) places.set(figure.name, places.size + 1)
    nameOf[index] = places.get(figure.name) ?? 0
  }
  return {
    kind: 'ok',
    edition: cut.edition,
    rows: cut.rows,
    sent: cut.sent,
    otherFilter: cut.otherFilter,
    ...(cut.circle && { circle: cut.circle }),
    ...(cut.isOfOtherCircle && { isOfOtherCircle: cut.isOfOtherCircle }),
    ...(cut.inFeet && { inFeet: cut.inFeet }),
    pieces: figures.length === countCells(asked.slices) ? null : cut.slices.map(pieceOf),
    tiles: cut.slices.map((slice) => wholeTile(slice, boughtAt)),
    states: Uint8Array.from(figures, stateOf),
    values,
    names: [...places.keys()],
    nameOf,
  }
}

/** Says what an answer has in place of its rows, such as an object around everything; null where the rows are there. */
function withoutStats(sent: unknown): string | null {
  if (!isFields(sent) || 'stats' in sent) return null
  const names = Object.keys(sent).slice(0, 5)
  const found = names.length === 0 ? 'an empty object' : `'${names.join("', '").slice(0, 100)}'`
  return `expected the rows under 'stats' at the top of the answer (interface, section 2.7), found ${found}`
}

export function firstIssueOf({ issues: [issue] }: ZodError): string {
  return `${issue?.path.join('.')}: ${issue?.message}`
}

function pieceOf({ parent, first, figures }: BoughtSlice) {
  return { parent, first, count: figures.length }
}

function wholeTile(slice: BoughtSlice, boughtAt: Date): StoredTile | null {
  const whole = assembleTile(slice.parent, [slice])
  return whole && packTile(whole, boughtAt)
}

function stateOf(figure: Figure | null): number {
  if (figure === null) return ABSENT
  return figure.estimated ? ESTIMATED : OBSERVED
}

/** Returns the answer as `cutAnswer` does, in steps; `slices` are the requested ones. */
export function* unpackAnswer(packed: PackedAnswer, slices: readonly Slice[]): Generator<void, CutAnswer> {
  if (packed.kind === 'invalid') return packed
  const {
    edition,
    rows,
    sent,
    otherFilter,
    circle,
    isOfOtherCircle,
    inFeet,
    pieces,
    tiles,
    states,
    values,
    names,
    nameOf,
  } = packed
  const cutSlices = pieces?.map(({ parent, first, count }) => {
    return { parent, first, cells: tileCells(parent).slice(first, first + count) }
  })
  const cut: BoughtSlice[] = []
  let at = 0
  let unpacked = 0
  for (const [which, { parent, first, cells }] of (cutSlices ?? slices).entries()) {
    const start = at
    const figures = cells.map((cell, offset): Figure | null => {
      const index = start + offset
      if (states[index] === ABSENT) return null
      const numberAt = (metric: PublishedMetric) => {
        const value = values[PUBLISHED_METRICS.length * index + PUBLISHED_METRICS.indexOf(metric)] ?? Number.NaN
        return Number.isNaN(value) ? null : value
      }
      const [average_price, listings] = [numberAt('average_price'), numberAt('listings')]
      return {
        cell,
        estimated: states[index] === ESTIMATED,
        median_price_per_sqm: numberAt('median_price_per_sqm'),
        median_price: numberAt('median_price'),
        median_area: numberAt('median_area'),
        ...(average_price !== null && { average_price }),
        ...(listings !== null && { listings }),
        name: names[(nameOf[index] ?? 0) - 1] ?? null,
      }
    })
    at += cells.length
    const tile = tiles[which] ?? null
    cut.push({ parent, first, figures, ...(tile && { tile }) })
    unpacked += cells.length
    if (unpacked >= STEP) {
      unpacked = 0
      yield
    }
  }
  return {
    kind: 'ok',
    edition,
    rows,
    sent,
    otherFilter,
    slices: cut,
    ...(circle && { circle }),
    ...(isOfOtherCircle && { isOfOtherCircle }),
    ...(inFeet && { inFeet }),
  }
}
