import { latLngToCell } from 'h3-js'
import { expect, test } from 'vitest'
import { encodeTile } from '../../../contract/figure-tile.ts'
import { type Cell, cellParent, parseCell, type Resolution, trustCell } from '../../../domain/cell.ts'
import type { EditionName } from '../../../domain/edition.ts'
import { lensKey } from '../../../domain/lens.ts'
import { parseAsOf } from '../../../domain/period.ts'
import { TILE_DEPTH, tileCells } from '../../../domain/tile.ts'
import { TileStore } from '../../tiles/tile-store.ts'
import { collectDrawnCells, type DrawnCells, drawnCellsCollector } from './drawn-cells.ts'

const as_of = parseAsOf('2026-11-01')
if (!as_of) throw new Error('2026-11-01 is a period')
const CENTRE = trustCell(latLngToCell(41.39, 2.16, 8))
const nameAt = (resolution: Resolution): EditionName => ({ as_of, lens: lensKey({}), resolution })
const parentAt = (resolution: Resolution): Cell => cellParent(CENTRE, resolution - TILE_DEPTH)

/** A store over a proxy that holds tiles at these resolutions; every second cell has a figure. */
async function storeHolding(...resolutions: Resolution[]): Promise<TileStore> {
  const store = new TileStore({
    baseUrl: 'http://proxy.invalid',
    send: async (input) => answer(String(input), resolutions),
    now: () => 0,
    capacity: 100,
    onPeriod: () => {},
    onMeter: () => {},
  })
  for (const resolution of [4, 5, 6, 7, 8] as const) await store.ensureHeld(nameAt(resolution), [parentAt(resolution)])
  return store
}

function answer(url: string, held: readonly Resolution[]): Response {
  if (url.includes('/api/ground')) return Response.json({ tiles: groundOf(url) })
  const [, kind, , , resolution, raw = ''] = new URL(url).pathname.slice(1).split('/')
  if (kind === 'held') {
    const isHeld = held.some((each) => String(each) === resolution)
    const parents = (new URL(url).searchParams.get('parents') ?? '').split(',')
    return Response.json(isHeld ? { held: parents, edition: edition(Number(resolution)) } : { held: [], edition: null })
  }
  if (kind === 'parts') return Response.json(partOf(new URL(url)))
  const parent = parseCell(raw)
  return parent ? new Response(Uint8Array.from(encodeTile(tileOf(parent)))) : new Response(null, { status: 400 })
}

/** Water, another country and a market in turn, each for as many cells with a figure as without. */
function groundOf(url: string): Record<string, string> {
  const parents = (new URL(url).searchParams.get('parents') ?? '').split(',')
  return Object.fromEntries(parents.map((parent) => [parent, 'sseemm'.repeat(58).slice(0, 343)]))
}

/** Of every tile, twelve cells are held, the first two and the last two of which would be others without `runs`. */
function partOf({ pathname, searchParams }: URL) {
  const [, , , , , resolution] = pathname.split('/')
  const parts = (searchParams.get('parents') ?? '').split(',').flatMap((raw) => {
    const parent = parseCell(raw)
    if (parent === null) return []
    const bytes = Buffer.from(encodeTile(tileOf(parent))).toString('base64')
    return [
      {
        parent,
        runs: [
          [30, 10],
          [100, 2],
        ],
        bytes,
      },
    ]
  })
  return { parts, edition: edition(Number(resolution)) }
}

function tileOf(parent: Cell) {
  const figures = tileCells(parent).map((cell, index) =>
    index % 2 === 1
      ? null
      : { cell, estimated: index % 4 === 2, median_price: 1, median_price_per_sqm: 1, median_area: 1, name: null },
  )
  return { parent, figures }
}

function edition(resolution: number) {
  const [window_start, window_end, fx_date] = ['2026-10-01', '2026-10-31', '2026-10-31']
  const snapshot = {
    as_of: '2026-11-01',
    built: 'monthly',
    max_as_of_age_days: 34,
    window_months: 1,
    outlier_trim_pct: 0.01,
    min_listings_by_res: {},
  }
  const about = { as_of: '2026-11-01', lens: 'default', resolution, currency: 'USD', size_unit: 'm2', snapshot }
  return { ...about, window_start, window_end, fx_date }
}

const cellsOf = ({ observed, estimated, offshore }: DrawnCells) =>
  [observed, estimated, offshore.observed, offshore.estimated].flatMap(({ cells }) => cells)

test('a held tile draws its figures, a dot for each cell of the market without one, and a wash for other countries', async () => {
  const store = await storeHolding(8)
  await expect.poll(() => store.isGroundAsked(parentAt(8)), { timeout: 20_000 }).toBe(false)
  const drawn = collectDrawnCells(store, nameAt(8), [parentAt(8)])
  const { offshore } = drawn
  const sets = [drawn.observed, drawn.estimated, offshore.observed, offshore.estimated]
  expect(
    sets.map(({ cells }) => cells.length),
    'those in the sea lie over it',
  ).toEqual([57, 57, 29, 29])
  expect(sets.map(({ geometry }) => geometry.length)).toEqual([57, 57, 29, 29])
  expect(drawn.observed.cells.some(({ figure }) => figure.estimated)).toBe(false)
  expect(drawn.estimated.cells.every(({ figure }) => figure.estimated)).toBe(true)
  expect(drawn.tooFew).toHaveLength(2 * 57)
  expect(drawn.uncovered.length).toBe(57)
  expect(cellsOf(drawn).every(({ name }) => name.resolution === 8)).toBe(true)
})

test('the next coarser held figures stand in for a tile that is loading', async () => {
  const store = await storeHolding(6, 7)
  const drawn = collectDrawnCells(store, nameAt(8), [parentAt(8)])
  expect(cellsOf(drawn).length).toBeGreaterThan(15)
  expect(
    cellsOf(drawn).every(({ figure, name }) => name.resolution === 7 && cellParent(figure.cell, 5) === parentAt(8)),
  ).toBe(true)
  expect(drawn.observed.geometry.length).toBe(drawn.observed.cells.length)
})

test('finer figures stand in when no coarser ones are held', async () => {
  const drawn = collectDrawnCells(await storeHolding(8), nameAt(7), [parentAt(7)])
  expect(cellsOf(drawn)).toHaveLength(172)
  expect(cellsOf(drawn).every(({ name }) => name.resolution === 8)).toBe(true)
})

test('a tile left unbought is marked, nothing stands in for it, and what is held of it is drawn', async () => {
  const store = await storeHolding(7)
  const view = () => collectDrawnCells(store, nameAt(8), [parentAt(8)])
  store.decline(nameAt(8), [parentAt(8)], 'too_wide')
  // What is held of it is not known yet.
  expect(view()).toMatchObject({ observed: { cells: [] }, estimated: { cells: [] }, marks: [] })
  await expect.poll(() => cellsOf(view()).length, { timeout: 20_000 }).toBe(6)
  await expect.poll(() => store.isGroundAsked(parentAt(8)), { timeout: 20_000 }).toBe(false)
  const cells = tileCells(parentAt(8))
  const states = cells.map((cell) => store.cellOf(nameAt(8), cell).state)
  expect(states.slice(30, 40).join()).toBe(
    'estimated,sea,observed,not_covered,estimated,too_few,observed,sea,estimated,not_covered',
  )
  expect(states.filter((state) => state === 'not_bought')).toHaveLength(110)
  expect(view().tooFew).toHaveLength(4)
  expect(view().marks).toEqual([{ parent: parentAt(8), state: 'not_bought' }])
  expect(store.missing(nameAt(8), [parentAt(8)])).toEqual([parentAt(8)])
})

test('what is drawn stays the same until something changes in its tiles', async () => {
  const store = await storeHolding(8)
  const both = [parentAt(7), parentAt(8)]
  store.wantGround(both)
  await expect.poll(() => both.some((parent) => store.isGroundAsked(parent)), { timeout: 20_000 }).toBe(false)
  const collect = drawnCellsCollector()
  const [name, parents] = [nameAt(8), [parentAt(8)]]
  const drawn = collect(store, name, parents)
  store.startReceipt(0)
  expect(collect(store, name, parents)).toBe(drawn)
  store.noteNoListings(nameAt(7), [parentAt(7)])
  expect(collect(store, name, parents), 'another resolution').toBe(drawn)
  store.openLedger('one')
  store.openLedger('another')
  expect(collect(store, name, parents).observed.cells, 'figures that were dropped').toHaveLength(0)
})
