import { group } from 'd3-array'
import type { Cell } from '../../../domain/cell.ts'
import { tileCells } from '../../../domain/tile.ts'
import type { Slice } from '../../tiles/slice.ts'
import { joinCells, splitCells } from './area-scope.ts'
import { type Call, listCall, type PlanRequest, type Selector } from './plan.ts'

/**
 * Slices as two large arrays, without the ids of their cells, which follow from their tiles. Copying the ids of a large
 * area between threads, or thousands of objects, stops both for tens of milliseconds.
 */
export interface PackedSlices {
  readonly parents: string
  /** For each slice three numbers: its tile's index in `parents`, the index of its first cell there, and how many it has. */
  readonly numbers: Int32Array
}

/** What is asked of the planner, as it is copied to its thread. */
export interface PackedRequest extends Omit<PlanRequest, 'wanted' | 'around'> {
  readonly wanted: PackedSlices
  readonly around: PackedSlices
}

/** The calls of a plan, as they are copied back. */
export interface PackedCalls {
  /** One for each call; null for a list of cells, which names the cells of its slices. */
  readonly selectors: readonly (Exclude<Selector, { kind: 'cells' }> | null)[]
  /** How many of the slices each call has. */
  readonly counts: Int32Array
  readonly slices: PackedSlices
}

const NUMBERS = 3

export function packSlices(slices: readonly Slice[]): PackedSlices {
  const indexes = new Map<Cell, number>()
  const numbers = new Int32Array(NUMBERS * slices.length)
  for (const [at, { parent, first, cells }] of slices.entries()) {
    const index = indexes.get(parent) ?? indexes.size
    indexes.set(parent, index)
    numbers.set([index, first, cells.length], NUMBERS * at)
  }
  return { parents: joinCells(indexes.keys()), numbers }
}

export function unpackSlices(packed: PackedSlices): Slice[] {
  const tiles = splitCells(packed.parents).map((parent) => ({ parent, cells: tileCells(parent) }))
  return Array.from({ length: packed.numbers.length / NUMBERS }, (_, at) => {
    const [index, first, count] = numbersAt(packed, at)
    const { parent, cells } = tiles[index] as (typeof tiles)[number]
    return { parent, first, cells: cells.slice(first, first + count) }
  })
}

function numbersAt({ numbers }: PackedSlices, at: number): [index: number, first: number, count: number] {
  const [index = 0, first = 0, count = 0] = numbers.subarray(NUMBERS * at, NUMBERS * (at + 1))
  return [index, first, count]
}

export function packRequest(request: PlanRequest): PackedRequest {
  return { ...request, wanted: packSlices(request.wanted), around: packSlices(request.around) }
}

export function unpackRequest(packed: PackedRequest): PlanRequest {
  return { ...packed, wanted: unpackSlices(packed.wanted), around: unpackSlices(packed.around) }
}

export function packCalls(calls: readonly Call[]): PackedCalls {
  return {
    selectors: calls.map(({ selector }) => (selector.kind === 'cells' ? null : selector)),
    counts: Int32Array.from(calls, ({ slices }) => slices.length),
    slices: packSlices(calls.flatMap(({ slices }) => slices)),
  }
}

/** Slices that are unpacked in one step, which takes a millisecond. */
const STEP = 1_000

/** Returns the calls of a plan, in steps; their slices are pieces of those requested, whose ids are known. */
export function* unpackCalls(
  { selectors, counts, slices }: PackedCalls,
  { wanted, around }: Pick<PlanRequest, 'wanted' | 'around'>,
): Generator<void, Call[]> {
  const requested = group([...wanted, ...around], ({ parent }) => parent)
  const parents = splitCells(slices.parents)
  const unpack = (at: number): Slice => {
    const [index, first, count] = numbersAt(slices, at)
    const parent = parents[index] as Cell
    const whole = requested
      .get(parent)
      ?.find((slice) => slice.first <= first && first + count <= slice.first + slice.cells.length)
    if (whole === undefined) throw new Error(`The plan has cells of tile ${parent} that were not requested.`)
    return { parent, first, cells: whole.cells.slice(first - whole.first, first - whole.first + count) }
  }
  const calls: Call[] = []
  let at = 0
  for (const [index, selector] of selectors.entries()) {
    const own: Slice[] = []
    for (const end = at + (counts[index] ?? 0); at < end; at++) {
      if (at > 0 && at % STEP === 0) yield
      own.push(unpack(at))
    }
    calls.push(selector === null ? listCall(own) : { selector, slices: own })
  }
  return calls
}
