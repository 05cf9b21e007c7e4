import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { areaAnswer } from '../../contract/area.ts'
import { currencyRate } from '../../contract/currency-rate.ts'
import { decodeTile } from '../../contract/figure-tile.ts'
import { periodResponse } from '../../contract/proxy-api.ts'
import { type StatsResponse, statsResponse } from '../../contract/service/stats/stats.ts'
import { type Cell, cellParent, parseCell, RESOLUTIONS } from '../../domain/cell.ts'
import { cellCenter, cellsAround, circleCells } from '../../domain/distance.ts'
import { figuresOf, PUBLISHED_METRICS } from '../../domain/figure.ts'
import { TILE_DEPTH, tileCells } from '../../domain/tile.ts'
import { type ProxyUnderTest, startProxyUnderTest } from '../proxy-under-test.ts'
import { CITY_CELLS, CITY_CENTRE, FIXTURE_NOW, type ServiceFixture, startServiceFixture } from '../service-fixture.ts'

let service: ServiceFixture
let proxy: ProxyUnderTest

beforeAll(async () => {
  service = await startServiceFixture()
  proxy = await startProxyUnderTest(service, { now: FIXTURE_NOW, clock: () => new Date() })
})

afterAll(async () => {
  expect(proxy.said()).not.toContain(service.token)
  await proxy.close()
  await service.close()
})

const AS_OF = '2026-11-01'
const parentOf = (resolution: number) => cellParent(CITY_CENTRE, resolution - TILE_DEPTH)

describe('the proxy over the embedded service', () => {
  it('finds the period for free', async () => {
    expect(periodResponse.parse(JSON.parse((await proxy.get('/api/period')).text))).toMatchObject({ as_of: AS_OF })
  })

  it.each(RESOLUTIONS)('holds the service’s figures of each cell at resolution %i', async (resolution) => {
    const parent = parentOf(resolution)
    const told = await proxy.buy([parent], { resolution })
    expect(told.all('edition')[0]?.edition).toMatchObject({ as_of: AS_OF, currency: 'USD', resolution })
    const figures = figuresOf(decodeTile(Buffer.from(told.all('tile')[0]?.bytes ?? '', 'base64')))
    const answer = await service.get(`/stats/current?currency=USD&h3=${tileCells(parent).join(',')}`)
    const rows = statsResponse.parse(await answer.json()).stats
    const said = new Map(rows.map((row) => [parseCell(row.h3), row]))
    expect(rows.length).toBeGreaterThan(0)
    expect(figures.filter((figure) => figure !== null)).toHaveLength(rows.length)
    for (const { cell, ...figure } of figures.filter((each) => each !== null)) {
      const row = said.get(cell)
      expect(row).toMatchObject({ estimated: figure.estimated, name: figure.name })
      for (const metric of PUBLISHED_METRICS) expect((figure[metric] ?? 0) / (row?.[metric] ?? 0)).toBeCloseTo(1, 4)
    }
  })

  it('buys nothing in the sea, because the free look-up finds no listings there', async () => {
    const sea = cellsAround(parentOf(8), 20).slice(-30)
    const told = await proxy.buy(sea)
    expect(told.all('no_listings')).toHaveLength(30)
    expect(told.receipt.calls).toBe(0)
  })

  it('buys a whole view in few calls, and never again', async () => {
    const view = cellsAround(parentOf(6), 5)
    const first = await proxy.buy(view, { resolution: 6 })
    const uncovered = first.all('refused').flatMap(({ parents, refusal }) => {
      expect(refusal.code).toBe('not_covered')
      return parents
    })
    // Much of the view is France, which has names but no figures at any resolution.
    expect(uncovered.length).toBeLessThan(view.length / 2)
    expect(first.all('tile').length + uncovered.length).toBe(view.length)
    expect(first.receipt.meter.used).toBe(first.receipt.meter.calls_spent + RESOLUTIONS.length)
    await proxy.restart()
    const again = await proxy.buy(view, { resolution: 6 })
    expect(again.receipt).toMatchObject({ calls: 0, bought_cells: 0 })
    expect(again.receipt.meter.used).toBe(first.receipt.meter.used)
  })

  it('converts with one rate per period, which costs one call per currency for all viewers together', async () => {
    const parent = parentOf(8)
    await proxy.buy([parent])
    const ask = async (currency: string) => {
      const response = await fetch(`${proxy.url}/api/rates`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ as_of: AS_OF, currency, lens: 'default', resolution: 8, parent }),
      })
      return { status: response.status, body: await response.json() }
    }
    const spent = async () => JSON.parse((await proxy.get('/api/meter')).text).calls_spent
    const before = await spent()
    for (const currency of ['EUR', 'JPY', 'GBP']) {
      const rate = currencyRate.parse((await ask(currency)).body)
      if (rate.kind !== 'rate') throw new Error(`${currency} is ${rate.kind}`)
      const inBoth = ['USD', currency].map(async (code) => {
        const answer = await service.get(`/stats/current?currency=${code}&h3=${CITY_CENTRE}`)
        const { stats, fx_date } = statsResponse.parse(await answer.json())
        return { price: stats[0]?.median_price ?? Number.NaN, fx_date }
      })
      const [inUsd, inOther] = await Promise.all(inBoth)
      expect(rate.units_per_usd / ((inOther?.price ?? 0) / (inUsd?.price ?? 0))).toBeCloseTo(1, 9)
      expect(rate.fx_date).toBe(inOther?.fx_date)
      expect(rate.cells).toBeGreaterThan(20)
    }
    expect(await spent()).toBe(before + 3)
    await proxy.restart()
    expect((await ask('EUR')).status).toBe(200)
    expect((await proxy.get(`/api/rates/${AS_OF}/JPY`)).response.status).toBe(200)
    expect(await ask('XQQ')).toMatchObject({ status: 400, body: { parameter: 'currency' } })
    expect(await spent()).toBe(before + 3)
  })

  it('passes on the free endpoints, but nothing about the account', async () => {
    expect((await proxy.get('/public/v1/geo/search?q=gracia')).text).toContain('la Vila de Gràcia')
    expect((await proxy.get('/public/v1/geo/z2/hexes')).response.status).toBe(200)
    expect((await proxy.get('/public/v1/usage')).response.status).toBe(404)
  })
})

async function ofProxy(area: object, lens: string) {
  const response = await fetch(`${proxy.url}/api/areas`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ as_of: AS_OF, lens, resolution: 8, area }),
  })
  return areaAnswer.parse(await response.json())
}

async function ofService(query: string): Promise<StatsResponse> {
  return statsResponse.parse(await (await service.get(`/stats/current?currency=USD&${query}`)).json())
}

/** Each cell is there once, with the service's figures, or without any where the service has no row. */
function expectSame(told: Awaited<ReturnType<typeof ofProxy>>, said: StatsResponse, cells: readonly Cell[]): void {
  const rows = new Map(said.stats.map((row) => [parseCell(row.h3), row]))
  expect(told.cells).toEqual([...cells].sort())
  expect(said.stats.length).toBeGreaterThan(5)
  expect(told.states.filter((state) => state === 'observed' || state === 'estimated')).toHaveLength(said.stats.length)
  told.cells.forEach((cell, index) => {
    const row = rows.get(parseCell(cell))
    expect(told.states[index]).toBe(row ? (row.estimated ? 'estimated' : 'observed') : 'too_few')
    for (const metric of ['median_price', 'median_price_per_sqm', 'median_area'] as const) {
      const [mine = null, its = null] = [told[metric][index], row?.[metric]]
      if (its === null) expect(mine).toBeNull()
      else expect((mine ?? 0) / its).toBeCloseTo(1, 6)
    }
    expect(told.names[told.name_index[index] ?? -1] ?? null).toBe(row?.name ?? null)
  })
}

describe('an area over the embedded service', () => {
  it.each([1, 1.7, 3.2])(
    'a circle of %s km is what the service itself answers for it, to the rim',
    async (radius_km) => {
      const circle = { ...cellCenter(CITY_CENTRE), radius_km }
      const { lat, lng } = circle
      for (const lens of ['default', `property_type=${radius_km > 2 ? 'house' : 'apartment'}`]) {
        const filter = lens === 'default' ? '' : `&${lens}`
        const said = await ofService(`lat=${lat}&lng=${lng}&radius_km=${radius_km}&res=8${filter}`)
        expectSame(await ofProxy(circle, lens), said, circleCells(circle, 8))
      }
    },
  )

  it('a place has the figures that the service itself returns for it', async () => {
    expectSame(await ofProxy({ geo_id: 'z2' }, 'rooms=2'), await ofService('geo_id=z2&res=8&rooms=2'), CITY_CELLS)
  })
})
