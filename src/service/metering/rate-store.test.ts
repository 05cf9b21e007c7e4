import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRateLimiter } from './rate-limiter.ts'
import { openRateCounts } from './rate-store.ts'

let dataDir: string
let failures: unknown[]
let ends: number
let opened: ReturnType<typeof openRateCounts>[]
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'rates-'))
  failures = []
  ends = 0
  opened = []
})
afterEach(() => {
  for (const counts of opened) counts.close()
  rmSync(dataDir, { recursive: true, force: true })
})

function open() {
  const faultsOf = () => ({
    begin: (error: unknown) => failures.push(error),
    end: () => {
      ends++
    },
  })
  const counts = openRateCounts(dataDir, { log: pino({ level: 'silent' }), faultsOf })
  opened.push(counts)
  return counts
}
const fileOf = () => join(dataDir, 'service', 'request-rates.sqlite')

describe('the requests of a minute', () => {
  it('are counted up to the limit, by key', () => {
    const counts = open()
    expect([1, 2, 3].map(() => counts.take(7, 'a', 2))).toEqual([1, 2, null])
    expect(counts.take(7, 'b', 2)).toBe(1)
    expect(counts.take(7, 'c', 0)).toBeNull()
    expect(counts.take(8, 'a', 2)).toBe(1)
  })

  it('are shared by all services on the folder, and survive restarts', () => {
    const [one, other] = [open(), open()]
    expect([one, other, one, other].map((counts) => counts.take(7, 'a', 3))).toEqual([1, 2, 3, null])
    expect(open().take(7, 'a', 3)).toBeNull()
  })

  it('are kept one minute longer for services whose clock is slow, then forgotten', () => {
    const [one, late] = [open(), open()]
    one.take(7, 'a', 9)
    one.take(8, 'a', 9)
    expect(late.take(7, 'a', 9)).toBe(2)
    one.take(9, 'a', 9)
    const rows = new Database(fileOf()).prepare('SELECT minute FROM taken ORDER BY minute').all([])
    expect(rows).toEqual([{ minute: 8 }, { minute: 9 }])
  })

  it('are forgotten when the clock is set back', () => {
    const counts = open()
    counts.take(1_000, 'a', 1)
    expect(counts.take(7, 'a', 1)).toBe(1)
    expect(counts.take(1_000, 'a', 1)).toBe(1)
  })
})

describe('while the store is unavailable', () => {
  it('each process counts on its own and reports it once, until the store is back', async () => {
    const counts = open()
    counts.take(7, 'a', 2)
    const other = new Database(fileOf())
    other.exec('BEGIN IMMEDIATE')
    expect([1, 2, 3].map(() => counts.take(7, 'a', 2))).toEqual([1, 2, null])
    expect([counts.degraded(), failures.length]).toEqual([true, 1])
    other.exec('ROLLBACK')
    other.close()
    await vi.waitFor(() => expect(counts.take(7, 'a', 2)).toBe(2), { timeout: 10_000, interval: 200 })
    expect(counts.degraded()).toBe(false)
    expect([failures.length, ends]).toEqual([1, 1])
  })

  it('a damaged file is replaced', () => {
    open().close()
    opened = []
    writeFileSync(fileOf(), 'no database at all, but long enough to be taken for one'.repeat(200))
    expect(open().take(7, 'a', 2)).toBe(1)
    expect(failures).toEqual([])
  })
})

describe('a limiter', () => {
  it('returns what is left and the seconds until the next minute', () => {
    const limiter = createRateLimiter(() => Date.parse('2026-11-20T10:00:20Z'), open())
    expect(limiter.take('a', 2)).toEqual({ admitted: true, limit: 2, remaining: 1, retry_after_s: 40 })
    limiter.take('a', 2)
    expect(limiter.take('a', 2)).toEqual({ admitted: false, limit: 2, remaining: 0, retry_after_s: 40 })
    expect(limiter.degraded()).toBe(false)
  })
})
