import { z } from 'zod'
import { type CurrencyRate, currencyRate } from '../../contract/currency-rate.ts'
import type { Currency } from '../../domain/currency.ts'
import type { AsOf } from '../../domain/period.ts'

const lesson = z.record(z.string(), currencyRate)

/** The name of the lesson that holds all rates of a period, and is forgotten with it (`forgetRates` in tile-statements.sql spells it too). */
export function ratesLesson(as_of: AsOf): string {
  return `rates ${as_of}`
}

/** The rate of a currency in such a lesson; null when there is none. */
export function rateIn(raw: unknown, currency: Currency): CurrencyRate | null {
  return readLesson(raw)[currency] ?? null
}

/** The lesson with a rate added; one that is there stays, for pages have converted by it. */
export function withRate(raw: unknown, rate: CurrencyRate): Record<string, CurrencyRate> {
  return { [rate.currency]: rate, ...readLesson(raw) }
}

function readLesson(raw: unknown): Record<string, CurrencyRate> {
  const known = lesson.safeParse(raw)
  return known.success ? known.data : {}
}
