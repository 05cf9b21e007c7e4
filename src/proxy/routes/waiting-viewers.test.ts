import { type ClientRequest, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cellParent } from '../../domain/cell.ts'
import { parentsAround } from '../../testing/cells.ts'
import { CENTRE, EDITION, PARENT } from '../../testing/history-requests.ts'
import { type ProxyUnderTest, readPurchaseEvents, startProxyUnderTest } from '../../testing/proxy-under-test.ts'
import { FIXTURE_NOW, type ServiceFixture, startServiceFixture } from '../../testing/service-fixture.ts'
import { startStrangeProxy } from '../../testing/strange-proxy.ts'
import type { StrangeService } from '../../testing/strange-service/start-strange-service.ts'
import { startVariantService, type VariantAnswer } from '../../testing/variant-service.ts'
import { OPEN_TO_ALL } from '../access/access.ts'

const TILES = parentsAround(8, 4)
const ONE = TILES.slice(0, 1)
/** Purchases of one address that may be under way. */
const SEATS = 256
/** Requests to the free endpoints that are under way at once, and those that may wait. */
const [PASSED_ON, WAITING] = [32, 256]
/** Long enough to send hundreds of requests on a busy machine. */
const LONG = { timeout: 20_000 }

let service: StrangeService
let proxy: ProxyUnderTest
/** Paths of free requests that the service does not answer, until `goDown`. */
let silent = ''

beforeEach(async () => {
  silent = ''
  const started = await startStrangeProxy({}, { circuit: { faults: 10_000, pause: 1, longestPause: 1 } })
  ;({ service, proxy } = started)
  service.rules.freeFault = (path) => (path === silent ? { kind: 'hang' } : null)
  return started.close
})

interface Answered {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly body: string
}

/** Sends a request on a connection of its own; null when it ends without an answer. */
function send(
  method: string,
  path: string,
  body?: object,
  to = proxy,
): { sent: ClientRequest; answered: Promise<Answered | null> } {
  const { hostname, port } = new URL(to.url)
  const headers = { 'Content-Type': 'application/json' }
  const sent = request({ hostname, port, path, method, headers, agent: false })
  const answered = new Promise<Answered | null>((resolve) => {
    sent.on('error', () => resolve(null))
    sent.on('response', (answer) => {
      const { statusCode: status = 0, headers } = answer
      text(answer).then(
        (body) => resolve({ status, retryAfter: headers['retry-after'], body }),
        () => resolve(null),
      )
    })
  })
  sent.end(body === undefined ? undefined : JSON.stringify(body))
  return { sent, answered }
}

const buy = (parents: readonly string[]) =>
  send('POST', '/api/purchases', { as_of: '2026-11-01', lens: 'default', resolution: 8, parents })
const search = (words: string) => send('GET', `/public/v1/geo/search?q=${words}`)
const asked = (path: string) => service.free.filter((target) => target.includes(path)).length

describe('purchases', () => {
  it('of a viewer who leaves before the first call are not made, unless another viewer wants the same', async () => {
    const [shared = '', alone = '', ...rest] = TILES
    silent = '/geo/lookup'
    const { sent, answered } = buy([shared, ...rest])
    await expect.poll(() => asked(silent), LONG).toBe(1 + rest.length)
    const other = proxy.buy([shared, alone])
    await expect.poll(() => asked(silent), LONG).toBe(2 + rest.length)
    sent.destroy()
    await answered
    silent = ''
    await service.goDown()
    await service.comeBack()
    const told = await other
    const calls = service.calls.filter((call) => call.answered)
    expect(new Set(told.all('tile').map(({ parent }) => parent))).toEqual(new Set([shared, alone]))
    expect(new Set(calls.flatMap(({ cells }) => cells)).size).toBe(2 * 343)
    expect(told.receipt.calls).toBe(calls.length)
  })

  it('continue when the viewer leaves once a call has been made', async () => {
    service.rules.delay = 300
    const { sent, answered } = buy(TILES)
    await expect.poll(() => service.calls.length, LONG).toBeGreaterThan(0)
    sent.destroy()
    await answered
    await expect.poll(() => service.calls.filter((call) => call.answered).length, LONG).toBe(1)
    const told = await proxy.buy(TILES)
    expect(told.receipt).toMatchObject({ calls: 0, held_cells: 343 * TILES.length })
  })

  it('of one address beyond its share are refused with a time to come back', async () => {
    silent = '/geo/lookup'
    const under = Array.from({ length: SEATS }, () => buy(ONE))
    await expect.poll(() => asked(silent), LONG).toBeGreaterThan(0)
    const refused = await Promise.race(
      [...under, ...Array.from({ length: 8 }, () => buy(ONE))].map((one) => one.answered),
    )
    expect(refused).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^[1-9]/) })
    expect(JSON.parse(refused?.body ?? '')).toMatchObject({ error: 'proxy_busy' })
    for (const { sent } of under) sent.destroy()
    silent = ''
    await service.goDown()
    await service.comeBack()
    await expect.poll(async () => (await buy(ONE).answered)?.status, LONG).toBe(200)
  })
})

describe('a call that waits until the service accepts more', () => {
  const patience = { backOff: 1, retries: 0, longestWait: 60_000, unstatedWait: 1, minute: 1 }
  /** After it, the service accepts one more call this minute: while that is under way, all others wait. */
  const ONE_LEFT: VariantAnswer = {
    status: 400,
    headers: { 'X-RateLimit-Remaining': '1' },
    body: { error: 'invalid_parameter', message: '', docs_url: '', parameter: 'lat' },
  }
  const metric = 'median_price_per_sqm'
  const circle = { ...CENTRE, radius_km: 7 }
  let fixture: ServiceFixture

  beforeAll(async () => {
    fixture = await startServiceFixture({ periods: 'all' })
  }, 60_000)
  afterAll(() => fixture?.close())

  it.each([
    ['tiles', '/api/purchases', { ...EDITION, resolution: 7, parents: parentsAround(7, 1) }],
    ['a history', '/api/history', { ...EDITION, metric, resolution: 6, area: circle }],
    ['earlier tiles', '/api/earlier-tiles', { ...EDITION, parents: [PARENT], periods: ['2026-10-01'] }],
    ['a rate', '/api/rates', { ...EDITION, parent: PARENT, currency: 'EUR' }],
  ])('is not made for %s once the viewer has left', LONG, async (_, path, body) => {
    const variant = await startVariantService(fixture, () => null)
    const over = await startProxyUnderTest(variant, { now: FIXTURE_NOW, clock: FIXTURE_NOW, patience })
    let end: (answer: VariantAnswer) => void = () => {}
    const held = new Promise<VariantAnswer>((resolve) => {
      end = resolve
    })
    try {
      await over.buy([PARENT])
      const answers = [ONE_LEFT, held]
      variant.variant = (target) => (target.startsWith('/stats/') ? (answers.shift() ?? ONE_LEFT) : null)
      const other = (resolution: number) =>
        over.postTo('/api/history', { ...EDITION, metric, resolution, area: { geo_id: 'z2' } })
      await other(5)
      const underWay = other(7)
      await expect.poll(() => variant.asked.length, LONG).toBe(2)
      const { sent, answered } = send('POST', path, body, over)
      // Long enough to come to the wait. A request that comes too late is given up even earlier.
      await sleep(300)
      sent.destroy()
      await answered
      await sleep(50)
      end(ONE_LEFT)
      await underWay
      // Longer than a waiting call takes to see that it may be made.
      await sleep(100)
      expect(variant.asked).toHaveLength(2)
      await over.postTo(path, body)
      expect(variant.asked, 'a viewer who stays').toHaveLength(3)
    } finally {
      end(ONE_LEFT)
      await over.close()
      await variant.close()
    }
  })
})

describe('viewers at several addresses', () => {
  const AREA = parentsAround(8, 60)
  const LAST = AREA.slice(-1)
  let shared: ProxyUnderTest

  beforeEach(async () => {
    const access = { ...OPEN_TO_ALL, requestsPerMinute: 10_000, trustedProxies: ['loopback'] }
    shared = await startProxyUnderTest(service, { access })
  })
  afterEach(() => shared.close())

  const buyAt = async (parents: readonly string[], address: string) => {
    const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': address }
    const body = { as_of: '2026-11-01', lens: 'default', resolution: 8, parents }
    return readPurchaseEvents((await shared.post(body, headers)).text)
  }

  /** Uses up the share of an address, after some tiles have been looked up. */
  const useUp = async (address: string, lookedUp: readonly string[]) => {
    service.rules.perMinute = { metered: null, free: 200 }
    const from = { 'X-Forwarded-For': address }
    const edition = { as_of: '2026-11-01', lens: 'default', resolution: 8 }
    for (const parent of lookedUp) await shared.postTo('/api/purchases?dry_run=1', { ...edition, parents: [parent] })
    // Its headers say what the service allows.
    await shared.get('/public/v1/coverage')
    const searches = Array.from({ length: 120 }, (_, i) => shared.get(`/public/v1/geo/search?q=place${i}`, from))
    expect((await Promise.all(searches)).some(({ response }) => response.status === 429)).toBe(true)
  }

  it('take turns with look-ups, however many of them one address waits for', async () => {
    Object.assign(service.rules, { freeDelay: 100, hasListings: () => false })
    const tiles = parentsAround(8, 241)
    const last = tiles.slice(240)
    const many = [tiles.slice(0, 120), tiles.slice(120, 240)].map((some) => buyAt(some, '192.0.2.1'))
    await expect.poll(() => asked('/geo/lookup'), LONG).toBeGreaterThan(0)
    const [told] = await Promise.all([buyAt(last, '192.0.2.2'), ...many])
    expect(told.all('no_listings')).toHaveLength(1)
    const lookups = service.free.filter((target) => target.includes('/geo/lookup'))
    expect(lookups).toHaveLength(241)
    // Those that are under way have their turn first, and those that came before.
    expect(lookups.findIndex((target) => target.endsWith(last[0] ?? '-'))).toBeLessThan(200)
  })

  it('take turns with metered calls, however many of them one address waits for', async () => {
    Object.assign(service.rules, { cellBudget: 343, namesLimit: true })
    await buyAt(AREA.slice(0, 3), '192.0.2.1')
    service.rules.delay = 100
    const before = service.calls.length
    const many = buyAt(AREA.slice(0, -1), '192.0.2.1')
    await expect.poll(() => service.calls.length, LONG).toBeGreaterThan(before)
    const [told] = await Promise.all([buyAt(LAST, '192.0.2.2'), many])
    expect(told.all('tile')).toHaveLength(1)
    const calls = service.calls.slice(before)
    expect(calls.length).toBeGreaterThan(50)
    const ofLast = calls.findIndex(({ cells }) => cells.some((cell) => cellParent(cell, 5) === LAST[0]))
    expect(ofLast).toBeLessThan(40)
  })

  it('buy no more calls than they must because their share is used: they are told when to come back', async () => {
    service.rules.urlLimit = 2_500
    const apart = [0, 20, 40, 59].map((index) => AREA[index] ?? '')
    await useUp('192.0.2.1', apart)
    const { events, receipt } = await buyAt(apart, '192.0.2.1')
    expect(receipt.calls).toBe(0)
    expect(events).toContainEqual(
      expect.objectContaining({ parents: apart, refusal: expect.objectContaining({ code: 'rate_limited' }) }),
    )
    expect((await buyAt(apart, '192.0.2.2')).all('tile')).toHaveLength(4)
  })

  it('are not refused a tile for which another one has used up the free requests of its address', async () => {
    const [known = '', unknown = ''] = TILES
    await useUp('192.0.2.1', [known])
    service.rules.meteredFault = { kind: 'hang' }
    const one = buyAt([known, unknown], '192.0.2.1')
    await expect.poll(() => service.calls.length, LONG).toBe(1)
    const joining = buyAt([unknown], '192.0.2.2')
    // Long enough to join the first purchase. If it comes too late, it buys the tile by itself.
    await sleep(300)
    service.rules.meteredFault = null
    await service.goDown()
    await service.comeBack()
    const other = await joining
    expect(other.all('refused')).toEqual([])
    expect(other.all('tile')).toHaveLength(1)
    const refused = (await one).all('refused')
    expect(refused).toContainEqual(
      expect.objectContaining({ parents: [unknown], refusal: expect.objectContaining({ code: 'rate_limited' }) }),
    )
  })
})

describe('requests to the free endpoints', () => {
  it('beyond those that may wait are refused with a time to come back; those that nobody waits for are not sent', async () => {
    silent = '/geo/search'
    const all = Array.from({ length: PASSED_ON + WAITING }, (_, i) => search(`place${i}`))
    await expect.poll(() => asked(silent), LONG).toBe(PASSED_ON)
    const refused = await Promise.race(
      [...all, ...Array.from({ length: 8 }, (_, i) => search(`more${i}`))].map((one) => one.answered),
    )
    expect(refused).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^[1-9]/) })
    for (const { sent } of all) sent.destroy()
    await expect
      .poll(() => proxy.said().match(/"code":"client_gone"/g)?.length ?? 0, LONG)
      .toBeGreaterThanOrEqual(WAITING)
    silent = ''
    const before = service.free.length
    await service.goDown()
    await service.comeBack()
    // It finds no place of this name.
    expect((await search('after').answered)?.status).toBe(404)
    expect(service.free.slice(before).filter((target) => target.includes('place'))).toEqual([])
  })
})
