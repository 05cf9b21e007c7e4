import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { edition } from '../../../contract/proxy-api.ts'
import { type ReceivedCoverage, receivedCoverage } from '../../../contract/service/coverage.ts'
import { lensKey } from '../../../domain/lens.ts'
import type { AsOf } from '../../../domain/period.ts'
import { startProxyUnderTest } from '../../../testing/proxy-under-test.ts'
import type { Fault } from '../../../testing/strange-service/rules/fault.ts'
import { type StrangeService, startStrangeService } from '../../../testing/strange-service/start-strange-service.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import { openSqliteLedger } from '../../ledger/sqlite/sqlite-ledger.ts'
import { connectService, type ServiceConnection } from '../../upstream/connection/service-connection.ts'
import { createUpstream } from '../../upstream/upstream.ts'
import { createPeriodFinder, type PeriodFinder } from './period-finder.ts'

let service: StrangeService
let folder: string
let ledger: Ledger
let connection: ServiceConnection
let period: PeriodFinder
let elapsed = 0
let stated: ReceivedCoverage | null = null

beforeEach(async () => {
  stated = null
  service = await startStrangeService()
  folder = mkdtempSync(join(tmpdir(), 'period-'))
  ledger = openSqliteLedger(join(folder, 'ledger.sqlite'))
  const limits = { longest: 1_000, maxAnswer: 100_000 }
  const { url: baseUrl, token } = service
  connection = connectService({ baseUrl, token }, { connect: 1_000, silence: 10_000, metered: limits, free: limits })
  elapsed = 0
  period = createPeriod()
})

function createPeriod(longestWait = 10_000, today = '2026-11-21'): PeriodFinder {
  const clock = () => new Date(`${today}T10:00:00Z`)
  const upstream = createUpstream({
    connection,
    clock,
    elapsed: () => elapsed,
    stopping: new AbortController().signal,
    patience: { backOff: 1, retries: 1, longestWait: 10, unstatedWait: 1, minute: 1 },
  })
  return createPeriodFinder({
    upstream,
    coverage: async () => stated,
    ledger,
    log: pino({ level: 'silent' }),
    now: clock,
    elapsed: () => elapsed,
    longestWait,
  })
}

afterEach(async () => {
  await connection.close()
  await ledger.close()
  await service.close()
  rmSync(folder, { recursive: true })
})

it.each(['2026-Q3', '01/11/2026', 'November 2026'])(
  'a period that places name %s is said, and none is presumed in its place',
  async (label) => {
    service.rules.current_period = label
    stated = receivedCoverage.parse({
      countries: [{ country: 'xx', h3_resolutions: [8], searchable: false, prices_available: true }],
    })
    const message = expect.stringMatching(new RegExp(`'${label}'.*2026-11-01`))
    expect(await period.searched()).toMatchObject({
      kind: 'failed',
      refusal: { code: 'service_invalid_answer', message },
    })
  },
)

describe('a period that cannot be found', () => {
  const faults: [string, Fault, string][] = [
    ['a gateway’s HTML 502', { kind: 'status', status: 502, body: '<h1>Bad gateway</h1>' }, 'internal_error'],
    ['a page instead of JSON', { kind: 'body', body: '<html>', contentType: 'text/html' }, 'service_invalid_answer'],
    ['another shape', { kind: 'body', body: '{"results":7}' }, 'service_invalid_answer'],
    ['a dropped connection', { kind: 'reset' }, 'service_reset'],
    ['a hang', { kind: 'hang' }, 'service_timeout'],
    ['a lapsed token', { kind: 'code', code: 'invalid_token' }, 'invalid_token'],
    ['rate_limited', { kind: 'code', code: 'rate_limited', headers: { 'Retry-After': '30' } }, 'rate_limited'],
  ]
  it.each(faults)('because of %s says why, and is found five seconds after the fault', async (_, fault, code) => {
    service.rules.freeFault = () => fault
    expect(await period.current()).toMatchObject({ kind: 'failed', refusal: { code } })
    service.rules.freeFault = () => null
    // Simultaneous callers share the response.
    expect(await period.current()).toMatchObject({ kind: 'failed', refusal: { code } })
    elapsed += code === 'rate_limited' ? 30_000 : 5_000
    expect(await period.current()).toEqual({ kind: 'ok', as_of: '2026-11-01' })
  })

  it('because the market has no places is the newest that coverage names, if it says where its map opens', async () => {
    service.rules.current_period = null
    const first_view = { h3: '88394460d1fffff', ad_sub_type: 'buy', country: 'es', currency: 'EUR' }
    const named = { countries: [], revisions: { '2026-10-01': '1-a', '2026-11-01': '2-b' } }
    stated = receivedCoverage.parse({ ...named, first_view: null })
    expect(await period.current()).toEqual({ kind: 'ok', as_of: null })
    stated = receivedCoverage.parse({ ...named, first_view })
    elapsed += 30_000
    expect(await period.current()).toEqual({ kind: 'ok', as_of: '2026-11-01' })
  })

  it('because no market has names is presumed to be this month’s, until an answer is empty', async () => {
    service.rules.current_period = null
    const country = { country: 'es', prices_available: true, searchable: false }
    stated = receivedCoverage.parse({ countries: [country], revisions: {} })
    expect(await period.current()).toEqual({ kind: 'ok', as_of: null })
    stated = receivedCoverage.parse({ countries: [country] })
    elapsed += 30_000
    expect(await period.current()).toEqual({ kind: 'ok', as_of: '2026-11-01', isPresumed: true })
    period.doubt()
    expect(await period.current()).toEqual({ kind: 'ok', as_of: null })
    elapsed += 600_000
    expect(await period.current()).toMatchObject({ as_of: '2026-11-01' })
    await period.note('2026-10-01' as AsOf, { resolution: 8, lens: lensKey({}) }, [])
    expect(await period.current()).toEqual({ kind: 'ok', as_of: '2026-10-01' })
  })

  const absences: [string, Fault][] = [
    ['not_found', { kind: 'code', code: 'not_found' }],
    ['a page of status 404', { kind: 'status', status: 404, body: '<h1>Not found</h1>' }],
    ['a page of status 501', { kind: 'status', status: 501, body: '<h1>Not implemented</h1>' }],
  ]
  it.each(absences)('because there is no list of places, but %s, is as without names', async (_, fault) => {
    service.rules.freeFault = () => fault
    // Another server may be at the address.
    expect(await period.current()).toMatchObject({ kind: 'failed' })
    const countries = [{ country: 'es', prices_available: true, searchable: true }]
    stated = receivedCoverage.parse({ countries })
    elapsed += 30_000
    expect(await period.current()).toEqual({ kind: 'ok', as_of: '2026-11-01', isPresumed: true })
    stated = receivedCoverage.parse({ countries, revisions: { '2026-11-01': '1-a' } })
    elapsed += 30_000
    expect(await period.current()).not.toHaveProperty('isPresumed')
    expect(await period.current()).toMatchObject({ kind: 'ok', as_of: '2026-11-01' })
  })

  it('because none is published is found within half a minute after it is', async () => {
    service.rules.current_period = null
    expect(await period.current()).toEqual({ kind: 'ok', as_of: null })
    service.rules.current_period = '2026-11-01'
    elapsed += 30_000
    expect(await period.current()).toEqual({ kind: 'ok', as_of: '2026-11-01' })
  })
})

describe('a place with hundreds of others beneath it', () => {
  const only = (name: string) => (body: Record<string, unknown>) => ({
    ...body,
    results: (body.results as { name: string }[]).map((row) =>
      row.name === name ? row : { ...row, current_period: null },
    ),
  })
  beforeEach(() => {
    const names = Array.from({ length: 250 }, (_, i) => `zone ${i}`)
    service.rules.lands = names.map((name) => ({ country: 'es', name, lat: 41, lng: 2, radius_km: 30 }))
  })

  it('names the period on any of its pages', async () => {
    service.rules.freeFault = () => ({ kind: 'changed', change: only('zone 230') })
    expect(await period.searched()).toEqual({ kind: 'ok', as_of: '2026-11-01' })
    // The countries, and three pages of zones; or some beneath these that were asked for at the same time.
    expect(service.free.filter((target) => target.includes('parent=es'))).toHaveLength(3)
    expect(service.free.length).toBeLessThan(20)
  })

  it('is asked for one page more where the service sends the same page again', async () => {
    const first = JSON.parse(service.freeText('/geo', 'parent=es&limit=100')) as Record<string, unknown>
    const body = JSON.stringify(only('none')(first))
    service.rules.freeFault = (_, __, query) => (query.get('parent') === 'es' ? { kind: 'body', body } : null)
    await period.searched()
    expect(service.free.filter((target) => target.includes('parent=es'))).toHaveLength(2)
  })
})

describe('a service with many markets that answers slowly', () => {
  const markets = ['es', 'fr', 'de', 'it', 'pt', 'nl', 'be', 'at', 'ch', 'pl', 'cz', 'dk', 'se', 'no', 'fi']
  const withoutPeriod = (body: Record<string, unknown>) => ({
    ...body,
    results: (body.results as object[]).map((row) => ({ ...row, current_period: null })),
  })
  /** Has figures of the period in one market alone. */
  const onlyIn =
    (market: string) =>
    (_: string, __: number, query: URLSearchParams): Fault | null =>
      query.has('parent') && query.get('parent') !== market ? { kind: 'changed', change: withoutPeriod } : null
  beforeEach(() => {
    service.rules.lands = markets.map((country) => ({ country, name: country, lat: 41, lng: 2, radius_km: 30 }))
  })

  it('is not waited for: the period is looked for, and found later', async () => {
    Object.assign(service.rules, { freeDelay: 300, freeFault: onlyIn('fi') })
    period = createPeriod(20)
    expect(await period.current()).toEqual({ kind: 'ok', as_of: null, isLookedFor: true })
    expect(await period.searched()).toEqual({ kind: 'ok', as_of: '2026-11-01' })
    expect(await period.current()).toEqual({ kind: 'ok', as_of: '2026-11-01' })
  })

  it('is searched in several markets at once', async () => {
    Object.assign(service.rules, { freeDelay: 100, current_period: null })
    const underWay = new Set<number>()
    service.rules.freeFault = () => {
      underWay.add(service.free.length)
      return null
    }
    expect(await period.searched()).toMatchObject({ kind: 'ok', as_of: null })
    expect(service.free.length).toBeGreaterThan(markets.length)
    // Requests that were answered while others had come in.
    expect(underWay.size).toBeLessThan(service.free.length / 2)
  })

  it('is looked for in further rounds, until all of them have been asked', async () => {
    const many = Array.from({ length: 40 }, (_, i) => `z${i}`)
    service.rules.lands = many.map((country) => ({ country, name: country, lat: 41, lng: 2, radius_km: 30 }))
    service.rules.freeFault = onlyIn('z39')
    expect(await period.searched()).toEqual({ kind: 'ok', as_of: null, isLookedFor: true })
    elapsed += 5_000
    expect(await period.searched()).toEqual({ kind: 'ok', as_of: '2026-11-01' })
  })

  it('is looked for less and less often, so that the free limit is left to viewers', async () => {
    const many = Array.from({ length: 400 }, (_, i) => `z${i}`)
    service.rules.lands = many.map((country) => ({ country, name: country, lat: 41, lng: 2, radius_km: 30 }))
    service.rules.current_period = null
    const asked: number[] = []
    for (let second = 0; second < 60; second += 5) {
      await period.searched()
      asked.push(service.free.length)
      elapsed += 5_000
    }
    expect(asked.at(-1), 'of four hundred places').toBeLessThan(200)
  })

  it('is none once no place names one', async () => {
    service.rules.current_period = null
    let found = await period.searched()
    for (let round = 0; round < 9 && found.kind === 'ok' && found.isLookedFor; round++) {
      elapsed += 60_000
      found = await period.searched()
    }
    expect(found).toEqual({ kind: 'ok', as_of: null })
    elapsed += 60_000
    expect(await period.searched(), 'while they are asked again').toEqual({ kind: 'ok', as_of: null })
  })

  it('is none where all that the service names are too old to be current', async () => {
    const many = Array.from({ length: 40 }, (_, i) => `z${i}`)
    service.rules.lands = many.map((country) => ({ country, name: country, lat: 41, lng: 2, radius_km: 30 }))
    service.rules.current_period = null
    stated = receivedCoverage.parse({ countries: [], revisions: { '2019-04-01': '1', '2019-05-01': '1' } })
    expect(await period.searched()).toEqual({ kind: 'ok', as_of: null })
  })

  it('is shown in the last known period meanwhile', async () => {
    const slow = createPeriod(20, '2026-12-02')
    await slow.note('2026-11-01' as AsOf, { resolution: 8, lens: lensKey({}) }, [])
    elapsed += 600_000
    Object.assign(service.rules, { freeDelay: 300, current_period: '2026-12-01' })
    expect(await slow.current()).toEqual({ kind: 'ok', as_of: '2026-11-01' })
    expect(await slow.searched()).toEqual({ kind: 'ok', as_of: '2026-12-01' })
  })

  it('goes back only after five rounds in a row, and stays there: a copy behind a balancer may lag behind', async () => {
    const name = { as_of: '2026-11-01' as AsOf, lens: lensKey({}), resolution: 8 } as const
    const about = { currency: 'USD', window_start: '', window_end: '', fx_date: '', size_unit: '', snapshot: {} }
    const held = edition.parse({ ...name, ...about })
    await ledger.commit({ id: 'one', name, edition: held, slices: [], at: new Date('2026-11-21'), rows: 0 })
    const named: unknown[] = []
    for (const word of ['10', '10', '11', '10', '10', '10', 'answer', '10', '10', '10', '10', '10', 'fault']) {
      if (word === 'answer') await period.note(name.as_of, name, [])
      else if (word === 'fault') service.rules.freeFault = () => ({ kind: 'status', status: 502 })
      else service.rules.current_period = `2026-${word}-01`
      elapsed += 600_000
      const found = await period.current()
      named.push(found.kind === 'ok' && found.as_of?.slice(5, 7))
    }
    expect(named).toEqual([...Array(10).fill('11'), '10', '10', '10'])
    // Another process knows it too, until a place names the later one again.
    expect(await createPeriod().current()).toEqual({ kind: 'ok', as_of: '2026-10-01' })
    Object.assign(service.rules, { freeFault: () => null })
    expect(await createPeriod().current()).toEqual({ kind: 'ok', as_of: '2026-10-01' })
    service.rules.current_period = '2026-11-01'
    expect(await createPeriod().current()).toEqual({ kind: 'ok', as_of: '2026-11-01' })
    service.rules.current_period = '2026-10-01'
    expect(await createPeriod().current()).toEqual({ kind: 'ok', as_of: '2026-11-01' })
  })

  it('may fail for some markets while another names the period', async () => {
    const fault: Fault = { kind: 'status', status: 502, body: '<h1>Bad gateway</h1>' }
    service.rules.freeFault = (path, number, query) =>
      ['es', 'fr'].includes(query.get('parent') ?? '') ? fault : onlyIn('fi')(path, number, query)
    expect(await period.current()).toEqual({ kind: 'ok', as_of: '2026-11-01' })
  })
})

it.each([
  ['invalid_token', 502],
  ['rate_limited', 429],
])('the page gets the reason %s with status %d, and the time to wait', async (code, status) => {
  const headers = { 'Retry-After': '40' }
  service.rules.freeFault = (path) => (path === '/geo' ? { kind: 'code', code, headers } : null)
  const proxy = await startProxyUnderTest(service)
  const { response, text } = await proxy.get('/api/period')
  expect(response.status).toBe(status)
  expect(JSON.parse(text)).toMatchObject({ error: code })
  expect(response.headers.get('Retry-After')).toBe('40')
  await proxy.close()
})
