import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { LOCK_WAIT_MS, openPrivate, type SqliteDatabase, writeAlone } from '../storage/sqlite.ts'
import { createCircuitBreaker, type StoreFaults } from './circuit-breaker.ts'
import { createMemoryCounts, type MinuteCounts } from './rate-limiter.ts'
import forgetSql from './request-rate-forget.sql?raw'
import takeSql from './request-rate-take.sql?raw'
import schemaSql from './request-rates.sql?raw'

const count = z.object({ requests: z.int() }).nullish()
const check = z.object({ quick_check: z.string() })

/**
 * Counts the requests of each minute in DATA_DIR/service/request-rates.sqlite, shared by all services on the folder and
 * across restarts. While the file is unavailable, this process counts on its own.
 */
export function openRateCounts(
  dataDir: string,
  faultsOf: (file: string) => StoreFaults,
): MinuteCounts & { close(): void } {
  const folder = join(dataDir, 'service')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'request-rates.sqlite')
  const database = openOrRenew(file)
  const take = database.prepare<Record<string, unknown>>(takeSql)
  const forget = database.prepare<Record<string, unknown>>(forgetSql)
  const waitForLocks = (ms: number) => void database.exec(`PRAGMA busy_timeout = ${ms}`)
  const breaker = createCircuitBreaker({ waitForLocks }, { waitMs: LOCK_WAIT_MS, faults: faultsOf(file) })
  const memory = createMemoryCounts()
  let counted = Number.NaN
  return {
    take: (minute, key, limit) =>
      breaker.attempt(
        () => {
          if (minute !== counted) writeAlone(database, () => forget.run({ minute }))
          counted = minute
          return count.parse(take.get({ minute, key, limit }))?.requests ?? null
        },
        () => memory.take(minute, key, limit),
      ),
    degraded: () => breaker.stillFailing(() => writeAlone(database, () => {})),
    close: () => void database.close(),
  }
}

/** Opens the file. Replaces it when a power cut has damaged it, because its content is worthless after a minute. */
function openOrRenew(file: string): SqliteDatabase {
  try {
    return open(file)
  } catch (error) {
    if (!BROKEN.has((error as { code?: unknown }).code)) throw error
    for (const part of ['', '-wal', '-shm']) rmSync(file + part, { force: true })
    return open(file)
  }
}

const BROKEN: ReadonlySet<unknown> = new Set(['SQLITE_CORRUPT', 'SQLITE_NOTADB'])

function open(file: string): SqliteDatabase {
  const database = openPrivate(file, { durable: false, busyMs: LOCK_WAIT_MS })
  try {
    // Does not wait for the disk: counts must survive the process, but not the machine.
    database.exec('PRAGMA synchronous = OFF')
    database.exec(schemaSql)
    const { quick_check } = check.parse(database.prepare('PRAGMA quick_check').get([]))
    if (quick_check !== 'ok') throw Object.assign(new Error(`${file}: ${quick_check}`), { code: 'SQLITE_CORRUPT' })
    return database
  } catch (error) {
    database.close()
    throw error
  }
}
