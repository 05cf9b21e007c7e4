import type { Cell, Resolution } from '../../../domain/cell.ts'
import type { Circle } from '../../../domain/distance.ts'
import { countCells, cutSlice, type Slice } from '../../tiles/slice.ts'

/** How a metered call selects its cells. */
export type Selector =
  | { readonly kind: 'cells'; readonly cells: readonly Cell[] }
  | ({ readonly kind: 'circle' } & Circle)
  /** `size`: how many cells the place has. */
  | { readonly kind: 'place'; readonly geo_id: string; readonly size: number }

/** One metered call, and the slices kept from its answer: those that it certainly covers. */
export interface Call {
  readonly selector: Selector
  readonly slices: readonly Slice[]
}

/** How large a call may be. */
export interface PlanLimits {
  /** Cells that a list may name: the service's budget, or what the longest URL holds where that is less. 0: no lists. */
  readonly listCells: number
  /** Candidates (`circleCandidateCount`) that a circle may have. 0: no circles. */
  readonly circleCells: number
  /** Cells that a place may have. */
  readonly placeCells: number
  /**
   * True when longer lists would be accepted if the URL could hold them: only then do circles and places save calls.
   */
  readonly isUrlBound: boolean
  /** True until the list style is proven: circles are then preferred where they take no more calls. */
  readonly areListsUnsure: boolean
  /** Cells of a list and candidates of a circle up to which calls are filled with tiles that nobody is looking at yet. */
  readonly filledList: number
  readonly filledCircle: number
}

/** A named place, and all its cells at the resolution wanted, as the free endpoint lists them. */
export interface PlaceOffer {
  readonly geo_id: string
  readonly cells: ReadonlySet<Cell>
}

export interface PlanRequest {
  readonly resolution: Resolution
  /** What must be bought. */
  readonly wanted: readonly Slice[]
  /** Whole tiles that are bought only where they cost no further call, in order of preference. */
  readonly around: readonly Slice[]
  readonly limits: PlanLimits
  readonly places: readonly PlaceOffer[]
}

/**
 * The fewest lists of at most `capacity` cells (at least 1) that cover every wanted cell once, in the order wanted.
 * Tiles stay whole where that costs no further call, so that each is held as soon as its call is answered.
 */
export function planLists(wanted: readonly Slice[], capacity: number): Call[] {
  const whole = pack(wanted, capacity, false)
  const isFewest = whole.length <= Math.ceil(countCells(wanted) / capacity)
  return (isFewest ? whole : pack(wanted, capacity, true)).map(listCall)
}

function pack(wanted: readonly Slice[], capacity: number, mayCut: boolean): Slice[][] {
  const calls: Slice[][] = []
  let room = 0
  for (const slice of wanted) {
    const fits = slice.cells.length <= room || (mayCut && room > 0)
    for (let rest: Slice | null = slice; rest !== null; ) {
      if (rest !== slice || !fits) {
        calls.push([])
        room = capacity
      }
      const [piece, after]: [Slice, Slice | null] = cutSlice(rest, room)
      calls.at(-1)?.push(piece)
      room -= piece.cells.length
      rest = after
    }
  }
  return calls
}

/** Returns the call that lists the cells of the slices. */
export function listCall(slices: readonly Slice[]): Call {
  const all: Cell[] = []
  // `flatMap` takes ten times as long, which is tens of milliseconds for a large area.
  for (const { cells } of slices) for (const cell of cells) all.push(cell)
  return { selector: { kind: 'cells', cells: all }, slices }
}
