import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Cell } from '../../domain/cell.ts'
import type { EditionName } from '../../domain/edition.ts'
import { lensKey } from '../../domain/lens.ts'
import { parseAsOf } from '../../domain/period.ts'
import { tileParent } from '../../domain/tile.ts'
import { CITY_CENTRE } from '../../testing/service-fixture.ts'
import type { RestedView } from '../state/store.ts'
import { TileStore } from '../tiles/tile-store.ts'
import { tilesInView } from '../view/view-tiles.ts'
import { distrustOffer, tilesTooFar, viewOffer } from './view-offer.ts'

const as_of = parseAsOf('2026-11-01')
if (!as_of) throw new Error('2026-11-01 is a period')
const NAME: EditionName = { as_of, lens: lensKey({}), resolution: 8 }
const RESTED: RestedView = {
  bounds: { west: 1.9, south: 41.25, east: 2.4, north: 41.55 },
  seen: [{ west: 1.9, south: 41.25, east: 2.4, north: 41.55 }],
  view: { lat: 41.39, lng: 2.17, zoom: 11 },
  middle: { lat: 41.39, lng: 2.17 },
  before: null,
}
const { parents: IN_VIEW } = tilesInView(RESTED.bounds, 8)
const BARCELONA = tileParent(CITY_CENTRE)

/** A store over a proxy that holds nothing; the store has asked about every tile in view. */
async function storeOfNothing(rested = RESTED): Promise<TileStore> {
  const store = new TileStore({
    baseUrl: '',
    send: async () => Response.json({ held: [], edition: null }),
    now: () => 0,
    capacity: 600,
    onPeriod: () => {},
    onMeter: () => {},
  })
  await store.ensureHeld(NAME, tilesInView(rested.bounds, 8).parents)
  return store
}

beforeEach(() => vi.stubGlobal('navigator', {}))
afterEach(() => vi.unstubAllGlobals())

test('an offer has the missing tiles in view, and the tiles around it to fill up calls', async () => {
  const store = await storeOfNothing()
  const offer = viewOffer(store, NAME, RESTED)
  expect(offer?.parents).toEqual(IN_VIEW)
  const around = offer?.options.around ?? []
  expect(around.length).toBeGreaterThan(10)
  expect(around.filter((parent) => IN_VIEW.includes(parent))).toEqual([])
})

test('a device that saves data gets no tiles around the view', async () => {
  vi.stubGlobal('navigator', { connection: { saveData: true } })
  expect(viewOffer(await storeOfNothing(), NAME, RESTED)?.options).toEqual({})
})

test('tiles that the look-up calls empty are offered only when it is distrusted, the chosen cell first', async () => {
  const store = await storeOfNothing()
  expect(distrustOffer(store, NAME, RESTED, BARCELONA)).toBeNull()
  const knownEmpty = IN_VIEW.filter((parent) => parent !== IN_VIEW[0])
  store.noteNoListings(NAME, knownEmpty)
  expect(viewOffer(store, NAME, RESTED)?.parents).toEqual(IN_VIEW.slice(0, 1))
  const last = knownEmpty.at(-1) ?? BARCELONA
  const offer = distrustOffer(store, NAME, RESTED, last)
  expect(offer?.parents[0]).toBe(last)
  expect(new Set(offer?.parents)).toEqual(new Set(knownEmpty))
  expect(offer?.options).toEqual({ distrustLookups: true })
})

test('tiles where no market seems to be are offered with them, and without a chosen cell', async () => {
  const store = await storeOfNothing()
  expect(distrustOffer(store, NAME, RESTED, null)).toBeNull()
  const [first, second] = IN_VIEW as [Cell, Cell]
  store.noteNoListings(NAME, [first])
  store.noteNotCovered(NAME, [second])
  expect(distrustOffer(store, NAME, RESTED, null)?.parents).toEqual([first, second])
  expect(viewOffer(store, NAME, RESTED)?.parents).not.toContain(second)
})

test('a wide view offers only the nearest tiles, and the others count as too far', async () => {
  const wide = { ...RESTED, bounds: { west: 1.2, south: 40.9, east: 3.1, north: 41.9 } }
  const store = await storeOfNothing(wide)
  const all = tilesInView(wide.bounds, 8).parents
  expect(all.length).toBeGreaterThan(40)
  expect(viewOffer(store, NAME, wide)?.parents).toEqual(all.slice(0, 30))
  expect(tilesTooFar(store, NAME, wide)).toEqual(all.slice(30))
})
