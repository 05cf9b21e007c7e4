import { z } from 'zod'

const STORAGE_KEY = 'squaremetre.recent-places'
const KEPT = 6

const recentPlace = z.object({ geo_id: z.string(), name: z.string(), detail: z.string(), country: z.string() })

/** A place chosen before, with its name at the time. */
export type RecentPlace = z.infer<typeof recentPlace>

/** Returns the last places chosen on this device, newest first; none when storage is blocked or unreadable. */
export function readRecentPlaces(storage: Pick<Storage, 'getItem'>): RecentPlace[] {
  try {
    const read = z.array(recentPlace).safeParse(JSON.parse(storage.getItem(STORAGE_KEY) ?? '[]'))
    return read.success ? read.data : []
  } catch {
    // Storage is blocked, or has what an older page wrote.
    return []
  }
}

/** Puts a place first among the recent ones and returns the new list. */
export function rememberRecentPlace(storage: Pick<Storage, 'getItem' | 'setItem'>, place: RecentPlace): RecentPlace[] {
  const others = readRecentPlaces(storage).filter(({ geo_id }) => geo_id !== place.geo_id)
  const recent = [place, ...others].slice(0, KEPT)
  try {
    storage.setItem(STORAGE_KEY, JSON.stringify(recent))
  } catch {
    // Storage is full or blocked: only the list of recent places is lost.
  }
  return recent
}
