import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { nextTurn } from '../../server/work/turns.ts'
import { parentsAround } from '../../testing/cells.ts'
import { type ProxyUnderTest, startProxyUnderTest } from '../../testing/proxy-under-test.ts'
import type { Fault } from '../../testing/strange-service/rules/fault.ts'
import { type StrangeService, startStrangeService } from '../../testing/strange-service/start-strange-service.ts'
import { createMemoryLedger } from '../../testing/strange-visits/memory-ledger.ts'
import type { MeterReader } from './meter.ts'
import { createPauses } from './pauses.ts'

const ONE = parentsAround(8, 1)
let service: StrangeService
let proxy: ProxyUnderTest
let now: Date

beforeEach(async () => {
  now = new Date('2026-11-21T10:00:00Z')
  service = await startStrangeService()
  proxy = await startProxyUnderTest(service, { clock: () => now })
})

afterEach(async () => {
  expect(proxy.said()).not.toContain(service.token)
  await proxy.close()
  await service.close()
})

const repeated = (fault: Fault): Fault[] => Array.from({ length: 10 }, () => fault)

describe('a service that is down', () => {
  // Longer than a busy machine takes for the purchases that must find it.
  const DOWN = { faults: 3, pause: 3_000, longestPause: 6_000 }
  const restartWith = async (circuit: typeof DOWN) => {
    await proxy.close()
    proxy = await startProxyUnderTest(service, {
      circuit,
      patience: { backOff: 1, retries: 0, longestWait: 1_000, unstatedWait: 1, minute: 1 },
    })
  }

  it('gets a few requests, then none, then one probe', async () => {
    await restartWith(DOWN)
    await proxy.buy(ONE)
    service.rules.faults = repeated({ kind: 'code', code: 'internal_error' })
    const [, ...others] = parentsAround(8, 9)
    const codes: (string | undefined)[] = []
    for (const parent of others.slice(0, 5)) codes.push((await proxy.buy([parent])).all('refused')[0]?.refusal.code)
    expect(codes).toEqual(['internal_error', 'internal_error', 'internal_error', 'service_paused', 'service_paused'])
    expect(service.calls.length).toBe(4)

    const meter = JSON.parse((await proxy.get('/api/meter')).text)
    expect(meter.spending.paused).toMatchObject({ code: 'service_paused' })
    expect([1, 2, 3]).toContain(meter.spending.paused.retry_after_s)
    expect((await proxy.buy(ONE)).all('tile')).toHaveLength(1)
    expect((await proxy.get('/public/v1/coverage')).response.status).toBe(200)

    await new Promise((resolve) => setTimeout(resolve, DOWN.pause))
    service.rules.faults = []
    expect((await proxy.buy(others.slice(0, 5))).all('tile')).toHaveLength(5)
    expect(JSON.parse((await proxy.get('/api/meter')).text).spending.paused).toBeNull()
  })

  it('and cannot be reached gets no free requests either, and the refusals have Retry-After', async () => {
    await restartWith({ ...DOWN, pause: 60_000 })
    await proxy.buy(ONE)
    await service.close()
    const paths = ['/public/v1/coverage', '/public/v1/geo', '/public/v1/geo/search?q=gracia']
    for (const path of paths) expect((await proxy.get(path)).response.status).toBe(502)
    const { response, text } = await proxy.get('/public/v1/ping')
    expect(response.status).toBe(503)
    expect(response.headers.get('Retry-After')).toBe('60')
    expect(JSON.parse(text)).toMatchObject({ error: 'service_paused' })
    const told = await proxy.buy(parentsAround(8, 2))
    expect(told.all('refused')[0]?.refusal.code).toBe('service_paused')
    expect(told.all('tile')).toHaveLength(1)
  })

  it('is not assumed from a 500 to a browser’s own request, which may have caused it', async () => {
    await restartWith(DOWN)
    service.rules.freeFault = (path) => (path === '/coverage' ? { kind: 'code', code: 'internal_error' } : null)
    for (let i = 0; i < 5; i++) expect((await proxy.get(`/public/v1/coverage?country=e${i}`)).response.status).toBe(500)
    expect((await proxy.get('/public/v1/ping')).response.status).toBe(200)
  })
})

describe('refusals that hold for a while', () => {
  it('quota_exhausted is returned to every viewer without another call, until there is an allowance again', async () => {
    service.rules.allowance = 1
    await proxy.buy(ONE)
    const others = parentsAround(8, 9).slice(1)
    const told = await proxy.buy(others)
    expect(told.all('refused')[0]?.refusal).toMatchObject({
      code: 'quota_exhausted',
      resets_at: '2026-12-01T00:00:00Z',
    })
    expect(told.receipt.meter).toMatchObject({ limit: 1, used: 1, remaining: 0 })
    const calls = service.calls.length
    expect((await proxy.buy(others)).all('refused')[0]?.refusal.code).toBe('quota_exhausted')
    expect((await proxy.buy(ONE)).all('tile')).toHaveLength(1)
    expect(JSON.parse((await proxy.get('/api/meter')).text).spending.paused).toMatchObject({ code: 'quota_exhausted' })
    await proxy.restart()
    expect((await proxy.buy(others)).all('refused')[0]?.refusal.code).toBe('quota_exhausted')
    expect(service.calls.length).toBe(calls)
  })

  it('quota_exhausted holds until the cycle resets, whatever is tried before then', async () => {
    service.rules.allowance = 1
    await proxy.buy(ONE)
    const others = parentsAround(8, 2).slice(1)
    await proxy.buy(others)
    const calls = service.calls.length
    now = new Date('2026-11-30T23:59:59Z')
    expect((await proxy.buy(others)).all('refused')).toHaveLength(1)
    expect(service.calls.length).toBe(calls)
    now = new Date('2026-12-01T00:00:00Z')
    service.rules.faults = [{ kind: 'changed' }]
    expect((await proxy.buy(others)).all('tile')).toHaveLength(1)
  })

  it('quota_exhausted while the service does not show what is left is tried again with one call an hour', async () => {
    service.rules.allowance = 1
    await proxy.buy(ONE)
    service.rules.usageFails = true
    const others = parentsAround(8, 2).slice(1)
    const at = async (time: string) => {
      now = new Date(`2026-11-21T${time}Z`)
      return [(await proxy.buy(others)).all('refused')[0]?.refusal.code ?? null, service.calls.length]
    }
    expect(await at('10:00:00')).toEqual(['quota_exhausted', 2])
    await proxy.restart()
    expect(await at('10:59:00')).toEqual(['quota_exhausted', 2])
    expect(await at('11:01:00')).toEqual(['quota_exhausted', 3])
    expect(await at('11:02:00')).toEqual(['quota_exhausted', 3])
    service.rules.allowance = 1_000
    expect(await at('12:02:00')).toEqual([null, 4])
  })

  it('quota_exhausted while the service says that calls are left pauses for ten minutes, and then for longer', async () => {
    const refusing = { kind: 'code', code: 'quota_exhausted' } as const
    service.rules.faults = [refusing, refusing]
    const refused = async () => (await proxy.buy(ONE)).all('refused')[0]?.refusal.code ?? null
    const at = async (time: string) => {
      now = new Date(`2026-11-21T${time}Z`)
      return [await refused(), service.calls.length]
    }
    expect(await at('10:00:00')).toEqual(['quota_exhausted', 1])
    expect(await at('10:09:00')).toEqual(['quota_exhausted', 1])
    expect(await at('10:11:00')).toEqual(['quota_exhausted', 2])
    expect(await at('10:30:00')).toEqual(['quota_exhausted', 2])
    expect(await at('10:32:00')).toEqual([null, 3])
  })

  it('quota_exhausted with a reset in the past, by a clock that is behind, pauses for ten minutes', async () => {
    service.rules.allowance = 1
    service.rules.resetsAt = '2024-12-01T00:00:00Z'
    await proxy.buy(ONE)
    const others = parentsAround(8, 5).slice(1)
    for (const parent of others) {
      expect((await proxy.buy([parent])).all('refused')[0]?.refusal.code).toBe('quota_exhausted')
    }
    expect(service.calls).toHaveLength(2)
    now = new Date('2026-11-21T10:11:00Z')
    await proxy.buy(others)
    expect(service.calls).toHaveLength(3)
  })

  it('resolution_not_in_plan is remembered for its resolution, and others are still bought', async () => {
    service.rules.finestResolution = 7
    expect((await proxy.buy(ONE)).all('refused')[0]?.refusal.code).toBe('resolution_not_in_plan')
    expect((await proxy.buy(parentsAround(8, 4))).all('refused')[0]?.refusal.code).toBe('resolution_not_in_plan')
    expect(service.calls.length).toBe(1)
    expect((await proxy.buy(parentsAround(7, 2), { resolution: 7 })).all('tile')).toHaveLength(2)
  })

  it('quota_exhausted in the last moment of a cycle stops nothing in the next one', async () => {
    Object.assign(service.rules, { cellBudget: 343, namesLimit: true })
    const tiles = parentsAround(8, 9)
    await proxy.buy(tiles.slice(0, 2))
    Object.assign(service.rules, { allowance: service.used + 4, delay: 50 })
    const before = service.calls.length
    const purchase = proxy.buy(tiles)
    while (service.calls.slice(before).every(({ answered }) => answered)) await nextTurn()
    now = new Date('2026-12-01T00:00:01Z')
    service.resetCycle('2027-01-01T00:00:00Z')
    expect((await purchase).all('refused')[0]?.refusal.code).toBe('quota_exhausted')
    expect((await proxy.buy(tiles)).all('tile')).toHaveLength(tiles.length)
  })

  it('quota_exhausted of the cycle before the one that is known pauses nothing', async () => {
    const known = { used: 0, remaining: 20, limit: 20, resetsAt: '2026-12-01T00:00:00Z' }
    const meter = {
      group: async () => 'current',
      allowance: async () => known,
      isShown: () => true,
      lookAgain: () => {},
    }
    const pauses = createPauses({
      ledger: createMemoryLedger(),
      meter: meter as unknown as MeterReader,
      clock: () => now,
    })
    const refusal = { code: 'quota_exhausted', message: '', request_id: null, retry_after_s: null }
    await pauses.note({ ...refusal, resets_at: '2026-11-01T00:00:00Z' }, 8)
    expect(await pauses.at(8)).toBeNull()
    await pauses.note({ ...refusal, resets_at: '2026-11-30T23:59:59Z' }, 8)
    expect(await pauses.at(8)).toMatchObject({ code: 'quota_exhausted' })
  })

  it('several refusals at once count as one', async () => {
    Object.assign(service.rules, { cellBudget: 343, namesLimit: true, delay: 50 })
    const tiles = parentsAround(8, 7)
    await proxy.buy(tiles.slice(0, 2))
    service.rules.faults = repeated({ kind: 'code', code: 'quota_exhausted' })
    const before = service.calls.length
    await proxy.buy(tiles)
    expect(service.calls.length - before).toBe(3)
    service.rules.faults = []
    now = new Date('2026-11-21T10:11:00Z')
    expect((await proxy.buy(tiles)).all('tile')).toHaveLength(tiles.length)
  })

  it('resolution_not_in_plan is sent with the period, survives a restart, and is retried after ten minutes, then after a day', async () => {
    const finest = async () => JSON.parse((await proxy.get('/api/period')).text).finest_resolution
    expect(await finest()).toBeNull()
    service.rules.finestResolution = 6
    await proxy.buy(ONE)
    expect(await finest()).toBe(7)
    await proxy.buy(parentsAround(7, 1), { resolution: 7 })
    expect(await finest()).toBe(6)
    await proxy.restart()
    await proxy.buy(ONE)
    expect(service.calls.length).toBe(2)
    now = new Date('2026-11-21T10:11:00Z')
    for (let view = 0; view < 2; view++) await proxy.buy(ONE)
    expect(service.calls.length).toBe(3)
    now = new Date('2026-11-22T10:10:00Z')
    await proxy.buy(ONE)
    expect(service.calls.length).toBe(3)
    now = new Date('2026-11-22T10:11:00Z')
    service.rules.finestResolution = 8
    expect(await finest()).toBeNull()
    expect((await proxy.buy(ONE)).all('tile')).toHaveLength(1)
  })

  it('resolution_not_in_plan for a resolution that was served before pauses for ten minutes, and then for longer', async () => {
    const [, one = '', other = ''] = parentsAround(8, 3)
    await proxy.buy(ONE)
    service.rules.finestResolution = 7
    const at = async (time: string) => {
      now = new Date(`2026-11-21T${time}Z`)
      const told = await proxy.buy([one])
      return [told.all('refused')[0]?.refusal.code ?? null, service.calls.length]
    }
    expect(await at('10:00:00')).toEqual(['resolution_not_in_plan', 2])
    await proxy.restart()
    expect(await at('10:09:00')).toEqual(['resolution_not_in_plan', 2])
    expect(await at('10:11:00')).toEqual(['resolution_not_in_plan', 3])
    expect(await at('10:30:00')).toEqual(['resolution_not_in_plan', 3])
    service.rules.finestResolution = 8
    expect(await at('10:32:00')).toEqual([null, 4])
    expect((await proxy.buy([other])).all('tile')).toHaveLength(1)
  })

  it.each<[string, () => void]>([
    ['the plan’s allowance has changed', () => Object.assign(service.rules, { allowance: 5_000 })],
    ['a new cycle has begun', () => service.resetCycle('2026-12-21T10:00:00Z')],
  ])('resolution_not_in_plan is retried when %s', async (_, renew) => {
    service.rules.finestResolution = 7
    await proxy.buy(ONE)
    service.rules.finestResolution = 8
    renew()
    await proxy.buy(parentsAround(7, 1), { resolution: 7 })
    expect((await proxy.buy(ONE)).all('tile')).toHaveLength(1)
  })
})

describe('a lapsed token or subscription', () => {
  it.each(['invalid_token', 'subscription_inactive'])(
    '(%s) costs one metered call until the free endpoints let the account in again',
    async (code) => {
      service.rules.faults = repeated({ kind: 'code', code })
      service.rules.freeFault = () => ({ kind: 'code', code })
      for (let i = 0; i < 3; i++) expect((await proxy.buy(ONE)).all('refused')[0]?.refusal.code).toBe(code)
      expect(JSON.parse((await proxy.get('/api/meter')).text).spending.paused).toMatchObject({ code })
      await proxy.restart()
      expect((await proxy.buy(ONE)).all('refused')[0]?.refusal.code).toBe(code)
      expect(service.calls.length).toBe(1)

      service.rules.faults = []
      service.rules.freeFault = () => null
      // The account is asked for once a second.
      await expect.poll(async () => (await proxy.buy(ONE)).all('tile'), { timeout: 20_000 }).toHaveLength(1)
      expect(JSON.parse((await proxy.get('/api/meter')).text).spending.paused).toBeNull()
      expect(service.calls.length).toBe(2)
    },
  )

  it('is tried again where the free endpoints do not show it', async () => {
    service.rules.faults = [{ kind: 'code', code: 'subscription_inactive' }]
    expect((await proxy.buy(ONE)).all('refused')[0]?.refusal.code).toBe('subscription_inactive')
    expect((await proxy.buy(ONE)).all('tile')).toHaveLength(1)
  })
})

describe('a meter that the service does not report', () => {
  const meter = async () => JSON.parse((await proxy.get('/api/meter')).text)

  it('is unknown, delays nothing, and is right after the next call', async () => {
    service.rules.freeFault = (path) => (path === '/usage' ? { kind: 'hang' } : null)
    expect(await meter()).toMatchObject({ used: null, remaining: null, is_counted: null, spending: { paused: null } })
    expect((await proxy.buy(ONE)).all('tile')).toHaveLength(1)
    expect(await meter()).toMatchObject({ used: 1, remaining: 999 })
  })

  it('is not the same as one that does not count', async () => {
    const uncounted = (body: Record<string, unknown>) => ({
      ...body,
      groups: [{ group: 'current', metered: false, limits: null }],
    })
    service.rules.freeFault = (path) => (path === '/usage' ? { kind: 'changed', change: uncounted } : null)
    expect(await meter()).toMatchObject({ used: null, remaining: null, is_counted: false })
  })
})

describe('an account that only metered calls refuse', () => {
  it.each(['invalid_token', 'subscription_inactive'] as const)(
    'by %s gets two of them, and another one later',
    async (code) => {
      service.rules.faults = repeated({ kind: 'code', code })
      const [, ...others] = parentsAround(8, 9)
      const look = async () => (await proxy.buy([others.pop() ?? ''])).all('refused')[0]?.refusal.code ?? null
      expect([await look(), await look(), await look(), await look()]).toEqual(Array(4).fill(code))
      expect(service.calls).toHaveLength(2)
      now = new Date(now.getTime() + 61_000)
      expect([await look(), await look()]).toEqual([code, code])
      expect(service.calls).toHaveLength(3)
      service.rules.faults = []
      now = new Date(now.getTime() + 61_000)
      expect(await look(), 'the pause is twice as long').toBe(code)
      await proxy.restart()
      now = new Date(now.getTime() + 61_000)
      expect(await look()).toBeNull()
    },
  )

  it('is asked again once a new cycle shows that it was renewed', async () => {
    service.rules.faults = repeated({ kind: 'code', code: 'subscription_inactive' })
    const [, ...others] = parentsAround(8, 5)
    const look = async () => (await proxy.buy([others.pop() ?? ''])).all('tile').length
    expect([await look(), await look(), await look()]).toEqual([0, 0, 0])
    expect(service.calls).toHaveLength(2)
    service.rules.faults = []
    service.resetCycle('2026-12-21T10:00:00Z')
    await proxy.restart()
    expect(await look()).toBe(1)
  })

  it('is forgotten once a call is answered, and no view asks for the account after that', async () => {
    const [one = '', other = '', third = ''] = parentsAround(8, 4).slice(1)
    service.rules.faults = [{ kind: 'code', code: 'subscription_inactive' }]
    await proxy.buy([one])
    for (const parent of [one, other]) expect((await proxy.buy([parent])).all('tile')).toHaveLength(1)
    const asked = () => service.free.filter((target) => target.includes('/usage')).length
    const before = asked()
    for (const parent of [third, one, other]) await proxy.buy([parent])
    // The meter is read again after some seconds, on a slow machine.
    expect(asked() - before).toBeLessThanOrEqual(1)
  })
})
