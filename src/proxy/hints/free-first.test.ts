import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { latLngToCell } from 'h3-js'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Cell, cellParent, parseCell, RESOLUTIONS } from '../../domain/cell.ts'
import { parentsAround } from '../../testing/cells.ts'
import { type ProxyUnderTest, readPurchaseEvents, startProxyUnderTest } from '../../testing/proxy-under-test.ts'
import type { Fault } from '../../testing/strange-service/rules/fault.ts'
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

describe('a market without figures at a resolution', () => {
  let proxy: ProxyUnderTest

  beforeEach(async () => {
    proxy = await startProxyUnderTest(service)
    Object.assign(service.rules, {
      countries: ['es', 'fr'],
      resolutionsOf: (country: string) => (country === 'es' ? [4, 6, 7] : [4, 5, 6, 7, 8]),
    })
  })

  afterEach(() => proxy.close())

  const tileAt = (lat: number, lng: number, resolution: number) =>
    parseCell(latLngToCell(lat, lng, resolution - 3)) ?? expect.fail()

  it.each([5, 8])('has nothing bought at resolution %i, unless requested explicitly', async (resolution) => {
    const [seville, paris] = [tileAt(37.4, -6, resolution), tileAt(48.9, 2.3, resolution)]
    const told = await proxy.buy([seville, paris], { resolution })
    expect(told.all('tile').map(({ parent }) => parent)).toEqual([paris])
    expect(told.all('refused')).toMatchObject([{ parents: [seville], refusal: { code: 'not_covered' } }])
    expect(service.calls.flatMap(({ cells }) => cells)).toHaveLength(343)
    const other = tileAt(resolution === 5 ? 35 : 39.5, -1, resolution)
    expect((await proxy.buy([seville], { resolution, distrust_lookups: true })).all('tile')).toHaveLength(1)
    // It had figures, so look-ups are no longer trusted.
    expect((await proxy.buy([other], { resolution })).all('tile')).toHaveLength(1)
  })

  it('is bought at other resolutions, and where a market with figures is near', async () => {
    expect((await proxy.buy([tileAt(37.4, -6, 7)], { resolution: 7 })).all('tile')).toHaveLength(1)
    expect((await proxy.buy([tileAt(42.45, 1.9, 8)])).all('tile')).toHaveLength(1)
  })

  it('is not assumed when the location of a market with figures is unknown', async () => {
    service.rules.countries = ['es', 'xk-unknown']
    expect((await proxy.buy([tileAt(37.4, -6, 8)])).all('tile')).toHaveLength(1)
  })
})

describe('the ground of a market', () => {
  let proxy: ProxyUnderTest

  beforeEach(async () => {
    proxy = await startProxyUnderTest(service)
  })

  afterEach(() => proxy.close())

  const tileAt = (lat: number, lng: number, resolution: number) =>
    parseCell(latLngToCell(lat, lng, resolution - 3)) ?? expect.fail()

  it.each([
    ['fr', 'Réunion', 're', -21.11, 55.53],
    ['fr', 'Guadeloupe', 'gp', 16.24, -61.53],
    ['fr', 'Martinique', 'mq', 14.6, -61.07],
    ['fr', 'Mayotte', 'yt', -12.78, 45.23],
    ['fr', 'Guiana', 'gf', 4.92, -52.33],
    ['fr', 'Tahiti', 'pf', -17.54, -149.57],
    ['fr', 'Wallis and Futuna', 'wf', -13.28, -176.18],
    ['fr', 'New Caledonia', 'nc', -22.27, 166.45],
    ['us', 'Puerto Rico', 'pr', 18.4, -66.06],
    ['us', 'Guam', 'gu', 13.47, 144.75],
    ['es', 'the Canaries', null, 28.1, -15.43],
    ['pt', 'the Azores', null, 37.74, -25.67],
    ['no', 'Svalbard', 'sj', 78.22, 15.63],
    ['nl', 'Aruba', 'aw', 12.52, -70.03],
    ['cn', 'Hong Kong', 'hk', 22.3, 114.17],
    ['dk', 'the Faroes', 'fo', 62.01, -6.77],
    ['fi', 'Åland', 'ax', 60.1, 19.94],
  ])('%s includes %s, which may also be a market of its own', async (market, _, own, lat, lng) => {
    const connection = connectService({ baseUrl: service.url, token: service.token })
    const stopping = new AbortController().signal
    const upstream = createUpstream({ connection, stopping, clock: () => new Date(), elapsed: () => 0 })
    for (const served of own === null ? [market] : [market, own, market.toUpperCase()]) {
      service.rules.countries = [served]
      const ground = createMarketGround({ coverage: createCoverageReader({ upstream, elapsed: () => 0 }) })
      for (const resolution of RESOLUTIONS) {
        const outside = await ground.outside([tileAt(lat, lng, resolution)], resolution)
        expect([served, resolution, ...outside]).toEqual([served, resolution])
      }
    }
    await connection.close()
  })

  it('is bought at every resolution in its territories', async () => {
    service.rules.countries = ['fr']
    for (const resolution of RESOLUTIONS) {
      const told = await proxy.buy([tileAt(-21.11, 55.53, resolution)], { resolution })
      expect(told.all('tile')).toHaveLength(1)
    }
  })

  it.each([
    ['the Atlantic', 40, -40],
    ['Japan', 35.7, 139.7],
    ['Madagascar, near Réunion', -18.9, 47.5],
  ])('does not include %s', async (_, lat, lng) => {
    service.rules.countries = ['fr']
    const parent = tileAt(lat, lng, 6)
    const told = await proxy.buy([parent], { resolution: 6 })
    expect(told.all('refused')).toMatchObject([{ parents: [parent], refusal: { code: 'not_covered' } }])
    expect(service.calls).toEqual([])
  })

  it('is judged for a territory by its own entry, if it has one', async () => {
    Object.assign(service.rules, {
      countries: ['fr', 'pf'],
      resolutionsOf: (country: string) => (country === 'fr' ? [4, 5, 6, 7, 8] : [7, 8]),
    })
    const [tahiti, paris] = [tileAt(-17.54, -149.57, 6), tileAt(48.9, 2.3, 6)]
    const told = await proxy.buy([tahiti, paris], { resolution: 6 })
    expect(told.all('tile').map(({ parent }) => parent)).toEqual([paris])
    expect(told.all('refused')).toMatchObject([{ parents: [tahiti], refusal: { code: 'not_covered' } }])
  })

  it('is unknown when /coverage says that it is a part, or an entry or its resolutions cannot be read', async () => {
    const withEntry =
      (entry: unknown, more: object = {}) =>
      (path: string): Fault | null =>
        path === '/coverage' ? { kind: 'changed', change: (body) => ({ ...body, countries: [entry], ...more }) } : null
    for (const entry of [{ iso: 'fr' }, 'fr', { country: 'jp', h3_resolutions: 'all' }, { country: 'jp' }]) {
      service.rules.freeFault = withEntry(entry)
      await proxy.close()
      proxy = await startProxyUnderTest(service)
      expect((await proxy.buy([tileAt(35.7, 139.7, 6)], { resolution: 6 })).all('refused')).toEqual([])
    }
    for (const more of [
      { truncated: true },
      { meta: { next_cursor: 'p2' } },
      { warnings: ['The list was cut off.'] },
    ]) {
      service.rules.freeFault = withEntry({ country: 'fr' }, more)
      await proxy.close()
      proxy = await startProxyUnderTest(service)
      expect((await proxy.buy([tileAt(35.7, 139.7, 6)], { resolution: 6 })).all('refused')).toEqual([])
    }
    service.rules.freeFault = withEntry({ country: 'fr' })
    await proxy.close()
    proxy = await startProxyUnderTest(service)
    expect((await proxy.buy([tileAt(35.7, 139.7, 6)], { resolution: 6 })).all('refused')).toHaveLength(1)
  })

  it('is wherever figures are held at another resolution, after a restart too', async () => {
    service.rules.countries = ['es']
    expect((await proxy.buy([tileAt(35.7, 139.7, 8)])).all('tile')).toHaveLength(1)
    await proxy.restart()
    for (const resolution of [4, 5, 6]) {
      expect((await proxy.buy([tileAt(35.7, 139.7, resolution)], { resolution })).all('tile')).toHaveLength(1)
    }
    // Elsewhere the hint still holds.
    expect((await proxy.buy([tileAt(34, -118.2, 6)], { resolution: 6 })).all('refused')).toHaveLength(1)
  })

  it('has no empty tiles where coarser figures are held', async () => {
    service.rules.hasListings = () => false
    const [parent] = MANY as [Cell]
    expect((await proxy.buy([parent])).all('no_listings')).toHaveLength(1)
    await proxy.buy([cellParent(parent, 3)], { resolution: 6 })
    expect((await proxy.buy([parent])).all('tile')).toHaveLength(1)
  })

  it('is not empty where a look-up cannot name it, if the market has listings without names', async () => {
    service.rules.freeFault = (path) => {
      if (path === '/geo/lookup') return { kind: 'code', code: 'not_covered' }
      const unnamed = { country: 'es', h3_resolutions: [4, 5, 6, 7, 8], prices_available: true, searchable: false }
      return path === '/coverage' ? { kind: 'changed', change: (body) => ({ ...body, countries: [unnamed] }) } : null
    }
    expect((await proxy.buy(MANY.slice(0, 1))).all('tile')).toHaveLength(1)
  })
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
