import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  hasPostgres,
  postgresAddress,
  startPostgres,
  type TestPostgres,
} from '../../testing/servers/postgres-server.ts'
import { createAccount, lapseAccount, listAccounts } from '../accounts/accounts.ts'
import { type AccountsPlace, withAccounts } from '../accounts/open-accounts.ts'
import { createLinkSecret, linkState, signIn } from '../accounts/sign-in.ts'
import { createToken, listTokens, revokeToken } from '../accounts/tokens.ts'
import { moveAccounts } from './move-accounts.ts'
import { openMovableAccounts } from './open-movable-accounts.ts'

const NOW = new Date('2026-11-20T10:00:00Z')

async function move(from: AccountsPlace, to: AccountsPlace) {
  const [source, target] = [await openMovableAccounts(from), await openMovableAccounts(to)]
  try {
    const moved = await moveAccounts(source, target)
    return Object.fromEntries(moved.map(({ table, rows, outcome }) => [table, `${rows} ${outcome}`]))
  } finally {
    await source.close()
    await target.close()
  }
}

describe.skipIf(!hasPostgres())('moving accounts', () => {
  let postgres: TestPostgres
  const folders: string[] = []
  const inFile = (): AccountsPlace => {
    const dataDir = mkdtempSync(join(tmpdir(), 'moving-accounts-'))
    folders.push(dataDir)
    return { dataDir }
  }
  const inPostgres = async (): Promise<AccountsPlace> => ({
    ...inFile(),
    accountsUrl: postgresAddress(await postgres.newDatabase()),
  })
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(async () => {
    await postgres?.close()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })

  it('takes them to Postgres and back, every row as it was, and counts on from their numbers', async () => {
    const [file, server, back] = [inFile(), await inPostgres(), inFile()]
    for (const name of ['acme', 'Über', 'zeta']) await createAccount({ ...file, name, anchorDay: 15 })
    await lapseAccount({ ...file, name: 'zeta' })
    const tokens: string[] = []
    for (const account of ['acme', 'acme', 'Über']) tokens.push(await createToken({ ...file, account, kind: 'ro' }))
    await revokeToken({ ...file, token: tokens[1] ?? '' })
    const links = [1, 2].map(() => createLinkSecret({ ...file, account: 'acme', now: NOW }))
    const [used = '', open = ''] = await Promise.all(links)
    await withAccounts(file, async (store) => {
      expect(await signIn(store, used, NOW)).not.toBeNull()
      await store.noteUse(1, '2026-11-20')
      const balance = { account: 1, cycle: '2026-11-15', day: '2026-11-20' }
      for (let i = 0; i < 3; i++) await store.charge({ ...balance, quota_group: 'current' }, 10)
      await store.charge({ ...balance, quota_group: 'history' }, 10)
    })
    const rows = { account: 3, token: 3, token_use: 1, spent: 2, spent_day: 2, sign_in_link: 2, session: 1 }
    const all = (outcome: string) =>
      Object.fromEntries(Object.entries(rows).map(([table, count]) => [table, `${count} ${outcome}`]))

    expect(await move(file, server)).toEqual(all('moved'))
    expect(await move(file, server)).toEqual(all('verified'))
    expect(await move(server, back)).toEqual(all('moved'))
    for (const place of [server, back]) {
      expect(await listAccounts(place)).toEqual(await listAccounts(file))
      expect(await listTokens(place)).toEqual(await listTokens(file))
      await withAccounts(place, async (store) => {
        expect((await store.callerOf(tokens[0] ?? ''))?.account).toBe('acme')
        expect(await store.callerOf(tokens[1] ?? '')).toBeNull()
        expect(await store.used({ account: 1, quota_group: 'current', cycle: '2026-11-15' })).toBe(3)
        expect(await linkState(store, open, NOW)).toEqual({ kind: 'usable', account: 'acme' })
        expect(await linkState(store, used, NOW)).toEqual({ kind: 'used' })
      })
      expect((await createAccount({ ...place, name: 'next' })).id).toBe(4)
      await createToken({ ...place, account: 'next', kind: 'ro' })
      expect((await listTokens(place)).map(({ id }) => id).sort()).toEqual([1, 2, 3, 4])
    }
  })

  it('refuses a place with other accounts, and changes nothing there', async () => {
    const [file, server] = [inFile(), await inPostgres()]
    await expect(move(file, server)).rejects.toThrow('has no accounts')
    await createAccount({ ...file, name: 'acme' })
    await createAccount({ ...server, name: 'other' })
    await expect(move(file, server)).rejects.toThrow('Its table account differs from row 1 on (rows expected: ')
    expect((await listAccounts(server)).map(({ name }) => name)).toEqual(['other'])
  })

  it('leaves nothing where it is interrupted', async () => {
    const [file, server] = [inFile(), await inPostgres()]
    for (const name of ['acme', 'beta']) await createAccount({ ...file, name })
    const [source, target] = [await openMovableAccounts(file), await openMovableAccounts(server)]
    const failing = moveAccounts(source, target, (text) => {
      if (text.includes('rows of token')) throw new Error('interrupted')
    })
    await expect(failing).rejects.toThrow('interrupted')
    expect(await listAccounts(server)).toEqual([])
    for (const side of [source, target]) await side.close()
    expect(await move(file, server)).toMatchObject({ account: '2 moved' })
  })
})
