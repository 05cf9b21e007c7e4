import { cpSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { usageResponse, writeCellList } from '../../../contract/service/assumptions.ts'
import { errorEnvelope } from '../../../contract/service/errors.ts'
import { geoResponse } from '../../../contract/service/geo.ts'
import { historyResponse } from '../../../contract/service/stats/stats.ts'
import { cellParent } from '../../../domain/cell.ts'
import { CITY_CELLS, CITY_CENTRE, type ServiceFixture, startServiceFixture } from '../../../testing/service-fixture.ts'
import { FIGURES_FILE } from '../../periods/period-folders.ts'
import { PLANS } from '../../plans/plans.ts'
import { startService } from '../../start-service.ts'

const PLANS_OF_TESTS = {
  ...PLANS,
  brief: { ...PLANS.standard, allowance: { current: 100, history: 3 }, cells_per_request: 100 },
}
/** The fixture's periods of the last year; the earlier ones are of spring 2025. */
const LABELS = ['2026-08-01', '2026-09-01', '2026-10-01', '2026-11-01']

let service: ServiceFixture
let starter: string
beforeAll(async () => {
  service = await startServiceFixture({ plans: PLANS_OF_TESTS, periods: 'all' })
  starter = await service.newToken({ account: 'starter', plan: 'starter' })
}, 60_000)
afterAll(() => service?.close())

const bodyOf = async (path: string) => {
  const answer = await service.get(path)
  expect(answer.status, path).toBe(200)
  return answer.json()
}
const history = async (query: string) => historyResponse.parse(await bodyOf(`/stats/history?${query}`))
const labelsOf = async (query: string) => (await history(query)).history.map(({ as_of }) => as_of)
const refusal = async (query: string, token?: string) => {
  const answer = await service.get(`/stats/history?${query}`, token)
  const { error, parameter } = errorEnvelope.parse(await answer.json())
  return [answer.status, error, parameter]
}

describe('the newest point', () => {
  it.each([
    'geo_id=z2',
    'geo_id=z2&res=6',
    'geo_id=es&res=4&currency=eur',
    `h3=${writeCellList(CITY_CELLS.slice(0, 3))}&ad_sub_type=rent`,
    `h3=${CITY_CENTRE}&h3=${CITY_CELLS[3]}&property_type=apartment`,
    'lat=41.39&lng=2.16&radius_km=2&min_price_usd=200000&max_price_usd=400000&currency=GBP',
    'geo_id=z2&res=7&max_price_usd=300000',
    'geo_id=z7',
  ])('of %s is what /stats/current returns', async (query) => {
    const { history: points, from, to, ...shared } = await bodyOf(`/stats/history?${query}`)
    expect({ ...shared, ...points.at(-1) }).toEqual(await bodyOf(`/stats/current?${query}`))
    expect(points.at(-1).stats.length > 0).toBe(query !== 'geo_id=z7')
  })
})

describe('a point', () => {
  it('has the window, figures and method of its own period', async () => {
    const { history: points } = await history('geo_id=z2')
    expect(points.map(({ as_of, window_start, window_end }) => [as_of, window_start, window_end])).toEqual([
      ['2026-08-01', '2026-05-01', '2026-07-31'],
      ['2026-09-01', '2026-06-01', '2026-08-31'],
      ['2026-10-01', '2026-07-01', '2026-09-30'],
      ['2026-11-01', '2026-08-01', '2026-10-31'],
    ])
    const listings = points.map(({ stats }) => stats.reduce((sum, row) => sum + (row.listings ?? 0), 0))
    expect(new Set(listings).size).toBe(LABELS.length)
    expect(points.map(({ snapshot }) => snapshot.as_of)).toEqual(LABELS)
  })

  it('has no rows when its period has no figures, and is left out when the period is not published', async () => {
    const answer = await history('geo_id=z2&from=2025-02-01&to=2026-08-01')
    expect(answer.history.map(({ as_of, stats }) => [as_of, stats.length])).toEqual([
      ['2025-03-01', 0],
      ['2025-04-01', 0],
      ['2025-05-01', 0],
      ['2026-08-01', 0],
    ])
    expect(answer.snapshot).toMatchObject({ as_of: '2026-11-01', earliest_period: '2025-03-01' })
  })

  it('keeps a place that now has too few listings', async () => {
    const { results } = geoResponse.parse(await bodyOf('/geo?parent=es&level=city'))
    expect(results).toMatchObject([{ geo_id: 'z8', prices_available: true, current_period: null }])
    const { history: points } = await history('geo_id=z8')
    expect(points.map(({ as_of, stats }) => [as_of, stats.length])).toEqual([
      ['2026-08-01', 1],
      ['2026-09-01', 1],
      ['2026-10-01', 1],
      ['2026-11-01', 0],
    ])
  })
})

describe('from and to', () => {
  it('default to the newest period and the eleven months before it', async () => {
    expect(await history('geo_id=z4')).toMatchObject({ from: '2025-12-01', to: '2026-11-01' })
    expect(await history('geo_id=z4&to=2025-04')).toMatchObject({ from: '2024-05-01', to: '2025-04-01' })
    expect(await labelsOf('geo_id=z4')).toEqual(LABELS)
    expect(await labelsOf('geo_id=z4&to=2025-04')).toEqual(['2025-03-01', '2025-04-01'])
    expect(await labelsOf('geo_id=z4&from=2026-10-01')).toEqual(['2026-10-01', '2026-11-01'])
  })

  it('can be months, equal, before the first period, and after the last', async () => {
    expect(await labelsOf('geo_id=z4&from=2026-09&to=2026-09-01')).toEqual(['2026-09-01'])
    expect(await labelsOf('geo_id=z4&from=1900-01&to=1900-03')).toEqual([])
    expect(await labelsOf('geo_id=z4&from=2026-11&to=2027-05')).toEqual(['2026-11-01'])
  })

  it('are refused when they are not labels, are reversed or span too many months', async () => {
    for (const value of [
      '',
      '2026',
      '2026-13',
      '2026-11-02',
      '2026-11-01T00:00:00Z',
      '1899-12',
      'last',
      '0000-01-01',
    ]) {
      expect(await refusal(`geo_id=z4&from=${value}`), value).toEqual([400, 'invalid_parameter', 'from'])
      expect(await refusal(`geo_id=z4&to=${value}`), value).toEqual([400, 'invalid_parameter', 'to'])
    }
    expect(await refusal('geo_id=z4&from=2026-10&to=2026-09')).toEqual([400, 'invalid_parameter', 'from'])
    expect(await refusal('geo_id=z4&from=2026-12')).toEqual([400, 'invalid_parameter', 'from'])
    expect(await refusal('geo_id=z4&from=2021-11')).toEqual([400, 'invalid_parameter', 'from'])
    expect(await labelsOf('geo_id=z4&from=2021-12')).toHaveLength(7)
    expect(await refusal('geo_id=z4&from=2026-10&from=2026-10')).toEqual([400, 'invalid_parameter', 'from'])
  })

  it('are refused by /stats/current', async () => {
    const answer = await service.get('/stats/current?geo_id=z4&from=2026-10')
    expect([answer.status, (await answer.json()).parameter]).toEqual([400, 'from'])
  })
})

describe('a refusal', () => {
  it('is the same as that of /stats/current', async () => {
    expect(await refusal('')).toEqual([400, 'missing_parameter', 'geo_id'])
    expect(await refusal(`h3=${CITY_CENTRE}&res=8`)).toEqual([400, 'invalid_parameter', 'res'])
    expect(await refusal('geo_id=z2&min_price=1')).toEqual([400, 'invalid_parameter', 'min_price'])
    expect(await refusal('geo_id=z2&currency=XXX')).toEqual([400, 'invalid_parameter', 'currency'])
    expect(await refusal('geo_id=z2&period=2026-10')).toEqual([400, 'invalid_parameter', 'period'])
    expect(await refusal('geo_id=nowhere')).toEqual([404, 'unknown_place', 'geo_id'])
    expect(await refusal('geo_id=jp')).toEqual([404, 'not_covered', 'geo_id'])
    expect(await refusal('geo_id=z2', starter)).toEqual([403, 'resolution_not_in_plan', 'res'])
  })

  it('of a currency needs a period of the span without its rate, whatever the newest period has', async () => {
    const file = join(service.dataDir, 'service', 'periods', '2025-03-01', FIGURES_FILE)
    cpSync(file, `${file}.new`)
    const changed = new Database(`${file}.new`)
    changed.exec(`UPDATE meta SET value = json_set(value, '$.BGN', 0.5) WHERE key = 'usd_per_unit'`)
    changed.close()
    renameSync(`${file}.new`, file)
    const levs = await history('geo_id=z2&currency=BGN&from=2025-03&to=2025-03')
    expect([levs.currency, levs.history.length]).toEqual(['BGN', 1])
    for (const span of ['from=2025-03&to=2025-04', 'from=2025-04&to=2025-05', 'from=1950-01&to=1950-02', '']) {
      expect(await refusal(`geo_id=z2&currency=BGN&${span}`), span).toEqual([400, 'invalid_parameter', 'currency'])
    }
  })

  it('beyond the cell budget counts each cell once per published period', async () => {
    const token = await service.newToken({ account: 'budget', plan: 'brief' })
    const cells = writeCellList(CITY_CELLS.slice(0, 26))
    const answer = await service.get(`/stats/history?h3=${cells}`, token)
    expect([answer.status, await answer.json()]).toMatchObject([
      422,
      {
        error: 'too_many_hexes',
        limit: 100,
        message: expect.stringContaining('26 cells at resolution 8 in each of 4'),
      },
    ])
    expect((await service.get(`/stats/history?h3=${cells}&from=2026-09`, token)).status).toBe(200)
    expect((await service.get(`/stats/history?h3=${cells}&from=2021-12&to=2026-07`, token)).status).toBe(200)
  })
})

describe('an allowance', () => {
  it('is separate from that of /stats/current, and counts empty responses but not refusals', async () => {
    const token = await service.newToken({ account: 'brief', plan: 'brief' })
    const quotaOf = async (path: string) => {
      const { status, headers } = await service.get(path, token)
      const [group, limit, used] = ['group', 'limit', 'used'].map((name) => headers.get(`x-quota-${name}`))
      return { status, group, limit, used }
    }
    const ofHistory = { group: 'history', limit: '3' }
    expect(await quotaOf('/stats/history?geo_id=z7')).toEqual({ status: 200, ...ofHistory, used: '1' })
    expect(await quotaOf('/stats/history?geo_id=z4&from=1950-01&to=1950-02')).toMatchObject({ status: 200, used: '2' })
    expect(await quotaOf('/stats/history?geo_id=z4&from=x')).toEqual({ status: 400, ...ofHistory, used: '2' })
    expect(await quotaOf('/stats/current?geo_id=z4')).toEqual({
      status: 200,
      group: 'current',
      limit: '100',
      used: '1',
    })
    expect(await quotaOf('/stats/history?geo_id=z4')).toMatchObject({ status: 200, used: '3' })
    expect(await quotaOf('/stats/history?geo_id=z4')).toEqual({ status: 402, ...ofHistory, used: '3' })
    expect(await quotaOf('/stats/current?geo_id=z4')).toMatchObject({ status: 200, used: '2' })
    const { groups } = usageResponse.parse(await (await service.get('/usage', token)).json())
    expect(groups.find(({ group }) => group === 'history')).toMatchObject({ used: 3, remaining: 0, metered: true })
  })
})

describe('when there is no current period', () => {
  it('the earlier ones are returned', async () => {
    const now = () => new Date('2027-01-20')
    const log = pino({ level: 'error' })
    const { dataDir, token } = service
    const late = await startService({ dataDir, host: '127.0.0.1', port: 0, now, log, plans: PLANS_OF_TESTS })
    const headers = { authorization: `Bearer ${token}` }
    const ask = async (path: string) => (await fetch(late.url + path, { headers })).json()
    const { results } = geoResponse.parse(await ask('/geo?parent=z1&level=city'))
    expect(results).toMatchObject([{ geo_id: 'z2', prices_available: true, current_period: null }])
    const answer = historyResponse.parse(await ask('/stats/history?geo_id=z2'))
    expect(answer.to).toBe('2026-11-01')
    expect(answer.history.map(({ as_of }) => as_of)).toEqual(LABELS)
    expect(answer.history.at(-1)?.stats).toEqual((await bodyOf('/stats/current?geo_id=z2')).stats)
    expect((await ask('/stats/current?geo_id=z2')).stats).toEqual([])
    await late.close()
  })
})

describe('a roll-up', () => {
  it('is stated once for all points', async () => {
    const { territory, history: points } = await history('geo_id=z2&res=6')
    expect(territory).toMatchObject({ rolled_up_from: 8 })
    expect(points.at(-1)?.stats.map(({ h3 }) => h3)).toContain(BigInt(`0x${cellParent(CITY_CENTRE, 6)}`).toString())
  })
})
