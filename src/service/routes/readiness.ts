import type { Readiness } from '../../server/health.ts'
import type { ServiceDeps } from '../requests/service-env.ts'

/**
 * Whether the service can answer requests: accounts and figures can be read. Degraded while an earlier period or earlier
 * places stand in for a file that cannot be read, or calls are not counted. Not ready from the moment that the service is
 * told to stop; a missing period does not matter.
 */
export async function readiness({ stopping, accounts, places, figures, meter }: ServiceDeps): Promise<Readiness> {
  if (stopping.aborted) return 'not ready'
  // Each call throws when its file cannot be read. Nobody has the empty token; looking it up reads the file.
  accounts.callerOf('')
  places.current()
  figures.served()
  return places.isDegraded() || figures.isDegraded() || meter.degraded() ? 'degraded' : 'ready'
}
