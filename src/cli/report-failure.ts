import { say } from './environment/terminal.ts'
import { UsageError } from './environment/usage-error.ts'

const BUGS = [TypeError, RangeError, ReferenceError, SyntaxError]

/** Prints what went wrong and returns the exit code: 2 for a usage error, otherwise 1. */
export function reportFailure(error: unknown): 1 | 2 {
  if (!(error instanceof Error)) {
    say(`squaremetre: ${String(error)}`)
    return 1
  }
  // A stack helps only with bugs of this program.
  const isBug = BUGS.some((kind) => error instanceof kind)
  say(`squaremetre: ${isBug ? error.stack : error.message}`)
  return error instanceof UsageError ? 2 : 1
}
