import { isAbsolute, relative, sep } from 'node:path'
import { faultText, isFileFault } from '../server/storage/file-faults.ts'
import { say } from './environment/terminal.ts'
import { UsageError } from './environment/usage-error.ts'

const BUGS = [TypeError, RangeError, ReferenceError, SyntaxError]

/** Where a folder cannot be written or its disk is full: such errors seldom name what an operator can change. */
const UNWRITABLE = ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'ENOTDIR', 'SQLITE_FULL', 'SQLITE_READONLY']
/** A folder or file that belongs to another user. */
const FORBIDDEN = ['EACCES', 'EPERM']
/** How libsql, without a code, reports a file that it may not open, or a folder that does not exist. */
const NOT_OPENED = /^ConnectionFailed\("Unable to open/
/** Calls of the system that fail with the same codes: a port below 1024, a process of another user. */
const OF_NO_FOLDER = ['listen', 'bind', 'kill']

/** Prints what went wrong and returns the exit code: 2 for a usage error, otherwise 1. */
export function reportFailure(error: unknown, dataDir: string | null = null): 1 | 2 {
  say(`squaremetre: ${failureText(error, dataDir)}`)
  return error instanceof UsageError ? 2 : 1
}

/** What went wrong, with DATA_DIR where that may be the reason. */
export function failureText(error: unknown, dataDir: string | null): string {
  if (!(error instanceof Error)) return String(error)
  // A stack helps only with bugs of this program.
  const isBug = BUGS.some((kind) => error instanceof kind)
  if (dataDir === null || !isUnwritable(error, dataDir)) return isBug ? String(error.stack) : faultText(error)
  const advice = isForbidden(error) ? '; run this as a user who can write to it' : ''
  return `${isBug ? error.stack : faultText(error)} (DATA_DIR is ${dataDir}${advice})`
}

function isForbidden({ code, message, cause }: Error & { code?: unknown }): boolean {
  if (FORBIDDEN.some((each) => each === code) || NOT_OPENED.test(message)) return true
  return cause instanceof Error && isForbidden(cause)
}

function isUnwritable(error: Error & { code?: unknown; syscall?: unknown; path?: unknown }, dataDir: string): boolean {
  const { code, syscall, path, cause } = error
  // Neither has a code that says so.
  if (NOT_OPENED.test(error.message) || (isFileFault(error) && code === undefined)) return true
  if (OF_NO_FOLDER.some((each) => each === syscall)) return false
  if (typeof path === 'string' && !isWithin(path, dataDir) && !isWithin(dataDir, path)) return false
  // On a read-only disk, Node reports a folder that cannot be created as one that does not exist.
  if (UNWRITABLE.some((each) => each === code) || syscall === 'mkdir') return true
  return cause instanceof Error && isUnwritable(cause, dataDir)
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return !isAbsolute(way) && way.split(sep)[0] !== '..'
}
