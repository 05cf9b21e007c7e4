/** What the person at the command line can put right; ends the program with code 2 and no stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
