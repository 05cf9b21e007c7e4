import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AccountStore, hashOfSecret, openAccountStore } from './account-store.ts'
import { createAccount } from './accounts.ts'
import { createLinkSecret, LINK_MINUTES, linkState, SESSION_HOURS, signIn } from './sign-in.ts'

const NOW = new Date('2026-11-20T10:00:00Z')
const minutesLater = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)

let dataDir: string
let store: AccountStore
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sign-in-'))
  createAccount({ dataDir, name: 'acme' })
  store = openAccountStore(dataDir, 'serving')
})
afterEach(() => {
  store.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const newLink = () => createLinkSecret({ dataDir, account: 'acme', now: NOW })

describe('a sign-in link', () => {
  it('signs in once, to its own account', () => {
    createAccount({ dataDir, name: 'other' })
    const link = newLink()
    expect(linkState(store, link, NOW)).toEqual({ kind: 'usable', account: 'acme' })
    const session = signIn(store, link, NOW)
    expect(store.accountOfSession(hashOfSecret(session ?? ''), NOW.toISOString())?.name).toBe('acme')
    expect(linkState(store, link, NOW)).toEqual({ kind: 'used' })
    expect(signIn(store, link, NOW)).toBeNull()
  })

  it('expires after its minutes', () => {
    const link = newLink()
    expect(linkState(store, link, minutesLater(LINK_MINUTES - 1)).kind).toBe('usable')
    expect(linkState(store, link, minutesLater(LINK_MINUTES))).toEqual({ kind: 'expired' })
    expect(signIn(store, link, minutesLater(LINK_MINUTES))).toBeNull()
  })

  it('is unknown when it was never created or expired long ago', () => {
    expect(linkState(store, 'made-up', NOW)).toEqual({ kind: 'unknown' })
    expect(signIn(store, 'made-up', NOW)).toBeNull()
    const link = newLink()
    createLinkSecret({ dataDir, account: 'acme', now: minutesLater(30 * 24 * 60) })
    expect(linkState(store, link, NOW)).toEqual({ kind: 'unknown' })
    expect(() => createLinkSecret({ dataDir, account: 'nobody' })).toThrow('no account "nobody"')
  })

  it('and its session are stored only as hashes', () => {
    const link = newLink()
    const session = signIn(store, link, NOW)
    if (session === null) throw new Error('the link should sign in')
    const folder = join(dataDir, 'service')
    const stored = Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))))
    expect(stored.includes(link) || stored.includes(session)).toBe(false)
    expect(stored.includes(hashOfSecret(link)) && stored.includes(hashOfSecret(session))).toBe(true)
  })
})

describe('a session', () => {
  it('expires, or ends when it is deleted', () => {
    const [first, second] = [newLink(), newLink()].map((link) => hashOfSecret(signIn(store, link, NOW) ?? ''))
    if (!first || !second) throw new Error('both links should sign in')
    const holds = (session: string, at: Date) => store.accountOfSession(session, at.toISOString()) !== null
    expect(holds(first, minutesLater(SESSION_HOURS * 60 - 1))).toBe(true)
    expect(holds(first, minutesLater(SESSION_HOURS * 60))).toBe(false)
    store.deleteSession(first)
    expect([holds(first, NOW), holds(second, NOW)]).toEqual([false, true])
  })
})
