import type { DuckSession } from '../../../storage/duck-session.ts'
import beforeEuroSql from './before-euro.sql?raw'

/** From which year people have paid in euros. (Croatian and Bulgarian homes had prices in euros before.) */
const YEARS: Readonly<Record<number, readonly string[]>> = {
  2002: ['at', 'be', 'de', 'es', 'fi', 'fr', 'gr', 'ie', 'it', 'lu', 'nl', 'pt'],
  2007: ['si'],
  2008: ['cy', 'mt'],
  2009: ['sk'],
  2011: ['ee'],
  2014: ['lv'],
  2015: ['lt'],
}
const BEGAN = JSON.stringify(
  Object.fromEntries(
    Object.entries(YEARS).flatMap(([year, countries]) => countries.map((country) => [country, Number(year)])),
  ),
)

/** Says which prices were taken for euros only because their country has them now; none if an option says the currency. */
export async function beforeEuro(session: DuckSession, currency: string | undefined): Promise<string[]> {
  if (currency !== undefined) return []
  const [found] = await session.rows<{ rows: number; first: string; last: string }>(beforeEuroSql, { began: BEGAN })
  if (!found || found.rows === 0) return []
  return [
    `prices read as euros of days before their country had them: ${found.rows}, from ${found.first} to ${found.last}; if they count the money before it, such as francs or marks, convert them; if they are euros, give --currency EUR`,
  ]
}
