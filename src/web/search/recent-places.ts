import { z } from 'zod'

const STORAGE_KEY = 'squaremetre.recent-places'
const KEPT = 6

const recentPlace = z.object({ geo_id: z.string(), name: z.string(), detail: z.string(), country: z.string() })

/** A place that was chosen before, as it was named then. */
export type RecentPlace = z.infer<typeof recentPlace>

/** The places chosen last on this device, newest first; none where storage is forbidden or holds something else. */
export function readRecentPlaces(storage: Pick<Storage, 'getItem'>): RecentPlace[] {
  try {
    const read = z.array(recentPlace).safeParse(JSON.parse(storage.getItem(STORAGE_KEY) ?? '[]'))
    return read.success ? read.data : []
  } catch {
    // Storage may be blocked, or hold what an older page wrote: there is then nothing recent.
    return []
  }
}

/** Puts a place first among the recent ones and returns them. */
export function rememberRecentPlace(storage: Pick<Storage, 'getItem' | 'setItem'>, place: RecentPlace): RecentPlace[] {
  const others = readRecentPlaces(storage).filter(({ geo_id }) => geo_id !== place.geo_id)
  const recent = [place, ...others].slice(0, KEPT)
  try {
    storage.setItem(STORAGE_KEY, JSON.stringify(recent))
  } catch {
    // Full or forbidden storage costs only the list of recent places.
  }
  return recent
}
