import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { encodeTile } from '../../contract/figure-tile.ts'
import { type Cell, cellParent } from '../../domain/cell.ts'
import { cellsAround } from '../../domain/distance.ts'
import type { EditionName } from '../../domain/edition.ts'
import { lensKey } from '../../domain/lens.ts'
import { parseAsOf } from '../../domain/period.ts'
import { TILE_DEPTH, tileCells } from '../../domain/tile.ts'
import { CITY_CENTRE } from '../../testing/service-fixture.ts'
import { WatchedTileStores } from '../../testing/watched-tile-stores.ts'
import { collectViewCells } from '../view/view-cells.ts'
import { TileStore } from './tile-store.ts'

const as_of = parseAsOf('2026-11-01')
if (!as_of) throw new Error('2026-11-01 is a period')
const NAME: EditionName = { as_of, lens: lensKey({}), resolution: 8 }
const TILES = cellsAround(cellParent(CITY_CENTRE, 8 - TILE_DEPTH), 1)
const [CENTRE] = TILES as [Cell]
const SEA = cellsAround(CENTRE, 20).at(-1) as Cell
const OTHER_TILE = encodeTile({ parent: SEA, figures: Array.from({ length: 343 }, () => null) })

let stores: WatchedTileStores
beforeEach(() => {
  stores = new WatchedTileStores()
})

describe('when the answer is not a success', () => {
  let server: Server
  let answer: RequestListener
  let url = ''

  beforeAll(async () => {
    server = createServer((request, response) => {
      // A kept-alive connection could close just as the next request is sent.
      response.setHeader('Connection', 'close')
      answer(request, response)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => server.close())

  const notHeld: RequestListener = ({ url: path = '' }, response) =>
    response.end(JSON.stringify({ [path.startsWith('/api/parts/') ? 'parts' : 'held']: [], edition: null }))
  const buyWith =
    (...lines: object[]): RequestListener =>
    (request, response) => {
      if (request.method === 'GET') return notHeld(request, response)
      response.writeHead(200, { 'Content-Type': 'application/x-ndjson' })
      response.end(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    }
  const refusal = { message: 'No.', request_id: 'r1', resets_at: null, retry_after_s: null }
  const refuse = (change: object) => ({ type: 'refused', parents: [CENTRE], refusal: { ...refusal, ...change } })
  const meter = {
    limit: null,
    used: null,
    remaining: null,
    resets_at: null,
    degraded: false,
    is_counted: true,
    tiles_held: 0,
    calls_spent: 0,
    spending: { mode: 'buy', reserve: 0, day: null, viewer: null, paused: null },
  }
  const receipt = { type: 'receipt', calls: 0, bought_cells: 0, held_cells: 0, meter }

  async function bought(): Promise<TileStore> {
    const store = stores.open(url)
    await store.ensureHeld(NAME, [CENTRE])
    await store.requestPurchase(NAME, [CENTRE])
    return store
  }

  test.each([
    ['quota_exhausted', 'not_bought'],
    ['resolution_not_in_plan', 'finer_than_plan'],
    ['not_covered', 'not_covered'],
    ['day_cap_reached', 'not_bought'],
    ['confirmation_needed', 'not_bought'],
    ['internal_error', 'failed'],
    ['never_heard_of', 'failed'],
  ])('the refusal %s makes cells %s', async (code, state) => {
    answer = buyWith(refuse({ code }), receipt)
    const store = await bought()
    await expect.poll(() => store.cellOf(NAME, CITY_CENTRE).state, { timeout: 20_000 }).toBe(state)
  })

  test('what a plan refused is asked for again once the plan allows it', async () => {
    answer = buyWith(refuse({ code: 'resolution_not_in_plan' }))
    const store = stores.open(url)
    await store.ensureHeld(NAME, [CENTRE])
    await store.requestPurchase(NAME, [CENTRE])
    store.allowFinest(7)
    // Also what is held of the tile is known by then.
    await expect.poll(() => store.stateOf(NAME, CENTRE)).toMatchObject({ kind: 'refused', retryAt: null, part: null })
    answer = buyWith({ ...refuse({ code: 'not_covered' }), parents: [SEA] })
    await store.ensureHeld(NAME, [SEA])
    await store.requestPurchase(NAME, [SEA])
    store.allowFinest(null)
    expect([CENTRE, SEA].map((parent) => store.stateOf(NAME, parent).kind)).toEqual(['unknown', 'refused'])
  })

  test('after a purchase, cells of a tile are not called unbought before the latest answer says what is held of it', async () => {
    const parts: ((body: string) => void)[] = []
    answer = (request, response) => {
      if (request.url?.startsWith('/api/parts/')) parts.push((body) => response.end(body))
      else notHeld(request, response)
    }
    const nothing = JSON.stringify({ parts: [], edition: null })
    const own = tileCells(CENTRE).indexOf(CITY_CENTRE)
    const figures = tileCells(CENTRE).map(() => null)
    const bytes = Buffer.from(encodeTile({ parent: CENTRE, figures })).toString('base64')
    const one = JSON.stringify({ parts: [{ parent: CENTRE, runs: [[own, 1]], bytes }], edition: null })
    const other = tileCells(CENTRE)[own === 0 ? 1 : 0] as Cell
    const asked = (count: number) => expect.poll(() => parts.length, { timeout: 20_000 }).toBe(count)
    const states = () => [CITY_CENTRE, other].map((cell) => store.cellOf(NAME, cell).state)
    const become = (...wanted: string[]) => expect.poll(states, { timeout: 20_000 }).toEqual(wanted)

    const store = stores.open(url)
    await store.ensureHeld(NAME, [CENTRE])
    store.decline(NAME, [CENTRE], 'unasked')
    await asked(1)
    expect(states()).toEqual(['loading', 'loading'])
    parts[0]?.(nothing)
    await become('not_bought', 'not_bought')

    store.reviewParts(NAME, [CENTRE])
    await asked(2)
    store.reviewParts(NAME, [CENTRE])
    await asked(3)
    expect(states()).toEqual(['loading', 'loading'])
    parts[2]?.(one)
    await become('too_few', 'not_bought')
    parts[1]?.(nothing)

    store.reviewParts(NAME, [CENTRE])
    await asked(4)
    expect(states(), 'the earlier answer came too late').toEqual(['too_few', 'loading'])
    parts[3]?.('<html></html>')
    await become('too_few', 'failed')
    stores.clock = store.nextRetry(NAME, [CENTRE]) ?? 0
    await store.ensureHeld(NAME, [CENTRE])
    store.decline(NAME, [CENTRE], 'unasked')
    await asked(5)
    expect(states(), 'asked again once the fault is over').toEqual(['too_few', 'loading'])
    parts[4]?.(one)
    await become('too_few', 'not_bought')
  })

  test('a plan that allows less detail is remembered', async () => {
    answer = buyWith(refuse({ code: 'resolution_not_in_plan' }), receipt)
    const store = await bought()
    expect(store.finestResolution()).toBe(7)
    store.allowFinest(6)
    store.forgetRefusals()
    expect(store.finestResolution()).toBe(6)
    store.allowFinest(null)
    expect(store.finestResolution()).toBe(8)
  })

  test('a temporary refusal is retried after its time, a permanent one only on request', async () => {
    answer = buyWith(refuse({ code: 'rate_limited', retry_after_s: 7 }), receipt)
    const store = await bought()
    expect(store.nextRetry(NAME, [CENTRE])).toBe(7000)
    expect(store.nextRetry(NAME, [CENTRE], false), 'where nothing is bought unasked').toBeNull()
    expect(store.missing(NAME, [CENTRE])).toEqual([])
    stores.clock = 7000
    expect(store.missing(NAME, [CENTRE])).toEqual([CENTRE])

    answer = buyWith(refuse({ code: 'too_many_hexes' }), receipt)
    await store.requestPurchase(NAME, [CENTRE])
    expect(store.nextRetry(NAME, [CENTRE])).toBeNull()
    store.forgetFailures()
    expect(store.stateOf(NAME, CENTRE).kind, 'a network that is back repeats no purchase').toBe('refused')
    store.forgetRefusals()
    expect(store.stateOf(NAME, CENTRE).kind).toBe('unknown')
  })

  test.each([
    ['internal_error', 15_000],
    ['service_unreachable', 15_000],
    ['never_heard_of', 15_000],
    ['rate_limited', 15_000],
    ['quota_exhausted', 60_000],
    ['subscription_inactive', 60_000],
    ['invalid_token', 60_000],
    ['no_period', 60_000],
  ])('the refusal %s is retried after pauses that grow from %d ms to five minutes', async (code, first) => {
    answer = buyWith(refuse({ code }), receipt)
    const store = await bought()
    const pauses: number[] = []
    for (let i = 0; i < 6; i++) {
      const retry = store.nextRetry(NAME, [CENTRE]) ?? expect.fail('expected a retry')
      pauses.push(retry - stores.clock)
      stores.clock = retry
      await store.requestPurchase(NAME, [CENTRE])
    }
    expect(pauses).toEqual([0, 1, 2, 3, 4, 5].map((power) => Math.min(300_000, first * 2 ** power)))

    answer = buyWith({ type: 'no_listings', parent: CENTRE }, receipt)
    stores.clock = store.nextRetry(NAME, [CENTRE]) ?? expect.fail('expected a retry')
    await store.requestPurchase(NAME, [CENTRE])
    expect(store.stateOf(NAME, CENTRE).kind, 'without a reload').toBe('no_listings')
  })

  test.each(['service_invalid_answer', 'service_timeout', 'service_reset'])(
    'after two answers with %s, which may be charged, the tile waits for the viewer',
    async (code) => {
      answer = buyWith(refuse({ code }), receipt)
      const store = await bought()
      const view = () => collectViewCells(store, NAME, { west: 2.1, south: 41.3, east: 2.2, north: 41.4 })
      stores.clock = store.nextRetry(NAME, [CENTRE]) ?? expect.fail('expected a retry')
      expect(view().trouble.isGivenUp).toBe(false)
      await store.requestPurchase(NAME, [CENTRE])
      expect(store.nextRetry(NAME, [CENTRE])).toBeNull()
      stores.clock += 365 * 86_400_000
      expect(store.missing(NAME, [CENTRE])).toEqual([])
      await store.ensureHeld(NAME, [CENTRE])
      expect(store.missing(NAME, [CENTRE])).toEqual([])
      expect(view().trouble.isGivenUp).toBe(true)
      store.forgetRefusals()
      await store.ensureHeld(NAME, [CENTRE])
      expect(store.missing(NAME, [CENTRE])).toEqual([CENTRE])
    },
  )

  test.each([
    ['a gateway’s 404', 404, '<h1>Not found</h1>'],
    ['a gateway’s 502', 502, '<h1>Bad gateway</h1>'],
    ['a page instead of a tile', 200, '<html></html>'],
  ])('%s is a failure, retried within a minute, and says nothing about the tile', async (_, status, body) => {
    answer = (__, response) => response.writeHead(status, { 'Content-Type': 'text/html' }).end(body)
    const store = stores.open(url)
    for (let i = 0; i < 5; i++) {
      await store.ensureHeld(NAME, [CENTRE])
      const state = store.stateOf(NAME, CENTRE)
      if (state.kind !== 'failed') expect.fail(`expected a failure, found ${state.kind}`)
      expect(state.error.message).toMatch(
        /^(The server answered with status \d+\.$|A web page came in place of the server’s answer)/,
      )
      expect(state.retryAt - stores.clock).toBeLessThanOrEqual(60_000)
      stores.clock = state.retryAt
    }
    answer = notHeld
    await store.ensureHeld(NAME, [CENTRE])
    expect(store.stateOf(NAME, CENTRE).kind).toBe('not_held')
  })

  test.each([
    [200, 'text/html', '<form>Log in</form>'],
    [401, 'text/plain', ''],
    [401, 'application/json', JSON.stringify({ error: 'sign_in_needed', message: 'Sign in.', docs_url: '' })],
  ])('a viewer who has to sign in again is told so, and sees what comes once they have (%d, %s)', async (...sent) => {
    const [status, type, body] = sent
    const store = stores.open(url)
    const askToSignIn: RequestListener = (_, response) => response.writeHead(status, { 'Content-Type': type }).end(body)
    answer = askToSignIn
    await store.ensureHeld(NAME, [CENTRE])
    expect(store.stateOf(NAME, CENTRE)).toMatchObject({ kind: 'failed', error: { code: 'sign_in_needed' } })
    stores.clock = store.nextRetry(NAME, [CENTRE]) ?? expect.fail('expected a retry')

    answer = (request, response) => (request.method === 'GET' ? notHeld : askToSignIn)(request, response)
    await store.ensureHeld(NAME, [CENTRE])
    await store.requestPurchase(NAME, [CENTRE])
    expect(store.stateOf(NAME, CENTRE)).toMatchObject({ kind: 'failed', error: { code: 'sign_in_needed' } })
    stores.clock = store.nextRetry(NAME, [CENTRE]) ?? expect.fail('expected a retry')
    await store.ensureHeld(NAME, [CENTRE])
    expect(store.missing(NAME, [CENTRE])).toEqual([CENTRE])
  })

  test('a purchase answered with a page instead of events is a failure in plain words', async () => {
    answer = (request, response) =>
      request.method === 'GET' ? notHeld(request, response) : response.writeHead(200).end('<html></html>')
    expect((await bought()).stateOf(NAME, CENTRE)).toMatchObject({
      kind: 'failed',
      error: { message: 'This page cannot read the server’s answer.' },
    })
  })

  test.each([
    ['after', ''],
    ['in the middle of', '{"type":"no_list'],
  ])('an answer that ends early, %s a line, leaves no tile waiting', async (_, rest) => {
    answer = (request, response) => {
      if (request.method === 'GET') return notHeld(request, response)
      response.end(`${JSON.stringify({ type: 'no_listings', parent: TILES[1] })}\n${rest}`)
    }
    const store = stores.open(url)
    await store.ensureHeld(NAME, TILES.slice(0, 2))
    await store.requestPurchase(NAME, TILES.slice(0, 2))
    expect(store.stateOf(NAME, TILES[1] as Cell).kind).toBe('no_listings')
    expect(store.stateOf(NAME, CENTRE)).toMatchObject({
      kind: 'failed',
      error: { message: 'The answer to the purchase ended early.' },
    })
  })

  test.each([
    ['bytes that do not decode to a tile are', Buffer.from('nonsense'), 'This page cannot read the server’s answer.'],
    ['another tile than the one asked for is', OTHER_TILE, 'This page cannot read the server’s answer.'],
    ['a tile that breaks off is', null, 'The server did not answer.'],
  ])('%s a failure', async (_, bytes, message) => {
    answer = ({ url: path = '' }, response) => {
      if (path.startsWith('/api/held/')) response.end(JSON.stringify({ held: [CENTRE], edition: null }))
      else if (bytes) response.end(bytes)
      else response.writeHead(200, { 'Content-Length': '100' }).write('{', () => response.destroy())
    }
    const store = stores.open(url)
    await store.ensureHeld(NAME, [CENTRE])
    expect(store.cellOf(NAME, CITY_CENTRE).state).toBe('failed')
    expect(store.stateOf(NAME, CENTRE)).toMatchObject({ kind: 'failed', error: { message } })
  })

  test('an answer from a newer period moves the page on', async () => {
    const edition = {
      as_of: '2026-12-01',
      lens: 'default',
      resolution: 8,
      currency: 'USD',
      window_start: '2026-09-01',
      window_end: '2026-11-30',
      fx_date: '2026-11-30',
      size_unit: 'm2',
      snapshot: {
        as_of: '2026-12-01',
        built: 'monthly',
        max_as_of_age_days: 34,
        window_months: 3,
        outlier_trim_pct: 0.01,
        min_listings_by_res: { 8: 5 },
      },
    }
    answer = buyWith({ type: 'edition', edition }, { type: 'no_listings', parent: CENTRE }, receipt)
    const store = await bought()
    expect(stores.periods).toEqual(['2026-12-01'])
    const next = parseAsOf('2026-12-01')
    expect(next && store.stateOf({ ...NAME, as_of: next }, CENTRE).kind).toBe('no_listings')
  })

  test('a purchase without a sign of life is given up after a minute, and can be asked for again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const held = JSON.stringify({ held: [], ledger: 'one', edition: null })
      const send: typeof fetch = async (_, init) =>
        init?.method === 'POST' ? new Promise<never>(() => {}) : new Response(held)
      const store = new TileStore({
        baseUrl: '',
        send,
        now: () => stores.clock,
        capacity: 9,
        onPeriod: () => {},
        onMeter: () => {},
      })
      await store.ensureHeld(NAME, [CENTRE])
      const bought = store.requestPurchase(NAME, [CENTRE])
      await vi.advanceTimersByTimeAsync(59_000)
      expect(store.stateOf(NAME, CENTRE)).toEqual({ kind: 'buying' })
      await vi.advanceTimersByTimeAsync(2_000)
      await bought
      expect(store.stateOf(NAME, CENTRE)).toMatchObject({
        kind: 'failed',
        error: { message: 'The server did not answer.' },
      })
      store.forgetFailures()
      await store.ensureHeld(NAME, [CENTRE])
      expect(store.missing(NAME, [CENTRE])).toEqual([CENTRE])
    } finally {
      vi.useRealTimers()
    }
  })

  test('a proxy that does not answer is reported as such', async () => {
    const store = stores.open('http://127.0.0.1:1')
    await store.ensureHeld(NAME, [CENTRE])
    expect(store.stateOf(NAME, CENTRE)).toMatchObject({
      kind: 'failed',
      error: { message: 'The server did not answer.' },
    })
    expect(store.nextRetry(NAME, [CENTRE])).toBeGreaterThan(0)
  })
})
