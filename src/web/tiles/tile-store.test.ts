import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { heldAnswer } from '../../contract/proxy-api.ts'
import { type Cell, cellParent } from '../../domain/cell.ts'
import { cellsAround } from '../../domain/distance.ts'
import type { EditionName } from '../../domain/edition.ts'
import { lensKey } from '../../domain/lens.ts'
import { type AsOf, parseAsOf } from '../../domain/period.ts'
import { TILE_DEPTH, tileCells, tilesInBounds } from '../../domain/tile.ts'
import { type ProxyUnderTest, startProxyUnderTest } from '../../testing/proxy-under-test.ts'
import { CITY_CENTRE, FIXTURE_NOW, type ServiceFixture, startServiceFixture } from '../../testing/service-fixture.ts'
import { WatchedTileStores } from '../../testing/watched-tile-stores.ts'
import { collectViewCells } from '../view/view-cells.ts'
import { TileStore } from './tile-store.ts'

const as_of = parseAsOf('2026-11-01')
if (!as_of) throw new Error('2026-11-01 is a period')
const NAME: EditionName = { as_of, lens: lensKey({}), resolution: 8 }
const TILES = cellsAround(cellParent(CITY_CENTRE, 8 - TILE_DEPTH), 1)
const [CENTRE] = TILES as [Cell]
const SEA = cellsAround(CENTRE, 20).at(-1) as Cell

let stores: WatchedTileStores
beforeEach(() => {
  stores = new WatchedTileStores()
})

describe('over the real proxy and service', () => {
  let service: ServiceFixture
  let proxy: ProxyUnderTest

  beforeAll(async () => {
    service = await startServiceFixture()
    proxy = await startProxyUnderTest(service, { now: FIXTURE_NOW })
  })
  afterAll(async () => {
    await proxy.close()
    await service.close()
  })

  test('a fetch spends nothing, a purchase brings figures, edition and receipt, a later fetch finds them', async () => {
    const first = stores.open(proxy.url)
    await first.ensureHeld(NAME, TILES)
    expect(first.missing(NAME, TILES)).toEqual(TILES)
    expect(stores.requests).toEqual(['GET held'])

    first.startReceipt(0)
    await first.requestPurchase(NAME, TILES)
    expect(TILES.every((parent) => ['held', 'no_listings'].includes(first.stateOf(NAME, parent).kind))).toBe(true)
    expect(first.cellOf(NAME, CITY_CENTRE)).toMatchObject({ state: 'observed', figure: { cell: CITY_CENTRE } })
    expect(first.edition(NAME)).toMatchObject({ as_of: '2026-11-01', resolution: 8, currency: 'USD' })
    expect(first.receipt()?.calls).toBeGreaterThan(0)
    expect(first.receipt()?.bought_cells).toBeGreaterThanOrEqual(343)
    expect(stores.meters.map(({ calls_spent }) => calls_spent)).toEqual([first.receipt()?.calls])

    stores.requests = []
    const second = stores.open(proxy.url)
    await second.ensureHeld(NAME, [CENTRE])
    expect(stores.requests.slice(0, 2), 'the edition comes with the first answer').toEqual(['GET held', 'GET tiles'])
    expect(stores.requests).not.toContain('GET editions')
    expect(second.stateOf(NAME, CENTRE)).toEqual(first.stateOf(NAME, CENTRE))
    expect(second.edition(NAME)).toEqual(first.edition(NAME))
    expect(second.receipt()).toBeNull()
  })

  test('ground that no market seems to have is bought only on request, and no hint outlives figures', async () => {
    const coarse = { ...NAME, resolution: 6 as const }
    const above = cellParent(CENTRE, 6 - TILE_DEPTH)
    const elsewhere = cellsAround(above, 1).at(-1) as Cell
    const store = stores.open(proxy.url)
    store.noteNotCovered(coarse, [above, elsewhere])
    expect(store.missing(coarse, [above])).toEqual([])
    expect(store.missing(coarse, [above], true)).toEqual([above])
    await store.ensureHeld(NAME, [CENTRE])
    await store.requestPurchase(NAME, [CENTRE])
    expect(store.stateOf(coarse, above).kind).toBe('unknown')
    expect(store.stateOf(coarse, elsewhere).kind).toBe('refused')
  })

  test('ground that hints call empty is so in an earlier period, too, unless that is held', async () => {
    const store = stores.open(proxy.url)
    const before = parseAsOf('2026-10-01') as AsOf
    const [, covered] = TILES as [Cell, Cell]
    await store.ensureHeld(NAME, [CENTRE])
    await store.requestPurchase(NAME, [CENTRE])
    store.noteNoListings(NAME, [SEA])
    store.noteNotCovered(NAME, [covered])
    store.noteAsEmpty(NAME, [CENTRE, SEA, covered], before)
    const kinds = (as_of: AsOf) =>
      [CENTRE, SEA, covered].map((parent) => store.stateOf({ ...NAME, as_of }, parent).kind)
    expect(kinds(before)).toEqual(['unknown', 'no_listings', 'refused'])
    const version = store.version()
    store.noteAsEmpty(NAME, [CENTRE, SEA, covered], before)
    expect(store.version(), 'nothing is noted twice').toBe(version)
    store.noteNoListings({ ...NAME, as_of: before }, [CENTRE])
    store.noteAsEmpty({ ...NAME, as_of: before }, [CENTRE], as_of)
    expect(store.stateOf(NAME, CENTRE).kind).toBe('held')
  })

  test('under another coverage, hints and grounds are asked for again, and figures stay', async () => {
    const store = stores.open(proxy.url)
    const [, covered] = TILES as [Cell, Cell]
    expect(store.followCoverage('spain')).toBe(false)
    await store.ensureHeld(NAME, [CENTRE])
    await store.requestPurchase(NAME, [CENTRE])
    store.noteNotCovered(NAME, [covered])
    await expect.poll(() => store.groundOf(covered, tileCells(covered)[0] as Cell)).not.toBe('unknown')
    expect([store.followCoverage('spain'), store.followCoverage(null), store.timesDropped()]).toEqual([false, false, 0])
    expect(store.stateOf(NAME, covered).kind).toBe('refused')
    expect([store.followCoverage('spain and portugal'), store.timesDropped()]).toEqual([true, 1])
    expect(store.groundOf(covered, tileCells(covered)[0] as Cell)).toBe('unknown')
    expect([CENTRE, covered].map((parent) => store.stateOf(NAME, parent).kind)).toEqual(['held', 'unknown'])
    expect(store.timesReplaced()).toBe(0)
  })

  test('what the cells of a view lie on takes one request, whether its tiles are bought or held', async () => {
    const others: EditionName = { ...NAME, lens: lensKey({ rooms: '2' }) }
    for (const isBought of [true, false]) {
      stores.requests = []
      const store = stores.open(proxy.url)
      await store.ensureHeld(others, TILES)
      if (isBought) await store.requestPurchase(others, TILES, { distrustLookups: true })
      await expect.poll(() => TILES.map((parent) => store.isGroundAsked(parent))).not.toContain(true)
      expect(TILES.map((parent) => store.stateOf(others, parent).kind)).toEqual(TILES.map(() => 'held'))
      expect(stores.requests.filter((request) => request === 'GET ground')).toHaveLength(1)
    }
  })

  test('tiles of another ledger are forgotten, and fetched from another address', async () => {
    const addresses: string[] = []
    const store = new TileStore({
      baseUrl: proxy.url,
      send: async (input, init) => {
        addresses.push(String(input))
        const response = await fetch(input, init)
        // A proxy that does not name its ledger here.
        if (!String(input).includes('/api/held/')) return response
        return Response.json({ ...heldAnswer.parse(await response.json()), ledger: undefined })
      },
      now: () => stores.clock,
      capacity: 600,
      onPeriod: () => {},
      onMeter: () => {},
    })
    store.openLedger('one')
    await store.ensureHeld(NAME, [CENTRE])
    await store.requestPurchase(NAME, [CENTRE])
    store.openLedger('one')
    expect(store.stateOf(NAME, CENTRE).kind).toBe('held')
    store.openLedger('two')
    expect(store.stateOf(NAME, CENTRE).kind).toBe('unknown')
    await store.ensureHeld(NAME, [CENTRE])
    expect(store.stateOf(NAME, CENTRE).kind).toBe('held')
    expect(addresses.filter((address) => address.endsWith(`/${CENTRE}?ledger=two`))).toHaveLength(1)
  })

  test('figures that the proxy has dropped are dropped once, as soon as it is asked for others', async () => {
    const store = stores.open(proxy.url)
    store.openLedger('of before')
    const [, other] = TILES as [Cell, Cell]
    expect(store.timesReplaced()).toBe(0)
    await store.ensureHeld(NAME, [CENTRE])
    expect([store.timesReplaced(), store.ledger()]).toEqual([1, expect.stringMatching(/./)])
    expect(store.ledger()).not.toBe('of before')
    await store.requestPurchase(NAME, [CENTRE])
    await store.ensureHeld(NAME, [other])
    expect([store.timesReplaced(), store.stateOf(NAME, CENTRE).kind]).toEqual([1, 'held'])
  })

  test('open sea is not bought', async () => {
    const store = stores.open(proxy.url)
    await store.ensureHeld(NAME, [SEA])
    await store.requestPurchase(NAME, [SEA])
    expect(store.stateOf(NAME, SEA).kind).toBe('no_listings')
    expect(store.receipt()).toMatchObject({ calls: 0, bought_cells: 0 })
  })

  test('two requests for the same tiles share one answer, and both wait for it', async () => {
    const store = stores.open(proxy.url)
    await Promise.all([store.ensureHeld(NAME, [CENTRE]), store.ensureHeld(NAME, [CENTRE])])
    expect(stores.requests.filter((each) => each === 'GET tiles')).toHaveLength(1)
    expect(store.stateOf(NAME, CENTRE).kind).toBe('held')
  })

  test('a view counts each of its cells in exactly one state', async () => {
    const store = stores.open(proxy.url)
    const bounds = { west: 2.1, south: 41.35, east: 2.22, north: 41.43 }
    const before = collectViewCells(store, NAME, bounds)
    expect(before.counts.loading).toBe(before.cells.length)
    expect(before.isSettled).toBe(false)
    const parents = tilesInBounds(bounds, 8)
    await store.ensureHeld(NAME, parents)
    await store.requestPurchase(NAME, parents)
    await expect.poll(() => collectViewCells(store, NAME, bounds).isSettled, { timeout: 20_000 }).toBe(true)
    const view = collectViewCells(store, NAME, bounds)
    expect(view.cells.map(({ cell }) => cell)).toEqual(before.cells.map(({ cell }) => cell))
    expect(Object.values(view.counts).reduce((sum, count) => sum + count, 0)).toBe(view.cells.length)
    expect(view.counts.observed).toBeGreaterThan(0)
    expect(view.counts.estimated).toBeGreaterThan(0)
    expect(view.counts.too_few).toBeGreaterThan(0)
    expect(view.counts.sea).toBeGreaterThan(0)
    for (const { state, figure } of view.cells) {
      expect(figure === null).toBe(state !== 'observed' && state !== 'estimated')
      if (figure) expect(figure.estimated).toBe(state === 'estimated')
    }
  })

  test('the least recently used tiles are evicted first', async () => {
    const store = stores.open(proxy.url, 3)
    await store.ensureHeld(NAME, TILES.slice(0, 3))
    await store.ensureHeld(NAME, TILES.slice(0, 1))
    await store.ensureHeld(NAME, TILES.slice(3, 4))
    expect(store.stateOf(NAME, CENTRE).kind).toBe('held')
    expect(store.stateOf(NAME, TILES[1] as Cell).kind).toBe('unknown')
  })

  test('tiles left unbought count as not bought, and can be bought later', async () => {
    const store = stores.open(proxy.url)
    const rent: EditionName = { ...NAME, lens: lensKey({ ad_sub_type: 'rent' }) }
    await store.ensureHeld(rent, [CENTRE])
    store.decline(rent, [CENTRE], 'unasked')
    expect(store.cellOf(rent, CITY_CENTRE).state, 'before it is known what is held of the tile').toBe('loading')
    await expect.poll(() => store.cellOf(rent, CITY_CENTRE).state, { timeout: 20_000 }).toBe('not_bought')
    await store.requestPurchase(rent, [CENTRE])
    expect(store.stateOf(rent, CENTRE).kind).toBe('held')
  })
})
