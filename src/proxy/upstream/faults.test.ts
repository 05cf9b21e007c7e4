import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { decodeTile } from '../../contract/figure-tile.ts'
import { cellToDecimal, parseCell } from '../../domain/cell.ts'
import { figuresOf } from '../../domain/figure.ts'
import { parentsAround } from '../../testing/cells.ts'
import { type ProxyUnderTest, startProxyUnderTest } from '../../testing/proxy-under-test.ts'
import type { Fault } from '../../testing/strange-service/rules/fault.ts'
import { type StrangeService, startStrangeService } from '../../testing/strange-service/start-strange-service.ts'
import { REFUSALS_MAX } from '../lessons/call-risk.ts'

const ONE = parentsAround(8, 1)
const TILES = parentsAround(8, 80)
let service: StrangeService
let proxy: ProxyUnderTest
let now: Date
let calls: number

async function open(): Promise<void> {
  now = new Date('2026-11-21T10:00:00Z')
  service = await startStrangeService()
  const limits = { longest: 1_000, maxAnswer: MOST_BYTES }
  const connectionLimits = { connect: 1_000, silence: 300, metered: limits, free: limits }
  proxy = await startProxyUnderTest(service, { connectionLimits, clock: () => now })
}

async function close(): Promise<void> {
  expect(proxy.said()).not.toContain(service.token)
  await proxy.close()
  await service.close()
}

function oneForEachTest(): void {
  beforeEach(open)
  afterEach(close)
}

/** One proxy for all rows of a table. The first purchase proves the list style, so that no fault looks like a lesson. */
function oneForAllRows(): void {
  beforeAll(async () => {
    await open()
    await proxy.buy(ONE)
  })
  beforeEach(() => {
    calls = service.calls.length
  })
  afterAll(close)
}

let row = 0
/** A tile that no other row requests. */
const nextTile = () => TILES.slice(++row, row + 1)

const repeated = (fault: Fault): Fault[] => Array.from({ length: 10 }, () => fault)

const MOST_BYTES = 200_000
type Row = Record<string, unknown>
const withRows = (change: (row: Row) => Row) => (body: Row) => ({ ...body, stats: (body.stats as Row[]).map(change) })
const changed = (more: Row): Fault => ({ kind: 'changed', change: (body) => ({ ...body, ...more }) })

describe('a fault that passes', () => {
  oneForAllRows()

  const passing: [string, Fault][] = [
    [
      'rate_limited with Retry-After in seconds',
      { kind: 'code', code: 'rate_limited', headers: { 'Retry-After': '0' } },
    ],
    [
      'rate_limited with a date',
      { kind: 'code', code: 'rate_limited', headers: { 'Retry-After': 'Sat, 21 Nov 2026 10:00:00 GMT' } },
    ],
    ['rate_limited without a wait', { kind: 'code', code: 'rate_limited' }],
    ['internal_error', { kind: 'code', code: 'internal_error' }],
    ['an unknown code', { kind: 'code', code: 'moon_phase', status: 400 }],
    ['an unknown code with another status', { kind: 'code', code: 'moon_phase', status: 418 }],
    ['an HTML 502 of a gateway', { kind: 'status', status: 502, body: '<h1>Bad gateway</h1>' }],
    ['a 503 without a body', { kind: 'status', status: 503 }],
    ['a 429 of a gateway', { kind: 'status', status: 429, body: '<h1>Slow down</h1>' }],
  ]
  it.each(passing)('%s is retried', async (_, fault) => {
    service.rules.faults = [fault]
    expect((await proxy.buy(nextTile())).all('tile')).toHaveLength(1)
    expect(service.calls.length).toBe(calls + 2)
  })
})

describe('a fault that may pass', () => {
  oneForEachTest()

  it('that does not pass is reported after four attempts, and the next purchase tries again', async () => {
    service.rules.faults = repeated({ kind: 'code', code: 'internal_error' })
    const told = await proxy.buy(ONE)
    expect(told.all('refused')).toMatchObject([
      { parents: ONE, refusal: { code: 'internal_error', request_id: 'req-1' } },
    ])
    expect(told.receipt.calls).toBe(0)
    expect(service.calls.length).toBe(4)
    service.rules.faults = []
    expect((await proxy.buy(ONE)).all('tile')).toHaveLength(1)
  })

  it('is not retried at once where a cache would send the same answer', async () => {
    service.rules.faults = repeated({
      kind: 'status',
      status: 502,
      body: '<h1>Bad gateway</h1>',
      headers: { Age: '12' },
    })
    expect((await proxy.buy(ONE)).all('refused')).toHaveLength(1)
    expect(service.calls.length).toBe(1)
    service.rules.faults = []
    expect((await proxy.buy(ONE)).all('tile')).toHaveLength(1)
  })

  it('after a wait longer than a viewer would stay is reported instead', async () => {
    service.rules.faults = [{ kind: 'code', code: 'rate_limited', headers: { 'Retry-After': '3600' } }]
    expect((await proxy.buy(ONE)).all('refused')[0]?.refusal).toMatchObject({
      code: 'rate_limited',
      retry_after_s: 3_600,
    })
    expect(service.calls.length).toBe(1)
    expect((await proxy.buy(nextTile())).all('refused')[0]?.refusal).toMatchObject({ code: 'rate_limited' })
    expect(service.calls.length).toBe(1)
  })
})

describe('a fault that does not pass', () => {
  oneForAllRows()

  const lasting: [string, Fault, string][] = [
    ['invalid_token', { kind: 'code', code: 'invalid_token' }, 'invalid_token'],
    ['an HTML 401 of a gateway', { kind: 'status', status: 401, body: '<h1>Unauthorized</h1>' }, 'invalid_token'],
    ['an HTML 403 of a gateway', { kind: 'status', status: 403, body: '<h1>Forbidden</h1>' }, 'service_blocked'],
    ['subscription_inactive', { kind: 'code', code: 'subscription_inactive' }, 'subscription_inactive'],
    ['read_only_token', { kind: 'code', code: 'read_only_token' }, 'read_only_token'],
    ['missing_parameter', { kind: 'code', code: 'missing_parameter' }, 'missing_parameter'],
    ['invalid_parameter', { kind: 'code', code: 'invalid_parameter' }, 'invalid_parameter'],
    ['invalid_cursor', { kind: 'code', code: 'invalid_cursor' }, 'invalid_cursor'],
    ['malformed_request', { kind: 'code', code: 'malformed_request' }, 'malformed_request'],
    ['unknown_place', { kind: 'code', code: 'unknown_place' }, 'unknown_place'],
    ['not_covered', { kind: 'code', code: 'not_covered' }, 'not_covered'],
    ['not_found', { kind: 'code', code: 'not_found' }, 'not_found'],
    [
      'reports_unavailable_for_country',
      { kind: 'code', code: 'reports_unavailable_for_country' },
      'reports_unavailable_for_country',
    ],
    [
      'a refusal with additive keys of another form',
      {
        kind: 'status',
        status: 404,
        body: JSON.stringify({
          error: 'not_covered',
          message: 'No data.',
          docs_url: '',
          ...{
            parameter: null,
            request_id: null,
            limit: '3,000',
            resets_at: null,
            upgrade_url: null,
            did_you_mean: 'Spain',
          },
        }),
      },
      'not_covered',
    ],
    ['a truncated body', { kind: 'truncate' }, 'service_invalid_answer'],
    ['a page instead of JSON', { kind: 'body', body: '<html>', contentType: 'text/html' }, 'service_invalid_answer'],
    ['no body', { kind: 'body', body: '' }, 'service_invalid_answer'],
    ['a 204', { kind: 'status', status: 204 }, 'service_invalid_answer'],
    ['a hang', { kind: 'hang' }, 'service_timeout'],
    ['an answer that comes a byte at a time', { kind: 'drip' }, 'service_invalid_answer'],
    ['a reset', { kind: 'reset' }, 'service_reset'],
    ['a reset in the middle of the body', { kind: 'reset_midway' }, 'service_invalid_answer'],
    [
      'a body longer than the limit',
      { kind: 'body', body: `{"stats":"${'x'.repeat(MOST_BYTES)}"}` },
      'service_invalid_answer',
    ],
    [
      'a body that unpacks to more than the limit',
      { kind: 'changed', change: () => 'x'.repeat(MOST_BYTES), encoding: 'gzip' },
      'service_invalid_answer',
    ],
    ['an unknown encoding', { kind: 'changed', encoding: 'zstd' }, 'service_invalid_answer'],
    ['another resolution', changed({ resolution: 7 }), 'service_invalid_answer'],
    [
      'a cell that is none',
      { kind: 'changed', change: withRows((row) => ({ ...row, h3: 'here' })) },
      'service_invalid_answer',
    ],
    [
      'a figure that is not a number',
      { kind: 'changed', change: withRows((row) => ({ ...row, median_price: '1 €' })) },
      'service_invalid_answer',
    ],
    ['JSON of another shape', { kind: 'body', body: '{"stats":[]}' }, 'service_invalid_answer'],
    [
      'a redirect',
      { kind: 'status', status: 302, headers: { Location: 'http://127.0.0.1:1/' } },
      'service_invalid_answer',
    ],
  ]
  it.each(lasting)('%s is reported at once, and nothing is kept', async (_, fault, code) => {
    const tile = nextTile()
    service.rules.faults = [fault]
    const [refused] = (await proxy.buy(tile)).all('refused')
    expect(refused).toMatchObject({ parents: tile, refusal: { code } })
    // What exactly was wrong is for the log.
    if (code.startsWith('service_')) expect(refused?.refusal.message).not.toMatch(/[_()'\d]/)
    expect(service.calls.length).toBe(calls + 1)
    expect((await proxy.get(`/api/tiles/2026-11-01/default/8/${tile[0]}`)).response.status).toBe(404)
    expect((await proxy.buy(tile)).all('tile')).toHaveLength(1)
  })
})

describe('a fault at the first metered call', () => {
  oneForEachTest()

  const first: [string, Fault, string][] = [
    ['a dropped connection', { kind: 'reset' }, 'service_reset'],
    ['an answer broken off in mid-body', { kind: 'reset_midway' }, 'service_invalid_answer'],
  ]
  it.each(first)('%s is reported, and teaches nothing about the length of requests', async (_, fault, code) => {
    const tiles = parentsAround(8, 5)
    service.rules.faults = [fault]
    expect((await proxy.buy(tiles)).all('refused')[0]).toMatchObject({ refusal: { code } })
    expect(service.calls).toHaveLength(1)
    expect((await proxy.buy(tiles)).all('tile')).toHaveLength(5)
    expect(service.calls).toHaveLength(2)
    expect(service.calls[1]?.bytes).toBe(service.calls[0]?.bytes)
  })

  it('that is a request too long is found out by free requests, before anything is paid for', async () => {
    Object.assign(service.rules, { urlLimit: 5_000, resetsLongUrls: true, cellBudget: 1_000 })
    expect((await proxy.buy(parentsAround(8, 5))).all('tile')).toHaveLength(5)
    expect(service.calls.filter(({ bytes }) => bytes > 5_000)).toEqual([])
  })

  it('that is a request too long is learned by metered ones where free ones may be longer', async () => {
    Object.assign(service.rules, { urlLimit: 5_000, limitsFreeUrls: false, cellBudget: 400 })
    expect((await proxy.buy(parentsAround(8, 5))).all('tile')).toHaveLength(5)
    // Cells and length are learned at once, and one refusal is repeated, since it could have been a fault.
    expect(service.calls.filter(({ answered }) => !answered).length).toBeLessThanOrEqual(REFUSALS_MAX)
    service.rules.meteredFault = { kind: 'status', status: 413 }
    const before = service.calls.length
    for (const parent of parentsAround(8, 40).slice(34)) {
      expect((await proxy.buy([parent])).all('refused')[0]?.refusal.code).toBe('service_url_too_long')
    }
    // Two lists, and then two circles, after which calls that are refused at any length pause.
    expect(service.calls.length - before).toBeLessThanOrEqual(4)

    service.rules.meteredFault = { kind: 'code', code: 'malformed_request' }
    for (const parent of parentsAround(8, 49).slice(40)) {
      const { refusal } = (await proxy.buy([parent], { lens: 'rooms=2' })).all('refused')[0] ?? {}
      expect(refusal?.code).toBe('malformed_request')
    }
    // Of nine tiles, five are requested, after which calls that are refused wherever they are pause.
    expect(service.calls.length - before).toBeLessThanOrEqual(4 + 5)
  })
})

describe('a service that is gone', () => {
  oneForEachTest()

  it('leaves held tiles readable', async () => {
    await proxy.buy(ONE)
    await service.close()
    const two = parentsAround(8, 2)
    const told = await proxy.buy(two)
    expect(told.all('tile').map(({ parent }) => parent)).toEqual(ONE)
    expect(told.all('refused')[0]).toMatchObject({ parents: two.slice(1), refusal: { code: 'service_unreachable' } })
    expect((await proxy.get('/api/meter')).response.status).toBe(200)
    const { response, text } = await proxy.get('/public/v1/coverage')
    expect(response.status).toBe(502)
    expect(JSON.parse(text)).toMatchObject({ error: 'internal_error', message: /cannot be reached/ })
  })
})

describe('an answer that the interface allows', () => {
  oneForAllRows()

  const allowed: [string, Fault][] = [
    ['additive keys', changed({ moon: { phase: 'full' }, territory: { selector: 'h3', more: 1 } })],
    ['canonical ids', { kind: 'changed', change: withRows((row) => ({ ...row, h3: parseCell(String(row.h3)) })) }],
    [
      'decimal ids',
      {
        kind: 'changed',
        change: withRows((row) => ({ ...row, h3: cellToDecimal(parseCell(String(row.h3)) ?? expect.fail()) })),
      },
    ],
    [
      'null figures',
      { kind: 'changed', change: withRows((row) => ({ ...row, median_price: null, median_area: null, name: null })) },
    ],
    ['no rows at all', changed({ stats: [] })],
    [
      'rows without fields that are never shown',
      { kind: 'changed', change: withRows(({ average_price: _, ...row }) => row) },
    ],
    ['a gzip body', { kind: 'changed', encoding: 'gzip' }],
    ['a brotli body', { kind: 'changed', encoding: 'br' }],
  ]
  it.each(allowed)('with %s is bought and kept', async (_, fault) => {
    const tile = nextTile()
    service.rules.faults = [fault]
    expect((await proxy.buy(tile)).all('tile')).toHaveLength(1)
    expect((await proxy.buy(tile)).receipt).toMatchObject({ calls: 0, held_cells: 343 })
    expect(service.calls.length).toBe(calls + 1)
  })
})

describe('the rows of an answer', () => {
  oneForEachTest()

  it('null figures and missing rows are distinguished', async () => {
    service.rules.faults = [{ kind: 'changed', change: withRows((row) => ({ ...row, median_price: null })) }]
    const tile = decodeTile(Buffer.from((await proxy.buy(ONE)).all('tile')[0]?.bytes ?? '', 'base64'))
    const figures = figuresOf(tile)
    expect(figures.some((figure) => figure === null)).toBe(true)
    for (const figure of figures) if (figure !== null) expect(figure.median_price).toBeNull()
  })

  it('rows never requested are dropped, and only the first of duplicates is kept', async () => {
    service.rules.isNoisy = true
    const tile = decodeTile(Buffer.from((await proxy.buy(ONE)).all('tile')[0]?.bytes ?? '', 'base64'))
    const figures = figuresOf(tile).filter((figure) => figure !== null)
    expect(figures.length).toBeGreaterThan(100)
    for (const { cell, median_price } of figures) expect((median_price ?? 0) / service.price(cell)).toBeCloseTo(1, 4)
  })

  it('an answer in another currency than the edition’s is not mixed with it', async () => {
    await proxy.buy(ONE)
    service.rules.currency = 'EUR'
    const told = await proxy.buy(parentsAround(8, 2))
    expect(told.all('refused')[0]?.refusal.code).toBe('other_currency')
  })
})
