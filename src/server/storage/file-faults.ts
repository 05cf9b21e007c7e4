import { statSync } from 'node:fs'
import { NotOurDatabase } from './own-tables.ts'

/** Where faults are logged. */
export interface FaultLog {
  error(fields: object, message: string): void
  info(fields: object, message: string): void
}

/** Content of a file that cannot be read was needed. Logged when it began, so not for each request. */
export class FileUnreadable extends Error {
  override readonly name: string = 'FileUnreadable'
}

/** Files that cannot be read at the moment. Each is logged once when that begins, and once when it is over. */
export interface FileFaults {
  begin(file: string, error: unknown): void
  end(file: string): void
  /** The file is gone, which ends its fault without a line in the log. */
  forget(file: string): void
  /** The files, in the order in which they were noticed. */
  files(): readonly string[]
}

/** Starts without faults; without a log, they are only remembered. */
export function createFileFaults(log: FaultLog | null): FileFaults {
  const faulty = new Set<string>()
  return {
    begin: (file, err) => {
      if (!faulty.has(file)) log?.error({ file, err }, 'a file cannot be read')
      faulty.add(file)
    },
    end: (file) => {
      if (faulty.delete(file)) log?.info({ file }, 'the file can be read again')
    },
    forget: (file) => void faulty.delete(file),
    files: () => [...faulty],
  }
}

/** Does what reads a file, and notes whether it can be read. A fault of the file becomes `FileUnreadable`. */
export function readWatched<T>(faults: FileFaults, file: string, read: () => T): T {
  try {
    const value = read()
    faults.end(file)
    return value
  } catch (error) {
    if (!isFileFault(error)) throw error
    faults.begin(file, error)
    throw new FileUnreadable(`${file} cannot be read or written: ${faultText(error)}`, { cause: error })
  }
}

/** Returns a store all of whose functions read or write one file, each watched as by `readWatched`. */
export function watchCalls<Store extends object>(faults: FileFaults, file: string, store: Store): Store {
  const members = Object.entries(store).map(([name, member]: [string, unknown]) => {
    const watched = (...input: unknown[]): unknown =>
      readWatched(faults, file, () => Reflect.apply(member as () => unknown, store, input))
    return [name, typeof member === 'function' ? watched : member]
  })
  return Object.fromEntries(members) as Store
}

/** When SQLite ends a transaction itself, because the disk is full or fails, libsql reports only that its own rollback failed. */
const GIVEN_UP = 'cannot rollback - no transaction is active'

/** True for what SQLite reports when a file or its disk is at fault, not the caller. */
export function isFileFault(error: unknown): boolean {
  if (error instanceof NotOurDatabase || isGivenUp(error)) return true
  return /^SQLITE_(FULL|IOERR|CORRUPT|NOTADB|CANTOPEN|READONLY|PERM)/.test(codeOf(error))
}

/** True when the file's content is at fault, which does not end by itself. */
export function isDamage(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error))
}

/** How libsql, without a code, reports a file that it may not open, a folder in its place, or one that does not exist. */
const NOT_OPENED = /ConnectionFailed\("Unable to open connection to local database (.+): 14"\)/

/** Returns what is wrong with a file, for people. */
export function faultText(error: unknown): string {
  if (isGivenUp(error)) return 'a write failed, probably because the disk is full'
  if (!(error instanceof Error)) return String(error)
  return error.message.replace(NOT_OPENED, (_, path) =>
    isFolder(path) ? `${path} is a folder, not a database; move it away` : `the database ${path} cannot be opened`,
  )
}

/** When SQLite could not open a file: whether a folder is in its place. Null for any other error. */
export function folderInPlace({ message }: Error): boolean | null {
  const [, path] = NOT_OPENED.exec(message) ?? []
  return path === undefined ? null : isFolder(path)
}

/** True when a write failed without a code that says so. */
export function isGivenUp(error: unknown): boolean {
  return error instanceof Error && error.message === GIVEN_UP
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
