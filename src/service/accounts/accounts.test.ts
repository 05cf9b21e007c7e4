import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { accountStores, type TestAccounts } from '../../testing/account-stores.ts'
import { cycleAt } from '../plans/cycle.ts'
import { PLANS } from '../plans/plans.ts'
import type { AccountStore } from './account-store.ts'
import { hashOfSecret } from './account-store.ts'
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
import { type AccountsPlace, withAccounts } from './open-accounts.ts'
import { createLinkSecret, LINK_MINUTES, linkState, SESSION_HOURS, signIn } from './sign-in.ts'
import { createToken, issueTokenAfter, listTokens, revokeToken } from './tokens.ts'

describe.each(accountStores())('accounts in $name', ({ start }) => {
  let stores: TestAccounts
  let place: AccountsPlace
  beforeAll(async () => {
    stores = await start()
  })
  afterAll(() => stores?.close())
  beforeEach(async () => {
    place = await stores.newPlace()
  })
  const using = (use: (store: AccountStore) => Promise<void>) => withAccounts(place, use)

  describe('accounts', () => {
    it('are active when created, lapse and are renewed', async () => {
      const acme = await createAccount({ ...place, name: 'acme', anchorDay: 15 })
      expect(acme).toMatchObject({ status: 'active', anchor_day: 15 })
      expect((await lapseAccount({ ...place, name: 'acme' })).status).toBe('lapsed')
      expect((await renewAccount({ ...place, name: 'acme' })).status).toBe('active')
      expect((await createAccount({ ...place, name: 'unanchored', anchorDay: null })).anchor_day).toBeNull()
      await createAccount({ ...place, name: 'Über' })
      await createAccount({ ...place, name: 'Zeta' })
      expect((await listAccounts(place)).map(({ name }) => name)).toEqual(['Zeta', 'acme', 'unanchored', 'Über'])
    })

    it('refuse an invalid value and say what is wrong', async () => {
      await createAccount({ ...place, name: 'acme' })
      await expect(createAccount({ ...place, name: 'acme' })).rejects.toThrow('already exists')
      await expect(createAccount({ ...place, name: 'b', plan: 'gold' })).rejects.toThrow(
        'should be one of starter, standard, large',
      )
      await expect(createAccount({ ...place, name: 'b', anchorDay: 32 })).rejects.toThrow('1 to 31')
      await expect(lapseAccount({ ...place, name: 'nobody' })).rejects.toThrow('no account "nobody"')
      await expect(changePlan({ ...place, name: 'acme', plan: 'gold', plans: PLANS })).rejects.toThrow(
        'plan "gold" should be one of',
      )
    })

    it('on a plan that no longer exists are named, with what to do', async () => {
      const plans = { ...PLANS, gold: PLANS.large }
      await createAccount({ ...place, name: 'acme', plan: 'gold', plans })
      await refuseMissingPlans({ ...place, plans })
      await expect(refuseMissingPlans({ ...place, plans: PLANS })).rejects.toThrow(
        /account "acme" is on plan "gold", which is not one of starter, standard, large: .*change-plan/,
      )
      expect((await changePlan({ ...place, name: 'acme', plan: 'large', plans: PLANS })).plan).toBe('large')
      await refuseMissingPlans({ ...place, plans: PLANS })
      await using(async (store) => expect(await store.plansInUse()).toEqual(['large']))
    })
  })

  describe('tokens', () => {
    it('are revoked by number, prefix or plaintext, and stay listed', async () => {
      await createAccount({ ...place, name: 'acme' })
      const made: string[] = []
      for (const _ of [1, 2, 3]) made.push(await createToken({ ...place, account: 'acme', kind: 'ro' }))
      const [first, second, third] = await listTokens(place)
      await using(async (store) => {
        expect(await store.callerOf(made[0] ?? '')).toMatchObject({ account: 'acme', status: 'active', kind: 'ro' })
        await store.noteUse(first?.id ?? 0, '2026-11-21')
        await store.noteUse(first?.id ?? 0, '2026-11-20')
      })
      await revokeToken({ ...place, token: String(first?.id) })
      await revokeToken({ ...place, token: second?.prefix ?? '' })
      await revokeToken({ ...place, token: made.find((token) => token.startsWith(third?.prefix ?? '?')) ?? '' })
      const listed = await listTokens(place)
      expect(listed.map(({ revoked_at }) => typeof revoked_at)).toEqual(['string', 'string', 'string'])
      expect(listed.map(({ last_used_on }) => last_used_on)).toEqual(['2026-11-21', null, null])
      await using(async (store) => {
        for (const token of made) expect(await store.callerOf(token)).toBeNull()
      })
      await expect(revokeToken({ ...place, token: 'svc_live_ro_' })).rejects.toThrow('no token')
      await expect(revokeToken({ ...place, token: '99' })).rejects.toThrow('the number or prefix "99"')
      // What may be a plaintext is not repeated.
      const unknown = revokeToken({ ...place, token: `svc_live_ro_${'x'.repeat(43)}` })
      await expect(unknown).rejects.toThrow('the number or prefix "svc_live_ro_…"')
      const forNobody = createToken({ ...place, account: 'nobody', kind: 'ro' })
      await expect(forNobody).rejects.toThrow('no account "nobody"')
    })

    it('are created once for a form, even when two services get it', async () => {
      await createAccount({ ...place, name: 'acme' })
      const create = () => withAccounts(place, (store) => issueTokenAfter(store, 0, 'acme', 'ro'))
      const made = await Promise.all(Array.from({ length: 6 }, create))
      expect(made.filter((token) => token !== null)).toHaveLength(1)
      expect(await listTokens(place)).toHaveLength(1)
    })
  })

  describe('the embedded token', () => {
    it('is stored for its owner only and reused while it is valid', async () => {
      const token = await ensureEmbeddedToken(place)
      const file = join(place.dataDir, 'service', 'embedded-token')
      chmodSync(file, 0o644)
      expect(await ensureEmbeddedToken(place)).toBe(token)
      expect(statSync(file).mode & 0o777).toBe(0o600)
      expect(await listAccounts(place)).toMatchObject([{ name: 'local', status: 'active' }])
      await revokeToken({ ...place, token })
      const next = await ensureEmbeddedToken(place)
      expect(next).not.toBe(token)
      expect(next).toMatch(/^svc_live_ro_/)
    })
  })

  describe('a charge', () => {
    const balance = { account: 1, quota_group: 'current', cycle: '2026-01-01', day: '2026-01-05' } as const

    it('is refused once the allowance is spent, until a refund gives one back', () =>
      using(async (store) => {
        const charged = []
        for (const _ of [1, 2, 3]) charged.push(await store.charge(balance, 2))
        expect(charged).toEqual([1, 2, null])
        expect(await store.used(balance)).toBe(2)
        await store.refund(balance)
        expect(await store.charge(balance, 2)).toBe(2)
        expect(await store.charge({ ...balance, cycle: '2026-02-01' }, 2)).toBe(1)
        expect(await store.charge({ ...balance, quota_group: 'history' }, 0)).toBeNull()
      }))

    it('is counted on its day, and a refund is taken off the day of its charge', () =>
      using(async (store) => {
        for (let i = 0; i < 3; i++) await store.charge(balance, 10)
        await store.charge({ ...balance, day: '2026-01-06' }, 10)
        await store.charge({ ...balance, quota_group: 'history', day: '2026-01-06' }, 10)
        await store.refund(balance)
        expect(await store.usedByDay(1, '2026-01-05')).toEqual([
          { day: '2026-01-06', quota_group: 'current', used: 1 },
          { day: '2026-01-06', quota_group: 'history', used: 1 },
          { day: '2026-01-05', quota_group: 'current', used: 2 },
        ])
        expect(await store.usedByDay(1, '2026-01-06')).toHaveLength(2)
        expect(await store.usedByDay(2, '2026-01-01')).toEqual([])
      }))

    it('starts at zero after a refill, even on an account that is not anchored', async () => {
      for (const [name, anchorDay] of [
        ['anchored', 1],
        ['unanchored', null],
      ] as const) {
        const { id } = await createAccount({ ...place, name, anchorDay })
        const now = new Date()
        const own = { ...balance, account: id, cycle: cycleAt(anchorDay, now).key }
        await using(async (store) => {
          expect([await store.charge(own, 1), await store.charge(own, 1)]).toEqual([1, null])
          await refillAccount({ ...place, name, now })
          expect(await store.used(own)).toBe(0)
          expect(await store.charge(own, 1)).toBe(1)
          // Usage by day counts requests, whatever was refilled.
          expect(await store.usedByDay(id, balance.day)).toMatchObject([{ used: 2 }])
        })
      }
    })
  })

  describe('a sign-in link', () => {
    const now = new Date('2026-11-20T10:00:00Z')
    const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
    beforeEach(() => createAccount({ ...place, name: 'acme' }))
    const newLink = () => createLinkSecret({ ...place, account: 'acme', now })

    it('signs in once, to its own account, even when several services get it', async () => {
      await createAccount({ ...place, name: 'other' })
      const link = await newLink()
      await using(async (store) => {
        expect(await linkState(store, link, now)).toEqual({ kind: 'usable', account: 'acme' })
        const tries = await Promise.all(Array.from({ length: 6 }, () => signIn(store, link, now)))
        const [session, ...others] = tries.filter((secret) => secret !== null)
        expect(others).toEqual([])
        const account = await store.accountOfSession(hashOfSecret(session ?? ''), now.toISOString())
        expect(account?.name).toBe('acme')
        expect(await linkState(store, link, now)).toEqual({ kind: 'used' })
        expect(await signIn(store, link, now)).toBeNull()
      })
    })

    it('expires after its minutes, and is unknown when it was never created or expired long ago', async () => {
      const link = await newLink()
      await using(async (store) => {
        expect((await linkState(store, link, minutesLater(LINK_MINUTES - 1))).kind).toBe('usable')
        expect(await linkState(store, link, minutesLater(LINK_MINUTES))).toEqual({ kind: 'expired' })
        expect(await signIn(store, link, minutesLater(LINK_MINUTES))).toBeNull()
        expect(await linkState(store, 'made-up', now)).toEqual({ kind: 'unknown' })
        expect(await signIn(store, 'made-up', now)).toBeNull()
        await createLinkSecret({ ...place, account: 'acme', now: minutesLater(30 * 24 * 60) })
        expect(await linkState(store, link, now)).toEqual({ kind: 'unknown' })
      })
      await expect(createLinkSecret({ ...place, account: 'nobody' })).rejects.toThrow('no account "nobody"')
    })

    it('begins a session that expires, or ends when it is deleted', async () => {
      const links = [await newLink(), await newLink()]
      await using(async (store) => {
        const sessions: string[] = []
        for (const link of links) sessions.push(hashOfSecret((await signIn(store, link, now)) ?? ''))
        const [first = '', second = ''] = sessions
        const holds = async (session: string, at: Date) =>
          (await store.accountOfSession(session, at.toISOString())) !== null
        expect(await holds(first, minutesLater(SESSION_HOURS * 60 - 1))).toBe(true)
        expect(await holds(first, minutesLater(SESSION_HOURS * 60))).toBe(false)
        await store.deleteSession(first)
        expect([await holds(first, now), await holds(second, now)]).toEqual([false, true])
      })
    })
  })
})

describe('secrets in the file of accounts', () => {
  it('are stored only as hashes', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'secrets-'))
    await createAccount({ dataDir, name: 'acme' })
    const token = await createToken({ dataDir, account: 'acme', kind: 'rw' })
    expect(token).toMatch(/^svc_live_rw_[A-Za-z0-9_-]{43}$/)
    const link = await createLinkSecret({ dataDir, account: 'acme' })
    const session = await withAccounts({ dataDir }, (store) => signIn(store, link, new Date()))
    if (session === null) throw new Error('the link should sign in')
    const files = ['accounts.sqlite', 'accounts.sqlite-wal'].map((name) => join(dataDir, 'service', name))
    const stored = Buffer.concat(
      files.filter((file) => statSync(file, { throwIfNoEntry: false })).map((file) => readFileSync(file)),
    )
    for (const secret of [token, link, session]) expect(stored.includes(secret)).toBe(false)
    for (const kept of [token.slice(0, 20), hashOfSecret(link), hashOfSecret(session)]) {
      expect(stored.includes(kept)).toBe(true)
    }
    rmSync(dataDir, { recursive: true })
  })
})
