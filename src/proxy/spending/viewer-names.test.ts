import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Ledger } from '../ledger/ledger.ts'
import { openSqliteLedger } from '../ledger/sqlite/sqlite-ledger.ts'
import { createViewerNames } from './viewer-names.ts'

const VIEWER = { address: '192.0.2.7', session: 'a'.repeat(22) }

let folder: string
let ledger: Ledger
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'viewer-names-'))
  ledger = openSqliteLedger(join(folder, 'ledger.sqlite'))
})
afterEach(async () => {
  await ledger.close()
  rmSync(folder, { recursive: true })
})

it('viewers have the same names in all proxies of a ledger, and others on the next day', async () => {
  const [first, second] = [createViewerNames(ledger), createViewerNames(ledger)]
  const today = await first(VIEWER, '2026-11-20')
  expect(await second(VIEWER, '2026-11-20')).toEqual(today)
  const tomorrow = await first(VIEWER, '2026-11-21')
  expect(tomorrow.address).not.toBe(today.address)
  expect(tomorrow.session).not.toBe(today.session)
  expect(await second(VIEWER, '2026-11-21')).toEqual(tomorrow)
})

it('the key of a day is gone from the ledger on the next, so that its names say nothing any more', async () => {
  const names = createViewerNames(ledger)
  await names(VIEWER, '2026-11-20')
  const key = async () => JSON.stringify(await ledger.learned('viewer-key'))
  const first = await key()
  await names(VIEWER, '2026-11-20')
  expect(await key()).toBe(first)
  await names(VIEWER, '2026-11-21')
  const second = await key()
  expect(second).not.toBe(first)
  // A proxy whose clock is behind keeps the later key.
  await createViewerNames(ledger)(VIEWER, '2026-11-20')
  expect(await key()).toBe(second)
})

it('the ledger’s files, which hold the key, can be read by their owner only', () => {
  for (const part of ['', '-wal', '-shm']) {
    expect(statSync(join(folder, `ledger.sqlite${part}`)).mode & 0o777).toBe(0o600)
  }
})
