import { dirname } from 'node:path'
import Database from 'libsql'
import { makeFolder } from '../../../server/storage/make-folder.ts'
import { formOf, type OwnTables, requireOwnTables } from '../../../server/storage/own-tables.ts'
import { createPrivate, keepDatabasePrivate } from '../../../server/storage/private-file.ts'
import type { Ledger } from '../ledger.ts'
import schema from './ledger-schema.sql?raw'
import { sqliteCallKeys } from './sqlite-call-keys.ts'
import { sqliteCounts } from './sqlite-counts.ts'
import { sqliteLeases } from './sqlite-leases.ts'
import { sqliteLessons, sqliteLookups } from './sqlite-lessons.ts'
import { sqliteOpenCalls } from './sqlite-open-calls.ts'
import { sqliteScales } from './sqlite-scales.ts'
import { sqliteTiles } from './sqlite-tiles.ts'

const LEDGER: OwnTables = { of: 'a ledger', first: ['edition', 'tile'], form: 1 }

/** Opens the ledger in an SQLite file, creating it when missing; throws when the file is not a ledger. */
export function openSqliteLedger(file: string): Ledger {
  makeFolder(dirname(file))
  createPrivate(file)
  const db = new Database(file)
  try {
    prepareLedger(db, file)
  } catch (error) {
    // The file may be tried again each second.
    db.close()
    throw error
  }
  const lessons = sqliteLessons(db)
  return {
    ...sqliteTiles(db, lessons),
    ...sqliteLookups(db),
    ...sqliteScales(db),
    ...lessons,
    ...sqliteCounts(db),
    ...sqliteLeases(db),
    ...sqliteCallKeys(db),
    ...sqliteOpenCalls(db),
    check: async () => tryWriting(db),
    // `openLedgerInFile` notices faults of the file.
    reach: async () => {},
    close: async () => {
      try {
        // Closing alone leaves the last writes in the write-ahead log while a prepared statement exists.
        db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      } finally {
        db.close()
      }
    },
  }
}

/** Makes the tables that are missing; throws when the file is not a ledger. */
function prepareLedger(db: Database.Database, file: string): void {
  db.exec('PRAGMA busy_timeout = 5000')
  requireOwnTables(db, LEDGER)
  // Readable by its owner only: it contains the key that hashes viewers' addresses, and what they bought.
  keepDatabasePrivate(file)
  // Everything written here was paid for and must survive a power cut; commits are few.
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  db.exec(schema)
  if (formOf(db) !== LEDGER.form) db.exec(`PRAGMA user_version = ${LEDGER.form}`)
}

/** About as long as the answer to a large call. */
const TRIED_BYTES = 262_144

/** Writes and deletes as much as an answer may need; throws when that fails. */
function tryWriting(db: Database.Database): void {
  const tried = [
    `INSERT OR REPLACE INTO learned (name, value) VALUES ('tried', hex(zeroblob(${TRIED_BYTES / 2})))`,
    `DELETE FROM learned WHERE name = 'tried'`,
  ]
  for (const sql of tried) db.transaction(() => void db.prepare(sql).run()).immediate()
}
