import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { parentsAround } from '../../../testing/cells.ts'
import { type ProxyUnderTest, startProxyUnderTest } from '../../../testing/proxy-under-test.ts'
import { canMount } from '../../../testing/small-disk.ts'
import { type StrangeService, startStrangeService } from '../../../testing/strange-service/start-strange-service.ts'
import { ledgerFile } from './ledger-file.ts'
import { openLedgerInFile } from './ledger-in-file.ts'

const PARENTS = parentsAround(8, 40)
const CANNOT = 'the ledger cannot be read or written; nothing is bought'
const CAN_AGAIN = 'the ledger can be read and written again'
/** How long to wait for a state on a busy machine. */
const SOON = { timeout: 20_000, interval: 100 }

let service: StrangeService
let proxy: ProxyUnderTest | null = null
const running = () => {
  if (proxy === null) throw new Error('expected a proxy')
  return proxy
}
let dataDir: string
let file: string
beforeEach(async () => {
  service = await startStrangeService()
  dataDir = mkdtempSync(join(tmpdir(), 'ledger-in-file-'))
  file = join(dataDir, 'proxy', ledgerFile({ serviceBaseUrl: service.url }))
})
afterEach(async () => {
  await proxy?.close()
  proxy = null
  await service.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const readiness = async () => {
  const { response, text } = await running().get('/readyz')
  return `${response.status} ${JSON.parse(text).status}`
}
const tile = (index: number, ledger = '') =>
  running().get(`/api/tiles/2026-11-01/default/8/${PARENTS[index]}?${ledger}`)
const logged = (message: string) =>
  running()
    .said()
    .split('\n')
    .filter((line) => line.includes(`"msg":"${message}"`))
const refusals = async (index: number) =>
  (await running().buy(PARENTS.slice(index, index + 1))).all('refused').map(({ refusal }) => refusal.code)

/** Starts a proxy that holds some tiles in its file, and has read none of them yet. */
async function startHolding(): Promise<void> {
  proxy = await startProxyUnderTest(service, { dataDir })
  await proxy.buy(PARENTS.slice(0, 30))
  await proxy.restart()
}

/** Overwrites all but the first page, so that the file is still a database. */
function damage(): void {
  const { size } = statSync(file)
  const opened = openSync(file, 'r+')
  writeSync(opened, Buffer.alloc(size - 4_096, 7), 0, size - 4_096, 4_096)
  closeSync(opened)
}

it('with a damaged file nothing is bought and tiles in memory are served; the log names it once, until it is replaced', async () => {
  await startHolding()
  const ledger = `ledger=${JSON.parse((await running().get('/api/period')).text).ledger}`
  expect((await tile(0, ledger)).response.status).toBe(200)
  const saved = join(dataDir, 'saved.sqlite')
  cpSync(file, saved)
  damage()
  expect((await tile(20)).response.status).toBe(503)
  expect(await readiness()).toBe('200 degraded')
  expect((await tile(0, ledger)).response.status).toBe(200)
  for (const index of [31, 32, 33]) expect(await refusals(index)).toEqual(['ledger_unreachable'])
  expect((await tile(21)).response.status).toBe(503)
  expect(logged(CANNOT)).toHaveLength(1)
  expect(logged(CANNOT)[0]).toContain(file)
  expect(logged('a request broke')).toEqual([])
  renameSync(saved, file)
  await expect.poll(readiness, SOON).toBe('200 ready')
  expect(logged(CAN_AGAIN)).toHaveLength(1)
  expect((await tile(0)).response.status).toBe(200)
  expect(await refusals(31)).toEqual([])
})

it('a damaged file with nothing in memory is not ready', async () => {
  await startHolding()
  damage()
  await expect.poll(readiness, SOON).toBe('503 not ready')
  expect(logged(CANNOT)).toHaveLength(1)
})

it('a removed folder is made again, before anything else is bought', async () => {
  proxy = await startProxyUnderTest(service, { dataDir })
  await running().buy(PARENTS.slice(0, 1))
  rmSync(join(dataDir, 'proxy'), { recursive: true })
  await expect.poll(readiness, SOON).toBe('200 ready')
  expect(existsSync(file)).toBe(true)
  await running().buy(PARENTS.slice(1, 2))
  await running().restart()
  expect((await tile(1)).response.status).toBe(200)
  expect(logged(CANNOT)).toHaveLength(1)
})

it('a file that is not a ledger keeps the proxy from starting, with an error that names it', () => {
  mkdirSync(join(dataDir, 'proxy'))
  writeFileSync(file, 'no database '.repeat(1_000))
  const open = (path: string) => () => openLedgerInFile(path, pino({ level: 'silent' }))
  expect(open(file)).toThrow(`the ledger ${file} cannot be opened: file is not a database. Restore it from a backup`)
  rmSync(file)
  const later = 'CREATE TABLE tile (x); CREATE TABLE edition (x); PRAGMA user_version = 99'
  for (const [sql, words] of [
    ['CREATE TABLE tile (x)', 'expected the tables of a ledger, found tile. Restore it from a backup'],
    ['CREATE TABLE song (x)', 'expected the tables of a ledger, found song. Restore it from a backup'],
    [later, 'expected form 1 of its tables or an earlier one, found 99 of a later version. Restore it'],
  ] as const) {
    const foreign = new Database(file)
    foreign.exec(sql)
    foreign.close()
    chmodSync(file, 0o644)
    const before = readFileSync(file)
    expect(open(file)).toThrow(`the ledger ${file} cannot be opened: ${words}`)
    expect(readFileSync(file)).toEqual(before)
    expect(statSync(file).mode & 0o777).toBe(0o644)
    rmSync(file)
  }
  mkdirSync(file)
  const { mode } = statSync(file)
  expect(open(file)).toThrow(`the ledger ${file} cannot be opened: ${file} is a folder, not a database; move it away`)
  expect(statSync(file).mode).toBe(mode)
  rmdirSync(file)
  // Paid figures stay where they are although the folder cannot be written.
  writeFileSync(file, '')
  expect(open(join(file, 'ledger.sqlite'))).not.toThrow('move it away')
})

it.skipIf(!canMount())(
  'a full disk keeps what is held, spends nothing, and loses no answer that was paid for',
  async () => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', dataDir])
    try {
      proxy = await startProxyUnderTest(service, { dataDir })
      await running().buy(PARENTS.slice(0, 1))
      const ballast = join(dataDir, 'ballast')
      let asked = 0
      const delay = () => {
        asked++
        return 500
      }
      Object.defineProperty(service.rules, 'delay', { get: delay })
      const paid = refusals(1)
      await expect.poll(() => asked, SOON).toBeGreaterThan(0)
      expect(() => writeFileSync(ballast, Buffer.alloc(6 * 1024 * 1024))).toThrow('ENOSPC')
      expect(await paid).toEqual(['ledger_unreachable'])
      expect(await readiness()).toBe('200 degraded')
      expect((await tile(0)).response.status).toBe(200)
      for (const index of [20, 21, 22]) expect(await refusals(index)).toEqual(['ledger_unreachable'])
      expect(service.calls).toHaveLength(2)
      expect(logged(CANNOT)).toHaveLength(1)
      rmSync(ballast)
      await expect.poll(readiness, SOON).toBe('200 ready')
      await expect.poll(async () => (await tile(1)).response.status, SOON).toBe(200)
      expect(service.calls).toHaveLength(2)
      expect(logged(CAN_AGAIN)).toHaveLength(1)
    } finally {
      await proxy?.close()
      proxy = null
      execFileSync('umount', ['-l', dataDir])
    }
  },
)
