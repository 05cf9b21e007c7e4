import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'libsql'
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

/** A file is another program's database, or a ledger of a later version. */
export class NotThisLedger extends Error {
  override readonly name: string = 'NotThisLedger'
}

/** Form of the tables. Raise it with a change that earlier versions of the program would misread. */
const FORM = 1

/** Opens the ledger in an SQLite file, creating it when missing; throws when the file is not a ledger. */
export function openSqliteLedger(file: string): Ledger {
  mkdirSync(dirname(file), { recursive: true })
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
  requireLedger(db)
  // Readable by its owner only: it contains the key that hashes viewers' addresses, and what they bought.
  keepDatabasePrivate(file)
  // Everything written here was paid for and must survive a power cut; commits are few.
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  db.exec(schema)
  if (formOf(db) !== FORM) db.exec(`PRAGMA user_version = ${FORM}`)
}

/** Tables that each ledger has had from the beginning. */
const FIRST_TABLES = ['edition', 'tile']

/** Throws, before anything is written, when the file has the tables of something else; a new file has none. */
function requireLedger(db: Database.Database): void {
  const rows = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all([]) as { name: string }[]
  const names = rows.map(({ name }) => name)
  if (names.length > 0 && !FIRST_TABLES.every((name) => names.includes(name))) {
    throw new NotThisLedger(`expected the tables of a ledger, found ${names.join(', ')}`)
  }
  const form = formOf(db)
  if (form > FORM) {
    throw new NotThisLedger(`expected form ${FORM} of its tables or an earlier one, found ${form} of a later version`)
  }
}

/** Returns the form of the tables; 0 in a file that was written before forms were counted, or that is new. */
function formOf(db: Database.Database): number {
  const { user_version } = db.prepare('PRAGMA user_version').get([]) as { user_version: number }
  return user_version
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
