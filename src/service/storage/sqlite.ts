import { existsSync, statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import Database from 'libsql'
import { z } from 'zod'
import { isDamage } from '../../server/storage/file-faults.ts'
import { NotOurDatabase, type OwnTables, requireOwnTables } from '../../server/storage/own-tables.ts'
import { createPrivate, keepDatabasePrivate } from '../../server/storage/private-file.ts'

export type SqliteDatabase = Database.Database

/** How long a running service waits for a lock, in ms; other services on the same folder hold locks only briefly. */
export const LOCK_WAIT_MS = 1_000

/**
 * Opens a database for reading; throws when the file does not exist, because SQLite would create it. On a full disk, reads
 * it as it is.
 */
export function openReadOnly(file: string): SqliteDatabase {
  if (!existsSync(file)) throw new Error(`there is no file ${file}`)
  const database = new Database(readableName(file))
  database.exec('PRAGMA query_only = 1; PRAGMA mmap_size = 1073741824; PRAGMA busy_timeout = 2000')
  return database
}

/** The name by which a database can be opened for reading, also where the disk has no room for files beside it. */
export function readableName(file: string): string {
  const database = new Database(file)
  try {
    database.prepare('SELECT count(*) FROM sqlite_schema').get([])
    return file
  } catch (error) {
    // Who opens it gets any other error.
    return hasNoRoom(error) && isMerged(file) ? asItIs(file) : file
  } finally {
    database.close()
  }
}

/**
 * Opens a database on a full disk, which cannot be written meanwhile; throws `error` where that would lose commits, or
 * where there was no room for the tables either.
 */
export function openAsItIs(file: string, tables: OwnTables, error: unknown): SqliteDatabase {
  if (!hasNoRoom(error) || !isMerged(file)) throw error
  const database = new Database(asItIs(file))
  if (requireOwnTables(database, tables) === 'ours') return database
  database.close()
  throw error
}

/** True when there is no room for the files that SQLite keeps beside a database while it is open. */
export function hasNoRoom(error: unknown): boolean {
  return /^SQLITE_(FULL|IOERR_SHM)/.test(String((error as { code?: unknown }).code))
}

/** Whether a database has all commits itself, none in its write-ahead log. */
function isMerged(file: string): boolean {
  return (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0
}

/** By this name, SQLite opens a file as one that never changes, and keeps nothing beside it. */
function asItIs(file: string): string {
  return `${pathToFileURL(file).href}?immutable=1`
}

/** The tables of a kind of database, and the statements that create those that are missing. */
export interface Tables extends OwnTables {
  readonly schema: string
}

/** How a database is opened for writing: each commit of a `durable` one waits for the disk. */
interface Writing {
  readonly durable: boolean
  readonly busyMs: number
}

/** Opens a database of secrets or addresses for writing, as `openForWriting` does; only the owner can read its files. */
export function openPrivate(file: string, tables: Tables, writing: Writing): SqliteDatabase {
  createPrivate(file)
  return openOwn(file, tables, { ...writing, prepare: () => keepDatabasePrivate(file) })
}

/**
 * Opens a database for writing, creating it and its tables if needed; throws `NotOurDatabase`, and leaves the file as it
 * is, when it has other tables.
 */
export function openForWriting(file: string, tables: Tables, writing: Writing): SqliteDatabase {
  return openOwn(file, tables, writing)
}

function openOwn(
  file: string,
  tables: Tables,
  { durable, busyMs, prepare }: Writing & { prepare?: () => void },
): SqliteDatabase {
  const database = new Database(file)
  try {
    database.exec(`PRAGMA busy_timeout = ${Math.round(busyMs)}`)
    const found = requireOwnTables(database, tables)
    prepare?.()
    database.exec('PRAGMA journal_mode = WAL')
    database.exec(`PRAGMA synchronous = ${durable ? 'FULL' : 'NORMAL'}; PRAGMA foreign_keys = 1`)
    // In one step: to another process, some of the tables would be those of another program.
    if (found === 'new') writeAlone(database, () => void database.exec(tables.schema))
    else database.exec(tables.schema)
    return database
  } catch (error) {
    database.close()
    if (isBusy(error)) throw withCode(error, describeLock(file))
    const unusable = `${file} cannot be used: ${(error as Error).message}. Restore it from a backup, or move it away`
    if (isDamage(error)) throw withCode(error as Coded, unusable)
    throw error instanceof NotOurDatabase ? new NotOurDatabase(unusable) : error
  }
}

type Coded = Error & { code: string }

/** An error that says more, and is still recognised by its code. */
function withCode(cause: Coded, message: string): Coded {
  return Object.assign(new Error(message, { cause }), { code: cause.code })
}

function isBusy(error: unknown): error is Coded {
  return error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY'
}

/** SQLite reports the log of another database as it does a file in use. */
function describeLock(file: string): string {
  return `${file} is locked. Stop the other program that uses it; if a backup was copied over it, move ${file}-wal and ${file}-shm away, which belong to the file of before`
}

/**
 * Closes a database after writing. First moves the write-ahead log into the file, because closing alone does not do so
 * while a prepared statement exists. On a full disk, the log stays beside the file, and nothing is lost.
 */
export function closeWritten(database: SqliteDatabase): void {
  try {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch (error) {
    if (!hasNoRoom(error)) throw error
  } finally {
    database.close()
  }
}

/**
 * Runs a write in a transaction that waits for the lock when it begins. In libsql, a bare statement that does not get
 * the lock stays half begun, and until it runs again nothing is committed on its connection.
 */
export function writeAlone<T>(database: SqliteDatabase, write: () => T): T {
  try {
    return database.transaction(write).immediate()
  } catch (error) {
    if (!isBusy(error)) throw error
    const [file] = z.tuple([z.string()]).parse(database.prepare('SELECT file FROM pragma_database_list').raw().get([]))
    throw withCode(error, `${file} is locked by another program; nothing was changed. Try again once it has ended`)
  }
}

/** Ids as a JSON array of decimal texts, for binding as a parameter; numbers are too small for ids. */
export function jsonIds(ids: readonly bigint[]): string {
  return ids.length === 0 ? '[]' : `["${ids.join('","')}"]`
}
