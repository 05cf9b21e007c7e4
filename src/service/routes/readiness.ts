import type { ServiceDeps } from '../requests/service-env.ts'

/**
 * Whether the service can answer requests: every store can be read. False from the moment that the service is told to
 * stop; a missing period does not matter.
 */
export async function isReady({ stopping, accounts, places, figures }: ServiceDeps): Promise<boolean> {
  if (stopping.aborted) return false
  // Each call throws when its file cannot be read. Nobody has the empty token; looking it up reads the file.
  accounts.callerOf('')
  places.current()
  figures.served()
  return true
}
