import { z } from 'zod'
import { type CurrencyRate, currencyRate } from '../../contract/currency-rate.ts'
import type { Currency } from '../../domain/currency.ts'
import type { AsOf } from '../../domain/period.ts'

const lesson = z.record(z.string(), currencyRate)

/** Returns the name of the lesson with all rates of a period; `forgetRates` in tile-statements.sql spells it too. */
export function ratesLesson(as_of: AsOf): string {
  return `rates ${as_of}`
}

/** Returns the rate of a currency in such a lesson; null when there is none. */
export function rateIn(raw: unknown, currency: Currency): CurrencyRate | null {
  return readLesson(raw)[currency] ?? null
}

/** Returns the lesson with a rate added. An existing rate stays, because pages have already converted with it. */
export function withRate(raw: unknown, rate: CurrencyRate): Record<string, CurrencyRate> {
  return { [rate.currency]: rate, ...readLesson(raw) }
}

function readLesson(raw: unknown): Record<string, CurrencyRate> {
  const known = lesson.safeParse(raw)
  return known.success ? known.data : {}
}
