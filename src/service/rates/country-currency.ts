import countryToCurrency from 'country-to-currency'

/** Pairs of a country (lower-case alpha-2) and its present currency (ISO 4217). */
export const COUNTRY_CURRENCIES: readonly (readonly [country: string, currency: string])[] = Object.entries(
  countryToCurrency,
).map(([country, currency]) => [country.toLowerCase(), currency] as const)
