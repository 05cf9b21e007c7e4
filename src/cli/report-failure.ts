import { say } from './environment/terminal.ts'
import { UsageError } from './environment/usage-error.ts'

const BUGS = [TypeError, RangeError, ReferenceError, SyntaxError]

/** Where a folder cannot be written or its disk is full: such errors seldom name what an operator can change. */
const UNWRITABLE = ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'ENOTDIR', 'SQLITE_FULL', 'SQLITE_READONLY']

/** Prints what went wrong and returns the exit code: 2 for a usage error, otherwise 1. */
export function reportFailure(error: unknown, dataDir: string | null = null): 1 | 2 {
  if (!(error instanceof Error)) {
    say(`squaremetre: ${String(error)}`)
    return 1
  }
  // A stack helps only with bugs of this program.
  const isBug = BUGS.some((kind) => error instanceof kind)
  const folder = dataDir !== null && isUnwritable(error) ? ` (DATA_DIR is ${dataDir})` : ''
  say(`squaremetre: ${isBug ? error.stack : error.message}${folder}`)
  return error instanceof UsageError ? 2 : 1
}

function isUnwritable(error: Error & { code?: unknown; syscall?: unknown }): boolean {
  // On a read-only disk, Node reports a folder that cannot be created as one that does not exist.
  if (UNWRITABLE.some((code) => code === error.code) || error.syscall === 'mkdir') return true
  return error.cause instanceof Error && isUnwritable(error.cause)
}
