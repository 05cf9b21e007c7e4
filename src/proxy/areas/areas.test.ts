import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { AREA_CELLS_MAX, areaFigures } from '../../contract/area.ts'
import { decodeTile } from '../../contract/figure-tile.ts'
import { partsAnswer } from '../../contract/proxy-api.ts'
import { parseCell, trustCell } from '../../domain/cell.ts'
import { formatCorners } from '../../domain/corners-text.ts'
import { cellCenter } from '../../domain/distance.ts'
import { tileCells, tileParent } from '../../domain/tile.ts'
import {
  AREA_NAME,
  areaRequests,
  cellsOf,
  circleAtMeeting as circle,
  MEETING,
  tilesOf,
} from '../../testing/area-requests.ts'
import { parentsAround } from '../../testing/cells.ts'
import { type ProxyUnderTest, startProxyUnderTest } from '../../testing/proxy-under-test.ts'
import { startStrangeProxy } from '../../testing/strange-proxy.ts'
import type { StrangeService } from '../../testing/strange-service/start-strange-service.ts'

let service: StrangeService
let proxy: ProxyUnderTest
const { post, buy, quote, get, answered, expectTruth } = areaRequests(() => ({ service, proxy }))

beforeEach(async () => {
  const started = await startStrangeProxy()
  ;({ service, proxy } = started)
  return started.close
})

describe('an area', () => {
  it('costs nothing when held tiles have all its cells, in parts or whole', async () => {
    const area = circle(3)
    await proxy.buy(tilesOf(cellsOf(area)))
    const calls = service.calls.length
    const free = service.free.length
    const { response, text } = await get(area)
    expect(response.headers.get('Content-Encoding')).toBe('gzip')
    expectTruth(areaFigures.parse(JSON.parse(text)), cellsOf(area))
    expect(service.free.length).toBe(free)
    const told = await buy(area)
    expect(told).toMatchObject({ calls: 0, bought_cells: 0, held_cells: told.cells.length, refusal: null })
    expect(service.calls.length).toBe(calls)
  })

  it('is bought with one call when its tiles take several, and is then held for ever', async () => {
    service.rules.cellBudget = 343
    const area = circle(2.5)
    expect(tilesOf(cellsOf(area))).toHaveLength(3)
    const cost = await quote(area)
    expect(cost).toMatchObject({ calls: 1, bought_cells: cellsOf(area).length, held_cells: 0, refusal: null })
    expect(cost.is_estimate, 'no call of any size was accepted yet').toBe(true)
    expect(service.calls).toHaveLength(0)
    const told = await buy(area)
    expectTruth(told, cellsOf(area))
    expect(told).toMatchObject({ calls: 1, held_cells: 0, tiles: [] })
    // Cells bought beyond the request are reported separately, so that receipt and cost agree.
    expect(told.beside_cells).toBeGreaterThan(0)
    expect(told.bought_cells - (told.beside_cells ?? 0)).toBe(cost.bought_cells - (cost.beside_cells ?? 0))
    expect(service.calls).toHaveLength(1)
    expect((await quote({ ...area, lat: 41.9, radius_km: 1 })).is_estimate).toBeUndefined()

    await proxy.restart()
    expect((await buy(area)).calls).toBe(0)
    const { response, text } = await get(area)
    expect(response.status).toBe(200)
    expectTruth(areaFigures.parse(JSON.parse(text)), cellsOf(area))
    expect(service.calls).toHaveLength(1)
  })

  it('is bought as tiles when these take no more calls', async () => {
    await proxy.buy(parentsAround(8, 12), { lens: 'ad_sub_type=rent' })
    const before = answered().length
    const area = circle(2.5)
    const told = await buy(area)
    expectTruth(told, cellsOf(area))
    expect(told).toMatchObject({ calls: 1, bought_cells: 3 * 343, beside_cells: 3 * 343 - cellsOf(area).length })
    expect([...told.tiles].sort()).toEqual(tilesOf(cellsOf(area)).sort())
    expect((await proxy.buy(told.tiles)).receipt.calls).toBe(0)
    expect(answered().length - before).toBe(1)
  })

  it('is found in the parts of its tiles, and leaves only their other cells to buy', async () => {
    service.rules.cellBudget = 343
    const area = circle(2.5)
    const parents = tilesOf(cellsOf(area))
    const getParts = (of: readonly string[]) => proxy.get(`/api/parts/2026-11-01/default/8?parents=${of.join()}`)
    expect(JSON.parse((await getParts(parents)).text)).toEqual({ parts: [], edition: null })
    await buy(area)
    const { response, text } = await getParts(parents)
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
    const { parts, edition } = partsAnswer.parse(JSON.parse(text))
    expect(edition).toMatchObject({ resolution: 8, currency: 'USD' })
    const held = parts.flatMap(({ parent, runs, bytes }) => {
      const { median_price } = decodeTile(Buffer.from(bytes, 'base64'))
      const cells = tileCells(trustCell(parent))
      return runs.flatMap(([first, count]) =>
        cells.slice(first, first + count).map((cell, i) => [cell, median_price[first + i]] as const),
      )
    })
    const figures = new Map(held)
    expect(figures.size).toBe(held.length)
    expect(cellsOf(area).filter((cell) => !figures.has(cell))).toEqual([])
    expect([...figures.keys()].sort()).toEqual(
      answered()
        .flatMap((call) => call.cells)
        .sort(),
    )
    for (const [cell, price = Number.NaN] of held) {
      if (service.rules.hasFigures(cell)) expect(price / service.price(cell)).toBeCloseTo(1, 3)
      else expect(price).toBeNaN()
    }
    expect((await getParts([...parents, 'zz'])).response.status).toBe(400)

    const told = await proxy.buy(parents)
    expect(told.all('tile')).toHaveLength(parents.length)
    const named = answered().flatMap((call) => call.cells)
    expect(named).toHaveLength(parents.length * 343)
    expect(new Set(named).size).toBe(named.length)
    expect(JSON.parse((await getParts(parents)).text)).toMatchObject({ parts: [], edition })
  })

  it('that grows buys no cell again', async () => {
    service.rules.cellBudget = 343
    await buy(circle(1))
    expectTruth(await buy(circle(4)), cellsOf(circle(4)))
    const named = answered().flatMap((call) => call.cells)
    expect(new Set(named).size).toBe(named.length)
  })

  it('brings what is around it as far as its one call has room', async () => {
    await proxy.buy(parentsAround(8, 12), { lens: 'ad_sub_type=rent' })
    const small = await buy({ ...circle(1), ...cellCenter(parentsAround(8, 1)[0] ?? expect.fail()) })
    expect(small.calls).toBe(1)
    const told = await buy({ ...circle(3), ...cellCenter(parentsAround(8, 1)[0] ?? expect.fail()) })
    expect([told.calls, told.bought_cells]).toEqual([0, 0])
  })

  it('is bought as a circle when the URL has room for too few of its cells', async () => {
    service.rules.urlLimit = 2_500
    await proxy.buy(parentsAround(8, 1), { lens: 'ad_sub_type=rent' })
    const before = answered().length
    const area = circle(7)
    expect(cellsOf(area).length).toBeGreaterThan(150)
    const told = await buy(area)
    expectTruth(told, cellsOf(area))
    expect(told.calls).toBe(1)
    expect(answered().slice(before)).toMatchObject([{ selector: 'circle' }])
  })
})

describe('areas and views at once', () => {
  it('buy no cell twice, whichever comes first', async () => {
    Object.assign(service.rules, { cellBudget: 343, delay: 20 })
    const parents = tilesOf(cellsOf(circle(2.5)))
    const [small, told, large] = await Promise.all([buy(circle(1)), proxy.buy(parents), buy(circle(2.5))])
    expectTruth(small, cellsOf(circle(1)))
    expectTruth(large, cellsOf(circle(2.5)))
    expect(told.all('tile')).toHaveLength(parents.length)
    const named = answered().flatMap((call) => call.cells)
    expect(new Set(named).size).toBe(named.length)
    expect(small.calls + large.calls + told.receipt.calls).toBe(answered().length)
  })
})

describe('two proxies on one store', () => {
  it('buy no cell of overlapping areas twice, and both return their whole area', async () => {
    Object.assign(service.rules, { cellBudget: 343, delay: 20 })
    const dataDir = mkdtempSync(join(tmpdir(), 'areas-'))
    const pair = await Promise.all([1, 2].map(() => startProxyUnderTest(service, { dataDir })))
    const areas = [circle(2.5), { ...circle(3), lat: MEETING.lat + 0.02 }]
    const told = await Promise.all(pair.map((each, index) => buy(areas[index] ?? {}, {}, '', each.url)))
    told.forEach((each, index) => {
      expectTruth(each, cellsOf(areas[index] ?? circle(1)))
    })
    const named = answered().flatMap((call) => call.cells)
    expect(new Set(named).size).toBe(named.length)
    await Promise.all(pair.map((each) => each.close()))
    rmSync(dataDir, { recursive: true })
  })
})

describe('the unbought part of an area', () => {
  it('is marked cell by cell where the free look-up finds no listings, and costs nothing to request again', async () => {
    service.rules.cellBudget = 343
    const area = circle(2.5)
    const [silent] = tilesOf(cellsOf(area))
    service.rules.hasListings = (parent) => parent !== silent
    const told = await buy(area)
    told.cells.map(parseCell).forEach((cell, index) => {
      expect(told.states[index] === 'no_listings').toBe(cell !== null && tileParent(cell) === silent)
    })
    const { ledger } = JSON.parse((await proxy.get('/api/period')).text)
    const { response, text } = await get(area, { ledger })
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(areaFigures.parse(JSON.parse(text)).states).toEqual(told.states)
    expectTruth(await buy(area, { distrust_lookups: true }), cellsOf(area))
    expect(service.calls).toHaveLength(2)
  })

  it('is refused like a purchase, and the held part is returned all the same', async () => {
    service.rules.cellBudget = 343
    await buy(circle(1))
    const rules = { reserve: 0, callsPerDay: null, callsPerAddress: null, callsPerSession: null }
    for (const [mode, code] of [
      ['ask', 'confirmation_needed'],
      ['held-only', 'held_only'],
    ] as const) {
      const guarded = await startProxyUnderTest(service, { spending: { ...rules, mode } })
      const other = proxy
      proxy = guarded
      const calls = service.calls.length
      expect(await quote(circle(1))).toMatchObject({ calls: 1, refusal: { code } })
      const told = await buy(circle(1))
      expect(told).toMatchObject({ calls: 0, bought_cells: 0, refusal: { code } })
      expect(new Set(told.states)).toEqual(new Set(['not_bought']))
      expect(service.calls.length).toBe(calls)
      if (mode === 'ask') expectTruth(await buy(circle(1), { confirmed: true }), cellsOf(circle(1)))
      await guarded.close()
      proxy = other
    }
    service.rules.allowance = 0
    const told = await buy(circle(8))
    expect(told.refusal?.code).toBe('quota_exhausted')
    expect(told.held_cells).toBeGreaterThanOrEqual(cellsOf(circle(1)).length)
    expect(told.held_cells).toBeLessThan(told.cells.length)
    expect(told.states.filter((state) => state !== 'not_bought')).toHaveLength(told.held_cells)
  })

  it('is never bought by GET', async () => {
    const { response, text } = await get(circle(2.5))
    expect([response.status, text, response.headers.get('Cache-Control')]).toEqual([204, '', 'no-store'])
    expect(service.calls).toHaveLength(0)
  })
})

describe('an invalid request for an area', () => {
  it.each([
    [{ polygon: 'AAAA' }, '3 to 60 corners'],
    [
      {
        polygon: formatCorners(
          [
            [41, 2],
            [41.1, 2.1],
            [41, 2.1],
            [41.1, 2],
          ].map(([lat = 0, lng = 0]) => ({ lat, lng })),
        ),
      },
      'do not cross',
    ],
    [{ h3: '8' }, 'h3 with the id of one cell'],
    [{ lat: 91, lng: 2, radius_km: 1 }, '91'],
    [{ lat: 41, lng: 2 }, 'radius_km'],
    [{ lat: 41, lng: 2, radius_km: 0 }, 'radius_km'],
    [{ lat: 41, lng: 2, radius_km: 1, geo_id: 'z1' }, 'geo_id alone'],
    [{ geo_id: '../usage' }, 'expected a geo_id of 1 to 600 bytes'],
    [{ lat: 41, lng: 2, radius_km: 200 }, `at most ${AREA_CELLS_MAX.toLocaleString('en')}`, 422],
  ])('is refused with what was expected: %j', async (area, words, status = 400) => {
    const posted = await post(area)
    expect([posted.response.status, JSON.parse(posted.text).parameter]).toEqual([status, 'area'])
    expect(JSON.parse(posted.text).message).toContain(words)
    const got = await get(area as Record<string, number>)
    expect([got.response.status, JSON.parse(got.text).parameter]).toEqual([status, 'area'])
    expect(service.calls).toHaveLength(0)
  })

  it('is refused from another site', async () => {
    const init = { method: 'POST', body: JSON.stringify({ ...AREA_NAME, area: circle(1) }) }
    const elsewhere = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'cross-site' }
    expect((await fetch(`${proxy.url}/api/areas`, { ...init, headers: elsewhere })).status).toBe(403)
    expect((await fetch(`${proxy.url}/api/areas`, init)).status).toBe(415)
    expect((await post(circle(1), {}, '?dry_run=0')).response.status).toBe(400)
    expect(service.calls).toHaveLength(0)
  })
})
