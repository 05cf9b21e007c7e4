import { latLngToCell } from 'h3-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { earlierAnswer } from '../../contract/earlier-tiles.ts'
import { decodeTile } from '../../contract/figure-tile.ts'
import { historyResponse } from '../../contract/service/stats/stats.ts'
import { parseCell, trustCell } from '../../domain/cell.ts'
import { cellsAround } from '../../domain/distance.ts'
import { figuresOf } from '../../domain/figure.ts'
import { type AsOf, addMonths, asOfRange, parseAsOf } from '../../domain/period.ts'
import { CELLS_PER_TILE, tileCells, tileParent } from '../../domain/tile.ts'
import { PLANS } from '../../service/plans/plans.ts'
import { parentsAround } from '../../testing/cells.ts'
import { type ProxyUnderTest, startProxyUnderTest } from '../../testing/proxy-under-test.ts'
import { startRedis } from '../../testing/servers/redis-server.ts'
import { CITY_CENTRE, FIXTURE_NOW, type ServiceFixture, startServiceFixture } from '../../testing/service-fixture.ts'
import { type StrangeService, startStrangeService } from '../../testing/strange-service/start-strange-service.ts'
import { startVariantService } from '../../testing/variant-service.ts'
import { countForMonth, planEarlier } from './earlier-plan.ts'

const PARENT = tileParent(CITY_CENTRE)
const cellAt = (lat: number, lng: number) => trustCell(latLngToCell(lat, lng, 8))
const AT_SEA = tileParent(cellAt(36, 18))
const FIGURES = { as_of: '2026-11-01', lens: 'default', resolution: 8, parents: [PARENT] }

const label = (raw: string): AsOf => parseAsOf(`${raw}-01`) ?? expect.fail(`'${raw}' is not a month`)

describe('the calls for earlier tiles', () => {
  const [one, other] = [PARENT, tileParent(parseCell('88194ad321fffff') ?? expect.fail())]
  const months = (count: number, parents = [one]) =>
    Array.from({ length: count }, (_, i) => ({ as_of: addMonths(label('2026-10'), -i), parents, parts: new Map() }))
  const cellsOf = (calls: ReturnType<typeof planEarlier>) =>
    calls.map(({ span, slices }) => [span.from, span.to, slices.reduce((sum, { cells }) => sum + cells.length, 0)])

  it('share months in a row, as far as a call has room', () => {
    const room = { listCells: 1_000, cells: 2 * CELLS_PER_TILE }
    expect(cellsOf(planEarlier(months(3), room))).toEqual([
      [label('2026-09'), label('2026-10'), CELLS_PER_TILE],
      [label('2026-08'), label('2026-08'), CELLS_PER_TILE],
    ])
  })

  it('are cut such that few calls bring many months', () => {
    const parents = parentsAround(8, 9)
    const calls = planEarlier(months(12, parents), { listCells: 3_000, cells: 3_000 })
    expect(calls).toHaveLength(Math.ceil((12 * 9 * CELLS_PER_TILE) / 3_000))
    expect(Math.max(...cellsOf(calls).map(([, , cells]) => Number(cells)))).toBeLessThanOrEqual(250)
    const byMonth = calls.flatMap(({ span, slices }) =>
      asOfRange(span.from, span.to).flatMap((month) =>
        slices.flatMap(({ cells }) => cells.map((cell) => `${month} ${cell}`)),
      ),
    )
    expect([byMonth.length, new Set(byMonth).size]).toEqual([12 * 9 * CELLS_PER_TILE, 12 * 9 * CELLS_PER_TILE])
  })

  it('bring each cell once, in lists of about the same length', () => {
    const calls = planEarlier(months(1, [one, other]), { listCells: 400, cells: 400 })
    expect(cellsOf(calls).map(([, , cells]) => cells)).toEqual([343, 343])
    const listed = calls.flatMap(({ slices }) => slices.flatMap(({ cells }) => cells))
    expect(new Set(listed)).toEqual(new Set([...tileCells(one), ...tileCells(other)]))
    expect(listed).toHaveLength(2 * CELLS_PER_TILE)
  })

  it('of one month are counted without being made', () => {
    for (const most of [1, 100, 343, 400, 686, 9_999]) {
      const room = { listCells: most, cells: 9_999 }
      for (const parents of [[], [one], [one, other]])
        expect(countForMonth({ parents, parts: new Map() }, room)).toBe(planEarlier(months(1, parents), room).length)
    }
  })

  it('bring only what is missing of a tile, unless sharing a call takes fewer', () => {
    const whole = tileCells(one)
    const lacking = (as_of: string, first: number) => {
      const parts = new Map([[one, [{ parent: one, first, cells: whole.slice(first) }]]])
      return { as_of: label(as_of), parents: [one], parts }
    }
    const alike = [lacking('2026-10', 300), lacking('2026-09', 300)]
    const room = { listCells: 400, cells: 2 * CELLS_PER_TILE }
    expect(cellsOf(planEarlier(alike, room))).toEqual([[label('2026-09'), label('2026-10'), 43]])
    const [first] = alike
    expect(countForMonth(first ?? expect.fail(), { ...room, listCells: 20 })).toBe(3)
    const apart = [lacking('2026-10', 300), lacking('2026-09', 200)]
    expect(cellsOf(planEarlier(apart, room))).toEqual([[label('2026-09'), label('2026-10'), 143]])
    expect(cellsOf(planEarlier(apart, { listCells: 400, cells: 150 }))).toEqual([
      [label('2026-10'), label('2026-10'), 43],
      [label('2026-09'), label('2026-09'), 143],
    ])
  })

  it('leave out months without anything missing, and do not reach over them', () => {
    const missing = [
      ...months(1),
      { as_of: label('2026-09'), parents: [], parts: new Map() },
      { as_of: label('2026-08'), parents: [one], parts: new Map() },
    ]
    expect(cellsOf(planEarlier(missing, { listCells: 9_999, cells: 9_999 })).map(([from, to]) => [from, to])).toEqual([
      [label('2026-10'), label('2026-10')],
      [label('2026-08'), label('2026-08')],
    ])
  })
})

describe('tiles of earlier periods', () => {
  let service: ServiceFixture
  let proxy: ProxyUnderTest

  beforeAll(async () => {
    service = await startServiceFixture({
      periods: 'all',
      plans: { ...PLANS, brief: { ...PLANS.standard, cells_per_request: 300 } },
    })
    proxy = await startProxyUnderTest(service, { now: FIXTURE_NOW, clock: FIXTURE_NOW })
    // A page does this first; afterwards the list style is known.
    await proxy.postTo('/api/purchases', FIGURES)
  }, 60_000)

  afterAll(async () => {
    expect(proxy?.said()).not.toContain(service.token)
    await proxy?.close()
    await service?.close()
  })

  async function ask(on: ProxyUnderTest, wanted: object, dryRun = false) {
    const path = `/api/earlier-tiles${dryRun ? '?dry_run=1' : ''}`
    return earlierAnswer.parse(JSON.parse((await on.postTo(path, { ...FIGURES, ...wanted })).text))
  }

  it('cost what was quoted, equal the service’s, and are never bought again', async () => {
    const wanted = { periods: ['2026-10-01', '2026-09-01'] }
    const before = await ask(proxy, wanted, true)
    expect(before).toMatchObject({ unavailable: null, no_listings: [], not_covered: [], calls: 1, refusal: null })
    expect(before.is_estimate, 'no call of any size was answered yet').toBe(true)
    expect(before.periods).toEqual(
      wanted.periods.map((as_of) => ({ as_of, is_published: true, held: 0, missing: 1, calls: 1 })),
    )
    const bought = await ask(proxy, wanted)
    expect([bought.calls, bought.bought_cells]).toEqual([1, 2 * CELLS_PER_TILE])
    expect(bought.periods.map(({ held, missing }) => [held, missing])).toEqual([
      [1, 0],
      [1, 0],
    ])
    for (const as_of of wanted.periods) {
      const query = `h3=${tileCells(PARENT).join(',')}&currency=USD&from=${as_of}&to=${as_of}`
      const [point] = historyResponse.parse(await (await service.get(`/stats/history?${query}`)).json()).history
      const path = `/api/tiles/${as_of}/default/8/${PARENT}`
      const tile = decodeTile(new Uint8Array(await (await fetch(`${proxy.url}${path}`)).arrayBuffer()))
      const held = figuresOf(tile).flatMap((figure) => (figure ? [[figure.cell, figure.estimated]] : []))
      expect(held.length).toBeGreaterThan(10)
      expect(new Map(held as [string, boolean][])).toEqual(
        new Map(point?.stats.map((row) => [parseCell(row.h3) ?? '', row.estimated])),
      )
    }
    expect((await ask(proxy, wanted)).calls).toBe(0)
    await proxy.restart()
    expect((await ask(proxy, wanted, true)).meter.calls_spent).toBe(before.meter.calls_spent + 1)
  })

  it('are bought once when two viewers want them at the same time', async () => {
    const wanted = { periods: ['2026-08-01'] }
    const spent = (await ask(proxy, wanted, true)).meter.calls_spent
    const both = await Promise.all([ask(proxy, wanted), ask(proxy, wanted)])
    expect(both.map(({ calls, refusal }) => [calls, refusal?.code ?? null]).sort()).toEqual([
      [0, 'under_way'],
      [1, null],
    ])
    expect((await ask(proxy, wanted, true)).meter.calls_spent).toBe(spent + 1)
  })

  it('are not bought again where parts of them are held', async () => {
    const variant = await startVariantService(service, () => null)
    const over = await startProxyUnderTest(variant, { now: FIXTURE_NOW, clock: FIXTURE_NOW })
    await over.postTo('/api/purchases', FIGURES)
    const area = { as_of: '2026-11-01', lens: 'default', metric: 'median_price', resolution: 8, area: { geo_id: 'z4' } }
    await over.postTo('/api/history', area)
    const wanted = { periods: ['2026-10-01'] }
    let listed = 0
    variant.variant = (path, query) => {
      if (path === '/stats/history') listed += (query.get('h3') ?? '').split(',').length
      return null
    }
    const quote = await ask(over, wanted, true)
    const { calls, bought_cells, periods } = await ask(over, wanted)
    const missing = CELLS_PER_TILE - cellsAround(CITY_CENTRE, 1).filter((cell) => tileParent(cell) === PARENT).length
    expect(missing).toBeLessThan(CELLS_PER_TILE)
    expect([quote.calls, calls, bought_cells, listed, periods[0]?.held]).toEqual([1, 1, missing, missing, 1])
    await over.close()
    await variant.close()
  })

  it('cost nothing in a period that the service says it has not published', async () => {
    const { periods, calls } = await ask(proxy, { periods: ['2026-07-01'] })
    expect(periods).toEqual([{ as_of: '2026-07-01', is_published: false, held: 0, missing: 0, calls: 0 }])
    expect(calls).toBe(0)
  })

  it('take more calls when the service allows fewer cells, and say so before', async () => {
    const token = await service.newToken({ account: 'brief', plan: 'brief' })
    const small = await startProxyUnderTest({ ...service, token }, { now: FIXTURE_NOW, clock: FIXTURE_NOW })
    const wanted = { periods: ['2026-10-01'] }
    const first = await ask(small, wanted)
    expect([first.calls, first.refusal?.code]).toEqual([0, 'costs_more'])
    const { calls } = await ask(small, wanted, true)
    expect(calls).toBe(2)
    const bought = await ask(small, wanted)
    expect([bought.calls, bought.refusal, bought.periods[0]?.held]).toEqual([2, null, 1])
    await small.close()
  })

  it('are given up at once by a service that refuses every size, and quoted again a day later', async () => {
    let now = FIXTURE_NOW()
    const refusal = { error: 'too_many_hexes', message: '', docs_url: 'https://example.org', limit: 0 }
    const variant = await startVariantService(service, (path) =>
      path === '/stats/history' ? { status: 422, body: refusal } : null,
    )
    const over = await startProxyUnderTest(variant, { now: FIXTURE_NOW, clock: () => now })
    const wanted = { periods: ['2026-10-01'] }
    const first = (await ask(over, wanted, true)).calls
    for (let i = 0; i < 12; i++) expect((await ask(over, wanted)).refusal?.code).toBe('costs_more')
    expect((await ask(over, wanted, true)).calls, 'one cell a call').toBe(CELLS_PER_TILE)
    now = new Date(now.getTime() + 25 * 3_600_000)
    expect((await ask(over, wanted, true)).calls).toBe(first)
    await over.close()
    await variant.close()
  })

  it('before the first period that the service has are never asked for', async () => {
    const { calls, periods } = await ask(proxy, { periods: ['1993-07-01'] })
    expect([calls, periods[0]?.is_published]).toEqual([0, false])
  })

  it('are not bought where the free look-up reports no listings, unless the viewer insists', async () => {
    const wanted = { periods: ['2026-10-01'], parents: [AT_SEA] }
    const quote = await ask(proxy, wanted, true)
    expect([quote.calls, [...quote.no_listings, ...quote.not_covered]]).toEqual([0, [AT_SEA]])
    expect((await ask(proxy, { ...wanted, distrust_lookups: true }, true)).calls).toBe(1)
  })

  it('are looked up for the period that is served, whatever a client calls it', async () => {
    const lookedUp: string[] = []
    const counting = await startVariantService(service, (path, query) => {
      if (path === '/geo/lookup') lookedUp.push(query.get('h3') ?? '')
      return null
    })
    const over = await startProxyUnderTest(counting, { now: FIXTURE_NOW, clock: FIXTURE_NOW })
    const wanted = { periods: ['2026-10-01'], parents: [AT_SEA] }
    for (const as_of of ['2026-11-01', '2026-12-01', '9999-01-01']) {
      const { no_listings, not_covered } = await ask(over, { ...wanted, as_of }, true)
      expect([...no_listings, ...not_covered]).toEqual([AT_SEA])
    }
    expect(lookedUp).toHaveLength(1)
    await over.close()
    await counting.close()
  })

  it('without any figures are kept at first contact, once it is sure that the whole list was read', async () => {
    const charged: string[] = []
    const counting = await startVariantService(service, (path) => {
      if (path.startsWith('/stats/')) charged.push(path)
      return null
    })
    const fresh = await startProxyUnderTest(counting, { now: FIXTURE_NOW, clock: FIXTURE_NOW })
    const wanted = { periods: ['2026-10-01', '2026-09-01'], parents: [AT_SEA], distrust_lookups: true }
    const bought = await ask(fresh, wanted)
    expect([bought.calls, bought.refusal, bought.periods.map(({ held }) => held)]).toEqual([1, null, [1, 1]])
    // The check is refused, so only the history is charged.
    expect(charged).toEqual(['/stats/history', '/stats/current'])
    await ask(fresh, { ...wanted, parents: [tileParent(cellAt(36, 19))] })
    expect(charged).toEqual(['/stats/history', '/stats/current', '/stats/history'])
    await fresh.close()
    await counting.close()
  })

  it('are asked for in another way by a service that reads only one cell of a list', async () => {
    const one = `h3=${tileCells(AT_SEA)[0]}&currency=USD`
    const months = 'from=2026-10-01&to=2026-10-01'
    const ofOne = new Map([
      ['/stats/current', await (await service.get(`/stats/current?${one}`)).json()],
      ['/stats/history', await (await service.get(`/stats/history?${one}&${months}`)).json()],
    ])
    const repeats = await startVariantService(service, (path, query) =>
      ofOne.has(path) && query.get('h3')?.includes(',') ? { body: ofOne.get(path) } : null,
    )
    const over = await startProxyUnderTest(repeats, { now: FIXTURE_NOW, clock: FIXTURE_NOW })
    const wanted = { periods: ['2026-10-01'], parents: [AT_SEA], distrust_lookups: true }
    expect(await ask(over, wanted)).toMatchObject({ calls: 0, refusal: { code: 'costs_more' } })
    expect(await ask(over, wanted)).toMatchObject({ calls: 1, refusal: null, periods: [{ held: 1 }] })
    await over.close()
    await repeats.close()
  })

  it('that were paid for are written once the store can be reached again', { tags: 'nightly' }, async () => {
    const redis = await startRedis()
    let charged = 0
    const freezing = await startVariantService(service, (path) => {
      if (path !== '/stats/history') return null
      charged++
      if (charged === 1) redis.freeze()
      return null
    })
    const shared = await startProxyUnderTest(freezing, {
      now: FIXTURE_NOW,
      clock: FIXTURE_NOW,
      ledgerUrl: redis.url,
    })
    await shared.postTo('/api/purchases', FIGURES)
    const body = { ...FIGURES, periods: ['2026-10-01'] }
    expect((await shared.postTo('/api/earlier-tiles', body)).text).toContain('ledger_unreachable')
    redis.thaw()
    await expect.poll(async () => (await shared.postTo('/api/earlier-tiles', body)).text).toContain('"held":1')
    expect(charged).toBe(1)
    await shared.close()
    await freezing.close()
    await redis.close()
  })

  it('are not bought without consent where the operator wants it', async () => {
    const rules = { mode: 'ask', reserve: 0, callsPerDay: null, callsPerAddress: null, callsPerSession: null } as const
    const asking = await startProxyUnderTest(service, {
      now: FIXTURE_NOW,
      clock: FIXTURE_NOW,
      spending: rules as never,
    })
    const wanted = { periods: ['2026-10-01'] }
    expect(await ask(asking, wanted)).toMatchObject({ calls: 0, refusal: { code: 'confirmation_needed' } })
    expect((await ask(asking, { ...wanted, confirmed: true })).calls).toBe(1)
    await asking.close()
  })
})

it('a service that declares no history is not asked for one', async () => {
  const strange: StrangeService = await startStrangeService({ places: {} })
  const over = await startProxyUnderTest(strange)
  const { text } = await over.postTo('/api/earlier-tiles', { ...FIGURES, periods: ['2026-10-01'] })
  expect(earlierAnswer.parse(JSON.parse(text))).toMatchObject({ unavailable: 'no_history', calls: 0 })
  expect(strange.used).toBe(0)
  await over.close()
  await strange.close()
})

it('a page learns that there is nothing earlier to offer, until something of an earlier period is held', async () => {
  const strange = await startStrangeService({ places: {}, as_of: '2026-10-01', current_period: '2026-10-01' })
  const over = await startProxyUnderTest(strange)
  const period = async () => JSON.parse((await over.get('/api/period')).text)
  expect(await period()).toMatchObject({ as_of: '2026-10-01', has_earlier: false })
  await over.buy([PARENT], { as_of: '2026-10-01' })
  expect(await period()).toMatchObject({ has_earlier: false })
  Object.assign(strange.rules, { as_of: '2026-11-01', current_period: '2026-11-01' })
  await over.buy([tileParent(cellAt(42.5, 2.5))], { as_of: '2026-10-01' })
  expect(await period()).not.toHaveProperty('has_earlier')
  await over.close()
  await strange.close()
})
