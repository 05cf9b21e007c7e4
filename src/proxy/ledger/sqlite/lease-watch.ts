/** When others first and last requested a lease after it ran out; milliseconds by the store's clock. */
export interface Watched {
  readonly watched_since: number | null
  readonly watched_at: number | null
}

/**
 * Returns the time since which an expired lease has been requested without a gap. A gap may mean that the store was
 * stopped, so that the holder could not renew the lease; it restarts the watch.
 */
export function watchedSince({ watched_since, watched_at }: Watched, now: number, grace: number): number {
  const isGapless = watched_since !== null && watched_at !== null && now - watched_at <= grace / 2
  return isGapless ? watched_since : now
}

/** True when the holder has not come back within the grace. */
export function isTakenOver(since: number, now: number, grace: number): boolean {
  return now - since >= grace
}
