import { BIGINT } from '@duckdb/node-api'
import { distanceKm } from '../../../../domain/distance.ts'
import { openMayLieIn, openNearestCountry } from '../../../geonames/nearest-country.ts'
import type { DuckSession } from '../../../storage/duck-session.ts'
import lostSignsSql from './lost-signs.sql?raw'

/** Hardly any home is farther from every town of GeoNames. */
const NEAR_TOWN_KM = 20
/** A file of one region can have homes in a country across the meridian of Greenwich, but none across the world. */
const FAR_KM = 3000

interface Mirrored {
  readonly n: bigint
  readonly lat: number
  readonly lng: number
  readonly country: string | null
  readonly span_lat: number
  readonly span_lng: number
}

/**
 * Rejects rows that would lie with the rest of the file if one of their coordinates had the opposite sign, and that now lie far
 * from any town, such as in the sea, or in another country far away. Needs table `span`.
 */
export async function rejectLostSigns(session: DuckSession): Promise<void> {
  const rows = await session.rows<Mirrored>(lostSignsSql)
  if (rows.length === 0) return
  const nearestCountry = openNearestCountry()
  const mayLieIn = openMayLieIn()
  await session.run('CREATE TABLE lost_sign (n BIGINT NOT NULL)')
  const lost = await session.append('lost_sign', [BIGINT])
  for (const { n, lat, lng, country, span_lat, span_lng } of rows) {
    const there = { lat: span_lat, lng: span_lng }
    const own = nearestCountry(there, NEAR_TOWN_KM)
    if (own === null || (country !== null && !mayLieIn(there, country))) continue
    const isAbroad = nearestCountry({ lat, lng }) !== own && distanceKm({ lat, lng }, there) > FAR_KM
    if (isAbroad || nearestCountry({ lat, lng }, NEAR_TOWN_KM) === null) lost.add([n])
  }
  lost.close()
  await session.run(
    `UPDATE parsed SET reason = 'coordinates far from the rest, probably without their minus'
    WHERE n IN (SELECT n FROM lost_sign)`,
  )
}
