// @module-tag nightly
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { parentsAround } from '../../testing/cells.ts'
import { type ProxyUnderTest, startProxyUnderTest } from '../../testing/proxy-under-test.ts'
import type { Fault } from '../../testing/strange-service/rules/fault.ts'
import type { StrangeRules } from '../../testing/strange-service/rules/rules.ts'
import { type StrangeService, startStrangeService } from '../../testing/strange-service/start-strange-service.ts'
import type { ProxyOptions } from '../start-proxy.ts'

/** How long the proxy waits for the service, in ms: little where a call hangs, and longer than any answer takes elsewhere. */
const PATIENCE = { hanging: 2_000, else: 20_000 }
const TILES = parentsAround(8, 9)
const MANY = parentsAround(8, 28)
const VISIT = [TILES.slice(0, 4), TILES.slice(4)]
/** More purchases than any visit in the table needs; reaching it means an endless retry. */
const MOST_PURCHASES = 12

/**
 * Makes a visit of two views from first contact, with a fault at one metered call (from 0), and buys again what was
 * refused, as the page does. Returns the metered calls.
 */
async function visit(rules: Partial<StrangeRules>, fault: Fault | null = null, at = 0) {
  const faults = fault === null ? [] : [...Array.from({ length: at }, () => null), fault]
  const service = await startStrangeService({ ...rules, faults })
  const longest = fault?.kind === 'hang' ? PATIENCE.hanging : PATIENCE.else
  const limits = { longest, maxAnswer: 5_000_000 }
  const proxy = await startProxyUnderTest(service, {
    connectionLimits: { connect: longest, silence: longest, metered: limits, free: limits },
  })
  try {
    let purchases = 0
    for (const view of VISIT) {
      for (let missing: readonly string[] = view; missing.length > 0; purchases++) {
        if (purchases === MOST_PURCHASES) expect.fail(`${missing.length} tiles are still not held`)
        missing = (await proxy.buy(missing)).all('refused').flatMap(({ parents }) => parents)
      }
    }
    return service.calls
  } finally {
    await proxy.close()
    await service.close()
  }
}

const sizesOf = (calls: Awaited<ReturnType<typeof visit>>) =>
  calls.map(({ selector, cells, answered }) => `${selector} ${cells.length}${answered ? '' : ' refused'}`).join(', ')

const SERVICES: [string, Partial<StrangeRules>, 'h3' | 'circle'][] = [
  ['lists', { cellBudget: 400, namesLimit: true }, 'h3'],
  ['circles', { cellBudget: 2_500, namesLimit: true, urlLimit: 1_000 }, 'circle'],
]

const COMMON: [string, Fault][] = [
  ['a dropped connection', { kind: 'reset' }],
  ['a 200 broken off in mid-body', { kind: 'reset_midway' }],
  ['a 414', { kind: 'status', status: 414, body: '<h1>Too long</h1>' }],
  ['a gateway’s 502', { kind: 'status', status: 502, body: '<h1>Bad gateway</h1>' }],
]
/** Faults that the proxy handles like a common one; tried at the first call only. */
const OTHERS: [string, Fault][] = [
  ['a truncated 200', { kind: 'truncate' }],
  ['a hang', { kind: 'hang' }],
  ['a 413', { kind: 'status', status: 413, body: '<h1>Too large</h1>' }],
  ['a 431', { kind: 'status', status: 431 }],
  ['rate_limited', { kind: 'code', code: 'rate_limited', headers: { 'Retry-After': '0' } }],
]

describe.each(SERVICES)('a visit that buys with %s', (_, rules, selector) => {
  let unfaulted: Awaited<ReturnType<typeof visit>>

  beforeAll(async () => {
    unfaulted = await visit(rules)
  })

  it('makes several calls', () => {
    expect(unfaulted.length).toBeGreaterThan(3)
    expect(unfaulted.some((call) => call.selector === selector && call.answered)).toBe(true)
  })

  describe.each([
    ['first', [...COMMON, ...OTHERS]],
    ['second', COMMON],
    ['last', COMMON],
  ] as const)('with a fault at the %s call', (where, faults) => {
    // Each visit has a service and a proxy of its own, and waits for both most of the time.
    it.concurrent.each(faults)('%s costs that call and no other', async (__, fault) => {
      const at = { first: 0, second: 1, last: unfaulted.length - 1 }[where]
      const faulted = await visit(rules, fault, at)
      expect(faulted.length, sizesOf(faulted)).toBe(unfaulted.length + 1)
    })
  })
})

describe('a limit of length', () => {
  const LONG = { cellBudget: 400, namesLimit: true }
  let service: StrangeService
  let proxy: ProxyUnderTest
  let now = new Date('2026-11-21T10:00:00Z')

  async function begin(rules: Partial<StrangeRules>, changed: Partial<ProxyOptions> = {}): Promise<void> {
    now = new Date('2026-11-21T10:00:00Z')
    service = await startStrangeService({ ...LONG, ...rules })
    proxy = await startProxyUnderTest(service, { clock: () => now, ...changed })
  }
  afterEach(async () => {
    await proxy.close()
    await service.close()
  })

  /** Buys four tiles that were not bought before, and returns the longest list that was answered for them. */
  async function longestList(nth: number): Promise<number> {
    const before = service.calls.length
    expect((await proxy.buy(MANY.slice(4 * nth, 4 * nth + 4))).all('tile')).toHaveLength(4)
    const lists = service.calls.slice(before).filter(({ selector, answered }) => selector === 'h3' && answered)
    return Math.max(...lists.map(({ bytes }) => bytes))
  }

  it('is forgotten after a day, and found again if it is still there', async () => {
    await begin({ urlLimit: 5_000 })
    expect(await longestList(0)).toBeLessThanOrEqual(5_000)
    service.rules.urlLimit = 60_000
    now = new Date('2026-11-22T09:00:00Z')
    expect(await longestList(1)).toBeLessThanOrEqual(5_000)
    now = new Date('2026-11-22T10:00:00Z')
    expect(await longestList(2)).toBeGreaterThan(5_000)

    service.rules.urlLimit = 5_000
    now = new Date('2026-11-23T11:00:00Z')
    expect(await longestList(3)).toBeLessThanOrEqual(5_000)
  })

  it.each([413, 431] as const)(
    'that only metered calls were refused for (%i) is forgotten after ten minutes',
    async (status) => {
      await begin({})
      expect(await longestList(0)).toBeGreaterThan(5_000)
      Object.assign(service.rules, { urlLimit: 5_000, limitsFreeUrls: false, longUrlStatus: status })
      expect(await longestList(1)).toBeLessThanOrEqual(5_000)
      service.rules.urlLimit = 60_000
      now = new Date('2026-11-21T10:09:00Z')
      expect(await longestList(2)).toBeLessThanOrEqual(5_000)
      now = new Date('2026-11-21T10:10:00Z')
      expect(await longestList(3)).toBeGreaterThan(5_000)
    },
  )

  it('that only metered calls are refused for is looked for less and less often', async () => {
    await begin({ urlLimit: 5_000, limitsFreeUrls: false })
    await longestList(0)
    const refused = () => service.calls.filter(({ answered }) => !answered).length
    const before = refused()
    for (let hour = 0, nth = 1; hour < 12; hour += 2, nth++) {
      now = new Date(Date.parse('2026-11-21T10:00:00Z') + hour * 3_600_000)
      expect(await longestList(nth)).toBeLessThanOrEqual(5_000)
    }
    expect(refused() - before).toBeLessThanOrEqual(2 * 4)
  })

  it('is found by free requests where the service has no /ping, too', async () => {
    const freeFault: StrangeRules['freeFault'] = (path) =>
      path === '/ping' ? { kind: 'code', code: 'not_found' } : null
    await begin({ urlLimit: 5_000, freeFault })
    expect(await longestList(0)).toBeGreaterThan(4_000)
    expect(service.calls.filter(({ bytes }) => bytes > 5_000)).toEqual([])
  })

  it('of the metered path alone leaves the refused calls to the cells', async () => {
    await begin({ urlLimit: 800, limitsFreeUrls: false, cellBudget: 970, namesLimit: false })
    expect((await proxy.buy(MANY.slice(0, 4))).all('tile')).toHaveLength(4)
    // Lists of 800 bytes have room for 40 cells.
    expect(
      Math.max(...service.calls.filter(({ answered }) => answered).map(({ cells }) => cells.length)),
    ).toBeGreaterThan(200)
  })

  it('of the metered path alone is learned from breaks that come back, and not below it', async () => {
    await begin({ urlLimit: 5_000, limitsFreeUrls: false, resetsLongUrls: true })
    let attempts = 0
    while ((await proxy.buy(MANY.slice(0, 4))).all('refused')[0]?.refusal.code === 'service_reset') {
      if (++attempts === 6) expect.fail('expected a shorter list by now')
    }
    // The limit may need one more broken connection before it is believed.
    expect(await longestList(1)).toBeLessThanOrEqual(5_000)
    const before = service.calls.length
    expect(await longestList(2)).toBeLessThanOrEqual(5_000)
    expect(service.calls.slice(before).filter(({ answered }) => !answered)).toEqual([])
  })

  it('is not learned from an outage of the metered path, however long', async () => {
    // The pause after several drops in a row is over at once.
    await begin({}, { circuit: { faults: 5, pause: 0, longestPause: 0 } })
    service.rules.faults = Array.from({ length: 7 }, (): Fault => ({ kind: 'reset' }))
    while (service.rules.faults.length > 0) await proxy.buy(MANY.slice(0, 4))
    expect(await longestList(1)).toBeGreaterThan(5_000)
  })
})
