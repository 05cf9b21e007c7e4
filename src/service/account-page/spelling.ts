const count = new Intl.NumberFormat('en')
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

/** `12,345`. */
export function spellCount(number: number): string {
  return count.format(number)
}

/** `3 Nov 2026`, from a day or an instant (ISO 8601, UTC). */
export function spellDay(iso: string): string {
  return day.format(new Date(iso))
}
