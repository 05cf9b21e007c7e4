import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { areaAnswer } from '../../contract/area.ts'
import { earlierAnswer } from '../../contract/earlier-tiles.ts'
import { historyResponse } from '../../contract/service/stats/stats.ts'
import { PLANS } from '../../service/plans/plans.ts'
import { ask, CENTRE, EDITION as held, LABELS, PARENT } from '../../testing/history-requests.ts'
import { type ProxyUnderTest, startProxyUnderTest } from '../../testing/proxy-under-test.ts'
import { FIXTURE_NOW, type ServiceFixture, startServiceFixture } from '../../testing/service-fixture.ts'
import { type StrangeService, startStrangeService } from '../../testing/strange-service/start-strange-service.ts'
import { startVariantService } from '../../testing/variant-service.ts'

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
