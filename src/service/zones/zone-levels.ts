import { createHash } from 'node:crypto'
import type { Resolution } from '../../domain/cell.ts'
import type { ZoneLevel } from '../../domain/place.ts'

/** Resolution at which a level's places are stored: coarser for larger places. */
export const STORED_AT: Readonly<Record<ZoneLevel, Resolution>> = {
  region: 5,
  province: 6,
  city: 8,
  macrozone: 8,
  microzone: 8,
}

/** Distance in km within which two places with the same name and level count as one. */
export const NAMESAKE_REACH_KM: Readonly<Record<ZoneLevel, number>> = {
  region: 1000,
  province: 300,
  city: 60,
  macrozone: 30,
  microzone: 10,
}

/** The opaque id of a zone, always the same for the same key. */
export function zoneId(country: string, level: ZoneLevel, key: string): string {
  const digest = createHash('sha256').update(`zone/${country}/${level}/${key}`).digest()
  return `z${(digest.readBigUInt64BE(0) >> 4n).toString(36)}`
}

/** The longest name of a place: as long as a search may be. */
export const NAME_LENGTH_MOST = 200
