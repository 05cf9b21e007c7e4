import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { RunningServer } from '../../server/http/running-server.ts'
import { canMount } from '../../testing/small-disk.ts'
import { createAccount } from '../accounts/accounts.ts'
import { openSqliteAccounts } from '../accounts/sqlite-accounts.ts'
import { createToken } from '../accounts/tokens.ts'
import { openRateCounts } from '../metering/rate-store.ts'
import { startService } from '../start-service.ts'
import { writeZones } from '../zones/zone-writer.ts'
import { openSecretKey } from './secret-key.ts'
import { closeWritten } from './sqlite.ts'

/** How long to wait for a state on a busy machine; files are looked at once a second. */
const SOON = { timeout: 20_000, interval: 100 }

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'followed-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const fileOf = (name: string) => join(dataDir, 'service', name)

/** A database of another program. */
function putForeign(file: string): Buffer {
  const database = new Database(file)
  database.exec('CREATE TABLE song (title TEXT)')
  database.close()
  chmodSync(file, 0o644)
  return readFileSync(file)
}

it('accounts that are removed stay known, another program’s database is left alone, and restored accounts are read', async () => {
  await createAccount({ dataDir, name: 'acme' })
  const token = await createToken({ dataDir, account: 'acme', kind: 'ro' })
  let lines = ''
  const write = (line: string) => {
    lines += line
  }
  const log = pino({ level: 'info' }, { write })
  const service = await startService({ dataDir, host: '127.0.0.1', port: 0, now: () => new Date(), log })
  try {
    const headers = { authorization: `Bearer ${token}` }
    const state = async () => {
      const { status } = await fetch(`${service.url}/usage`, { headers })
      return [status, (await (await fetch(new URL('/readyz', service.url))).json()).status]
    }
    const file = fileOf('accounts.sqlite')
    expect(await state()).toEqual([200, 'ready'])
    renameSync(file, `${file}.kept`)
    await expect.poll(state, SOON).toEqual([200, 'degraded'])
    renameSync(`${file}.kept`, file)
    await expect.poll(state, SOON).toEqual([200, 'ready'])
    const saved = new Database(file)
    saved.exec(`VACUUM INTO '${file}.saved'`)
    saved.close()
    const foreign = putForeign(`${file}.foreign`)
    renameSync(`${file}.foreign`, file)
    await expect.poll(state, SOON).toEqual([500, 'not ready'])
    expect(readFileSync(file)).toEqual(foreign)
    renameSync(`${file}.saved`, file)
    await expect.poll(state, SOON).toEqual([200, 'ready'])
    const said = ['the file was removed;', 'is in its place again', 'the new one cannot be opened', 'opened again']
    for (const words of said) expect(lines.split(words), words).toHaveLength(2)
  } finally {
    await service.close()
  }
})

it.skipIf(!canMount())('a service starts on a full disk, does not count, and counts once there is room', async () => {
  await createAccount({ dataDir, name: 'acme' })
  const token = await createToken({ dataDir, account: 'acme', kind: 'ro' })
  writeZones(dataDir, () => {})
  openSecretKey(dataDir, 'cursor-key')
  for (const name of ['accounts.sqlite', 'places.sqlite']) closeWritten(new Database(fileOf(name)))
  const held = ['accounts.sqlite', 'places.sqlite', 'cursor-key'].map(
    (name) => [name, readFileSync(fileOf(name))] as const,
  )
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', dataDir])
  let service: RunningServer | null = null
  try {
    mkdirSync(fileOf(''))
    for (const [name, bytes] of held) writeFileSync(fileOf(name), bytes)
    const ballast = join(dataDir, 'ballast')
    expect(() => writeFileSync(ballast, Buffer.alloc(1024 * 1024))).toThrow('ENOSPC')
    let lines = ''
    const write = (line: string) => {
      lines += line
    }
    const log = pino({ level: 'warn' }, { write })
    const { url, close } = await startService({ dataDir, host: '127.0.0.1', port: 0, now: () => new Date(), log })
    service = { url, close, windDown() {} }
    const headers = { authorization: `Bearer ${token}` }
    const state = async () => {
      const { status, headers: said } = await fetch(`${url}/stats/current?lat=41&lng=2&radius_km=9`, { headers })
      const found = await fetch(`${url}/geo`, { headers })
      const { status: readiness } = await (await fetch(new URL('/readyz', url))).json()
      return [status, said.has('x-quota-used'), found.status, readiness]
    }
    for (let i = 0; i < 3; i++) expect(await state()).toEqual([200, false, 200, 'degraded'])
    expect(lines.split('the file cannot be written')).toHaveLength(3)
    expect(lines).not.toContain('a file cannot be read')
    rmSync(ballast)
    await expect.poll(state, SOON).toEqual([200, true, 200, 'ready'])
  } finally {
    await service?.close()
    execFileSync('umount', ['-l', dataDir])
  }
})

it.skipIf(!canMount())('a full disk is named where accounts have no tables yet', () => {
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', dataDir])
  try {
    mkdirSync(fileOf(''))
    expect(() => writeFileSync(join(dataDir, 'ballast'), Buffer.alloc(2 * 1024 * 1024))).toThrow('ENOSPC')
    for (const use of ['administering', 'serving'] as const) {
      expect(() => openSqliteAccounts(dataDir, use), use).toThrow('full')
    }
  } finally {
    execFileSync('umount', ['-l', dataDir])
  }
})

it.each([
  ['accounts.sqlite', () => openSqliteAccounts(dataDir, 'administering')],
  ['places.sqlite', () => writeZones(dataDir, () => {})],
  [
    'request-rates.sqlite',
    () => openRateCounts(dataDir, { log: pino({ level: 'silent' }), faultsOf: () => ({ begin() {}, end() {} }) }),
  ],
])('%s of another program is refused and stays as it is', async (name, open) => {
  await createAccount({ dataDir, name: 'acme' })
  for (const part of ['', '-wal', '-shm']) rmSync(fileOf(name) + part, { force: true })
  const foreign = putForeign(fileOf(name))
  expect(open).toThrow(/sqlite cannot be used: expected the tables of .+, found song\. Restore it/)
  expect(readFileSync(fileOf(name))).toEqual(foreign)
  expect(statSync(fileOf(name)).mode & 0o777).toBe(0o644)
})

it('counts of requests go on in a new file when theirs is removed', async () => {
  const faultsOf = () => ({
    begin: (error: unknown) => {
      throw error
    },
    end() {},
  })
  const counts = openRateCounts(dataDir, { log: pino({ level: 'silent' }), faultsOf })
  expect(counts.take(7, 'a', 2)).toBe(1)
  for (const part of ['', '-wal', '-shm']) rmSync(fileOf('request-rates.sqlite') + part, { force: true })
  await expect.poll(() => counts.take(7, 'a', 9_999), SOON).toBe(1)
  expect(statSync(fileOf('request-rates.sqlite')).mode & 0o777).toBe(0o600)
  counts.close()
})
