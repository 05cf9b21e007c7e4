import countryToCurrency from 'country-to-currency'

/** Pairs of country (lower-case alpha-2) and its currency today (ISO 4217). */
export const COUNTRY_CURRENCIES: readonly (readonly [country: string, currency: string])[] = Object.entries(
  countryToCurrency,
).map(([country, currency]) => [country.toLowerCase(), currency] as const)
