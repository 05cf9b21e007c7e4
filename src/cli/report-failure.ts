import { say } from './environment/terminal.ts'
import { UsageError } from './environment/usage-error.ts'

const BUGS = [TypeError, RangeError, ReferenceError, SyntaxError]

/** Says what went wrong and answers the exit code: 2 where another command line or setting would do, else 1. */
export function reportFailure(error: unknown): 1 | 2 {
  if (!(error instanceof Error)) {
    say(`squaremetre: ${String(error)}`)
    return 1
  }
  // Only a fault of ours has a stack that helps anybody.
  const isBug = BUGS.some((kind) => error instanceof kind)
  say(`squaremetre: ${isBug ? error.stack : error.message}`)
  return error instanceof UsageError ? 2 : 1
}
