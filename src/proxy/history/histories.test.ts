import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { areaAnswer } from '../../contract/area.ts'
import { earlierAnswer } from '../../contract/earlier-tiles.ts'
import { historyAnswer } from '../../contract/history.ts'
import { historyResponse } from '../../contract/service/stats/stats.ts'
import { tileParent } from '../../domain/tile.ts'
import { PLANS } from '../../service/plans/plans.ts'
import { type ProxyUnderTest, startProxyUnderTest } from '../../testing/proxy-under-test.ts'
import { CITY_CENTRE, FIXTURE_NOW, type ServiceFixture, startServiceFixture } from '../../testing/service-fixture.ts'
import { type StrangeService, startStrangeService } from '../../testing/strange-service/start-strange-service.ts'
import { startVariantService } from '../../testing/variant-service.ts'

/** The fixture's periods of the last year; the earlier ones are of spring 2025. */
const LABELS = ['2026-08-01', '2026-09-01', '2026-10-01', '2026-11-01']
const FIGURES = { as_of: '2026-11-01', lens: 'default', metric: 'median_price_per_sqm' }
const held = { as_of: '2026-11-01', lens: 'default', resolution: 8 }
const PARENT = tileParent(CITY_CENTRE)
const CENTRE = { lat: 41.39, lng: 2.16 }

let service: ServiceFixture
let proxy: ProxyUnderTest

beforeAll(async () => {
  service = await startServiceFixture({
    periods: 'all',
    plans: { ...PLANS, brief: { ...PLANS.standard, cells_per_request: 300 } },
  })
  proxy = await startProxyUnderTest(service, { now: FIXTURE_NOW, clock: FIXTURE_NOW })
}, 60_000)

afterAll(async () => {
  expect(proxy?.said()).not.toContain(service.token)
  await proxy?.close()
  await service?.close()
})

async function ask(on: ProxyUnderTest, wanted: object, dryRun = false) {
  const path = `/api/history${dryRun ? '?dry_run=1' : ''}`
  return historyAnswer.parse(JSON.parse((await on.postTo(path, { ...FIGURES, ...wanted })).text))
}

const ofService = async (query: string) =>
  historyResponse.parse(await (await service.get(`/stats/history?${query}`)).json()).history

describe('the history of a place', () => {
  const place = { resolution: 6, area: { geo_id: 'z2' } }

  it('costs one call, equals the service’s, and is never bought again', async () => {
    const before = await ask(proxy, place, true)
    expect(before).toMatchObject({ offered: true, calls: 1, is_estimate: true, periods: [], refusal: null })
    const bought = await ask(proxy, place)
    expect(bought.calls).toBe(1)
    expect(bought.periods.map(({ edition }) => edition.as_of)).toEqual(LABELS)
    const points = await ofService('geo_id=z2&res=6&currency=USD')
    for (const [at, { observed, estimated, edition }] of bought.periods.entries()) {
      const rows = points[at]?.stats ?? []
      expect([edition.window_start, edition.window_end]).toEqual([points[at]?.window_start, points[at]?.window_end])
      const told = rows.map((row) => row.median_price_per_sqm).sort((a, b) => Number(a) - Number(b))
      expect([...observed, ...estimated].sort((a, b) => a - b)).toEqual(told)
      expect(estimated.length).toBe(rows.filter((row) => row.estimated).length)
    }
    const again = await ask(proxy, place)
    expect([again.calls, again.periods]).toEqual([0, bought.periods])
    await proxy.restart()
    expect((await ask(proxy, place)).calls).toBe(0)
    expect((await ask(proxy, place, true)).meter.calls_spent).toBe(before.meter.calls_spent + 1)
  })

  it('says what is left of the allowance for histories, which the service counts apart', async () => {
    const of = { ...place, resolution: 7 }
    const { allowance: before, meter } = await ask(proxy, of, true)
    expect(before).toMatchObject({ resets_at: meter.resets_at })
    const { allowance: after, calls } = await ask(proxy, of)
    expect(after?.remaining).toBe((before?.remaining ?? 0) - calls)
    expect((await ask(proxy, of, true)).allowance).toEqual(after)
  })

  it('does not change what is known of the allowance for current figures', async () => {
    const before = (await ask(proxy, { ...place, resolution: 5 }, true)).meter
    const after = (await ask(proxy, { ...place, resolution: 5 })).meter
    expect([after.limit, after.used]).toEqual([before.limit, before.used])
    expect(after.calls_spent).toBe(before.calls_spent + 1)
  })

  it('pays for the figures of the newest period, too, where the place is listed in full', async () => {
    const request = { as_of: '2026-11-01', lens: 'default', resolution: 8, area: { geo_id: 'z2' } }
    await ask(proxy, { resolution: 8, area: { geo_id: 'z2' } })
    const { text } = await proxy.postTo('/api/areas?dry_run=1', request)
    expect(areaAnswer.parse(JSON.parse(text))).toMatchObject({ calls: 0, refusal: null })
  })

  it('takes more calls when the service allows fewer cells, and says so before', async () => {
    const token = await service.newToken({ account: 'brief', plan: 'brief' })
    const small = await startProxyUnderTest({ ...service, token }, { now: FIXTURE_NOW, clock: FIXTURE_NOW })
    const wanted = { resolution: 8, area: { geo_id: 'z2' } }
    const refused = await ask(small, wanted)
    expect([refused.calls, refused.refusal?.code]).toEqual([0, 'costs_more'])
    const { calls, is_estimate } = await ask(small, wanted, true)
    expect([calls > 1, is_estimate]).toEqual([true, true])
    const bought = await ask(small, wanted)
    expect((await ask(small, { resolution: 7, area: wanted.area }, true)).is_estimate).toBeUndefined()
    expect([bought.calls, bought.refusal]).toEqual([calls, null])
    expect(bought.periods.map(({ edition }) => edition.as_of)).toEqual(LABELS)
    await small.close()
  })

  it('is not bought without consent where the operator wants it', async () => {
    const rules = { mode: 'ask', reserve: 0, callsPerDay: null, callsPerAddress: null, callsPerSession: null } as const
    const asking = await startProxyUnderTest(service, {
      now: FIXTURE_NOW,
      clock: FIXTURE_NOW,
      spending: rules as never,
    })
    const wanted = { resolution: 4, area: { geo_id: 'z2' } }
    expect((await ask(asking, wanted)).refusal?.code).toBe('confirmation_needed')
    expect((await ask(asking, { ...wanted, confirmed: true })).calls).toBe(1)
    await asking.close()
  })
})

it('the history of a circle is that of its cells', async () => {
  const area = { ...CENTRE, radius_km: 7 }
  const { periods, calls } = await ask(proxy, { resolution: 8, area })
  expect([calls, periods.length]).toEqual([1, LABELS.length])
  const rows = (await ofService('lat=41.39&lng=2.16&radius_km=7&currency=USD')).at(-1)?.stats ?? []
  const newest = periods.at(-1)
  expect((newest?.observed.length ?? 0) + (newest?.estimated.length ?? 0)).toBeLessThanOrEqual(rows.length)
  expect(newest?.observed.length).toBeGreaterThan(0)
})

describe('a service without a history', () => {
  let strange: StrangeService
  it('is not asked for one', async () => {
    strange = await startStrangeService({ places: {} })
    const over = await startProxyUnderTest(strange)
    const area = { lat: 41.39, lng: 2.16, radius_km: 2 }
    const answer = await ask(over, { resolution: 8, area })
    expect(answer).toMatchObject({ offered: false, calls: 0, periods: [] })
    expect(strange.used).toBe(0)
    await over.close()
    await strange.close()
  })
})

it('a history that cannot be used, or is refused for good, is asked for twice, then not until a while has passed', async () => {
  const refused = (status: number, error: string) => ({ status, body: { error, message: '', docs_url: '' } })
  const cases = [
    ['service_invalid_answer', { body: { history: [{ as_of: 'last month', stats: [] }] } }, 8],
    ['invalid_parameter', refused(400, 'invalid_parameter'), 7],
    ['service_blocked', { status: 403, body: '<p>Forbidden</p>' }, 4],
    ['not_found', refused(404, 'not_found'), 6],
  ] as const
  const variant = await startVariantService(service, () => null)
  const over = await startProxyUnderTest(variant, { now: FIXTURE_NOW, clock: FIXTURE_NOW })
  for (const [code, answer, resolution] of cases) {
    variant.variant = (path) => (path === '/stats/history' ? answer : null)
    const before = variant.asked.length
    for (let i = 0; i < 4; i++) {
      const { refusal, periods } = await ask(over, { resolution, area: { geo_id: 'z2' } })
      expect([refusal?.code, periods]).toEqual([code, []])
    }
    expect(variant.asked.length - before, code).toBe(2)
  }
  const elsewhere = { ...CENTRE, radius_km: 7 }
  expect((await ask(over, { resolution: 6, area: elsewhere })).refusal?.code, 'of other cells').toBe('not_found')
  expect(variant.asked).toHaveLength(8)
  variant.variant = () => null
  expect((await ask(over, { resolution: 7, area: elsewhere })).calls, 'other cells are asked for').toBe(1)
  expect((await ask(over, { resolution: 5, area: { geo_id: 'z2' } })).calls, 'another resolution is asked for').toBe(1)
  await over.close()
  await variant.close()
})

/** What a service sends when a group's allowance is spent. */
const spent = (group: string) => ({
  status: 402,
  headers: { 'X-Quota-Group': group, 'X-Quota-Limit': '5', 'X-Quota-Used': '5' },
  body: { error: 'quota_exhausted', message: `The allowance for ${group} is spent.`, docs_url: 'https://example.org' },
})

it('a spent allowance for histories is remembered, and stops nothing else', async () => {
  const place = { resolution: 6, area: { geo_id: 'z2' } }
  const variant = await startVariantService(service, (path) => (path === '/stats/history' ? spent('history') : null))
  const over = await startProxyUnderTest(variant, { now: FIXTURE_NOW, clock: FIXTURE_NOW })
  for (let i = 0; i < 3; i++) expect((await ask(over, place)).refusal?.code).toBe('quota_exhausted')
  expect((await ask(over, { ...place, resolution: 5 })).refusal?.code).toBe('quota_exhausted')
  expect(variant.asked).toHaveLength(1)
  const bought = await over.postTo('/api/areas', { as_of: '2026-11-01', lens: 'default', ...place })
  expect(areaAnswer.parse(JSON.parse(bought.text))).toMatchObject({ calls: 1, refusal: null })
  await over.close()
  await variant.close()
})

it('an allowance that is said to be spent while calls are left stops no other periods once some were served', async () => {
  const place = { resolution: 6, area: { geo_id: 'z2' } }
  const left = {
    ...spent('history'),
    headers: { 'X-Quota-Group': 'history', 'X-Quota-Limit': '5', 'X-Quota-Used': '1' },
  }
  const variant = await startVariantService(service, () => null)
  const over = await startProxyUnderTest(variant, { now: FIXTURE_NOW, clock: FIXTURE_NOW })
  expect((await ask(over, place)).refusal).toBeNull()
  variant.variant = (path) => (path === '/stats/history' ? left : null)
  const other = { ...place, area: { geo_id: 'z1' } }
  for (let i = 0; i < 3; i++) expect((await ask(over, other)).refusal?.code).toBe('periods_refused')
  expect(variant.asked, 'the same request waits').toHaveLength(2)
  variant.variant = () => null
  expect((await ask(over, { ...place, resolution: 5 })).refusal).toBeNull()
  await over.close()
  await variant.close()
})

it('histories that the plan does not include are remembered, and stop nothing else', async () => {
  const place = { resolution: 6, area: { geo_id: 'z2' } }
  const body = { error: 'plan_required', message: 'Upgrade your plan.', docs_url: 'https://example.org' }
  const variant = await startVariantService(service, (path) =>
    path === '/stats/history' ? { status: 403, body } : null,
  )
  const over = await startProxyUnderTest(variant, { now: FIXTURE_NOW, clock: FIXTURE_NOW })
  await over.postTo('/api/purchases', { ...held, parents: [PARENT] })
  for (let i = 0; i < 5; i++) expect((await ask(over, place)).refusal?.code).toBe('history_not_in_plan')
  expect((await ask(over, { ...place, resolution: 4 }, true)).refusal?.code).toBe('history_not_in_plan')
  const earlier = { ...held, parents: [PARENT], periods: ['2026-10-01'] }
  const { text } = await over.postTo('/api/earlier-tiles?dry_run=1', earlier)
  expect(earlierAnswer.parse(JSON.parse(text))).toMatchObject({ unavailable: 'not_in_plan', calls: 0 })
  expect(variant.asked, 'all months, then the newest').toHaveLength(2)
  variant.variant = (path) => (path === '/stats/history' ? { status: 500, body: '' } : null)
  const circuit = { faults: 1, pause: 60_000, longestPause: 60_000 }
  const fresh = await startProxyUnderTest(variant, { now: FIXTURE_NOW, clock: FIXTURE_NOW, circuit })
  for (let i = 0; i < 2; i++) await ask(fresh, place)
  expect((await ask(fresh, place, true)).refusal?.code, 'a fault of histories').toBe('service_paused')
  variant.variant = () => null
  const partly = await startProxyUnderTest(variant, { now: FIXTURE_NOW, clock: FIXTURE_NOW })
  expect((await ask(partly, place)).refusal).toBeNull()
  variant.variant = (path) => (path === '/stats/history' ? { status: 403, body } : null)
  expect((await ask(partly, { ...place, area: { geo_id: 'z1' } })).refusal?.code).toBe('history_not_in_plan')
  expect((await ask(partly, { ...place, area: { geo_id: 'z1' } }, true)).refusal, 'after a served one').toBeNull()
  for (const each of [over, fresh, partly]) {
    const bought = await each.postTo('/api/areas', { as_of: '2026-11-01', lens: 'default', ...place })
    expect(areaAnswer.parse(JSON.parse(bought.text))).toMatchObject({ calls: 1, refusal: null })
    await each.close()
  }
  await variant.close()
})

it.each([
  ['403', { status: 403, body: { error: 'plan_required', message: 'Upgrade.', docs_url: 'https://example.org' } }],
  ['402 while calls are left', { ...spent('history'), headers: { 'X-Quota-Group': 'history' } }],
])('months that the plan does not include leave later ones on offer: %s', async (_, answer) => {
  const place = { resolution: 6, area: { geo_id: 'z2' } }
  const variant = await startVariantService(service, (path, query) =>
    path === '/stats/history' && (query.get('from') ?? '') < '2026-10-01' ? answer : null,
  )
  const area = await startProxyUnderTest(variant, { now: FIXTURE_NOW, clock: FIXTURE_NOW })
  expect((await ask(area, place)).refusal?.code).toMatch(/^(history_not_in_plan|periods_refused)$/)
  expect(await ask(area, place)).toMatchObject({ calls: 1, refusal: null })
  await ask(area, place)
  const told = await ask(area, place)
  expect(told.refusal?.code).toBe('history_not_in_plan')
  expect(told.periods.map(({ edition }) => edition.as_of)).toEqual(['2026-10-01', '2026-11-01'])
  expect(variant.asked, 'from August, and from September').toHaveLength(2)
  await area.close()

  const tiles = await startProxyUnderTest(variant, { now: FIXTURE_NOW, clock: FIXTURE_NOW })
  await tiles.postTo('/api/purchases', { ...held, parents: [PARENT] })
  const wanted = { ...held, parents: [PARENT], periods: LABELS.slice(0, 3) }
  const buy = async () => earlierAnswer.parse(JSON.parse((await tiles.postTo('/api/earlier-tiles', wanted)).text))
  expect(await buy()).toMatchObject({ calls: 0, unavailable: null })
  expect((await buy()).periods.map(({ missing }) => missing)).toEqual([1, 1, 0])
  await buy()
  expect(await buy()).toMatchObject({ calls: 0, refusal: { code: 'history_not_in_plan' } })
  expect(variant.asked).toHaveLength(4)
  await tiles.close()
  await variant.close()
})

it('histories are bought while the allowance for current figures is spent', async () => {
  const place = { resolution: 6, area: { geo_id: 'z2' } }
  const variant = await startVariantService(service, (path) => (path === '/stats/current' ? spent('current') : null))
  const over = await startProxyUnderTest(variant, { now: FIXTURE_NOW, clock: FIXTURE_NOW })
  const refused = await over.postTo('/api/areas', { as_of: '2026-11-01', lens: 'default', ...place })
  expect(areaAnswer.parse(JSON.parse(refused.text)).refusal?.code).toBe('quota_exhausted')
  expect(await ask(over, place)).toMatchObject({ calls: 1, refusal: null })
  await over.close()
  await variant.close()
})

it('without groups of its own, a service’s one allowance holds for histories too', async () => {
  const place = { resolution: 6, area: { geo_id: 'z2' } }
  const { headers: _, ...plain } = spent('')
  const variant = await startVariantService(service, (path) => {
    if (path === '/usage') return { body: { groups: { current: { used: 5, remaining: 0, metered: true } } } }
    return path.startsWith('/stats/') ? plain : null
  })
  const over = await startProxyUnderTest(variant, { now: FIXTURE_NOW, clock: FIXTURE_NOW })
  await over.postTo('/api/areas', { as_of: '2026-11-01', lens: 'default', ...place })
  expect(await ask(over, place)).toMatchObject({ refusal: { code: 'quota_exhausted' }, allowance: null })
  expect(variant.asked.filter((path) => path.startsWith('/stats/history'))).toEqual([])
  await over.close()
  await variant.close()
})

it('periods in several currencies, or of months to come, are not one history', async () => {
  const point = (as_of: string, currency: string) => ({ as_of, currency, stats: [], snapshot: { as_of } })
  for (const history of [[point('2026-10-01', 'EUR'), point('2026-11-01', 'USD')], [point('2027-12-01', 'USD')]]) {
    const variant = await startVariantService(service, (path) =>
      path === '/stats/history' ? { body: { filters: { ad_sub_type: 'buy' }, history } } : null,
    )
    const over = await startProxyUnderTest(variant, { now: FIXTURE_NOW, clock: FIXTURE_NOW })
    const { refusal, periods } = await ask(over, { resolution: 6, area: { geo_id: 'z2' } })
    expect([refusal?.code, periods]).toEqual(['service_invalid_answer', []])
    await over.close()
    await variant.close()
  }
})

it('of a history that was cut off, the rest is still to buy', async () => {
  const place = { resolution: 6, area: { geo_id: 'z2' } }
  let isCut = true
  const variant = await startVariantService(service, () => null)
  variant.variant = (path, query) => {
    if (path !== '/stats/history' || !isCut) return null
    const [point] = points
    return { body: { ...shared, has_more: true, history: [{ ...point, query: String(query) }] } }
  }
  const { history, ...shared } = historyResponse.parse(
    await (await service.get('/stats/history?geo_id=z2&res=6&currency=USD')).json(),
  )
  const points = history.slice(-1)
  const over = await startProxyUnderTest(variant, { now: FIXTURE_NOW, clock: FIXTURE_NOW })
  expect((await ask(over, place)).periods).toHaveLength(1)
  isCut = false
  expect((await ask(over, place, true)).calls, 'nobody has said that there is no more').toBe(1)
  expect((await ask(over, place)).periods).toHaveLength(LABELS.length)
  await over.close()
  await variant.close()
})

it.each<[string, string, object, boolean?]>([
  ['cut off before its first row', 'service_cut_short', { has_more: true, stats: [] }],
  ['cut off within its months', 'service_cut_short', { has_more: true }, true],
  ['in another currency than the newest figures', 'service_invalid_answer', { currency: 'EUR' }],
  [
    'in an unknown unit of area',
    'other_units',
    { filters: { ad_sub_type: 'buy', units: { size: 'ping', price: 'USD' } } },
  ],
])('a history %s is not kept, and asked for only twice', async (_, code, odd, isTable = false) => {
  const place = { resolution: 6, area: { geo_id: 'z2' } }
  const answered = await service.get('/stats/history?geo_id=z2&res=6&currency=USD')
  const { history, ...shared } = historyResponse.parse(await answered.json())
  const points = history.slice(0, 2).map((point) => ({ ...point, ...odd }))
  const rows = points.flatMap(({ as_of, stats }) => stats.slice(0, 1).map((row) => ({ ...row, as_of })))
  const body = { ...shared, ...odd, history: isTable ? rows : points }
  const variant = await startVariantService(service, (path) => (path === '/stats/history' ? { body } : null))
  const over = await startProxyUnderTest(variant, { now: FIXTURE_NOW, clock: FIXTURE_NOW })
  await over.postTo('/api/areas', { ...held, ...place })
  for (let time = 0; time < 3; time++) {
    const { refusal, periods } = await ask(over, place)
    expect([refusal?.code, periods.map(({ edition }) => edition.as_of)]).toEqual([code, ['2026-11-01']])
  }
  expect(variant.asked).toHaveLength(2)
  const inEuros = await ask(over, { ...place, currency: 'EUR' })
  if ('currency' in odd) expect(inEuros, 'only the wrong currency waits').toMatchObject({ calls: 1, refusal: null })
  await over.close()
  await variant.close()
})

describe('a month that is held', () => {
  const place = { resolution: 8, area: { geo_id: 'z2' } }

  it('as tiles is not bought again with the rest', async () => {
    const variant = await startVariantService(service, () => null)
    const over = await startProxyUnderTest(variant, { now: FIXTURE_NOW, clock: FIXTURE_NOW })
    await over.postTo('/api/areas', { ...held, ...place })
    const quote = await ask(over, place, true)
    expect(quote.periods.map(({ edition }) => edition.as_of)).toEqual(['2026-11-01'])
    const asked: (string | null)[] = []
    variant.variant = (path, query) => {
      if (path === '/stats/history') asked.push(query.get('from'), query.get('to'))
      return null
    }
    const bought = await ask(over, place)
    expect([quote.calls, bought.calls, asked]).toEqual([1, 1, ['2026-08-01', '2026-10-01']])
    expect(bought.periods.map(({ edition }) => edition.as_of)).toEqual(LABELS)
    expect((await ask(over, place, true)).calls).toBe(0)
    await over.close()
    await variant.close()
  })

  it('for a wider area is not bought for a circle within', async () => {
    const over = await startProxyUnderTest(service, { now: FIXTURE_NOW, clock: FIXTURE_NOW })
    await ask(over, place)
    const circle = { resolution: 8, area: { ...CENTRE, radius_km: 1 } }
    const { calls, periods } = await ask(over, circle, true)
    expect([calls, periods.map(({ edition }) => edition.as_of)]).toEqual([0, LABELS])
    await over.close()
  })
})

describe('a month that an answer lacks', () => {
  const place = { resolution: 8, area: { geo_id: 'z2' } }
  const DAYS = 86_400_000

  /** A service that names no revisions, over a clock of its own; it lacks a month, which a table of two years would have. */
  async function lackingOctober() {
    let now = FIXTURE_NOW()
    let isLacking = true
    const { revisions: _, ...coverage } = (await (await service.get('/coverage')).json()) as { revisions?: unknown }
    const asked: string[] = []
    const variant = await startVariantService(service, () => null)
    const all = await (await service.get('/stats/history?geo_id=z2&currency=USD')).json()
    const { history, ...shared } = historyResponse.parse(all)
    variant.variant = (path, query) => {
      if (path === '/coverage') return { body: coverage }
      if (path !== '/stats/history') return null
      const [from, to] = [query.get('from') ?? '', query.get('to') ?? '']
      asked.push(`${from} ${to}`)
      const isThere = ({ as_of }: { as_of: string }) =>
        as_of >= from && as_of <= to && !(isLacking && as_of === '2026-10-01')
      return { body: { ...shared, history: history.filter(isThere) } }
    }
    const over = await startProxyUnderTest(variant, { now: FIXTURE_NOW, clock: () => now })
    return {
      over,
      asked,
      pass: (days: number) => {
        now = new Date(now.getTime() + days * DAYS)
      },
      lack: (isNow: boolean) => {
        isLacking = isNow
      },
      close: async () => {
        await over.close()
        await variant.close()
      },
    }
  }

  it('is not paid for again at once, but asked for again later', async () => {
    const { over, asked, pass, lack, close } = await lackingOctober()
    expect((await ask(over, place)).periods).toHaveLength(LABELS.length - 1)
    lack(false)
    expect((await ask(over, place)).calls).toBe(0)
    pass(31)
    expect((await ask(over, place)).periods.map(({ edition }) => edition.as_of)).toEqual(LABELS)
    expect((await ask(over, place)).calls).toBe(0)
    expect(asked).toHaveLength(2)
    await close()
  })

  const tiles = async (over: ProxyUnderTest, dryRun = '') => {
    const wanted = { ...held, parents: [PARENT], periods: ['2026-10-01'] }
    return earlierAnswer.parse(JSON.parse((await over.postTo(`/api/earlier-tiles${dryRun}`, wanted)).text))
  }

  it('of tiles is offered again after a while', async () => {
    const { over, asked, pass, lack, close } = await lackingOctober()
    await over.postTo('/api/purchases', { ...held, parents: [PARENT] })
    const one = { as_of: '2026-10-01', is_published: false, held: 0, missing: 0, calls: 0 }
    expect([(await tiles(over)).calls, (await tiles(over)).calls]).toEqual([1, 0])
    expect((await tiles(over, '?dry_run=1')).periods).toEqual([one])
    lack(false)
    pass(31)
    expect((await tiles(over)).periods).toEqual([{ ...one, is_published: true, held: 1 }])
    expect(asked).toHaveLength(2)
    await close()
  })

  it('of tiles is not taken for unpublished where others have it', async () => {
    const { over, asked, pass, lack, close } = await lackingOctober()
    await over.postTo('/api/purchases', { ...held, parents: [PARENT] })
    lack(false)
    await ask(over, place)
    lack(true)
    const one = { as_of: '2026-10-01', is_published: true, held: 0, missing: 0, calls: 0 }
    expect([(await tiles(over)).calls, (await tiles(over)).calls]).toEqual([1, 0])
    expect((await tiles(over, '?dry_run=1')).periods).toEqual([one])
    lack(false)
    pass(31)
    expect((await tiles(over)).periods).toEqual([{ ...one, held: 1 }])
    expect(asked).toHaveLength(3)
    await close()
  })
})

it('nothing is asked for under a label of months to come', async () => {
  const { calls, refusal } = await ask(proxy, { as_of: '2028-11-01', resolution: 6, area: { geo_id: 'z3' } })
  expect([calls, refusal?.code]).toEqual([0, 'no_period'])
})
