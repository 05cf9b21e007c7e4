/** An error that the user can fix on the command line or in the settings; ends the program with code 2 and no stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Reads what a command was given; whatever is wrong with it is a usage error. */
export function readGiven<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}
