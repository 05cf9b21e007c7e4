import fc from 'fast-check'
import { latLngToCell } from 'h3-js'
import { describe, expect, it } from 'vitest'
import { LIST_STYLES } from '../../contract/service/assumptions.ts'
import { CELL_AREA_KM2, type Cell, type Resolution, trustCell } from '../../domain/cell.ts'
import { cellCenter, cellsAround, circleCandidateCount, distanceKm, surelyWithinKm } from '../../domain/distance.ts'
import { CELLS_PER_TILE, TILE_DEPTH, tileCells, tilesInBounds } from '../../domain/tile.ts'
import { countCells, type Slice } from '../tiles/slice.ts'
import { callSize } from './calls/call-size.ts'
import type { Call, PlanLimits } from './calls/plan.ts'
import { cellsWithin, type StatsQuestion } from './calls/stats-target.ts'
import { FILLED_CELLS_MAX } from './fill-up.ts'
import { planPurchases } from './purchase-plan.ts'

interface View {
  readonly resolution: Resolution
  readonly wanted: readonly Slice[]
  readonly budget: number
  readonly bytes: number
  readonly style: StatsQuestion['style']
}

/** A rectangle of so many tiles. A share of them is held: the first by id, as after a pan, or some here and there. */
function viewTiles(view: { at: [number, number]; tiles: number; aspect: number; resolution: Resolution }): Cell[] {
  const { at, tiles, aspect, resolution } = view
  const [lat, lng] = at
  const km2 = tiles * CELLS_PER_TILE * CELL_AREA_KM2[resolution] * 0.4
  const height = Math.sqrt(km2 / aspect) / 111
  const width = Math.sqrt(km2 * aspect) / 111 / Math.cos((lat * Math.PI) / 180)
  const bounds = { west: lng - width / 2, east: lng + width / 2, south: lat - height / 2, north: lat + height / 2 }
  return tilesInBounds(bounds, resolution).sort()
}

const logNumber = (min: number, max: number) =>
  fc.double({ min: Math.log(min), max: Math.log(max), noNaN: true }).map(Math.exp)

function anyView(resolutions: readonly Resolution[]): fc.Arbitrary<View> {
  const any = {
    at: fc.tuple(fc.double({ min: -55, max: 65, noNaN: true }), fc.double({ min: -179, max: 179, noNaN: true })),
    tiles: logNumber(1, 100),
    aspect: logNumber(0.5, 2),
    resolution: fc.constantFrom(...resolutions),
    held: fc.constantFrom('none', 'pan', 'some', 'parts'),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    budget: logNumber(50, 100_000).map(Math.round),
    bytes: logNumber(2_048, 65_536).map(Math.round),
    style: fc.constantFrom(...LIST_STYLES),
  }
  return fc
    .record(any)
    .map(({ held, share, ...view }) => ({ ...view, wanted: openSlices(viewTiles(view), held, share) }))
    .filter(({ wanted }) => wanted.length > 0 && countCells(wanted) <= 120 * CELLS_PER_TILE)
}

function openSlices(parents: readonly Cell[], held: string, share: number): Slice[] {
  const open =
    held === 'pan'
      ? parents.slice(Math.floor(share * parents.length))
      : parents.filter((_, i) => held !== 'some' || i % 5 > 0)
  return open.map((parent, i) => {
    const cells = tileCells(parent)
    const first = held === 'parts' && i === 0 ? Math.floor(share * (cells.length - 1)) : 0
    return { parent, first, cells: cells.slice(first) }
  })
}

function planOf(
  view: View,
  around: readonly Slice[] = [],
): { calls: Call[]; limits: PlanLimits; question: StatsQuestion } {
  const { resolution, wanted, budget, bytes, style } = view
  const question = { basePath: '/public/v1', lens: {}, resolution, style }
  const listed = cellsWithin(bytes, question)
  const limits = {
    listCells: Math.min(budget, listed),
    circleCells: budget,
    placeCells: budget,
    isUrlBound: listed < budget,
    areListsUnsure: false,
    filledList: Math.min(budget, listed, FILLED_CELLS_MAX),
    filledCircle: Math.min(budget, FILLED_CELLS_MAX),
  }
  return { calls: planPurchases({ resolution, wanted, around, limits, places: [] }), limits, question }
}

/** Checks that a call keeps to what was learned, and surely speaks of the cells that are kept of its answer. */
function expectSound(call: Call, { limits, question }: ReturnType<typeof planOf>, view: View): void {
  const { selector, slices } = call
  const { count, bytes } = callSize(call, question)
  const cells = slices.flatMap((slice) => slice.cells)
  switch (selector.kind) {
    case 'cells':
      expect(count).toBeLessThanOrEqual(limits.listCells)
      expect(bytes).toBeLessThanOrEqual(view.bytes)
      expect(cells).toEqual(selector.cells)
      return
    case 'circle': {
      expect(count).toBeLessThanOrEqual(limits.circleCells)
      expect(selector.radius_km).toBeLessThanOrEqual(500)
      const farthest = Math.max(...cells.map((cell) => distanceKm(selector, cellCenter(cell))))
      expect(farthest).toBeLessThanOrEqual(surelyWithinKm(selector, view.resolution) + 1e-6)
      return
    }
    case 'place':
      throw new Error('no place was offered')
  }
}

const ALL = [4, 5, 6, 7, 8] as const
const SHARES = { median: 0.5, p95: 0.95 }

describe('a plan', () => {
  it('covers everything where lists are not read, and leaves no circle for a few cells', () => {
    const wanted = openSlices(viewTiles({ at: [41.9, 12.5], tiles: 9, aspect: 1.6, resolution: 6 }), 'none', 1)
    const view: View = { resolution: 6, wanted, budget: 500, bytes: 8_000, style: 'commas' }
    const plan = planOf(view)
    const limits = { ...plan.limits, listCells: 0, isUrlBound: true }
    const calls = planPurchases({ resolution: 6, wanted, around: [], limits, places: [] })
    for (const call of calls) expectSound(call, { ...plan, limits }, view)
    expect(countCells(calls.flatMap(({ slices }) => slices))).toBe(countCells(wanted))
    // A circle of 500 candidates surely holds about 400 cells, and circles cover a plane at 1.21.
    expect(calls.length).toBeLessThanOrEqual(1.6 * Math.ceil((1.21 * countCells(wanted)) / 400))
  })

  it('lays hundreds of small circles with few calls more than their cells need, across the antimeridian too', () => {
    for (const at of [
      [48.9, 2.3],
      [68, 179.9],
    ] as [number, number][]) {
      const wanted = openSlices(viewTiles({ at, tiles: 40, aspect: 1, resolution: 8 }), 'none', 1)
      const view: View = { resolution: 8, wanted, budget: 100, bytes: 400, style: 'commas' }
      const plan = planOf(view)
      for (const call of plan.calls) expectSound(call, plan, view)
      const cells = plan.calls.flatMap(({ slices }) => slices.flatMap((slice) => slice.cells))
      expect(new Set(cells).size).toBe(countCells(wanted))
      expect(cells).toHaveLength(countCells(wanted))
      // Discs cover a plane at 1.21, and a circle's rim holds cells that are not surely in it.
      const { calls, limits } = plan
      expect(calls.some(({ selector }) => selector.kind === 'circle')).toBe(true)
      expect(calls.length).toBeGreaterThan(100)
      expect(calls.length).toBeLessThan((3.5 * countCells(wanted)) / limits.circleCells)
    }
  })

  it('brings every wanted cell exactly once, asks for nothing held, and keeps to what was learned', () => {
    fc.assert(
      fc.property(anyView(ALL), (view) => {
        const plan = planOf(view)
        for (const call of plan.calls) expectSound(call, plan, view)
        const bought = plan.calls.flatMap(({ slices }) => slices.flatMap(({ cells }) => cells)).sort()
        expect(bought).toEqual(view.wanted.flatMap(({ cells }) => cells).sort())
      }),
      { numRuns: 20 },
    )
  })

  it('takes at most 1.25 times the fewest calls in the median and twice as many at the 95th percentile', () => {
    const ratios = ratiosOf(fc.sample(anyView([6, 7, 8]), { numRuns: 100, seed: 11 }), ({ budget }) => budget)
    expect(ratios(SHARES.median)).toBeLessThanOrEqual(1.25)
    expect(ratios(SHARES.p95)).toBeLessThanOrEqual(2)
  })

  it('does so at every resolution, where what a circle of 500 km holds limits a call too', { tags: 'nightly' }, () => {
    const mostOf = ({ budget, bytes, style, resolution, wanted }: View) => {
      const at = cellCenter(wanted[0]?.cells[0] as Cell)
      const widest = circleCandidateCount({ ...at, radius_km: 500 }, resolution)
      const listed = cellsWithin(bytes, { basePath: '/public/v1', lens: {}, resolution, style })
      return Math.min(budget, Math.max(widest, listed))
    }
    const ratios = ratiosOf(fc.sample(anyView(ALL), { numRuns: 100, seed: 7 }), mostOf)
    expect(ratios(SHARES.median)).toBeLessThanOrEqual(1.25)
    expect(ratios(SHARES.p95)).toBeLessThanOrEqual(2)
  })

  it('asks for a place when all of it is wanted, nothing else is, and no circle fits', () => {
    const cells = tileCells(trustCell(latLngToCell(41.4, 2.1, 5)))
    const parent = trustCell(latLngToCell(41.4, 2.1, 5))
    const limits = {
      listCells: 100,
      circleCells: 360,
      placeCells: 400,
      isUrlBound: true,
      areListsUnsure: false,
      filledList: 0,
      filledCircle: 0,
    }
    const places = [{ geo_id: 'z1', cells: new Set(cells) }]
    const wanted = [{ parent, first: 0, cells }]
    expect(planPurchases({ resolution: 8, wanted, around: [], limits, places })).toEqual([
      { selector: { kind: 'place', geo_id: 'z1', size: 343 }, slices: wanted },
    ])
  })
})

describe('a view that one list holds', () => {
  const parent = trustCell(latLngToCell(41.4, 2.1, 5))
  const wanted = [{ parent, first: 0, cells: tileCells(parent) }]
  const limits = { listCells: 400, placeCells: 3_000, isUrlBound: true, filledList: 0, filledCircle: 0 }
  const kindsOf = (circleCells: number, areListsUnsure: boolean) => {
    const own = { ...limits, circleCells, areListsUnsure }
    return planPurchases({ resolution: 8, wanted, around: [], limits: own, places: [] }).map(
      (call) => call.selector.kind,
    )
  }

  it('is asked for by a circle while nothing shows how lists are read, if URLs are short and circles may be so large', () => {
    expect(kindsOf(2_000, true)).toEqual(['circle'])
    expect(kindsOf(400, true)).toEqual(['cells'])
    expect(kindsOf(2_000, false)).toEqual(['cells'])
  })
})

function ratiosOf(views: readonly View[], mostACall: (view: View) => number): (share: number) => number {
  const ratios = views.map((view) => planOf(view).calls.length / Math.ceil(countCells(view.wanted) / mostACall(view)))
  ratios.sort((a, b) => a - b)
  return (share) => ratios[Math.floor(share * ratios.length)] ?? Number.NaN
}

describe('tiles around a view', () => {
  const tile = (parent: Cell): Slice => ({ parent, first: 0, cells: tileCells(parent) })
  const near = cellsAround(trustCell(latLngToCell(48.8, 2.3, 8 - TILE_DEPTH)), 2).map(tile)
  const anyLimits = fc.record({
    budget: fc.integer({ min: 50, max: 9_000 }),
    bytes: fc.integer({ min: 2_048, max: 65_536 }),
  })

  it('fill calls up, never add one, are asked for once, and keep an answer moderate', () => {
    fc.assert(
      fc.property(anyLimits, fc.integer({ min: 1, max: 12 }), (limited, count) => {
        const view: View = { resolution: 8, wanted: near.slice(0, count), style: 'commas', ...limited }
        const plan = planOf(view, near.slice(count))
        expect(plan.calls.length).toBe(planOf(view).calls.length)
        for (const call of plan.calls) expectSound(call, plan, view)
        const bought = plan.calls.flatMap(({ slices }) => slices.flatMap(({ cells }) => cells))
        expect(new Set(bought).size).toBe(bought.length)
        const inView = new Set(view.wanted.map(({ parent }) => parent))
        for (const { slices: own } of plan.calls) {
          const isFilled = own.some(({ parent }) => !inView.has(parent))
          if (isFilled) expect(countCells(own)).toBeLessThanOrEqual(FILLED_CELLS_MAX)
        }
      }),
      { numRuns: 30 },
    )
  })

  it('are taken in the order given, the last in part', () => {
    const view: View = { resolution: 8, wanted: near.slice(0, 1), budget: 1_100, bytes: 60_000, style: 'commas' }
    const [call] = planOf(view, near.slice(1)).calls
    expect(call?.slices.map(({ parent }) => parent)).toEqual(near.slice(0, 4).map(({ parent }) => parent))
    expect(call?.slices.map(({ cells }) => cells.length)).toEqual([343, 343, 343, 1_100 - 3 * 343])
  })

  it('are reached by moving a circle, and kept as far as it surely holds them', () => {
    const view: View = { resolution: 8, wanted: near.slice(0, 1), budget: 3_000, bytes: 2_048, style: 'commas' }
    const ahead = near.slice(1, 3)
    const [call, ...others] = planOf(view, [...ahead, ...near.slice(3)]).calls
    expect(others).toEqual([])
    expect(call?.selector.kind).toBe('circle')
    const taken = (slice: Slice) => countCells((call?.slices ?? []).filter(({ parent }) => parent === slice.parent))
    for (const slice of [...view.wanted, ...ahead]) expect(taken(slice)).toBe(CELLS_PER_TILE)
    expect(near.some((slice) => taken(slice) > 0 && taken(slice) < CELLS_PER_TILE)).toBe(true)
  })
})
