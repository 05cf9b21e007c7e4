import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HistoryAnswer, historyAnswer } from '../../contract/history.ts'
import { historyResponse } from '../../contract/service/stats/stats.ts'
import { parseCell } from '../../domain/cell.ts'
import { formatCorners } from '../../domain/corners-text.ts'
import { circleCells } from '../../domain/distance.ts'
import { polygonCells } from '../../domain/polygon.ts'
import { PLANS } from '../../service/plans/plans.ts'
import { type ProxyUnderTest, startProxyUnderTest } from '../../testing/proxy-under-test.ts'
import { FIXTURE_NOW, type ServiceFixture, startServiceFixture } from '../../testing/service-fixture.ts'
import { startVariantService } from '../../testing/variant-service.ts'

const RESOLUTION = 8
const LABELS = ['2026-08-01', '2026-09-01', '2026-10-01', '2026-11-01']
const CORNERS = [
  { lat: 41.36, lng: 2.12 },
  { lat: 41.36, lng: 2.2 },
  { lat: 41.42, lng: 2.2 },
  { lat: 41.42, lng: 2.12 },
]
const SHAPE = { polygon: formatCorners(CORNERS) }
/** The most cells of one call of the small plan, each counted once for every period. */
const BUDGET = 300
/** It has more of them. */
const LARGE = { lat: 41.39, lng: 2.16, radius_km: 12 }

let service: ServiceFixture
let small: { token: string }

beforeAll(async () => {
  service = await startServiceFixture({
    periods: 'all',
    plans: { ...PLANS, brief: { ...PLANS.standard, cells_per_request: BUDGET } },
  })
  small = { token: await service.newToken({ account: 'brief', plan: 'brief' }) }
}, 60_000)

afterAll(() => service?.close())

async function ask(on: ProxyUnderTest, area: object, dryRun = false) {
  const body = { as_of: '2026-11-01', lens: 'default', metric: 'median_price_per_sqm', resolution: RESOLUTION, area }
  return historyAnswer.parse(JSON.parse((await on.postTo(`/api/history${dryRun ? '?dry_run=1' : ''}`, body)).text))
}

const start = (over: object = {}) =>
  startProxyUnderTest({ ...service, ...over }, { now: FIXTURE_NOW, clock: FIXTURE_NOW })

function valuesIn({ periods }: HistoryAnswer) {
  return periods.map(({ edition, observed, estimated }) => [
    edition.as_of,
    [...observed, ...estimated].sort((a, b) => a - b),
  ])
}

async function valuesOfService(query: string, isWithin: (cell: string) => boolean) {
  const { history } = historyResponse.parse(await (await service.get(`/stats/history?${query}`)).json())
  return history.map(({ as_of, stats }) => [
    as_of,
    stats
      .flatMap(({ h3, median_price_per_sqm: value }) =>
        isWithin(parseCell(h3) ?? h3) && typeof value === 'number' ? [value] : [],
      )
      .sort((a, b) => a - b),
  ])
}

describe('the history of a drawn shape', () => {
  it('is that of its cells, costs what was said, and is never bought again', async () => {
    const proxy = await start()
    const { calls, refusal } = await ask(proxy, SHAPE, true)
    expect([calls, refusal]).toEqual([1, null])
    const bought = await ask(proxy, SHAPE)
    expect([bought.calls, bought.refusal]).toEqual([1, null])
    const cells = new Set<string>(polygonCells(CORNERS, RESOLUTION))
    const truth = await valuesOfService('lat=41.39&lng=2.16&radius_km=12&currency=USD', (cell) => cells.has(cell))
    expect(valuesIn(bought)).toEqual(truth)
    expect(truth.map(([label]) => label)).toEqual(LABELS)
    await proxy.restart()
    expect((await ask(proxy, SHAPE)).calls).toBe(0)
    await proxy.close()
  })

  it('is refused in words where a service takes no lists for it', async () => {
    const names = ['geo_id', 'lat', 'lng', 'radius_km', 'res', 'currency', 'from', 'to']
    const parameters = names.map((name) => ({ name, in: 'query' }))
    const description = { openapi: '3.1.0', paths: { '/stats/history': { get: { parameters } } } }
    const variant = await startVariantService(service, (path) =>
      path === '/openapi.yaml' ? { body: description } : null,
    )
    const proxy = await start(variant)
    expect(await ask(proxy, SHAPE)).toMatchObject({ offered: true, calls: 0, refusal: { code: 'not_a_shape' } })
    await proxy.close()
    await variant.close()
  })
})

it('the history of a circle without cells costs nothing', async () => {
  const proxy = await start()
  const tiny = { lat: 41.39, lng: 2.165, radius_km: 0.2 }
  expect(circleCells(tiny, RESOLUTION)).toEqual([])
  const quoted = await ask(proxy, tiny, true)
  const { calls, refusal } = await ask(proxy, tiny)
  expect([quoted.calls, calls, refusal]).toEqual([0, 0, null])
  await proxy.close()
})

it('the history of an area that is too large for one call comes in lists, without what is held', async () => {
  const listed: string[] = []
  const counting = await startVariantService({ ...service, ...small }, (path, query) => {
    if (path === '/stats/history') listed.push(...query.getAll('h3').flatMap((text) => text.split(',')))
    return null
  })
  const proxy = await start(counting)
  const bought = await buyAll(proxy, LARGE)
  const cells = new Set<string>(circleCells(LARGE, RESOLUTION))
  expect(bought.calls).toBe(Math.ceil((cells.size * LABELS.length) / BUDGET))
  const truth = await valuesOfService('lat=41.39&lng=2.16&radius_km=12.5&currency=USD', (cell) => cells.has(cell))
  expect(valuesIn(bought)).toEqual(truth)
  expect((await ask(proxy, LARGE)).calls).toBe(0)
  const wider = { ...LARGE, radius_km: 12.5 }
  listed.length = 0
  const quoted = await ask(proxy, wider, true)
  const { calls } = await ask(proxy, wider)
  expect([quoted.calls, calls]).toEqual([1, 1])
  expect(listed.filter((cell) => cells.has(parseCell(cell) ?? cell))).toEqual([])
  await proxy.close()
  await counting.close()
})

/** Buys until the limits are known. */
async function buyAll(proxy: ProxyUnderTest, area: object): Promise<HistoryAnswer> {
  for (;;) {
    const bought = await ask(proxy, area)
    if (bought.refusal?.code !== 'costs_more') return bought
  }
}
