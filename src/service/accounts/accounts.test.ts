import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cycleAt } from '../plans/cycle.ts'
import { PLANS } from '../plans/plans.ts'
import { openAccountStore } from './account-store.ts'
import {
  changePlan,
  createAccount,
  lapseAccount,
  listAccounts,
  refillAccount,
  refuseMissingPlans,
  renewAccount,
} from './accounts.ts'
import { ensureEmbeddedToken } from './embedded-token.ts'
import { createToken, listTokens, revokeToken } from './tokens.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'accounts-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

describe('accounts', () => {
  it('are active when created, lapse and are renewed', () => {
    expect(createAccount({ dataDir, name: 'acme', anchorDay: 15 })).toMatchObject({ status: 'active', anchor_day: 15 })
    expect(lapseAccount({ dataDir, name: 'acme' }).status).toBe('lapsed')
    expect(renewAccount({ dataDir, name: 'acme' }).status).toBe('active')
    expect(createAccount({ dataDir, name: 'unanchored', anchorDay: null }).anchor_day).toBeNull()
    expect(listAccounts({ dataDir }).map(({ name }) => name)).toEqual(['acme', 'unanchored'])
  })

  it('refuse an invalid value and say what is wrong', () => {
    createAccount({ dataDir, name: 'acme' })
    expect(() => createAccount({ dataDir, name: 'acme' })).toThrow('already exists')
    expect(() => createAccount({ dataDir, name: 'b', plan: 'gold' })).toThrow(
      'should be one of starter, standard, large',
    )
    expect(() => createAccount({ dataDir, name: 'b', anchorDay: 32 })).toThrow('1 to 31')
    expect(() => lapseAccount({ dataDir, name: 'nobody' })).toThrow('no account "nobody"')
    expect(() => changePlan({ dataDir, name: 'acme', plan: 'gold', plans: PLANS })).toThrow(
      'plan "gold" should be one of',
    )
  })

  it('on a plan that no longer exists are named, with what to do', () => {
    const plans = { ...PLANS, gold: PLANS.large }
    createAccount({ dataDir, name: 'acme', plan: 'gold', plans })
    refuseMissingPlans({ dataDir, plans })
    expect(() => refuseMissingPlans({ dataDir, plans: PLANS })).toThrow(
      /account "acme" is on plan "gold", which is not one of starter, standard, large: .*change-plan/,
    )
    expect(changePlan({ dataDir, name: 'acme', plan: 'large', plans: PLANS }).plan).toBe('large')
    refuseMissingPlans({ dataDir, plans: PLANS })
  })
})

describe('tokens', () => {
  it('are shown once and stored only as a hash', () => {
    createAccount({ dataDir, name: 'acme' })
    const plaintext = createToken({ dataDir, account: 'acme', kind: 'rw' })
    expect(plaintext).toMatch(/^svc_live_rw_[A-Za-z0-9_-]{43}$/)
    const files = ['accounts.sqlite', 'accounts.sqlite-wal'].map((name) => join(dataDir, 'service', name))
    const stored = files.filter((file) => statSync(file, { throwIfNoEntry: false })).map((file) => readFileSync(file))
    expect(Buffer.concat(stored).includes(plaintext)).toBe(false)
    expect(Buffer.concat(stored).includes(plaintext.slice(0, 20))).toBe(true)
  })

  it('are revoked by number, prefix or plaintext, and stay listed', () => {
    createAccount({ dataDir, name: 'acme' })
    const made = [1, 2, 3].map(() => createToken({ dataDir, account: 'acme', kind: 'ro' }))
    const [first, second, third] = listTokens({ dataDir })
    revokeToken({ dataDir, token: String(first?.id) })
    revokeToken({ dataDir, token: second?.prefix ?? '' })
    revokeToken({ dataDir, token: made.find((token) => token.startsWith(third?.prefix ?? '?')) ?? '' })
    expect(listTokens({ dataDir }).map(({ revoked_at }) => typeof revoked_at)).toEqual(['string', 'string', 'string'])
    const store = openAccountStore(dataDir, 'serving')
    expect(made.map((token) => store.callerOf(token))).toEqual([null, null, null])
    store.close()
    expect(() => revokeToken({ dataDir, token: 'svc_live_ro_' })).toThrow('no token')
    expect(() => createToken({ dataDir, account: 'nobody', kind: 'ro' })).toThrow('no account "nobody"')
  })
})

describe('the embedded token', () => {
  it('is stored for its owner only and reused while it is valid', () => {
    const token = ensureEmbeddedToken(dataDir)
    chmodSync(join(dataDir, 'service', 'embedded-token'), 0o644)
    expect(ensureEmbeddedToken(dataDir)).toBe(token)
    expect(statSync(join(dataDir, 'service', 'embedded-token')).mode & 0o777).toBe(0o600)
    expect(listAccounts({ dataDir })).toMatchObject([{ name: 'local', status: 'active' }])
  })

  it('is replaced after it is revoked', () => {
    const token = ensureEmbeddedToken(dataDir)
    revokeToken({ dataDir, token })
    const next = ensureEmbeddedToken(dataDir)
    expect(next).not.toBe(token)
    expect(next).toMatch(/^svc_live_ro_/)
  })
})

describe('a charge', () => {
  const balance = { account: 1, quota_group: 'current', cycle: '2026-01-01', day: '2026-01-05' } as const

  it('is refused once the allowance is spent, until a refund gives one back', () => {
    const store = openAccountStore(dataDir, 'serving')
    expect([1, 2, 3].map(() => store.charge(balance, 2))).toEqual([1, 2, null])
    expect(store.used(balance)).toBe(2)
    store.refund(balance)
    expect(store.charge(balance, 2)).toBe(2)
    expect(store.charge({ ...balance, cycle: '2026-02-01' }, 2)).toBe(1)
    expect(store.charge({ ...balance, quota_group: 'history' }, 0)).toBeNull()
    store.close()
  })

  it('is counted on its day, and a refund is taken off the day of its charge', () => {
    const store = openAccountStore(dataDir, 'serving')
    for (let i = 0; i < 3; i++) store.charge(balance, 10)
    store.charge({ ...balance, day: '2026-01-06' }, 10)
    store.charge({ ...balance, quota_group: 'history', day: '2026-01-06' }, 10)
    store.refund(balance)
    expect(store.usedByDay(1, '2026-01-05')).toEqual([
      { day: '2026-01-06', quota_group: 'current', used: 1 },
      { day: '2026-01-06', quota_group: 'history', used: 1 },
      { day: '2026-01-05', quota_group: 'current', used: 2 },
    ])
    expect(store.usedByDay(1, '2026-01-06')).toHaveLength(2)
    expect(store.usedByDay(2, '2026-01-01')).toEqual([])
    store.close()
  })

  it('starts at zero after a refill, even on an account that is not anchored', async () => {
    for (const [name, anchorDay] of [
      ['anchored', 1],
      ['unanchored', null],
    ] as const) {
      const { id } = createAccount({ dataDir, name, anchorDay })
      const store = openAccountStore(dataDir, 'serving')
      const now = new Date()
      const own = { ...balance, account: id, cycle: cycleAt(anchorDay, now).key }
      expect([1, 2].map(() => store.charge(own, 1))).toEqual([1, null])
      await refillAccount({ dataDir, name, now })
      expect(store.used(own)).toBe(0)
      expect(store.charge(own, 1)).toBe(1)
      // Usage by day counts requests, whatever was refilled.
      expect(store.usedByDay(id, balance.day)).toMatchObject([{ used: 2 }])
      store.close()
    }
  })
})
