/** Since when, and when last, somebody else asked for a lease that ran out; milliseconds by the store's clock. */
export interface Watched {
  readonly watched_since: number | null
  readonly watched_at: number | null
}

/**
 * Since when a lease that ran out has been asked for without a gap. A gap may mean that the store was stopped, and with it
 * the chance of the holder to come back: the watch begins anew.
 */
export function watchedSince({ watched_since, watched_at }: Watched, now: number, grace: number): number {
  const isGapless = watched_since !== null && watched_at !== null && now - watched_at <= grace / 2
  return isGapless ? watched_since : now
}

/** The holder has had the grace to come back, and has not. */
export function isTakenOver(since: number, now: number, grace: number): boolean {
  return now - since >= grace
}
