import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { encodeTile } from '../../contract/figure-tile.ts'
import { type Cell, cellParent } from '../../domain/cell.ts'
import { cellsAround } from '../../domain/distance.ts'
import type { EditionName } from '../../domain/edition.ts'
import type { FigureTile } from '../../domain/figure.ts'
import { lensKey } from '../../domain/lens.ts'
import { parseAsOf } from '../../domain/period.ts'
import { TILE_DEPTH, tileCells } from '../../domain/tile.ts'
import { CITY_CENTRE } from '../../testing/service-fixture.ts'
import { TileStore } from '../tiles/tile-store.ts'

const as_of = parseAsOf('2026-11-01')
if (!as_of) throw new Error('2026-11-01 is a period')
const NAME: EditionName = { as_of, lens: lensKey({}), resolution: 8 }
const [SEEN, NEXT, FAR] = cellsAround(cellParent(CITY_CENTRE, 8 - TILE_DEPTH), 1) as [Cell, Cell, Cell]

const METER = {
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
const RECEIPT = { type: 'receipt', calls: 1, bought_cells: 686, held_cells: 0, meter: METER }
const REFUSAL = { message: 'No.', request_id: 'r1', resets_at: null, retry_after_s: null }

const tileEvent = (parent: Cell) => {
  const tile: FigureTile = { parent, figures: tileCells(parent).map(() => null) }
  return { type: 'tile', parent, bytes: Buffer.from(encodeTile(tile)).toString('base64') }
}

let server: Server
let url = ''
let gets = 0
let bodies: Record<string, unknown>[] = []
let onPost: (response: ServerResponse) => void
let onGet: (response: ServerResponse) => void
let clock = 0

beforeAll(async () => {
  server = createServer(async (request: IncomingMessage, response) => {
    response.setHeader('Connection', 'close')
    if (request.method === 'GET') {
      if (!request.url?.startsWith('/api/ground')) gets++
      return onGet(response)
    }
    bodies.push(JSON.parse(await text(request)))
    onPost(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())
beforeEach(() => {
  gets = 0
  bodies = []
  clock = 0
  onGet = (response) => response.end('{"held":[],"edition":null}')
})

const answerWith = (...lines: object[]) => {
  onPost = (response) => response.writeHead(200).end(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
}
const storeOver = () =>
  new TileStore({
    baseUrl: url,
    send: (input, init) => fetch(input, init),
    now: () => clock,
    capacity: 600,
    onPeriod: () => {},
    onMeter: () => {},
  })

test('tiles around the view are sent too, and those that arrive are not fetched again', async () => {
  answerWith(tileEvent(SEEN), tileEvent(NEXT), RECEIPT)
  const store = storeOver()
  await store.ensureHeld(NAME, [SEEN])
  store.startReceipt(0)
  expect(await store.requestPurchase(NAME, [SEEN], { around: [NEXT, FAR] })).toEqual({ calls: 1, bought_cells: 686 })
  expect(bodies).toEqual([{ ...NAME, parents: [SEEN], around: [NEXT, FAR] }])
  expect(store.stateOf(NAME, NEXT).kind).toBe('held')
  expect(store.stateOf(NAME, FAR).kind).toBe('unknown')
  expect(store.receipt()).toMatchObject({ calls: 1, bought_cells: 686 })

  await store.ensureHeld(NAME, [SEEN, NEXT])
  expect(gets).toBe(1)
})

test('a refusal does not change tiles that were only sent to fill up calls', async () => {
  answerWith({ type: 'refused', parents: [SEEN, NEXT], refusal: { ...REFUSAL, code: 'day_cap_reached' } }, RECEIPT)
  const store = storeOver()
  await store.ensureHeld(NAME, [SEEN])
  await store.requestPurchase(NAME, [SEEN], { around: [NEXT] })
  expect(store.stateOf(NAME, SEEN).kind).toBe('refused')
  expect(store.stateOf(NAME, NEXT).kind).toBe('unknown')
})

test('a tile bought while its fetch is under way stays held', async () => {
  answerWith(tileEvent(SEEN), tileEvent(NEXT), RECEIPT)
  const store = storeOver()
  await store.ensureHeld(NAME, [SEEN])
  const waiting: ServerResponse[] = []
  const arrived = new Promise<void>((resolve) => {
    onGet = (response) => {
      waiting.push(response)
      resolve()
    }
  })
  const got = store.ensureHeld(NAME, [NEXT])
  await arrived
  await store.requestPurchase(NAME, [SEEN], { around: [NEXT] })
  for (const response of waiting) response.end('{"held":[],"edition":null}')
  await got
  expect(store.stateOf(NAME, NEXT).kind).toBe('held')
})

test('consent is sent as confirmed, and an empty tile is bought only when the look-up is distrusted', async () => {
  answerWith({ type: 'no_listings', parent: SEEN }, RECEIPT)
  const store = storeOver()
  await store.ensureHeld(NAME, [SEEN])
  await store.requestPurchase(NAME, [SEEN])
  expect(store.stateOf(NAME, SEEN).kind).toBe('no_listings')
  expect(store.missing(NAME, [SEEN])).toEqual([])

  answerWith(tileEvent(SEEN), RECEIPT)
  await store.requestPurchase(NAME, [SEEN], { distrustLookups: true, confirmed: true })
  expect(bodies[1]).toEqual({ ...NAME, parents: [SEEN], confirmed: true, distrust_lookups: true })
  expect(store.stateOf(NAME, SEEN).kind).toBe('held')
  store.noteNoListings(NAME, [SEEN])
  expect(store.stateOf(NAME, SEEN).kind).toBe('held')
})

test('when the operator asks first, tiles wait for the viewer instead of failing', async () => {
  answerWith({ type: 'refused', parents: [SEEN], refusal: { ...REFUSAL, code: 'confirmation_needed' } }, RECEIPT)
  const store = storeOver()
  await store.ensureHeld(NAME, [SEEN])
  await store.requestPurchase(NAME, [SEEN])
  expect(store.stateOf(NAME, SEEN)).toEqual({ kind: 'declined', why: 'unasked' })
  expect(store.missing(NAME, [SEEN])).toEqual([SEEN])
})

test('a cap is retried every few minutes, because it can be raised, and when its day is over', async () => {
  const refusal = { ...REFUSAL, code: 'day_cap_reached', resets_at: '2026-11-16T00:00:00Z' }
  answerWith({ type: 'refused', parents: [SEEN], refusal }, RECEIPT)
  const store = storeOver()
  await store.ensureHeld(NAME, [SEEN])
  const pauseAfterRefusalAt = async (instant: string) => {
    clock = Date.parse(instant)
    await store.requestPurchase(NAME, [SEEN])
    return ((store.nextRetry(NAME, [SEEN]) ?? Number.NaN) - clock) / 60_000
  }
  expect(await pauseAfterRefusalAt('2026-11-15T12:00:00Z')).toBe(1)
  expect(await pauseAfterRefusalAt('2026-11-15T13:00:00Z')).toBe(2)
  expect(await pauseAfterRefusalAt('2026-11-15T14:00:00Z')).toBe(4)
  expect(await pauseAfterRefusalAt('2026-11-15T15:00:00Z')).toBe(5)
  expect(await pauseAfterRefusalAt('2026-11-15T23:58:00Z'), 'until the end of the day').toBe(2)
  expect(await pauseAfterRefusalAt('2026-12-24T12:00:00Z'), 'when the clock is ahead').toBe(1)
})

test('a request refused as a whole keeps its code and request id', async () => {
  const envelope = { error: 'rate_limited', message: 'Slower.', docs_url: 'x', request_id: 'req_9' }
  onPost = (response) => response.writeHead(429, { 'Retry-After': '7' }).end(JSON.stringify(envelope))
  const store = storeOver()
  await store.ensureHeld(NAME, [SEEN])
  await store.requestPurchase(NAME, [SEEN])
  expect(store.stateOf(NAME, SEEN)).toMatchObject({
    kind: 'refused',
    refusal: { code: 'rate_limited', request_id: 'req_9' },
    retryAt: 7000,
  })
})
