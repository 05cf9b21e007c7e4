const whole = new Intl.NumberFormat('en-GB', {
  style: 'currency',
  currency: 'USD',
  currencyDisplay: 'narrowSymbol',
  maximumFractionDigits: 0,
})

/** An amount from a hundred dollars on as the page writes it in the journeys' locale: `$7,790`; a dash for none. */
export function dollars(amount: number | null): string {
  return amount === null ? '—' : whole.format(amount)
}
