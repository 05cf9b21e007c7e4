import { existsSync } from 'node:fs'
import Database from 'libsql'

export type SqliteDatabase = Database.Database

/** How long a service that serves waits for a lock, in ms; those of other services on the same folder are brief. */
export const LOCK_WAIT_MS = 1_000

/** Opens a database that is only read; throws when there is no such file, which SQLite would create. */
export function openReadOnly(file: string): SqliteDatabase {
  if (!existsSync(file)) throw new Error(`${file} is not there`)
  const database = new Database(file)
  database.exec('PRAGMA query_only = 1; PRAGMA mmap_size = 1073741824; PRAGMA busy_timeout = 2000')
  return database
}

/** Opens a database to write to, made when absent; `durable` waits for the disk at each commit. */
export function openForWriting(file: string, options: { durable: boolean; busyMs: number }): SqliteDatabase {
  const database = new Database(file)
  database.exec(`PRAGMA busy_timeout = ${Math.round(options.busyMs)}`)
  database.exec('PRAGMA journal_mode = WAL')
  database.exec(`PRAGMA synchronous = ${options.durable ? 'FULL' : 'NORMAL'}; PRAGMA foreign_keys = 1`)
  return database
}

/**
 * Closes a database that was written to. What is still in the write-ahead log is brought into the file first: closing
 * alone leaves it there as long as a prepared statement is about.
 */
export function closeWritten(database: SqliteDatabase): void {
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
}

/**
 * Does one write in a transaction, whose beginning is what waits for the lock. A bare statement of libsql that does not
 * get the lock stays half begun, and until it is run again nothing is committed on its connection.
 */
export function writeAlone<T>(database: SqliteDatabase, write: () => T): T {
  return database.transaction(write).immediate()
}

/** Ids as a JSON array of decimal texts, which is how a list of them is bound; a number would not hold them. */
export function jsonIds(ids: readonly bigint[]): string {
  return ids.length === 0 ? '[]' : `["${ids.join('","')}"]`
}
