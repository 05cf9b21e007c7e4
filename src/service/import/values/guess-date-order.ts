import { openNearestCountry } from '../../geonames/nearest-country.ts'
import type { DuckSession } from '../../storage/duck-session.ts'
import { type GuessedOrder, likelierOrder, type OrderEvidence } from './likelier-order.ts'
import orderEvidenceSql from './order-evidence.sql?raw'

/** Guesses the order from tables `date_text`, `cells` and `listing_word`; `country` is that of the options. */
export async function guessDateOrder(
  session: DuckSession,
  { country, now }: { country?: string | undefined; now: () => Date },
): Promise<GuessedOrder> {
  const today = now().toISOString().slice(0, 10)
  const [evidence] = await session.rows<OrderEvidence & { lat: number | null; lng: number | null }>(orderEvidenceSql, {
    today,
  })
  if (!evidence) throw new Error('expected counts of the dates, found none')
  return likelierOrder({ ...evidence, country: country?.toLowerCase() ?? evidence.country ?? countryAt(evidence) })
}

/** The country of a point, whose coordinates may be exchanged. */
function countryAt({ lat, lng }: { lat: number | null; lng: number | null }): string | null {
  if (lat === null || lng === null) return null
  const nearestCountry = openNearestCountry()
  const at = (point: { lat: number; lng: number }) =>
    Math.abs(point.lat) <= 90 && Math.abs(point.lng) <= 180 ? nearestCountry(point) : null
  return at({ lat, lng }) ?? at({ lat: lng, lng: lat })
}
