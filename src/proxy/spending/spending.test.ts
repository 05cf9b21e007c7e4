import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Usage } from '../../contract/service/received-usage.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { openSqliteLedger } from '../ledger/sqlite/sqlite-ledger.ts'
import type { Quota, ServiceRefusal, ServiceResult } from '../upstream/connection/service-answer.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { createMeter } from './meter.ts'
import { createSpending, type SpendingDeps } from './spending.ts'
import { type SpendingRules, UNGUARDED, type Viewer } from './spending-rules.ts'

const HERE: Viewer = { address: '192.0.2.7', session: null }
const QUOTA = { group: 'current', limit: null, used: null, resets_at: null }
const ANSWERED: ServiceResult<unknown> = { kind: 'ok', value: null, quota: QUOTA }
const NOT_CHARGED: ServiceResult<unknown> = { kind: 'failed', failure: { code: 'reset', message: 'reset' } }

const refusedWith = (code: ServiceRefusal['code']) => ({ code, message: '' }) as ServiceRefusal

let folder: string
let ledger: Ledger
let now: Date
let usage: Usage

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spending-'))
  ledger = openSqliteLedger(join(folder, 'ledger.sqlite'))
  now = new Date('2026-11-21T23:59:00Z')
  usage = { limit: 100, used: 0, remaining: 100, resetsAt: '2026-12-01T00:00:00Z', degraded: false, isCounted: true }
})

afterEach(async () => {
  await ledger.close()
  rmSync(folder, { recursive: true })
})

function depsOf(rules: Partial<SpendingRules>, over: Ledger = ledger): SpendingDeps {
  const held = { tiles_held: 0, calls_spent: 0 }
  return {
    rules: { ...UNGUARDED, ...rules },
    ledger: over,
    meter: {
      limit: () => null,
      reported: () => usage,
      isShown: () => true,
      allowance: async () => usage,
      accessRefusal: async () => null,
      read: async () => ({
        limit: 100,
        used: 0,
        remaining: 100,
        resets_at: null,
        degraded: false,
        is_counted: true,
        ...held,
      }),
      group: async () => 'current',
      note: () => {},
      lookAgain: () => {},
      noteUnanswered: () => {},
    },
    pauses: {
      at: async () => null,
      everywhere: async () => null,
      finestResolution: async () => null,
      noteAnswer: () => {},
      noteServed: async () => {},
      isOfPeriods: async () => false,
      note: async () => {},
    },
    upstream: { pausedBecause: () => null },
    clock: () => now,
  }
}

function open(rules: Partial<SpendingRules>) {
  return createSpending(depsOf(rules))
}

/** Tries `calls` calls at once; returns how many are admitted, and why the others are not. */
async function admitted(spending: ReturnType<typeof open>, viewer: Viewer, calls: number) {
  const all = await Promise.all(Array.from({ length: calls }, () => spending.admit(viewer)))
  const codes = new Set(all.flatMap((one) => (one.kind === 'refused' ? [one.refusal.code] : [])))
  return { calls: all.filter(({ kind }) => kind === 'admitted').length, codes: [...codes], all }
}

describe('the caps', () => {
  it('of the day and of a viewer hold for simultaneous calls of two proxies over one ledger', async () => {
    const rules = { callsPerDay: 7, callsPerAddress: 5 }
    const [one, other] = [open(rules), open(rules)]
    const [a, b] = await Promise.all([admitted(one, HERE, 4), admitted(other, HERE, 4)])
    expect(a.calls + b.calls).toBe(5)
    expect([...a.codes, ...b.codes]).toContain('viewer_cap_reached')
    const others = await admitted(other, { ...HERE, address: '192.0.2.8' }, 4)
    expect(others).toMatchObject({ calls: 2, codes: ['day_cap_reached'] })
  })

  it('count both session and address, so that dropping the cookie does not evade them', async () => {
    const spending = open({ callsPerAddress: 5, callsPerSession: 2 })
    expect((await admitted(spending, { ...HERE, session: 'first' }, 3)).calls).toBe(2)
    expect((await admitted(spending, { ...HERE, session: 'second' }, 3)).calls).toBe(2)
    expect((await admitted(spending, HERE, 3)).calls).toBe(1)
    expect((await spending.meter({ ...HERE, session: 'third' })).spending.viewer).toEqual({ calls: 5, spent: 5 })
  })

  it.each<[string, boolean, Partial<Quota>]>([
    ['the same count', false, { limit: 100, used: 4 }],
    ['a higher count', true, { limit: 100, used: 5 }],
    ['the same count of a later cycle', true, { limit: 100, used: 4, resets_at: '2027-01-01T00:00:00Z' }],
    ['the same count of another allowance', true, { limit: 50, used: 4 }],
    ['no count', true, {}],
  ])('count a call that is refused with %s: %s', async (_, isCounted, quota) => {
    usage = { ...usage, used: 4 }
    const spending = open({ callsPerDay: 1 })
    const admission = await spending.admit(HERE)
    if (admission.kind !== 'admitted') throw new Error('expected to be admitted')
    const refusal = refusedWith('not_covered')
    await admission.settle({ kind: 'refused', refusal, quota: { ...QUOTA, ...quota } })
    expect((await spending.meter(HERE)).spending.day?.spent).toBe(isCounted ? 1 : 0)
  })

  it('start again each day, and return when', async () => {
    const spending = open({ callsPerDay: 1 })
    const { all } = await admitted(spending, HERE, 2)
    expect(all).toContainEqual({
      kind: 'refused',
      refusal: expect.objectContaining({ resets_at: '2026-11-22T00:00:00.000Z' }),
    })
    expect((await spending.meter(HERE)).spending).toMatchObject({
      day: { calls: 1, spent: 1 },
      paused: { code: 'day_cap_reached' },
    })
    now = new Date('2026-11-22T00:00:00Z')
    expect((await spending.meter(HERE)).spending).toMatchObject({ day: { calls: 1, spent: 0 }, paused: null })
    expect((await admitted(spending, HERE, 2)).calls).toBe(1)
  })

  it('store nobody’s address or session', async () => {
    const names: string[] = []
    const takeCall: Ledger['takeCall'] = async (caps) => {
      names.push(...caps.map(({ name }) => name))
      return null
    }
    const rules = { callsPerAddress: 1, callsPerSession: 1 }
    await createSpending(depsOf(rules, { ...ledger, takeCall })).admit({
      address: '192.0.2.7',
      session: 'secretsession',
    })
    expect(names).toHaveLength(2)
    for (const name of names) expect(name).toMatch(/^2026-11-21 (address|session) [\w-]{22}$/)
    expect(names.join()).not.toMatch(/192|secret/)
  })
})

describe('the meter', () => {
  it('keeps what it knows when a token is refused whose headers say 0 of 0', async () => {
    const isDown = async () => ({ kind: 'failed', failure: { code: 'unreachable', message: '' } })
    const upstream = { usage: isDown } as unknown as Upstream
    const meter = createMeter({ upstream, ledger, log: pino({ level: 'silent' }), elapsed: () => 0 })
    const spending = createSpending({ ...depsOf({}), meter })
    const settle = async (result: ServiceResult<unknown>) => {
      const admission = await spending.admit(HERE)
      if (admission.kind === 'admitted') admission.settle(result)
    }
    await settle({ kind: 'ok', value: null, quota: { ...QUOTA, limit: 100, used: 5 } })
    await settle({ kind: 'refused', refusal: refusedWith('invalid_token'), quota: { ...QUOTA, limit: 0, used: 0 } })
    expect(await meter.allowance()).toMatchObject({ limit: 100, used: 5, remaining: 95 })
    await settle({
      kind: 'refused',
      refusal: refusedWith('quota_exhausted'),
      quota: { ...QUOTA, limit: 100, used: 100 },
    })
    expect(await meter.allowance()).toMatchObject({ limit: 100, used: 100, remaining: 0 })
  })
})

describe('the reserve', () => {
  it('is never spent, even counting calls in flight', async () => {
    usage = { ...usage, used: 87, remaining: 13 }
    const spending = open({ reserve: 10 })
    const { calls, codes, all } = await admitted(spending, HERE, 5)
    expect({ calls, codes }).toEqual({ calls: 3, codes: ['reserve_reached'] })
    usage = { ...usage, used: 90, remaining: 10 }
    for (const one of all) if (one.kind === 'admitted') one.settle(ANSWERED)
    expect((await admitted(spending, HERE, 1)).calls).toBe(0)
    expect((await spending.meter(HERE)).spending).toMatchObject({ reserve: 10, paused: { code: 'reserve_reached' } })
  })

  it('is never spent by two proxies over one ledger, even counting the calls in flight of both', async () => {
    usage = { ...usage, used: 87, remaining: 13 }
    const [one, other] = [open({ reserve: 10 }), open({ reserve: 10 })]
    const [a, b] = await Promise.all([admitted(one, HERE, 3), admitted(other, HERE, 3)])
    expect(a.calls + b.calls).toBe(3)
    for (const call of [...a.all, ...b.all]) if (call.kind === 'admitted') call.settle(ANSWERED)
    // A proxy that has not heard of them yet does not spend them again.
    expect(await admitted(open({ reserve: 10 }), HERE, 1)).toMatchObject({ calls: 0, codes: ['reserve_reached'] })
  })

  it('lets the proxy that made an uncharged call use it once more', async () => {
    usage = { ...usage, used: 89, remaining: 11 }
    const spending = open({ reserve: 10 })
    for (let attempts = 0; attempts < 2; attempts++) {
      const { calls, all } = await admitted(spending, HERE, 2)
      expect(calls).toBe(1)
      for (const one of all) if (one.kind === 'admitted') one.settle(NOT_CHARGED)
    }
  })

  it('releases a call that was admitted but not made, and does not count it as unanswered', async () => {
    usage = { ...usage, used: 89, remaining: 11 }
    const deps = depsOf({ reserve: 10 })
    let unanswered = 0
    const spending = createSpending({ ...deps, meter: { ...deps.meter, noteUnanswered: () => unanswered++ } })
    for (let attempts = 0; attempts < 2; attempts++) {
      const { calls, all } = await admitted(spending, HERE, 2)
      expect(calls).toBe(1)
      for (const one of all) if (one.kind === 'admitted') one.release()
    }
    expect(unanswered).toBe(0)
  })

  it('lets one call at a time through while the allowance is unknown', async () => {
    usage = { ...usage, limit: null, used: null, remaining: null }
    const spending = open({ reserve: 10 })
    let [underWay, most] = [0, 0]
    const call = async () => {
      const admission = await spending.admit(HERE)
      if (admission.kind === 'refused') return admission.refusal.code
      most = Math.max(most, ++underWay)
      await setImmediate()
      underWay--
      admission.settle(ANSWERED)
      return 'made'
    }
    expect(await Promise.all([call(), call(), call()])).toEqual(['made', 'made', 'made'])
    expect(most).toBe(1)
  })
})

describe('the mode', () => {
  it('buys, asks first, or never buys', () => {
    const codes = (mode: SpendingRules['mode']) =>
      [false, true].map((confirmed) => open({ mode }).consent(confirmed)?.code ?? null)
    expect(codes('buy')).toEqual([null, null])
    expect(codes('ask')).toEqual(['confirmation_needed', null])
    expect(codes('held-only')).toEqual(['held_only', 'held_only'])
  })
})
