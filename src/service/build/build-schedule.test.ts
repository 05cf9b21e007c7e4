import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listingsDir } from '../listings/listing-store.ts'
import { startBuildSchedule } from './build-schedule.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'schedule-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

function keep(name: string): void {
  mkdirSync(listingsDir(dataDir), { recursive: true })
  writeFileSync(join(listingsDir(dataDir), `${name}.parquet`), name)
}

/** A schedule on a fake clock. `pass` advances the clock and ends waits that are due; no real time passes. */
function scheduleAt(start: string, build: (signal: AbortSignal) => Promise<void> = async () => {}) {
  let now = Date.parse(start)
  const builds: string[] = []
  const logged: { level: number; msg: string }[] = []
  let wait: { ms: number; end: () => void } | null = null
  const schedule = startBuildSchedule({
    dataDir,
    now: () => new Date(now),
    log: pino({}, { write: (line) => logged.push(JSON.parse(line)) }),
    async build(signal) {
      builds.push(new Date(now).toISOString().slice(0, 16))
      await build(signal)
      return { built: [], unchanged: [], withdrawn: [] }
    },
    sleep: (ms, signal) =>
      new Promise((end) => {
        wait = { ms, end }
        signal.onabort = () => end()
      }),
  })
  const pass = async (ms: number) => {
    const until = now + ms
    for (;;) {
      await new Promise(setImmediate)
      if (!wait || now + wait.ms > until) break
      const { end } = wait
      now += wait.ms
      wait = null
      end()
    }
  }
  return { builds, logged, pass, schedule }
}

describe('the schedule', () => {
  test('builds at once and at the start of each month, and not in between', async () => {
    keep('a')
    const { builds, pass, schedule } = scheduleAt('2026-11-30T20:00:00Z')
    await pass(3 * HOUR)
    expect(builds).toEqual(['2026-11-30T20:00'])
    await pass(3 * HOUR)
    // A minute after midnight: the check at midnight finds the new month, the next one builds.
    expect(builds).toEqual(['2026-11-30T20:00', '2026-12-01T00:01'])
    await schedule.close()
  })

  test('builds after listings or rates have changed, once they stay unchanged', async () => {
    const { builds, pass, schedule } = scheduleAt('2026-11-10T12:00:00Z')
    await pass(10 * MINUTE)
    expect(builds).toEqual([])
    for (const name of ['a', 'b', 'c']) {
      keep(name)
      await pass(MINUTE)
    }
    expect(builds).toEqual([])
    await pass(HOUR)
    expect(builds).toEqual(['2026-11-10T12:14'])
    writeFileSync(join(dataDir, 'service', 'rates.csv'), 'date,currency,rate')
    await pass(HOUR)
    expect(builds).toEqual(['2026-11-10T12:14', '2026-11-10T13:15'])
    await schedule.close()
  })

  test('logs a failed build and retries with longer pauses, up to an hour, until one succeeds', async () => {
    keep('a')
    let fails = true
    const { builds, logged, pass, schedule } = scheduleAt('2026-11-10T00:00:00Z', async () => {
      if (fails) throw new Error('disk full')
    })
    await pass(3 * HOUR + 10 * MINUTE)
    expect(builds.map((at) => at.slice(11))).toEqual([
      '00:00',
      '00:01',
      '00:03',
      '00:07',
      '00:15',
      '00:31',
      '01:03',
      '02:03',
      '03:03',
    ])
    expect(logged).toHaveLength(9)
    expect(logged[0]).toMatchObject({ level: 50, err: { message: 'disk full' }, retry_in_seconds: 60 })
    fails = false
    await pass(10 * HOUR)
    expect(builds).toHaveLength(10)
    expect(logged.at(-1)).toMatchObject({ level: 30, msg: 'build done' })
    await schedule.close()
  })

  test('ends a running build silently when it is told to stop, and starts no other', async () => {
    keep('a')
    const { builds, logged, pass, schedule } = scheduleAt(
      '2026-11-10T00:00:00Z',
      (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    )
    await pass(0)
    schedule.windDown()
    await schedule.close()
    await pass(HOUR)
    expect([builds.length, logged]).toEqual([1, []])
  })
})
