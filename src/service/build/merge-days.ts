import type { ListingDay } from './build-store.ts'

/** The days with listings of several files, oldest first. Digests are combined as by `days.sql`: by exclusive or. */
export function mergeDays(files: readonly (readonly ListingDay[])[]): ListingDay[] {
  const [only, ...others] = files
  if (only !== undefined && others.length === 0) return [...only]
  const days = new Map<string, ListingDay>()
  for (const { day, listings, digest, countries } of files.flat()) {
    const held = days.get(day)
    const combined = BigInt(held?.digest ?? 0) ^ BigInt(digest)
    days.set(day, {
      day,
      listings: (held?.listings ?? 0) + listings,
      digest: String(combined),
      countries: [...new Set([...(held?.countries ?? []), ...countries])].sort(),
    })
  }
  return [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1))
}
