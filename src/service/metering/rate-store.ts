import { rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { z } from 'zod'
import type { FaultLog } from '../../server/storage/file-faults.ts'
import { makeFolder } from '../../server/storage/make-folder.ts'
import { followFile } from '../storage/followed-file.ts'
import {
  hasNoRoom,
  LOCK_WAIT_MS,
  openPrivate,
  type SqliteDatabase,
  type Tables,
  writeAlone,
} from '../storage/sqlite.ts'
import { createCircuitBreaker, type StoreFaults } from './circuit-breaker.ts'
import { createMemoryCounts, type MinuteCounts } from './rate-limiter.ts'
import forgetSql from './request-rate-forget.sql?raw'
import takeSql from './request-rate-take.sql?raw'
import schema from './request-rates.sql?raw'

const RATE_TABLES: Tables = { of: 'request rates', first: ['taken'], form: 0, schema }

const count = z.object({ requests: z.int() }).nullish()
const check = z.object({ quick_check: z.string() })

/**
 * Counts the requests of each minute in DATA_DIR/service/request-rates.sqlite, shared by all services on the folder and
 * across restarts. While the file is unavailable, this process counts on its own.
 */
export function openRateCounts(
  dataDir: string,
  { log, faultsOf }: { log: FaultLog; faultsOf: (file: string) => StoreFaults },
): MinuteCounts & { close(): void } {
  const folder = join(dataDir, 'service')
  const file = join(folder, 'request-rates.sqlite')
  const open = () => {
    try {
      makeFolder(folder)
      return { ...countsIn(openOrRenew(file)), isStandIn: false }
    } catch (error) {
      if (!hasNoRoom(error)) throw error
      return { ...countsIn(tablesIn(new Database(':memory:'))), isStandIn: true }
    }
  }
  const counts = followFile({ file, open, renews: true, log })
  const breaker = createCircuitBreaker(counts, { waitMs: LOCK_WAIT_MS, faults: faultsOf(file) })
  const memory = createMemoryCounts()
  return {
    take: (minute, key, limit) =>
      breaker.attempt(
        () => counts.take(minute, key, limit),
        () => memory.take(minute, key, limit),
      ),
    degraded: () => breaker.stillFailing(counts.probe),
    close: counts.close,
  }
}

function tablesIn(database: SqliteDatabase): SqliteDatabase {
  database.exec(schema)
  return database
}

/** The counts in an open file. */
function countsIn(database: SqliteDatabase) {
  const take = database.prepare<Record<string, unknown>>(takeSql)
  const forget = database.prepare<Record<string, unknown>>(forgetSql)
  let counted = Number.NaN
  return {
    take(minute: number, key: string, limit: number): number | null {
      if (minute !== counted) writeAlone(database, () => forget.run({ minute }))
      counted = minute
      return count.parse(take.get({ minute, key, limit }))?.requests ?? null
    },
    waitForLocks: (ms: number) => void database.exec(`PRAGMA busy_timeout = ${ms}`),
    /** Throws when nothing can be written. */
    probe: () => writeAlone(database, () => {}),
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
  const database = openPrivate(file, RATE_TABLES, { durable: false, busyMs: LOCK_WAIT_MS })
  try {
    // Does not wait for the disk: counts must survive the process, but not the machine.
    database.exec('PRAGMA synchronous = OFF')
    const { quick_check } = check.parse(database.prepare('PRAGMA quick_check').get([]))
    if (quick_check !== 'ok') throw Object.assign(new Error(`${file}: ${quick_check}`), { code: 'SQLITE_CORRUPT' })
    return database
  } catch (error) {
    database.close()
    throw error
  }
}
