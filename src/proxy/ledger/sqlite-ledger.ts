import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'libsql'
import type { Ledger } from './ledger.ts'
import schema from './ledger-schema.sql?raw'
import { sqliteCounts } from './sqlite-counts.ts'
import { sqliteLeases } from './sqlite-leases.ts'
import { sqliteLessons, sqliteLookups } from './sqlite-lessons.ts'
import { sqliteTiles } from './sqlite-tiles.ts'

/** Opens the ledger in an SQLite file, which it makes where there is none; throws when the file is no ledger. */
export function openSqliteLedger(file: string): Ledger {
  mkdirSync(dirname(file), { recursive: true })
  const db = new Database(file)
  db.exec('PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL')
  // What is written here was paid for: it must outlive a power cut too, and commits are few.
  db.exec('PRAGMA synchronous = FULL')
  db.exec(schema)
  const lessons = sqliteLessons(db)
  return {
    ...sqliteTiles(db, lessons),
    ...sqliteLookups(db),
    ...lessons,
    ...sqliteCounts(db),
    ...sqliteLeases(db),
    close: async () => {
      // Closing alone leaves what was written last in the write-ahead log, as long as a prepared statement is about.
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      db.close()
    },
  }
}
