/** Ends a check that cannot be run on the service under test; the message says what is missing. */
export class Skipped extends Error {
  override readonly name = 'Skipped'
}

/** Returns the value; throws `Skipped` with the reason when there is none. */
export function needed<T>(value: T | null | undefined, reason: string): T {
  if (value === null || value === undefined) throw new Skipped(reason)
  return value
}
