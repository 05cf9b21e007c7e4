/** One turn of an account's allowance. */
export interface Cycle {
  /** Names the cycle in the store: its first day, or `ever`. */
  readonly key: string
  /** When the allowance is whole again; null when the account is not anchored to a day, so that it never is. */
  readonly resetsAt: Date | null
}

/** The cycle that an instant lies in; it begins at midnight UTC on the anchor day, or on a shorter month's last day. */
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
