/** Ends a check that the service under test offers no occasion for; `reason` says what is missing. */
export class NotShown extends Error {
  override readonly name = 'NotShown'
}

/** The value; ends the check as not shown when there is none. */
export function needed<T>(value: T | null | undefined, reason: string): T {
  if (value === null || value === undefined) throw new NotShown(reason)
  return value
}
