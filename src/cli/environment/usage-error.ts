/** An error that the user can fix on the command line or in the settings; ends the program with code 2 and no stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
