import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decodeTile } from '../contract/figure-tile.ts'
import { periodResponse } from '../contract/proxy-api.ts'
import { statsResponse } from '../contract/stats.ts'
import { cellParent, parseCell, RESOLUTIONS } from '../domain/cell.ts'
import { cellsAround } from '../domain/distance.ts'
import { figuresOf, METRICS } from '../domain/figure.ts'
import { TILE_DEPTH, tileCells } from '../domain/tile.ts'
import { type ProxyUnderTest, startProxyUnderTest } from './proxy-under-test.ts'
import { CITY_CENTRE, FIXTURE_NOW, type ServiceFixture, startServiceFixture } from './service-fixture.ts'

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

  it.each(RESOLUTIONS)('holds at resolution %i what the service says of each cell', async (resolution) => {
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
      for (const metric of METRICS) expect((figure[metric] ?? 0) / (row?.[metric] ?? 0)).toBeCloseTo(1, 4)
    }
  })

  it('buys nothing in the sea, since the free look-up sees no listings there', async () => {
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
    expect(uncovered.length).toBeLessThan(view.length / 4)
    expect(first.all('tile').length + uncovered.length).toBe(view.length)
    expect(first.receipt.meter.used).toBe(first.receipt.meter.calls_spent + RESOLUTIONS.length)
    await proxy.restart()
    const again = await proxy.buy(view, { resolution: 6 })
    expect(again.receipt).toMatchObject({ calls: 0, bought_cells: 0 })
    expect(again.receipt.meter.used).toBe(first.receipt.meter.used)
  })

  it('passes the free endpoints on, and nothing of the account', async () => {
    expect((await proxy.get('/public/v1/geo/search?q=gracia')).text).toContain('la Vila de Gràcia')
    expect((await proxy.get('/public/v1/geo/z2/hexes')).response.status).toBe(200)
    expect((await proxy.get('/public/v1/usage')).response.status).toBe(404)
  })
})
