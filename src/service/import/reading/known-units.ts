import { AREA_UNITS } from '../columns/area-units.ts'
import { CURRENCY_WORDS } from '../values/currency-words.ts'

const UNITS = new Set(AREA_UNITS.map(([word]) => word))
const CURRENCIES = new Set(CURRENCY_WORDS.map(([word]) => word))

/** True when words that stand before or after a number name a currency or a unit of area. */
export function isKnownUnit(words: string): boolean {
  const word = words.replaceAll(/[\s.]/g, '')
  return (
    UNITS.has(word.toLowerCase()) || CURRENCIES.has(words.trim().toUpperCase()) || CURRENCIES.has(word.toUpperCase())
  )
}
