/** The currency of each country whose currency the rates cover. Source: ISO 4217; euro area as of 2026. */
const COUNTRIES_BY_CURRENCY: Readonly<Record<string, string>> = {
  EUR: 'ad at ax be bg bl cy de ee es fi fr gf gp gr hr ie it lt lu lv mc me mf mq mt nl pm pt re sk si sm tf va xk yt',
  USD: 'us as bq ec fm gu io mh mp pr pw sv tc tl um vg vi',
  GBP: 'gb gg im je',
  AUD: 'au cc cx ki nf nr tv',
  BRL: 'br',
  CAD: 'ca',
  CHF: 'ch li',
  JPY: 'jp',
  SEK: 'se',
  NOK: 'no sj bv',
  DKK: 'dk fo gl',
  PLN: 'pl',
  CZK: 'cz',
  HUF: 'hu',
  RON: 'ro',
  TRY: 'tr',
  MXN: 'mx',
  INR: 'in',
  CNY: 'cn',
  HKD: 'hk',
  SGD: 'sg',
  NZD: 'nz ck nu pn tk',
  ZAR: 'za',
  ILS: 'il ps',
  KRW: 'kr',
}

/** Pairs of country (lower-case alpha-2) and currency (ISO 4217). */
export const COUNTRY_CURRENCIES: readonly (readonly [country: string, currency: string])[] = Object.entries(
  COUNTRIES_BY_CURRENCY,
).flatMap(([currency, countries]) => countries.split(' ').map((country) => [country, currency] as const))
