import { existsSync } from 'node:fs'
import Database from 'libsql'
import { keepDatabasePrivate } from '../../server/storage/private-file.ts'

export type SqliteDatabase = Database.Database

/** How long a running service waits for a lock, in ms; other services on the same folder hold locks only briefly. */
export const LOCK_WAIT_MS = 1_000

/** Opens a database for reading; throws when the file does not exist, because SQLite would create it. */
export function openReadOnly(file: string): SqliteDatabase {
  if (!existsSync(file)) throw new Error(`there is no file ${file}`)
  const database = new Database(file)
  database.exec('PRAGMA query_only = 1; PRAGMA mmap_size = 1073741824; PRAGMA busy_timeout = 2000')
  return database
}

/** Opens a database of secrets or addresses for writing, as `openForWriting` does; only the owner can read its files. */
export function openPrivate(file: string, options: { durable: boolean; busyMs: number }): SqliteDatabase {
  keepDatabasePrivate(file)
  return openForWriting(file, options)
}

/** Opens a database for writing, creating it if needed; `durable` waits for the disk at each commit. */
export function openForWriting(file: string, options: { durable: boolean; busyMs: number }): SqliteDatabase {
  const database = new Database(file)
  database.exec(`PRAGMA busy_timeout = ${Math.round(options.busyMs)}`)
  database.exec('PRAGMA journal_mode = WAL')
  database.exec(`PRAGMA synchronous = ${options.durable ? 'FULL' : 'NORMAL'}; PRAGMA foreign_keys = 1`)
  return database
}

/**
 * Closes a database after writing. First moves the write-ahead log into the file, because closing alone does not do so
 * while a prepared statement exists.
 */
export function closeWritten(database: SqliteDatabase): void {
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
}

/**
 * Runs a write in a transaction that waits for the lock when it begins. In libsql, a bare statement that does not get
 * the lock stays half begun, and until it runs again nothing is committed on its connection.
 */
export function writeAlone<T>(database: SqliteDatabase, write: () => T): T {
  return database.transaction(write).immediate()
}

/** Ids as a JSON array of decimal texts, for binding as a parameter; numbers are too small for ids. */
export function jsonIds(ids: readonly bigint[]): string {
  return ids.length === 0 ? '[]' : `["${ids.join('","')}"]`
}
