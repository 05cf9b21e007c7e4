import { cellToCenterChild, latLngToCell } from 'h3-js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ClassScale, classScale } from '../../contract/class-scale.ts'
import { type Cell, cellParent, trustCell } from '../../domain/cell.ts'
import { classBreaks, METHODS } from '../../domain/class-breaks.ts'
import { cellCenter, cellsAround, circleCells } from '../../domain/distance.ts'
import { TILE_DEPTH } from '../../domain/tile.ts'
import { type ProxyUnderTest, startProxyUnderTest } from '../../testing/proxy-under-test.ts'
import { CITY_CELLS, CITY_CENTRE, type ServiceFixture, startServiceFixture } from '../../testing/service-fixture.ts'
import { startStrangeProxy } from '../../testing/strange-proxy.ts'
import { defaultRules } from '../../testing/strange-service/rules/default-rules.ts'
import { type StrangeService, startStrangeService } from '../../testing/strange-service/start-strange-service.ts'
import { OPEN_TO_ALL } from '../access/access.ts'

const METRIC = 'median_price_per_sqm'
const CENTRE = trustCell(latLngToCell(40.4, -3.7, 8))
const PROVINCE = cellsAround(cellParent(CENTRE, 7), 12)
const CITY = cellsAround(CENTRE, 12)
const VILLAGE = cellsAround(trustCell(latLngToCell(40.58, -3.7, 8)), 1)
const COUNTRY = { geo_id: 'es', name: 'es', level: 'country', country: 'es' } as const

const tilesOf = (cells: readonly Cell[]) => [...new Set(cells.map((cell) => cellParent(cell, 8 - TILE_DEPTH)))]

function zone(geo_id: string, level: string, ancestors: object[] = []) {
  return {
    kind: 'zone',
    geo_id,
    name: `Name of ${geo_id}`,
    level,
    country: 'es',
    ancestors: [...ancestors, COUNTRY],
    h3_res: 8,
    hexes_url: `/public/v1/geo/${geo_id}/hexes`,
    current_period: '2026-11-01',
    prices_available: true,
    reports_available: false,
  }
}

const PROVINCE_ROW = { geo_id: 'p1', name: 'Name of p1', level: 'province', country: 'es' }

const CITY_ROWS = { c1: CITY, v1: VILLAGE }

/** The zones around the centre of a cell. */
function zonesAt(cell: Cell): object[] {
  const inside = trustCell(cellToCenterChild(cell, 8))
  if (!PROVINCE.includes(cellParent(inside, 7))) return []
  const cities = Object.entries(CITY_ROWS).filter(([, cells]) => cells.includes(inside))
  return [...cities.map(([id]) => zone(id, 'city', [PROVINCE_ROW])), zone('p1', 'province')]
}

async function scaleAt(
  proxy: ProxyUnderTest,
  cell: Cell,
  { resolution = 8, metric = METRIC, lens = 'default' } = {},
): Promise<ClassScale> {
  const { lat, lng } = cellCenter(cell)
  const { response, text } = await proxy.get(
    `/api/scales/2026-11-01/${lens}/${resolution}/${metric}?lat=${lat}&lng=${lng}`,
  )
  expect(response.status).toBe(200)
  return classScale.parse(JSON.parse(text))
}

const territoryIn = (scale: ClassScale) => (scale.kind === 'territory' ? scale : expect.fail(JSON.stringify(scale)))

describe('over a service with a city, a village and their province', () => {
  let service: StrangeService
  let proxy: ProxyUnderTest

  beforeEach(async () => {
    const started = await startStrangeProxy({
      places: { c1: CITY, v1: VILLAGE, p1: PROVINCE, z1: [cellParent(CENTRE, 4)] },
      zonesAt,
    })
    ;({ service, proxy } = started)
    return started.close
  })

  const observedOf = (cells: readonly Cell[]) => cells.filter((cell) => service.truth()(cell)?.estimated === false)
  const valuesOf = (cells: readonly Cell[]) =>
    cells.flatMap((cell) => {
      const figure = service.truth()(cell)
      return figure?.estimated === false ? (figure.median_price_per_sqm ?? []) : []
    })

  it('is found for others when one address has asked about more places than it may', { tags: 'nightly' }, async () => {
    const access = { ...OPEN_TO_ALL, requestsPerMinute: 10_000, trustedProxies: ['loopback'] }
    const shared = await startProxyUnderTest(service, { access })
    await shared.buy(tilesOf(CITY))
    const at = async (cell: Cell, address: string) => {
      const { lat, lng } = cellCenter(cell)
      const path = `/api/scales/2026-11-01/default/8/${METRIC}?lat=${lat}&lng=${lng}`
      return classScale.parse(JSON.parse((await shared.get(path, { 'X-Forwarded-For': address })).text))
    }
    const elsewhere = cellsAround(trustCell(latLngToCell(48.9, 2.3, 8)), 10).slice(0, 300)
    const told = await Promise.all(elsewhere.map((cell) => at(cell, '192.0.2.1')))
    expect(told).toContainEqual({ kind: 'none', why: 'unavailable' })
    expect(await at(CENTRE, '192.0.2.2')).toMatchObject({ kind: 'territory', territory: { geo_id: 'c1' } })
    await shared.close()
  })

  it('knows nothing before anything is held, and asks for nothing', async () => {
    expect(await scaleAt(proxy, CENTRE)).toEqual({ kind: 'none', why: 'nothing_held' })
    expect(service.free).toEqual([])
  })

  it('is provisional until 200 observed cells are held, then decided for the period, whatever is bought later', async () => {
    const tiles = tilesOf(CITY)
    const [first = CENTRE] = tiles
    await proxy.buy([first])
    const early = territoryIn(await scaleAt(proxy, CENTRE))
    expect(early).toMatchObject({ territory: { geo_id: 'c1', name: 'Name of c1', level: 'city' }, provisional: true })
    const known = CITY.filter((cell) => cellParent(cell, 5) === first)
    expect(early.observed).toBe(observedOf(known).length)
    expect(early.observed).toBeLessThan(200)

    const isDeciding = (held: readonly Cell[]) =>
      observedOf(CITY.filter((cell) => held.includes(cellParent(cell, 5)))).length >= 200
    const count = tiles.findIndex((_, index) => isDeciding(tiles.slice(0, index + 1))) + 1
    expect(count).toBeGreaterThan(1)
    await proxy.buy(tiles.slice(0, count))
    const decided = await decidedAt(CENTRE)
    expect(decided.observed).toBeGreaterThanOrEqual(200)
    await proxy.buy(tiles)
    await proxy.restart()
    expect(await scaleAt(proxy, CENTRE)).toEqual(decided)
    const calls = service.calls.length
    await scaleAt(proxy, CENTRE)
    expect(service.calls).toHaveLength(calls)
  })

  /** Repeats until an earlier judgement is renewed. */
  const decidedAt = async (cell: Cell) => {
    const isProvisional = async () => territoryIn(await scaleAt(proxy, cell)).provisional
    await expect.poll(isProvisional, { timeout: 25_000 }).toBe(false)
    return territoryIn(await scaleAt(proxy, cell))
  }

  it('computes every method from exactly the observed held cells of the territory', async () => {
    await proxy.buy(tilesOf(CITY))
    const { breaks, observed } = await decidedAt(CENTRE)
    const values = valuesOf(CITY)
    expect(observed).toBe(values.length)
    for (const method of METHODS) expect(breaks?.[method]).toEqual(classBreaks(method, values))
  })

  it('gives a place that is held whole and still too small the classes of the place around it, and names it', async () => {
    await proxy.buy(tilesOf(VILLAGE))
    const scale = territoryIn(await scaleAt(proxy, VILLAGE[0] ?? CENTRE))
    expect(scale.territory).toEqual(PROVINCE_ROW)
  })

  it('uses the province at resolution 7, and the parts of the country at 6 without listing the country', async () => {
    await proxy.buy([cellParent(CENTRE, 4)], { resolution: 7 })
    expect(territoryIn(await scaleAt(proxy, CENTRE, { resolution: 7 })).territory).toEqual(PROVINCE_ROW)
    await proxy.buy([cellParent(CENTRE, 3)], { resolution: 6 })
    const country = territoryIn(await scaleAt(proxy, CENTRE, { resolution: 6 }))
    expect(country.territory).toEqual(COUNTRY)
    // Of the held tile, only the part within the country's ground counts.
    expect(country.observed).toBeLessThanOrEqual(49)
    expect(service.free.some((target) => target.includes('/geo/es/hexes'))).toBe(false)
  })

  it('lends a place without held figures the classes of what contains it, until it has its own', async () => {
    const [first = CENTRE] = tilesOf(
      PROVINCE.filter((cell) => !VILLAGE.some((own) => cellParent(own, 7) === cell)).map((cell) =>
        trustCell(cellToCenterChild(cell, 8)),
      ),
    )
    await proxy.buy([first])
    expect(tilesOf(VILLAGE)).not.toContain(first)
    const village = VILLAGE[0] ?? CENTRE
    const lent = territoryIn(await scaleAt(proxy, village))
    expect(lent).toMatchObject({ territory: { geo_id: 'p1' }, stands_in: true })
    expect(lent.breaks).not.toBeNull()
  })

  it('asks for the same ground once, for any lens, metric and reader', async () => {
    await proxy.buy(tilesOf(CITY))
    await scaleAt(proxy, CENTRE)
    const asked = service.free.length
    await Promise.all(['median_price', 'median_area', METRIC].map((metric) => scaleAt(proxy, CENTRE, { metric })))
    await scaleAt(proxy, CENTRE, { lens: 'ad_sub_type=rent' })
    expect(service.free).toHaveLength(asked)
  })

  it('keeps strangers from using up the free requests', { tags: 'nightly' }, async () => {
    await proxy.buy(tilesOf(VILLAGE))
    const before = service.free.length
    const points = cellsAround(trustCell(latLngToCell(-33, 151, 8)), 10)
    expect(territoryIn(await scaleAt(proxy, points[0] ?? CENTRE)).territory).toEqual(COUNTRY)
    const answers = await Promise.all(points.map((cell) => scaleAt(proxy, cell)))
    expect(points.length).toBeGreaterThan(300)
    expect(service.free.length - before).toBeLessThanOrEqual(240)
    expect(new Set(answers.map((answer) => (answer.kind === 'none' ? answer.why : answer.kind)))).toEqual(
      new Set(['territory', 'unavailable']),
    )
  })

  it('says that a look-up failed, takes no other territory instead, and tries again', async () => {
    await proxy.buy(tilesOf(CITY))
    const faulty = (path: string) => {
      service.rules.freeFault = (other) => (other.endsWith(path) ? { kind: 'code', code: 'internal_error' } : null)
    }
    faulty('/geo/lookup')
    expect(await scaleAt(proxy, CENTRE)).toEqual({ kind: 'none', why: 'unavailable' })
    faulty('/hexes')
    expect(await scaleAt(proxy, CENTRE)).toEqual({ kind: 'none', why: 'unavailable' })
    service.rules.freeFault = () => null
    expect((await decidedAt(CENTRE)).territory.geo_id).toBe('c1')
  })

  it('knows of no place where the service has no endpoint of places, which is no fault', async () => {
    await proxy.buy(tilesOf(CITY))
    const page = { kind: 'status', status: 501, body: '<h1>Not implemented</h1>' } as const
    service.rules.freeFault = (path) => (path.startsWith('/geo') ? page : null)
    expect(await scaleAt(proxy, CENTRE)).toEqual({ kind: 'none', why: 'no_place' })
  })

  it('refuses what is not a metric or a point, and says what was expected', async () => {
    const refusals = [
      ['/api/scales/2026-11-01/default/8/price?lat=1&lng=1', 'metric'],
      [`/api/scales/2026-11-01/default/8/${METRIC}?lat=91&lng=1`, 'lat'],
      [`/api/scales/2026-11-01/default/8/${METRIC}?lat=1`, 'lng'],
      [`/api/scales/2026-11-01/default/9/${METRIC}?lat=1&lng=1`, 'resolution'],
    ] as const
    for (const [path, parameter] of refusals) {
      const { response, text } = await proxy.get(path)
      expect(response.status).toBe(400)
      expect(JSON.parse(text)).toMatchObject({ error: 'invalid_parameter', parameter })
    }
  })
})

describe('over a service with a region as wide as Western Australia', () => {
  it('lists it at the coarsest resolution rather than in part', async () => {
    const region = { country: 'au', name: 'Wide', lat: -26, lng: 121, radius_km: 600 }
    const service = await startStrangeService({
      ...{ lands: [region], countries: ['au'] },
      hexes: { ...defaultRules().hexes, pageSize: 100 },
    })
    const proxy = await startProxyUnderTest(service)
    try {
      const cell = trustCell(latLngToCell(region.lat, region.lng, 7))
      await proxy.buy([cellParent(cell, 4)], { resolution: 7 })
      const scale = territoryIn(await scaleAt(proxy, cell, { resolution: 7 }))
      expect(scale.territory).toMatchObject({ geo_id: 'land-0', level: 'region' })
      const listed = (resolution: number) =>
        service.free.filter((target) => new RegExp(`/hexes\\?(.*&)?res=${resolution}\\b`).test(target)).length
      expect(listed(5)).toBe(12)
      expect(listed(4)).toBe(Math.ceil(circleCells(region, 4).length / 100))
    } finally {
      await proxy.close()
      await service.close()
    }
  })
})

describe('over the embedded service', () => {
  let service: ServiceFixture
  let proxy: ProxyUnderTest

  beforeAll(async () => {
    service = await startServiceFixture()
    proxy = await startProxyUnderTest(service)
    await proxy.buy(tilesOf(CITY_CELLS))
  })
  afterAll(async () => {
    await proxy.close()
    await service.close()
  })

  it('names the city', async () => {
    const scale = territoryIn(await scaleAt(proxy, CITY_CENTRE))
    expect(scale.territory.name).toBe('Barcelona')
    expect(scale.breaks?.quantile.length).toBeGreaterThan(2)
  })

  it('gives the sea the classes of the nearest ground of a market, and none far from any', async () => {
    await proxy.buy([cellParent(CITY_CENTRE, 3)], { resolution: 6 })
    const at = (lat: number, lng: number, resolution = 6) =>
      scaleAt(proxy, trustCell(latLngToCell(lat, lng, 8)), { resolution })
    expect(territoryIn(await at(40, 6)).territory).toEqual(COUNTRY)
    expect(territoryIn(await at(40, 6, 8)).breaks).not.toBeNull()
    expect(await at(40, -40)).toEqual({ kind: 'none', why: 'no_place' })
  })
})
