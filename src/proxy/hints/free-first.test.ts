import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { latLngToCell } from 'h3-js'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Cell } from '../../domain/cell.ts'
import { parentsAround } from '../../testing/cells.ts'
import { type ProxyUnderTest, readPurchaseEvents, startProxyUnderTest } from '../../testing/proxy-under-test.ts'
import { type StrangeService, startStrangeService } from '../../testing/strange-service/start-strange-service.ts'
import { OPEN_TO_ALL } from '../access/access.ts'
import { openSqliteLedger } from '../ledger/sqlite/sqlite-ledger.ts'
import { connectService, type ServiceConnection } from '../upstream/connection/service-connection.ts'
import { createUpstream } from '../upstream/upstream.ts'
import { createMarketGround } from './ground/market-ground.ts'
import { createPeriodFinder } from './periods/period-finder.ts'
import { createCoverageReader } from './stated/coverage-reader.ts'

const HOUR = 3_600_000
const MANY = parentsAround(8, 12)
let service: StrangeService

beforeEach(async () => {
  service = await startStrangeService()
})

afterEach(() => service.close())

/** Look-ups of tiles; the planner may look up a place beside them. */
const lookups = () =>
  service.free.filter((target) => MANY.some((parent) => target.endsWith(`/geo/lookup?h3=${parent}`)))

describe('free look-ups', () => {
  let proxy: ProxyUnderTest

  beforeEach(async () => {
    proxy = await startProxyUnderTest(service)
  })

  afterEach(() => proxy.close())

  it('are made once for a tile and period, across lenses, viewers and restarts', async () => {
    const quote = () =>
      fetch(`${proxy.url}/api/purchases?dry_run=1`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ as_of: '2026-11-01', lens: 'default', resolution: 8, parents: MANY }),
      })
    await Promise.all([quote(), quote(), proxy.buy(MANY.slice(0, 6))])
    await proxy.restart()
    await proxy.buy(MANY)
    await proxy.buy(MANY, { lens: 'ad_sub_type=rent' })
    expect(lookups()).toHaveLength(12)
    expect(new Set(lookups()).size).toBe(12)
  })

  it('that are late leave a quote, which says that it is an estimate', { tags: 'nightly' }, async () => {
    const wanted = { as_of: '2026-11-01', lens: 'default', resolution: 8 }
    const quote = async (parents: readonly Cell[]) =>
      JSON.parse((await proxy.postTo('/api/purchases?dry_run=1', { ...wanted, parents })).text)
    // What the service accepts is known by then.
    await proxy.buy(MANY.slice(0, 2))
    const certain = await quote(MANY.slice(2, 3))
    expect([certain.bought_cells, certain.is_estimate]).toEqual([343, undefined])
    service.rules.freeFault = (path) => (path === '/geo/lookup' ? { kind: 'hang' } : null)
    const late = await quote(MANY.slice(3, 5))
    expect([late.bought_cells, late.is_estimate]).toEqual([2 * 343, true])
  })

  it('refused as not covered are kept like others, and reported as such', async () => {
    service.rules.freeFault = (path) => (path === '/geo/lookup' ? { kind: 'code', code: 'not_covered' } : null)
    const one = MANY.slice(0, 1)
    for (let views = 0; views < 2; views++) {
      const told = await proxy.buy(one)
      expect(told.all('refused')).toMatchObject([{ parents: one, refusal: { code: 'not_covered' } }])
      await proxy.restart()
    }
    expect(lookups()).toHaveLength(1)
    expect(service.calls).toEqual([])
    expect((await proxy.buy(one, { distrust_lookups: true })).all('tile')).toHaveLength(1)
    // It had figures, so look-ups are no longer trusted.
    expect((await proxy.buy(MANY.slice(1))).all('tile')).toHaveLength(11)
  })

  it.each([
    ['not covered', 'not_covered', { lands: [], lookupAtSea: 'not_covered' }],
    ['empty', 'no_listings', { hasListings: () => false }],
  ])('that call ground %s are made once more when a market has been added there', async (_, code, rules) => {
    const land = { country: 'es', name: 'Catalonia', lat: 41.39, lng: 2.17, radius_km: 20 }
    Object.assign(service.rules, { countries: ['fr'], ...rules })
    const one = MANY.slice(0, 1)
    const view = async () => {
      const told = await proxy.buy(one)
      const empty = told.all('no_listings').map(({ type }) => type)
      return [told.all('tile').length, ...empty, ...told.all('refused').map(({ refusal }) => refusal.code)]
    }
    expect(await view()).toEqual([0, code])
    await proxy.restart()
    expect(await view()).toEqual([0, code])
    service.rules.countries = ['fr', 'es']
    // The coverage is read again.
    await proxy.restart()
    for (let views = 0; views < 2; views++) expect(await view()).toEqual([0, code])
    expect(lookups()).toHaveLength(2)
    Object.assign(service.rules, { lands: [land], hasListings: () => true })
    await proxy.restart()
    expect(await view()).toEqual([1])
  })

  it('are made again where a market has gained the resolution', async () => {
    service.rules.resolutionsOf = () => [4, 5, 6]
    const one = MANY.slice(0, 1)
    expect((await proxy.buy(one)).all('refused')).toMatchObject([{ refusal: { code: 'not_covered' } }])
    service.rules.resolutionsOf = () => [4, 5, 6, 7, 8]
    // The coverage is read again.
    await proxy.restart()
    expect((await proxy.buy(one)).all('tile')).toHaveLength(1)
  })

  it.each([
    ['a market was added', 6, { countries: ['fr'] }, { countries: ['fr', 'es'] }],
    ['there are listings by now', 8, { hasListings: () => false }, { hasListings: () => true }],
  ] as const)('stay trusted where %s after a tile was called empty', async (_, resolution, before, after) => {
    Object.assign(service.rules, before)
    const inSeville = latLngToCell(37.39, -5.99, resolution - 3)
    const buy = async (more: object) => (await proxy.buy([inSeville], { resolution, ...more })).all('tile').length
    expect(await buy({})).toBe(0)
    Object.assign(service.rules, after)
    // The coverage is read again.
    await proxy.restart()
    expect(await buy({ distrust_lookups: true })).toBe(1)
    service.rules.hasListings = () => false
    expect((await proxy.buy(MANY.slice(0, 1))).all('no_listings')).toHaveLength(1)
  })

  it('that call a tile empty are made again after a day, and hold for another where nothing is answered', async () => {
    let now = new Date('2026-11-21T10:00:00Z')
    const later = await startProxyUnderTest(service, { clock: () => now })
    service.rules.hasListings = () => false
    const view = async () => (await later.buy(MANY.slice(0, 1))).all('tile').length
    const days: [tiles: number, lookups: number][] = []
    const pass = async (hours: number) => {
      now = new Date(now.getTime() + hours * HOUR)
      days.push([(await view()) + (await view()), lookups().length])
    }
    await pass(0)
    await pass(23)
    service.rules.freeFault = (path) => (path === '/geo/lookup' ? { kind: 'code', code: 'internal_error' } : null)
    await pass(2)
    const faulted = lookups().length
    service.rules.freeFault = () => null
    service.rules.hasListings = () => true
    await pass(2)
    await pass(24)
    await later.close()
    expect(days.slice(0, 3)).toEqual([
      [0, 1],
      [0, 1],
      [0, faulted],
    ])
    expect(days.slice(3)).toEqual([
      [0, faulted],
      [2, faulted + 1],
    ])
  })

  it('wait for the next minute at the rate limit, and then return their result', async () => {
    service.rules.hasListings = (parent) => parent === MANY[0]
    let left = 5
    service.rules.freeFault = (path) => {
      if (path !== '/geo/lookup') return null
      if (left-- > 0) return null
      left = 100
      return { kind: 'code', code: 'rate_limited', headers: { 'Retry-After': '1' } }
    }
    const told = await proxy.buy(MANY)
    expect(told.all('no_listings')).toHaveLength(11)
    expect(told.all('tile')).toHaveLength(1)
    expect(lookups().length).toBeLessThanOrEqual(12 + 6)
  })

  it('do not delay a browser’s free requests, which get Retry-After instead', async () => {
    service.rules.freeRemaining = 0
    expect((await proxy.get('/public/v1/coverage')).response.status).toBe(200)
    service.rules.freeFault = () => ({ kind: 'code', code: 'rate_limited', headers: { 'Retry-After': '40' } })
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect((await proxy.get('/public/v1/geo')).response.status).toBe(429)
    const asked = service.free.length
    const { response, text } = await proxy.get('/public/v1/geo?parent=es')
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(38)
    expect(JSON.parse(text)).toMatchObject({ error: 'rate_limited' })
    expect(service.free.length).toBe(asked)
  })
})

it('one viewer looks up half of a minute at most; nothing is bought unseen, and others have the rest', async () => {
  const limited = await startStrangeService({ perMinute: { metered: null, free: 150 }, hasListings: () => false })
  const access = { ...OPEN_TO_ALL, requestsPerMinute: 10_000, trustedProxies: ['loopback'] }
  const proxy = await startProxyUnderTest(limited, { access })
  const [seen, open] = [parentsAround(8, 90).slice(0, 60), parentsAround(8, 90).slice(60)]
  const from = (address: string) => ({ 'Content-Type': 'application/json', 'X-Forwarded-For': address })
  const buy = async (parents: readonly Cell[], address: string) => {
    const { text } = await proxy.post({ as_of: '2026-11-01', lens: 'default', resolution: 8, parents }, from(address))
    return readPurchaseEvents(text)
  }
  const quote = async (path: string, body: object = {}) => {
    const all = { as_of: '2026-11-01', lens: 'default', resolution: 8, parents: open, ...body }
    const init = { method: 'POST', headers: from('192.0.2.1'), body: JSON.stringify(all) }
    return (await fetch(`${proxy.url}${path}?dry_run=1`, init)).json()
  }
  const lookups = () => limited.free.filter((target) => target.includes('/geo/lookup')).length
  // Its headers say what the service allows.
  await proxy.get('/public/v1/coverage', from('192.0.2.9'))
  expect((await buy(seen, '192.0.2.1')).all('no_listings')).toHaveLength(60)
  expect(await quote('/api/purchases')).toMatchObject({ refusal: null, bought_cells: (30 - 15) * 343 })
  await quote('/api/earlier-tiles', { periods: ['2026-10-01'] })
  expect(lookups()).toBe(75)
  const told = await buy(open, '192.0.2.1')
  expect(told.all('no_listings')).toHaveLength(15)
  const refusal = { code: 'rate_limited', retry_after_s: expect.any(Number) }
  expect(told.all('refused').flatMap(({ parents }) => parents)).toHaveLength(15)
  expect(told.all('refused')[0]).toMatchObject({ refusal })
  expect([lookups(), limited.calls]).toEqual([75, []])
  expect((await buy(open, '192.0.2.2')).all('no_listings')).toHaveLength(30)
  await proxy.close()
  await limited.close()
})

describe('what is found for free', () => {
  let folder: string
  let connection: ServiceConnection
  let elapsed: number

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'free-'))
    connection = connectService({ baseUrl: service.url, token: service.token })
    elapsed = 0
  })

  afterEach(async () => {
    await connection.close()
    rmSync(folder, { recursive: true })
  })

  const upstream = () =>
    createUpstream({
      connection,
      clock: () => new Date('2026-11-30T23:30:00Z'),
      elapsed: () => elapsed,
      stopping: new AbortController().signal,
    })

  it('a new period is noticed within an hour, without a metered call, by at most one search in ten minutes', async () => {
    const ledger = openSqliteLedger(join(folder, 'ledger.sqlite'))
    const now = () => new Date('2026-11-30T23:30:00Z')
    const log = pino({ level: 'silent' })
    const period = createPeriodFinder({ upstream: upstream(), ledger, log, now, elapsed: () => elapsed })
    expect(await period.current()).toEqual({ kind: 'ok', as_of: '2026-11-01' })
    service.rules.current_period = '2026-12-01'
    let noticed: number | null = null
    for (; elapsed <= HOUR; elapsed += 60_000) {
      const found = await period.current()
      if (noticed === null && found.kind === 'ok' && found.as_of === '2026-12-01') noticed = elapsed
    }
    expect(noticed).not.toBeNull()
    expect(noticed).toBeLessThan(HOUR)
    // A search takes two requests: the countries, then the first country's regions.
    expect(service.free.length).toBeLessThanOrEqual(2 * 7)
    expect(service.calls).toEqual([])
    await ledger.close()
  })

  it('coverage is requested every ten minutes, and what was read of it stays known through a fault', async () => {
    const ground = createMarketGround({
      coverage: createCoverageReader({ upstream: upstream(), elapsed: () => elapsed }),
    })
    for (; elapsed < HOUR / 6; elapsed += 60_000) expect(await ground.served()).toEqual(['es 4 5 6 7 8'])
    expect(service.free).toHaveLength(1)
    service.rules.freeFault = () => ({ kind: 'status', status: 502 })
    expect(await ground.served()).toEqual(['es 4 5 6 7 8'])
    expect(service.free.length).toBeGreaterThan(1)
  })
})
