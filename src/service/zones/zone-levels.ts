import { createHash } from 'node:crypto'
import type { Resolution } from '../../domain/cell.ts'
import type { ZoneLevel } from '../../domain/place.ts'

/** Resolution at which places of a level are stored: coarse where they are large. */
export const STORED_AT: Readonly<Record<ZoneLevel, Resolution>> = {
  region: 5,
  province: 6,
  city: 8,
  macrozone: 8,
  microzone: 8,
}

/** How far apart, in km, two places of one name and level may lie and still be the same. */
export const NAMESAKE_REACH_KM: Readonly<Record<ZoneLevel, number>> = {
  region: 1000,
  province: 300,
  city: 60,
  macrozone: 30,
  microzone: 10,
}

/** The id of a zone: the same for the same key in every rebuild, and nothing to be read from it. */
export function zoneId(country: string, level: ZoneLevel, key: string): string {
  const digest = createHash('sha256').update(`zone/${country}/${level}/${key}`).digest()
  return `z${(digest.readBigUInt64BE(0) >> 4n).toString(36)}`
}
