import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cellToChildren, gridDisk, latLngToCell } from 'h3-js'
import { beforeEach, describe, expect, it } from 'vitest'
import { AREA_CELLS_MAX, type AreaAnswer, areaAnswer, areaFigures, circleResolutions } from '../../contract/area.ts'
import { decodeTile } from '../../contract/figure-tile.ts'
import { partsAnswer } from '../../contract/proxy-api.ts'
import { type Cell, cellAtResolution, cellParent, parseCell, trustCell } from '../../domain/cell.ts'
import { formatCorners, parseCorners } from '../../domain/corners-text.ts'
import { cellCenter, circleCells, destination } from '../../domain/distance.ts'
import { polygonCells } from '../../domain/polygon.ts'
import { tileCells, tileParent } from '../../domain/tile.ts'
import { parentsAround } from '../../testing/cells.ts'
import { type ProxyUnderTest, startProxyUnderTest } from '../../testing/proxy-under-test.ts'
import { startStrangeProxy } from '../../testing/strange-proxy.ts'
import type { StrangeService } from '../../testing/strange-service/start-strange-service.ts'

let service: StrangeService
let proxy: ProxyUnderTest

beforeEach(async () => {
  const started = await startStrangeProxy()
  ;({ service, proxy } = started)
  return started.close
})

/** The point where three tiles meet; even the smallest circle around it touches them all. */
const MEETING = (() => {
  const [tile] = parentsAround(8, 1)
  if (tile === undefined) throw new Error('there is a tile')
  const rim = tileCells(tile).find((cell) => new Set(gridDisk(cell, 1).map(trustCell).map(tileParent)).size === 3)
  if (rim === undefined) throw new Error('three tiles meet somewhere')
  return cellCenter(rim)
})()
const NAME = { as_of: '2026-11-01', lens: 'default', resolution: 8 }
const circle = (radius_km: number) => ({ ...MEETING, radius_km })
const cellsOf = (area: ReturnType<typeof circle>) => circleCells(area, 8).sort()
const tilesOf = (cells: readonly Cell[]) => [...new Set(cells.map(tileParent))]
const answered = () => service.calls.filter((call) => call.answered)

async function post(area: object, changed: object = {}, query = '', url = proxy.url) {
  const body = JSON.stringify({ ...NAME, area, ...changed })
  const headers = { 'Content-Type': 'application/json' }
  const response = await fetch(`${url}/api/areas${query}`, { method: 'POST', headers, body })
  return { response, text: await response.text() }
}
async function buy(area: object, changed: object = {}, query = '', url = proxy.url): Promise<AreaAnswer> {
  const { text } = await post(area, changed, query, url)
  return areaAnswer.parse(JSON.parse(text))
}
const quote = (area: object, changed: object = {}) => buy(area, changed, '?dry_run=1')
const get = (area: Record<string, number | string>, more = {}) =>
  proxy.get(`/api/areas/2026-11-01/default/8?${new URLSearchParams({ ...area, ...more } as Record<string, string>)}`)

/** Every cell of the area is there once, as the service has it, absent figures included. */
function expectTruth(told: Pick<AreaAnswer, 'cells' | 'states' | 'median_price'>, cells: readonly Cell[]): void {
  expect(told.cells).toEqual(cells)
  told.cells.map(parseCell).forEach((cell, index) => {
    if (cell === null) throw new Error('expected canonical ids of cells')
    const price = told.median_price[index] ?? null
    expect(told.states[index] === 'too_few').toBe(!service.rules.hasFigures(cell))
    if (service.rules.hasFigures(cell)) expect((price ?? 0) / service.price(cell)).toBeCloseTo(1, 6)
    else expect(price).toBeNull()
  })
}

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

describe('a place', () => {
  const cells = parentsAround(8, 3)
    .flatMap((parent) => cellToChildren(parent, 8).slice(0, 90))
    .map(trustCell)

  beforeEach(() => {
    service.rules.places = { z7: cells }
  })

  it('has the cells that the free endpoint lists, and is held like everything else', async () => {
    service.rules.cellBudget = 343
    expect((await get({ geo_id: 'z7' })).response.status).toBe(204)
    const told = await buy({ geo_id: 'z7' })
    expectTruth(told, [...cells].sort())
    expect(told.calls).toBe(1)
    expect((await get({ geo_id: 'z7' })).response.status).toBe(200)
    expect((await buy({ geo_id: 'z7' })).calls).toBe(0)
    expect(service.free.filter((target) => target.includes('/hexes'))).toHaveLength(3)
  })

  it('is bought by its id when lists and circles would take more calls', async () => {
    Object.assign(service.rules, { urlLimit: 2_500, cellBudget: 343 })
    await proxy.buy(parentsAround(8, 1), { lens: 'ad_sub_type=rent' })
    const before = answered().length
    expectTruth(await buy({ geo_id: 'z7' }), [...cells].sort())
    expect(answered().slice(before)).toMatchObject([{ selector: 'geo_id' }])
  })

  describe('that the next period draws elsewhere', () => {
    const [other = '', elsewhere = ''] = parentsAround(8, 5).slice(3)
    const moved = cellToChildren(elsewhere, 8).map(trustCell)
    const BEFORE = { as_of: '2026-10-01' }

    beforeEach(async () => {
      Object.assign(service.rules, { ...BEFORE, urlLimit: 2_500, cellBudget: 343 })
      await proxy.buy(parentsAround(8, 1), { lens: 'ad_sub_type=rent', ...BEFORE })
      await quote({ geo_id: 'z7' }, BEFORE)
      Object.assign(service.rules, { as_of: '2026-11-01', places: { z7: moved } })
    })

    it('is listed again', async () => {
      await proxy.buy([other])
      expectTruth(await buy({ geo_id: 'z7' }), [...moved].sort())
    })

    it.each(['known', 'not known yet'])(
      'is not taken for empty where it was, when that period is %s',
      async (known) => {
        if (known === 'known') await proxy.buy([other])
        const told = await buy({ geo_id: 'z7' }, BEFORE)
        expect(told.edition?.as_of).toBe('2026-11-01')
        expectTruth(told, [...cells].sort())
      },
    )
  })

  it('that was drawn elsewhere since it was listed has no cells that are taken for empty', async () => {
    Object.assign(service.rules, { urlLimit: 2_500, cellBudget: 343 })
    await proxy.buy(parentsAround(8, 1), { lens: 'ad_sub_type=rent' })
    await quote({ geo_id: 'z7' })
    const before = answered().length
    service.rules.places = { z7: cells.slice(0, 200) }
    expectTruth(await buy({ geo_id: 'z7' }), [...cells].sort())
    expect(answered()[before]).toMatchObject({ selector: 'geo_id' })
  })

  it('whose list of cells repeats a page is returned as far as listed, and listed again the next time', async () => {
    service.rules.cursors = 'first page, new cursor'
    const told = await buy({ geo_id: 'z7' })
    expectTruth(told, cells.slice(0, 100).sort())
    expect(told.cells_complete).toBe(false)
    // The cursor may have another name, so a few are tried.
    expect(service.free.filter((target) => target.includes('/hexes')).length).toBeLessThan(10)
    service.rules.cursors = 'own page'
    const whole = await buy({ geo_id: 'z7' })
    expectTruth(whole, [...cells].sort())
    expect([whole.cells_complete, whole.held_cells >= 100]).toEqual([true, true])
  })

  it('that does not exist is refused as unknown, and looked up again later', async () => {
    expect((await post({ geo_id: 'z8' })).response.status).toBe(404)
    service.rules.places = { z8: cells }
    expect((await post({ geo_id: 'z8' })).response.status).toBe(200)
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

describe('the resolutions of a circle', () => {
  const TAHITI = { lat: -17.54, lng: -149.57 }
  const resolutionsOf = async (area: Record<string, number | string>) => {
    const { text } = await proxy.get(`/api/resolutions?${new URLSearchParams(area as Record<string, string>)}`)
    return circleResolutions.parse(JSON.parse(text)).resolutions
  }

  it('are those of the markets around it, and cost nothing', async () => {
    Object.assign(service.rules, {
      countries: ['fr', 'pf'],
      resolutionsOf: (country: string) => (country === 'fr' ? [4, 5, 6, 7, 8] : [4, 5, 6]),
    })
    expect(await resolutionsOf({ ...TAHITI, radius_km: 0.1 })).toEqual([4, 5, 6])
    expect(await resolutionsOf({ lat: 48.9, lng: 2.3, radius_km: 300 })).toEqual([4, 5, 6, 7, 8])
    expect(service.calls).toHaveLength(0)
  })

  it('are all where no market is', async () => {
    Object.assign(service.rules, { countries: ['es'], resolutionsOf: () => [4, 5] })
    expect(await resolutionsOf({ ...TAHITI, radius_km: 3 })).toEqual([4, 5, 6, 7, 8])
  })

  it('are refused for a place, whose country is known', async () => {
    const { response, text } = await proxy.get('/api/resolutions?geo_id=z1')
    expect([response.status, JSON.parse(text).parameter]).toEqual([400, 'geo_id'])
  })
})

describe('a polygon', () => {
  const corners = [0, 80, 170, 260].map((bearing) => destination(MEETING, 3, bearing))
  const polygon = formatCorners(corners)
  const cells = polygonCells(parseCorners(polygon) ?? [], 8).sort()

  it('has the cells whose centre lies inside, and is bought with few calls and kept', async () => {
    expect(cells.length).toBeGreaterThan(10)
    const offer = await quote({ polygon })
    const told = await buy({ polygon })
    expect([told.calls, told.refusal]).toEqual([offer.calls, null])
    expectTruth(told, cells)
    expect(await buy({ polygon })).toMatchObject({ calls: 0 })
    const { text } = await get({ polygon })
    expectTruth(areaFigures.parse(JSON.parse(text)), cells)
  })

  it('is refused with the largest resolution at which its cells can be counted', async () => {
    const wide = formatCorners([0, 90, 180, 270].map((bearing) => destination(MEETING, 400, bearing)))
    const { response, text } = await post({ polygon: wide })
    expect([response.status, JSON.parse(text).message]).toEqual([422, expect.stringMatching(/choose resolution 6$/)])
  })
})

describe('a cell', () => {
  it('is itself at its own resolution, its descendants at finer ones and its ancestor at coarser ones', async () => {
    const cell = trustCell(latLngToCell(MEETING.lat, MEETING.lng, 7))
    expectTruth(await buy({ h3: cell }), cellAtResolution(cell, 8).sort())
    expect((await buy({ h3: cell }, { resolution: 7 })).cells).toEqual([cell])
    expect((await buy({ h3: cell }, { resolution: 6 })).cells).toEqual([cellParent(cell, 6)])
  })
})

describe('several areas', () => {
  const overlapping = [circle(3), { ...destination(MEETING, 2, 90), radius_km: 3 }]

  it('are bought together, each cell once, and are then held each on its own', async () => {
    const offer = await quote({ all: overlapping })
    const separate = await Promise.all(overlapping.map((area) => quote(area)))
    expect(offer.calls).toBeLessThanOrEqual(separate.reduce((sum, { calls }) => sum + calls, 0))
    const told = await buy({ all: overlapping })
    expect([told.calls, told.refusal]).toEqual([offer.calls, null])
    const bought = answered().flatMap((call) => call.cells)
    expect(new Set(bought).size, 'no cell was bought twice').toBe(bought.length)
    for (const area of overlapping) {
      expect(await buy(area)).toMatchObject({ calls: 0 })
      expectTruth(await buy(area), circleCells(area, 8).sort())
    }
  })

  it('are refused when they are none, too many, or too large together', async () => {
    for (const area of [
      { all: [] },
      { all: Array(7).fill(circle(1)) },
      { all: [circle(1)], h3: 'x' },
      { all: [{ h3: 'x' }] },
    ]) {
      const { response, text } = await post(area)
      expect([response.status, JSON.parse(text).parameter]).toEqual([400, 'area'])
    }
    const far = [0, 90, 180, 270].map((bearing) => ({ ...destination(MEETING, 400, bearing), radius_km: 80 }))
    const { response, text } = await post({ all: far })
    expect([response.status, JSON.parse(text)]).toEqual([
      422,
      expect.objectContaining({ error: 'too_many_hexes', message: expect.stringContaining('together') }),
    ])
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
    const init = { method: 'POST', body: JSON.stringify({ ...NAME, area: circle(1) }) }
    const elsewhere = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'cross-site' }
    expect((await fetch(`${proxy.url}/api/areas`, { ...init, headers: elsewhere })).status).toBe(403)
    expect((await fetch(`${proxy.url}/api/areas`, init)).status).toBe(415)
    expect((await post(circle(1), {}, '?dry_run=0')).response.status).toBe(400)
    expect(service.calls).toHaveLength(0)
  })
})
