import type { CurrencyRate } from '../../contract/currency-rate.ts'
import { namesOf, numberFormat } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import { formatDay } from '../ui/words/format.ts'

/** Returns a currency's code and its name in the reader's language: `EUR, Euro`. */
export function currencyLabel(code: string): string {
  const name = namesOf('currency').of(code)
  return name === undefined ? code : `${code}, ${name}`
}

// Four digits are enough to check a figure by hand.
const RATE = { minimumSignificantDigits: 4, maximumSignificantDigits: 4 } as const

/** Returns a sentence on how figures were converted, or that they were bought in their currency. */
export function rateWords(rate: CurrencyRate): string {
  if (rate.kind === 'bought-as-such')
    return t('Bought in {currency} because no single rate fits the figures.', { currency: rate.currency })
  const { units_per_usd, currency, base, fx_date } = rate
  return t('Converted at {rate} {currency} per {base} as of {day}.', {
    rate: numberFormat(RATE).format(units_per_usd),
    currency,
    base,
    day: formatDay(fx_date),
  })
}
