import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { filtersResponse, writeCellList } from '../../../contract/service/assumptions.ts'
import { errorEnvelope } from '../../../contract/service/errors.ts'
import { type StatsRow, statsResponse } from '../../../contract/service/stats/stats.ts'
import { type Cell, cellParent, cellToDecimal, parseCell } from '../../../domain/cell.ts'
import { circleCells } from '../../../domain/distance.ts'
import { CITY_CELLS, CITY_CENTRE, type ServiceFixture, startServiceFixture } from '../../../testing/service-fixture.ts'
import { PLANS } from '../../plans/plans.ts'

let service: ServiceFixture
let starter: string
beforeAll(async () => {
  const plans = { ...PLANS, narrow: { ...PLANS.standard, cells_per_request: 3 } }
  service = await startServiceFixture({ plans })
  starter = await service.newToken({ account: 'starter', plan: 'starter' })
}, 60_000)
afterAll(() => service?.close())

const stats = async (query: string) => {
  const answer = await service.get(`/stats/current?${query}`)
  expect(answer.status, query).toBe(200)
  return statsResponse.parse(await answer.json())
}
const refusal = async (query: string, token?: string) => {
  const answer = await service.get(`/stats/current?${query}`, token)
  const { error, parameter } = errorEnvelope.parse(await answer.json())
  return [answer.status, error, parameter]
}
const cellsOf = (rows: readonly StatsRow[]) => rows.map(({ h3 }) => parseCell(h3))
const listOf = (cells: readonly Cell[]) => `h3=${writeCellList(cells)}`

describe('a territory', () => {
  it('is a place, or a list of its cells in either spelling', async () => {
    const place = await stats('geo_id=z2')
    expect(place.territory).toEqual({ selector: 'geo_id', place: { name: 'Barcelona', level: 'city', country: 'es' } })
    expect(place.stats.length).toBeGreaterThan(30)
    expect((await stats(listOf(CITY_CELLS))).stats).toEqual(place.stats)
    const decimal = CITY_CELLS.map(cellToDecimal)
    expect((await stats(`h3=${decimal.join(',')}`)).stats).toEqual(place.stats)
    expect((await stats(`h3=${decimal.join('&h3=')}&h3=${CITY_CENTRE}`)).stats).toEqual(place.stats)
  })

  it('is a circle: the cells whose centre lies within', async () => {
    const circle = { lat: 41.39, lng: 2.16, radius_km: 2 }
    const { stats: rows, territory } = await stats('lat=41.39&lng=2.16&radius_km=2')
    expect(territory.selector).toBe('circle')
    expect(rows).toEqual((await stats(listOf(circleCells(circle, 8)))).stats)
    expect(rows.length).toBeGreaterThan(10)
  })

  it('outside every named place has cells named after their country', async () => {
    const { stats: rows } = await stats('lat=38.72&lng=-9.14&radius_km=1')
    expect(rows.map(({ name }) => name)).toEqual(['pt'])
  })

  it('is rolled up, and says so, when the place is stored finer', async () => {
    const { stats: rows, territory } = await stats('geo_id=z2&res=6')
    expect(territory).toMatchObject({ rolled_up_from: 8, rollup_note: expect.stringContaining('beyond') })
    const parents = new Set(CITY_CELLS.map((cell) => cellParent(cell, 6)))
    expect(cellsOf(rows).every((cell) => cell && parents.has(cell))).toBe(true)
    expect(rows.length).toBeGreaterThan(0)
  })

  it('can be a country, made of the places beneath it', async () => {
    const { stats: rows, territory } = await stats('geo_id=es&res=4')
    expect(territory.place).toEqual({ name: 'es', level: 'country', country: 'es' })
    expect(cellsOf(rows)).toContain(cellParent(CITY_CENTRE, 4))
  })

  it('without listings gives an empty response that still counts', async () => {
    const before = (await service.get('/stats/current?geo_id=z5&res=7')).headers.get('x-quota-used')
    const after = await service.get('/stats/current?geo_id=z7')
    expect(statsResponse.parse(await after.json()).stats).toEqual([])
    expect(Number(after.headers.get('x-quota-used'))).toBe(Number(before) + 1)
  })
})

describe('a row', () => {
  it('marks pooled figures, and is named after the finest place', async () => {
    const { stats: rows } = await stats('geo_id=z2')
    expect(new Set(rows.map(({ estimated }) => estimated))).toEqual(new Set([true, false]))
    const centre = rows.find(({ h3 }) => parseCell(h3) === CITY_CENTRE)
    expect(centre).toMatchObject({ name: 'la Vila de Gràcia', estimated: false })
    expect(new Set(rows.map(({ name }) => name))).toEqual(new Set(['la Vila de Gràcia', 'Gràcia', 'Barcelona']))
    const coarse = await stats(`h3=${cellParent(CITY_CENTRE, 6)}`)
    expect(coarse.stats[0]?.name).toBe('Barcelona')
    expect((await stats('geo_id=z1&res=4')).stats.map(({ name }) => name)).toContain('Catalunya')
  })

  it('shows money in the display currency, all rows at one rate', async () => {
    const [usd, eur] = [await stats('geo_id=z2'), await stats('geo_id=z2&currency=eur')]
    expect([usd.currency, eur.currency]).toEqual(['USD', 'EUR'])
    const ratios = eur.stats.map((row, i) => (usd.stats[i]?.median_price ?? 0) / (row.median_price ?? 0))
    expect(Math.max(...ratios) - Math.min(...ratios)).toBeLessThan(1e-12)
    expect(eur.stats.map(({ median_area }) => median_area)).toEqual(usd.stats.map(({ median_area }) => median_area))
    // The fixture's prices are in whole euros.
    expect(Math.round((eur.stats[0]?.median_price ?? 0) * 2)).toBeCloseTo((eur.stats[0]?.median_price ?? 0) * 2, 6)
  })
})

describe('a period', () => {
  it('is labelled with the day after its window of one month or three', async () => {
    const fine = await stats('geo_id=z4')
    expect(fine).toMatchObject({ as_of: '2026-11-01', window_start: '2026-08-01', window_end: '2026-10-31' })
    expect(fine.snapshot).toMatchObject({ window_months: 3, outlier_trim_pct: 0.01, max_as_of_age_days: 34 })
    expect(fine.snapshot.min_listings_by_res).toEqual({ 4: 10, 5: 10, 6: 10, 7: 5, 8: 5 })
    const coarse = await stats('geo_id=z4&res=6')
    expect(coarse).toMatchObject({ window_start: '2026-10-01', snapshot: { window_months: 1 } })
  })
})

describe('a filter', () => {
  it('selects other figures, and is echoed with the defaults', async () => {
    const all = await stats('geo_id=z2&res=7')
    expect(all.filters).toMatchObject({ ad_sub_type: 'buy', property_type: null, units: { size: 'm2', price: 'USD' } })
    for (const query of ['ad_sub_type=rent', 'property_type=house', 'rooms=5', 'rooms=2&property_type=apartment']) {
      const some = await stats(`geo_id=z2&res=7&${query}`)
      expect(some.stats, query).not.toEqual(all.stats)
      expect(some.stats.length, query).toBeGreaterThan(0)
    }
  })

  it('by price that excludes nothing returns the published figures', async () => {
    for (const query of ['geo_id=z2', 'geo_id=z2&res=6', 'geo_id=z2&res=7&rooms=5', 'geo_id=z2&property_type=house']) {
      const published = await stats(query)
      const made = await stats(`${query}&min_price_usd=0`)
      expect(made.stats.map(({ h3, estimated, listings }) => ({ h3, estimated, listings }))).toEqual(
        published.stats.map(({ h3, estimated, listings }) => ({ h3, estimated, listings })),
      )
      for (const [i, row] of made.stats.entries()) {
        expect(row.median_price).toBeCloseTo(published.stats[i]?.median_price ?? 0, 6)
        expect(row.median_price_per_sqm).toBeCloseTo(published.stats[i]?.median_price_per_sqm ?? 0, 6)
        expect(row.median_area).toBe(published.stats[i]?.median_area)
      }
    }
  })

  it('by price is in USD, whatever currency is shown', async () => {
    const limit = 300_000
    const [usd, eur] = [
      await stats(`geo_id=z2&max_price_usd=${limit}`),
      await stats(`geo_id=z2&max_price_usd=${limit}&currency=EUR`),
    ]
    expect(usd.stats.length).toBeGreaterThan(0)
    expect(usd.stats.every(({ median_price }) => (median_price ?? 0) <= limit)).toBe(true)
    expect(cellsOf(eur.stats)).toEqual(cellsOf(usd.stats))
  })

  it('is described by /meta/filters', async () => {
    const { filters, currencies } = filtersResponse.parse(await (await service.get('/meta/filters')).json())
    expect(filters.map(({ parameter }) => parameter)).toEqual([
      'ad_sub_type',
      'property_type',
      'rooms',
      'min_price_usd',
      'max_price_usd',
    ])
    expect(currencies).toEqual(expect.arrayContaining(['EUR', 'USD']))
  })
})

describe('a refusal', () => {
  it('names the parameter at fault', async () => {
    expect(await refusal('')).toEqual([400, 'missing_parameter', 'geo_id'])
    expect(await refusal('lat=1&lng=2')).toEqual([400, 'missing_parameter', 'radius_km'])
    expect(await refusal(`geo_id=z2&h3=${CITY_CENTRE}`)).toEqual([400, 'invalid_parameter', 'h3'])
    expect(await refusal('geo_id=z2&lat=1')).toEqual([400, 'invalid_parameter', 'lat'])
    expect(await refusal(`h3=${CITY_CENTRE}&res=8`)).toEqual([400, 'invalid_parameter', 'res'])
    expect(await refusal(`h3=${CITY_CENTRE},${cellParent(CITY_CENTRE, 7)}`)).toEqual([400, 'invalid_parameter', 'h3'])
    expect(await refusal(`h3=${cellParent(CITY_CENTRE, 3)}`)).toEqual([400, 'invalid_parameter', 'h3'])
    expect(await refusal('h3=')).toEqual([400, 'invalid_parameter', 'h3'])
    expect(await refusal('geo_id=z2&res=9')).toEqual([400, 'invalid_parameter', 'res'])
    expect(await refusal('lat=1&lng=2&radius_km=501')).toEqual([400, 'invalid_parameter', 'radius_km'])
    expect(await refusal('geo_id=z2&min_price=1')).toEqual([400, 'invalid_parameter', 'min_price'])
    expect(await refusal('geo_id=z2&max_price=')).toEqual([400, 'invalid_parameter', 'max_price'])
    expect(await refusal('geo_id=z2&currency=XXX')).toEqual([400, 'invalid_parameter', 'currency'])
    expect(await refusal('geo_id=z2&property_type=castle')).toEqual([400, 'invalid_parameter', 'property_type'])
    expect(await refusal('geo_id=z2&min_price_usd=2&max_price_usd=1')).toEqual([
      400,
      'invalid_parameter',
      'max_price_usd',
    ])
    expect(await refusal('geo_id=z2&bedrooms=2')).toEqual([400, 'invalid_parameter', 'bedrooms'])
    expect(await refusal('geo_id=z2&geo_id=z3')).toEqual([400, 'invalid_parameter', 'geo_id'])
  })

  it('names the values that are allowed', async () => {
    const answer = await service.get('/stats/current?geo_id=z2&property_type=castle')
    expect((await answer.json()).message).toMatch(/"castle" should be one of apartment, house/)
  })

  it('distinguishes an unknown place from a country without places', async () => {
    expect(await refusal('geo_id=nowhere')).toEqual([404, 'unknown_place', 'geo_id'])
    expect(await refusal('geo_id=jp')).toEqual([404, 'not_covered', 'geo_id'])
  })

  it('beyond the cell budget states the budget', async () => {
    const answer = await service.get('/stats/current?geo_id=es&res=8')
    expect([answer.status, await answer.json()]).toMatchObject([422, { error: 'too_many_hexes', limit: 3000 }])
    expect(await refusal('lat=41&lng=2&radius_km=500')).toEqual([422, 'too_many_hexes', undefined])
    expect((await service.get('/stats/current?lat=41&lng=2&radius_km=500&res=4')).status).toBe(200)
  })

  it('beyond the cell budget names a resolution that is allowed, and a country always has one', async () => {
    const narrow = await service.newToken({ account: 'narrow', plan: 'narrow' })
    for (const [selector, finest] of [
      ['geo_id=es', 4],
      ['geo_id=z2', 5],
    ]) {
      const refused = await (await service.get(`/stats/current?${selector}&res=8`, narrow)).json()
      expect(refused).toMatchObject({ error: 'too_many_hexes', limit: 3 })
      const advised = Number(/use resolution (\d)/.exec(refused.message)?.[1])
      expect([selector, advised]).toEqual([selector, finest])
      expect((await service.get(`/stats/current?${selector}&res=${advised}`, narrow)).status).toBe(200)
    }
    const wide = await (await service.get('/stats/current?lat=41&lng=2&radius_km=500&res=8', narrow)).json()
    expect(wide.message).toMatch(/; split the territory$/)
    const cells = CITY_CELLS.slice(0, 4).join(',')
    const { message } = await (await service.get(`/stats/current?h3=${cells}`, narrow)).json()
    expect(message).toContain('split the list')
  })

  it('meets resolutions finer than the plan, including the default resolution', async () => {
    expect(await refusal('geo_id=z2', starter)).toEqual([403, 'resolution_not_in_plan', 'res'])
    expect(await refusal(`h3=${CITY_CENTRE}`, starter)).toEqual([403, 'resolution_not_in_plan', 'res'])
    expect((await service.get('/stats/current?geo_id=z2&res=6', starter)).status).toBe(200)
  })
})
