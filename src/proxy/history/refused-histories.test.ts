import { afterAll, beforeAll, expect, it } from 'vitest'
import { areaAnswer } from '../../contract/area.ts'
import { earlierAnswer } from '../../contract/earlier-tiles.ts'
import { ask, CENTRE, EDITION as held, LABELS, PARENT } from '../../testing/history-requests.ts'
import { startProxyUnderTest } from '../../testing/proxy-under-test.ts'
import { FIXTURE_NOW, type ServiceFixture, startServiceFixture } from '../../testing/service-fixture.ts'
import { startVariantService } from '../../testing/variant-service.ts'

let service: ServiceFixture

beforeAll(async () => {
  service = await startServiceFixture({ periods: 'all' })
}, 60_000)

afterAll(() => service?.close())

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
