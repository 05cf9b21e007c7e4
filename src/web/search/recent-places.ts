import { z } from 'zod'
import { LEVELS } from '../../domain/place.ts'
import type { Place } from '../free/geo.ts'
import { deviceSetting } from '../state/device/device-setting.ts'

const KEPT = 6

const zone = z.object({ geo_id: z.string(), name: z.string(), level: z.enum(LEVELS) })
const recentPlace = zone.extend({ country: z.string(), ancestors: z.array(zone) })

/** A place chosen before, as the service named it. */
export type RecentPlace = Omit<Place, 'signal'>

/** The last places chosen on this device, newest first; none when the stored list cannot be read. */
export const recentPlaces = deviceSetting<readonly RecentPlace[]>('squaremetre.recent-places', {
  parse: parsePlaces,
  format: (places) => JSON.stringify(places),
})

function parsePlaces(raw: string | null): readonly RecentPlace[] {
  try {
    const entries = z.array(z.unknown()).parse(JSON.parse(raw ?? '[]'))
    return entries.flatMap((entry) => recentPlace.safeParse(entry).data ?? []).slice(0, KEPT)
  } catch {
    // Not a list in JSON.
    return []
  }
}

/** Puts a place first among the recent ones. */
export function rememberRecentPlace({ geo_id, name, level, country, ancestors }: RecentPlace): void {
  const others = recentPlaces.read().filter((place) => place.geo_id !== geo_id)
  recentPlaces.keep([{ geo_id, name, level, country, ancestors: [...ancestors] }, ...others].slice(0, KEPT))
}
