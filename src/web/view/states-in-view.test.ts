import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lensKey } from '../../domain/lens.ts'
import { parseAsOf } from '../../domain/period.ts'
import type { Bounds } from '../../domain/tile.ts'
import { type ProxyUnderTest, startProxyUnderTest } from '../../testing/proxy-under-test.ts'
import { defaultRules } from '../../testing/strange-service/rules/default-rules.ts'
import { type StrangeService, startStrangeService } from '../../testing/strange-service/start-strange-service.ts'
import { TileStore } from '../tiles/tile-store.ts'
import { collectViewCells, type ViewCells } from './view-cells.ts'
import { tilesInView } from './view-tiles.ts'

const as_of = parseAsOf('2026-11-01') ?? fail()

const around = (lat: number, lng: number, degrees: number): Bounds => ({
  west: lng - degrees,
  south: lat - degrees,
  east: lng + degrees,
  north: lat + degrees,
})
const INNER_SPAIN = around(40.4, -3.7, 0.5)
const INNER_PORTUGAL = around(39.5, -8, 0.25)
const SPAIN_AND_PORTUGAL = around(39.5, -7.2, 0.8)
const BALEARIC_SEA = around(40.2, 2.5, 0.2)
const JAPAN = around(36.3, 138.3, 0.3)

describe('the states of the cells in view', () => {
  let service: StrangeService
  let proxy: ProxyUnderTest

  beforeAll(async () => {
    service = await startStrangeService()
  })
  beforeEach(async () => {
    Object.assign(service.rules, defaultRules())
    proxy = await startProxyUnderTest(service)
    return () => proxy.close()
  })
  afterAll(() => service.close())

  function openStore(): TileStore {
    const { url: baseUrl } = proxy
    return new TileStore({
      baseUrl,
      send: fetch,
      now: Date.now,
      capacity: 600,
      onPeriod: () => {},
      onMeter: () => {},
    })
  }

  async function look(bounds: Bounds, resolution: 5 | 6 | 7, distrustLookups = false): Promise<ViewCells> {
    const store = openStore()
    const name = { as_of, lens: lensKey({}), resolution }
    const { parents } = tilesInView(bounds, resolution)
    await store.ensureHeld(name, parents)
    await store.requestPurchase(name, parents)
    if (distrustLookups) await store.requestPurchase(name, parents, { distrustLookups })
    await expect.poll(() => collectViewCells(store, name, bounds).isSettled, { timeout: 20_000 }).toBe(true)
    return collectViewCells(store, name, bounds)
  }

  /** The states that occur, without those of cells that have figures. */
  function statesOf({ cells }: ViewCells): string[] {
    for (const { cell, figure } of cells) if (figure) expect(service.rules.hasFigures(cell)).toBe(true)
    return [...new Set(cells.flatMap(({ state, figure }) => (figure ? [] : state)))].sort()
  }

  test.each([5, 6, 7] as const)(
    'in a market, cells without a row have no figure, at resolution %i',
    async (resolution) => {
      const view = await look(INNER_SPAIN, resolution)
      expect(statesOf(view)).toEqual(['too_few'])
      expect(view.counts.too_few).toBe(view.cells.filter(({ cell }) => !service.rules.hasFigures(cell)).length)
    },
  )

  test.each([5, 6, 7] as const)('in another country they are not covered, at resolution %i', async (resolution) => {
    expect(statesOf(await look(INNER_PORTUGAL, resolution))).toEqual(['not_covered'])
    expect(statesOf(await look(INNER_PORTUGAL, resolution, true)), 'bought all the same').toEqual(['not_covered'])
  })

  test('tiles on both sides of a border have both states', async () => {
    const view = await look(SPAIN_AND_PORTUGAL, 6)
    expect(statesOf(view)).toEqual(['not_covered', 'too_few'])
    expect(Math.min(view.counts.not_covered, view.counts.too_few)).toBeGreaterThan(20)
  })

  test.each([5, 6, 7] as const)('in the sea there is only sea, at resolution %i', async (resolution) => {
    service.rules.hasFigures = () => false
    expect(statesOf(await look(BALEARIC_SEA, resolution, true))).toEqual(['sea'])
  })

  test('a look-up without listings says so of a market only', async () => {
    service.rules.hasListings = () => false
    expect(statesOf(await look(INNER_SPAIN, 7))).toEqual(['no_listings'])
    expect(statesOf(await look(JAPAN, 7))).toEqual(['not_covered'])
    expect(statesOf(await look(BALEARIC_SEA, 7))).toEqual(['sea'])
  })

  test('a service that names no market is believed to be on any land', async () => {
    service.rules.countries = []
    expect(statesOf(await look(INNER_PORTUGAL, 6))).toEqual(['too_few'])
  })

  test.each([
    ['the sea', BALEARIC_SEA, 'sea', false],
    ['another country', INNER_PORTUGAL, 'not_covered', false],
    ['a market', INNER_SPAIN, 'not_bought', true],
  ] as const)(
    'leaving tiles of %s out makes a view too wide only where figures are missing',
    async (_, bounds, state, isTooWide) => {
      const store = openStore()
      const name = { as_of, lens: lensKey({}), resolution: 6 as const }
      const { parents } = tilesInView(bounds, 6)
      await store.ensureHeld(name, parents)
      store.decline(name, parents, 'too_wide')
      await expect.poll(() => statesOf(collectViewCells(store, name, bounds)), { timeout: 20_000 }).toEqual([state])
      expect(collectViewCells(store, name, bounds).trouble.isTooWide).toBe(isTooWide)
    },
  )

  test('what was not bought says why, on any ground', async () => {
    service.rules.finestResolution = 6
    expect(statesOf(await look(INNER_SPAIN, 7))).toEqual(['finer_than_plan'])
    service.rules.credential = 'lapsed'
    expect(statesOf(await look(INNER_SPAIN, 5))).toEqual(['not_bought'])
    // A refused account is asked for once a second; a new proxy asks at once.
    await proxy.restart()
    service.rules.credential = 'revoked'
    expect(statesOf(await look(INNER_SPAIN, 6))).toEqual(['failed'])
  })
})

function fail(): never {
  throw new Error('2026-11-01 is a period')
}
