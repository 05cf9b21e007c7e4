const whole = new Intl.NumberFormat('en-GB', {
  style: 'currency',
  currency: 'USD',
  currencyDisplay: 'narrowSymbol',
  maximumFractionDigits: 0,
})

/** Formats an amount of at least a hundred dollars as the page does in the journeys' locale: `$7,790`; a dash for none. */
export function dollars(amount: number | null): string {
  return amount === null ? '—' : whole.format(amount)
}
