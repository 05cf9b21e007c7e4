/** The span for which an account's allowance lasts. */
export interface Cycle {
  /** The cycle's name in the store: its first day, or `ever`. */
  readonly key: string
  /** When the allowance resets; null when the account is not anchored to a day, so that it never does. */
  readonly resetsAt: Date | null
}

/** The cycle at an instant. It begins at midnight UTC on the anchor day, or on the last day of a shorter month. */
export function cycleAt(anchorDay: number | null, now: Date): Cycle {
  if (anchorDay === null) return { key: 'ever', resetsAt: null }
  const year = now.getUTCFullYear()
  const month = now.getUTCMonth()
  const thisMonth = beginning(year, month, anchorDay)
  const begun = thisMonth <= now
  const start = begun ? thisMonth : beginning(year, month - 1, anchorDay)
  const resetsAt = begun ? beginning(year, month + 1, anchorDay) : thisMonth
  return { key: start.toISOString().slice(0, 10), resetsAt }
}

function beginning(year: number, month: number, anchorDay: number): Date {
  const daysInMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month, Math.min(anchorDay, daysInMonth)))
}
