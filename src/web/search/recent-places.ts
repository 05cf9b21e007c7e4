import { z } from 'zod'
import { deviceSetting } from '../state/device-setting.ts'

const KEPT = 6

const recentPlace = z.object({ geo_id: z.string(), name: z.string(), detail: z.string(), country: z.string() })

/** A place chosen before, with its name at the time. */
export type RecentPlace = z.infer<typeof recentPlace>

/** The last places chosen on this device, newest first; none when the stored list cannot be read. */
export const recentPlaces = deviceSetting<readonly RecentPlace[]>('squaremetre.recent-places', {
  parse: parsePlaces,
  format: (places) => JSON.stringify(places),
})

function parsePlaces(raw: string | null): readonly RecentPlace[] {
  try {
    return z
      .array(recentPlace)
      .catch([])
      .parse(JSON.parse(raw ?? '[]'))
  } catch {
    // Not JSON.
    return []
  }
}

/** Puts a place first among the recent ones. */
export function rememberRecentPlace(place: RecentPlace): void {
  const others = recentPlaces.read().filter(({ geo_id }) => geo_id !== place.geo_id)
  recentPlaces.keep([place, ...others].slice(0, KEPT))
}
