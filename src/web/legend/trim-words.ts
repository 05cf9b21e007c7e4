const asGiven = new Intl.NumberFormat(undefined, { maximumFractionDigits: 20, useGrouping: false })

/**
 * Returns the service's trim setting in words; empty when it states none. The interface calls it a quantile and names it
 * a percentage, so it is shown as given: 1.5 may be per cent, 0.01 a share, and neither word would be safe.
 */
export function trimWords(trim: number | string | null): string {
  if (trim === null) return ''
  if (Number(trim) === 0) return 'No outliers trimmed.'
  return `Outliers trimmed; the service’s setting is ${typeof trim === 'number' ? asGiven.format(trim) : trim}.`
}
