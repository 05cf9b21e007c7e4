import type { ServiceDeps } from '../requests/service-env.ts'

/**
 * Whether requests can be answered: every store can be read, and either a period is served or none is due. False from
 * the moment that the service is asked to stop.
 */
export async function isReady({ stopping, accounts, places, figures }: ServiceDeps): Promise<boolean> {
  if (stopping.aborted) return false
  // Each of them throws when its file cannot be read; that nobody holds an empty token is what the first one looks up.
  accounts.callerOf('')
  places.current()
  figures.served()
  return true
}
