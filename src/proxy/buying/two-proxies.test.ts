import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Cell } from '../../domain/cell.ts'
import { parentsAround } from '../../testing/cells.ts'
import {
  type ProxyUnderTest,
  type PurchaseEvents,
  readPurchaseEvents,
  startProxyUnderTest,
} from '../../testing/proxy-under-test.ts'
import { buildProxyProcess, type ProxyLauncher, type ProxyProcess } from '../../testing/servers/proxy-process.ts'
import { countConnections, startRedis, type TestRedis } from '../../testing/servers/redis-server.ts'
import { type StrangeService, startStrangeService } from '../../testing/strange-service/start-strange-service.ts'
import { UNGUARDED } from '../spending/spending-rules.ts'

const PARENTS = parentsAround(8, 3)
const VIEW = PARENTS.slice(0, 1)
const TIMES = { ttl: 1_000, grace: 400, poll: 20 }

let launcher: ProxyLauncher
let redis: TestRedis
let dataDir: string
let service: StrangeService
const running: { close(): Promise<void> }[] = []

beforeAll(async () => {
  ;[launcher, redis] = await Promise.all([buildProxyProcess(), startRedis()])
})
afterAll(async () => {
  launcher.close()
  await redis.close()
})
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'two-proxies-'))
  service = await startStrangeService()
})
afterEach(async () => {
  redis.thaw()
  for (const { close } of running.splice(0)) await close()
  await service.close()
  await redis.clear()
  rmSync(dataDir, { recursive: true })
})

async function startHere(ledgerUrl: string | null, leaseTimes = TIMES, spending = UNGUARDED): Promise<ProxyUnderTest> {
  const proxy = await startProxyUnderTest(service, { dataDir, ledgerUrl, leaseTimes, spending })
  running.push(proxy)
  return proxy
}

async function startApart(ledgerUrl: string | null): Promise<ProxyProcess> {
  const proxy = await launcher.launch({
    dataDir,
    ledgerUrl,
    leaseTimes: TIMES,
    serviceBaseUrl: service.url,
    serviceToken: service.token,
    today: '2026-11-21',
  })
  running.push({ close: proxy.kill })
  return proxy
}

async function buyAt(url: string, parents: readonly Cell[]): Promise<PurchaseEvents> {
  const body = JSON.stringify({ as_of: '2026-11-01', lens: 'default', resolution: 8, parents })
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }
  return readPurchaseEvents(await (await fetch(`${url}/api/purchases`, init)).text())
}

/** Delays each metered call, and counts the started ones. */
function slowDown(ms: number) {
  const asked = { calls: 0 }
  Object.defineProperty(service.rules, 'delay', {
    get: () => {
      asked.calls += 0.5 // It is read twice for each call.
      return ms
    },
  })
  return asked
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await sleep(5)
}

const answered = () => service.calls.filter((call) => call.answered)

function timesBought(parents: readonly Cell[]): number[] {
  const cells = answered().flatMap((call) => call.cells)
  const counts = new Map<Cell, number>()
  for (const cell of cells) counts.set(cell, (counts.get(cell) ?? 0) + 1)
  expect(counts.size).toBe(343 * parents.length)
  return [...counts.values()]
}

describe.each([
  // What does not depend on the store runs on the second one nightly.
  ['one Redis', () => redis.url, { tags: [] }],
  ['one SQLite file', () => null, { tags: ['nightly'] }],
])('two proxies over %s', (_, ledgerUrl, onAnyStore) => {
  it('buy each cell once for two hundred viewers who want the same at once', async () => {
    service.rules.delay = 20
    const proxies = [await startHere(ledgerUrl()), await startHere(ledgerUrl())]
    const viewers = Array.from({ length: 200 }, (_, index) => proxies[index % 2]?.buy(VIEW) ?? expect.fail())
    const all = await Promise.all(viewers)
    for (const told of all) expect(told.all('tile')).toHaveLength(VIEW.length)
    expect(Math.max(...timesBought(VIEW))).toBe(1)
    expect(all.reduce((sum, { receipt }) => sum + receipt.calls, 0)).toBe(answered().length)
    expect(all.reduce((sum, { receipt }) => sum + receipt.bought_cells, 0)).toBe(343 * VIEW.length)
  })

  it('probe a small size that the service really has at most once each', onAnyStore, async () => {
    service.rules.cellBudget = 20
    const proxies = [await startHere(ledgerUrl()), await startHere(ledgerUrl()), await startHere(ledgerUrl())]
    const [first, ...views] = parentsAround(8, 10)
    await proxies[0]?.buy([first ?? ''])
    const refused = () => service.calls.filter((call) => !call.answered).length
    const learned = refused()
    for (const [index, view] of views.entries()) {
      expect((await proxies[index % 3]?.buy([view]))?.all('tile')).toHaveLength(1)
    }
    expect(refused() - learned).toBeGreaterThan(0)
    expect(refused() - learned).toBeLessThanOrEqual(proxies.length)
    expect(Math.max(...timesBought([first ?? '', ...views] as Cell[]))).toBe(1)
  })

  it('share what two overlapping views want', onAnyStore, async () => {
    service.rules.delay = 20
    const [one, other] = [await startHere(ledgerUrl()), await startHere(ledgerUrl())]
    await Promise.all([one.buy(PARENTS.slice(0, 2)), other.buy(PARENTS.slice(1)), one.buy(PARENTS.slice(2))])
    expect(Math.max(...timesBought(PARENTS))).toBe(1)
  })

  it('repeat at most the calls in flight when one is killed', onAnyStore, async () => {
    service.rules.cellBudget = 343
    const asked = slowDown(100)
    const [dying, living] = await Promise.all([startApart(ledgerUrl()), startHere(ledgerUrl())])
    const cutOff = expect(buyAt(dying.url, PARENTS)).rejects.toThrow()
    await until(() => answered().length >= 1 && asked.calls > service.calls.length)
    const rescued = living.buy(PARENTS)
    await dying.kill()
    await cutOff
    const inFlight = asked.calls - service.calls.length
    expect((await rescued).all('tile')).toHaveLength(PARENTS.length)
    await until(() => asked.calls === service.calls.length)
    expect(timesBought(PARENTS).filter((times) => times > 1).length).toBeLessThanOrEqual(343 * inFlight)
    expect(Math.max(...timesBought(PARENTS))).toBeLessThanOrEqual(2)
    // A repeated call has the same key, so a service that knows keys charges it once.
    const keysOf = new Map<Cell, Set<string | null>>()
    for (const { cells, key } of answered()) {
      for (const cell of cells) keysOf.set(cell, (keysOf.get(cell) ?? new Set()).add(key))
    }
    expect(Math.max(...[...keysOf.values()].map(({ size }) => size))).toBe(1)
    expect(answered().map(({ key }) => key)).not.toContain(null)
  })

  it('repeat a call as it was sent, when its proxy is killed and others want other tiles with those it asked for', async () => {
    const asked = slowDown(300)
    const [dying, living, other] = [
      await startApart(ledgerUrl()),
      await startHere(ledgerUrl()),
      await startHere(ledgerUrl()),
    ]
    const cutOff = expect(buyAt(dying.url, PARENTS)).rejects.toThrow()
    await until(() => asked.calls === 1)
    await dying.kill()
    await cutOff
    // Each would plan a call of its own for these tiles.
    const views = [PARENTS.slice(0, 1), PARENTS.slice(1), PARENTS.slice(1, 2), PARENTS.slice(2)]
    const told = await Promise.all(views.map((view, index) => (index % 2 === 0 ? living : other).buy(view)))
    for (const [index, { all }] of told.entries()) expect(all('tile')).toHaveLength(views[index]?.length ?? 0)
    await until(() => asked.calls === service.calls.length)
    expect(service.calls).toHaveLength(2)
    const [first, second] = service.calls
    expect(first?.cells).toHaveLength(343 * PARENTS.length)
    expect(second).toMatchObject({ cells: first?.cells, key: first?.key })
    // It counts once, although its tiles are shared out.
    expect(told.reduce((sum, { receipt }) => sum + receipt.calls, 0)).toBe(1)
    expect((await other.buy(PARENTS)).receipt).toMatchObject({ calls: 0, held_cells: 343 * PARENTS.length })
  })

  it('send a call that broke off with the same key, whichever of them repeats it', onAnyStore, async () => {
    service.rules.faults = [{ kind: 'reset_midway' }]
    const [one, other] = [await startHere(ledgerUrl()), await startHere(ledgerUrl())]
    expect((await one.buy(VIEW)).all('refused')).toHaveLength(1)
    expect((await other.buy(VIEW)).all('tile')).toHaveLength(1)
    const [first, second] = service.calls.map(({ key }) => key)
    expect(first).not.toBeNull()
    expect(second).toBe(first)
  })

  it('buy nothing more through one that was stopped while the other took over', onAnyStore, async () => {
    // Long enough that the proxy is stopped before the answer comes, and so while it holds no lock of the store.
    const asked = slowDown(500)
    const [stopped, other] = await Promise.all([startApart(ledgerUrl()), startHere(ledgerUrl())])
    const later = buyAt(stopped.url, PARENTS)
    await until(() => asked.calls === 1)
    stopped.freeze()
    expect((await other.buy(PARENTS)).all('tile')).toHaveLength(PARENTS.length)
    const calls = asked.calls
    stopped.thaw()
    expect((await later).all('tile')).toHaveLength(PARENTS.length)
    expect(asked.calls).toBe(calls)
    const inFlight = service.calls[0]?.cells.length ?? 0
    expect(inFlight).toBeGreaterThan(0)
    expect(timesBought(PARENTS).filter((times) => times > 1)).toHaveLength(inFlight)
  })

  it('never spend the reserve, even with calls of both in flight', async () => {
    const spending = { ...UNGUARDED, reserve: 7 }
    Object.assign(service.rules, { cellBudget: 343, delay: 100, allowance: 11 })
    const [one, other] = await Promise.all([
      startHere(ledgerUrl(), TIMES, spending),
      startHere(ledgerUrl(), TIMES, spending),
    ])
    const tiles = parentsAround(8, 9)
    await one.buy(tiles.slice(0, 1))
    const told = await Promise.all([one.buy(tiles.slice(1, 5)), other.buy(tiles.slice(5))])
    expect(answered()).toHaveLength(1 + 3)
    const codes = told.flatMap((one) => one.all('refused').map(({ refusal }) => refusal.code))
    expect(new Set(codes)).toEqual(new Set(['reserve_reached']))
  })

  it('learn from each other that the period has moved on', onAnyStore, async () => {
    const [one, other] = [await startHere(ledgerUrl()), await startHere(ledgerUrl())]
    await Promise.all([one.buy(PARENTS.slice(0, 1)), other.buy(PARENTS.slice(0, 1))])
    Object.assign(service.rules, { as_of: '2026-12-01', current_period: '2026-12-01' })
    await one.buy(PARENTS.slice(1, 3))
    const calls = service.calls.length
    const told = await other.buy(PARENTS.slice(1, 3))
    expect(told.all('edition').map(({ edition }) => edition.as_of)).toEqual(['2026-12-01'])
    expect(service.calls.length).toBe(calls)
  })
})

describe('a Redis that two proxies share', () => {
  // Longer than a proxy takes to reconnect to a store that has come back.
  const TERM = { ...TIMES, grace: 4_000 }

  async function buyWhenBack(proxy: ProxyUnderTest, parents: readonly Cell[]): Promise<PurchaseEvents> {
    const told = await proxy.buy(parents)
    if (told.all('refused').length === 0) return told
    await sleep(50)
    return buyWhenBack(proxy, parents)
  }

  it('that is stopped does not keep held tiles from viewers, and nothing is bought twice', async () => {
    const [one, other] = [await startHere(redis.url, TERM), await startHere(redis.url, TERM)]
    await one.buy(PARENTS.slice(0, 1))
    const { ledger } = JSON.parse((await one.get('/api/period')).text)
    const held = `/api/tiles/2026-11-01/default/8/${PARENTS[0]}?ledger=${ledger}`
    expect((await one.get(held)).response.status).toBe(200)
    const asked = slowDown(100)
    const paid = one.buy(PARENTS.slice(1, 2))
    await until(() => asked.calls === 1)
    redis.freeze()
    expect((await one.get(held)).response.status).toBe(200)
    const refused = await Promise.all([paid, other.buy(PARENTS.slice(1, 2))])
    for (const told of refused) expect(told.all('refused')[0]?.refusal.code).toBe('ledger_unreachable')
    expect(JSON.parse((await one.get('/api/period')).text).ledger).toBe(ledger)
    expect((await other.get(held)).response.status).toBe(503)
    // A load balancer goes on sending viewers to the proxy that has figures.
    const ready = await Promise.all([one, other].map((proxy) => proxy.get('/readyz')))
    expect(ready.map(({ response, text }) => [response.status, JSON.parse(text).status])).toEqual([
      [200, 'degraded'],
      [503, 'not ready'],
    ])
    redis.thaw()
    expect((await buyWhenBack(other, PARENTS.slice(1, 2))).receipt).toMatchObject({ calls: 0, held_cells: 343 })
    expect(asked.calls).toBe(1)
    expect((await one.buy(PARENTS.slice(0, 2))).all('tile')).toHaveLength(2)
  })

  it('that is stopped gets an empty answer too, once it continues', { tags: 'nightly' }, async () => {
    const [one, other] = [await startHere(redis.url, TERM), await startHere(redis.url, TERM)]
    await one.buy(PARENTS.slice(0, 1))
    service.rules.hasFigures = () => false
    const asked = slowDown(100)
    const paid = one.buy(PARENTS.slice(1, 2))
    await until(() => asked.calls === 1)
    redis.freeze()
    expect((await paid).all('refused')[0]?.refusal.code).toBe('ledger_unreachable')
    redis.thaw()
    expect((await buyWhenBack(other, PARENTS.slice(1, 2))).receipt).toMatchObject({ calls: 0, held_cells: 343 })
    expect(asked.calls).toBe(1)
  })

  it('that dies gets the paid answers once it is back, before anybody else buys', async () => {
    const [one, other] = [await startHere(redis.url, TERM), await startHere(redis.url, TERM)]
    const asked = slowDown(100)
    const paid = one.buy(PARENTS.slice(0, 1))
    await until(() => asked.calls === 1)
    await redis.kill()
    expect((await paid).all('refused')[0]?.refusal.code).toBe('ledger_unreachable')
    await redis.start()
    expect((await buyWhenBack(other, PARENTS.slice(0, 1))).receipt).toMatchObject({ calls: 0, held_cells: 343 })
    expect(asked.calls).toBe(1)
  })

  it.each([
    ['frozen', () => redis.freeze(), () => redis.thaw()],
    ['dead', () => redis.kill(), () => redis.start()],
  ])('that is %s makes a proxy not ready within 5 seconds, and ready once it is back', async (_, end, begin) => {
    const proxy = await startHere(redis.url)
    const readiness = async () => (await proxy.get('/readyz')).response.status
    const paused = async () => JSON.parse((await proxy.get('/api/meter')).text).spending.paused?.code ?? null
    expect([await readiness(), await paused()]).toEqual([200, null])
    await end()
    await expect.poll(readiness, { timeout: 5_000 }).toBe(503)
    expect(await paused()).toBe('ledger_unreachable')
    expect((await proxy.get('/healthz')).response.status).toBe(200)
    await begin()
    await expect.poll(readiness, { timeout: 5_000 }).toBe(200)
  })

  it('that cannot be reached keeps a proxy from starting, with an error that names it', async () => {
    const ledgerUrl = 'redis://127.0.0.1:1'
    await expect(startProxyUnderTest(service, { ledgerUrl })).rejects.toThrow(
      '127.0.0.1:1 (LEDGER_URL) cannot be reached: connect ECONNREFUSED 127.0.0.1:1',
    )
  })

  it('that speaks no TLS, and is addressed with it, is told apart from one that is away', {
    tags: 'nightly',
  }, async () => {
    const ledgerUrl = redis.url.replace('redis:', 'rediss+cluster:')
    await expect(startProxyUnderTest(service, { ledgerUrl })).rejects.toThrow(/timeout.*write redis:\/\//)
  })

  it('is left by a proxy that cannot start for another reason', async () => {
    const before = await countConnections(redis)
    for (const wrong of [{ url: 'ftp://service.example' }, { token: 'two words' }]) {
      await expect(startProxyUnderTest({ ...service, ...wrong }, { ledgerUrl: redis.url })).rejects.toThrow()
      await expect.poll(() => countConnections(redis)).toBe(before)
    }
  })
})
