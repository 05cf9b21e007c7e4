import { group } from 'd3-array'
import type { Cell } from '../../domain/cell.ts'
import { tileCells } from '../../domain/tile.ts'
import type { Slice } from '../tiles/slice.ts'
import { type Call, listCall, type PlanRequest, type Selector } from './plan.ts'

/**
 * A slice without the ids of its cells, which follow from its tile. Copying the ids of a large area between threads stops
 * both for tens of milliseconds.
 */
export interface PackedSlice {
  readonly parent: Cell
  readonly first: number
  readonly count: number
}

/** What is asked of the planner, as it is copied to its thread. */
export interface PackedRequest extends Omit<PlanRequest, 'wanted' | 'around'> {
  readonly wanted: readonly PackedSlice[]
  readonly around: readonly PackedSlice[]
}

/** A call of a plan, as it is copied back. A list of cells has no selector: it names the cells of its slices. */
export interface PackedCall {
  readonly selector: Exclude<Selector, { kind: 'cells' }> | null
  readonly slices: readonly PackedSlice[]
}

export function packSlices(slices: readonly Slice[]): PackedSlice[] {
  return slices.map(({ parent, first, cells }) => ({ parent, first, count: cells.length }))
}

export function unpackSlices(packed: readonly PackedSlice[]): Slice[] {
  const known = new Map<Cell, readonly Cell[]>()
  return packed.map(({ parent, first, count }) => {
    const cells = known.get(parent) ?? tileCells(parent)
    known.set(parent, cells)
    return { parent, first, cells: cells.slice(first, first + count) }
  })
}

export function packRequest(request: PlanRequest): PackedRequest {
  return { ...request, wanted: packSlices(request.wanted), around: packSlices(request.around) }
}

export function unpackRequest(packed: PackedRequest): PlanRequest {
  return { ...packed, wanted: unpackSlices(packed.wanted), around: unpackSlices(packed.around) }
}

export function packCalls(calls: readonly Call[]): PackedCall[] {
  return calls.map(({ selector, slices }) => ({
    selector: selector.kind === 'cells' ? null : selector,
    slices: packSlices(slices),
  }))
}

/** Returns the calls of a plan; their slices are pieces of those requested, whose ids are known. */
export function unpackCalls(
  packed: readonly PackedCall[],
  { wanted, around }: Pick<PlanRequest, 'wanted' | 'around'>,
): Call[] {
  const requested = group([...wanted, ...around], ({ parent }) => parent)
  const unpack = ({ parent, first, count }: PackedSlice): Slice => {
    const whole = requested
      .get(parent)
      ?.find((slice) => slice.first <= first && first + count <= slice.first + slice.cells.length)
    if (whole === undefined) throw new Error(`The plan has cells of tile ${parent} that were not requested.`)
    return { parent, first, cells: whole.cells.slice(first - whole.first, first - whole.first + count) }
  }
  return packed.map(({ selector, slices }) => {
    const unpacked = slices.map(unpack)
    return selector === null ? listCall(unpacked) : { selector, slices: unpacked }
  })
}
