import type { Logger } from 'pino'
import type { RedisAddress } from '../../../server/storage/redis-address.ts'
import type { StoreFaults } from '../circuit-breaker.ts'
import type { Meter } from '../meter.ts'
import type { CallerLimiter } from '../rate-limiter.ts'

interface Counting {
  readonly meter: Meter
  readonly callers: CallerLimiter
}

/**
 * Counts where the accounts are (`own`), or in a Redis that services on several machines share. The Redis's code is loaded
 * only then. Rejects when the Redis cannot be reached.
 */
export async function openMetering(
  address: RedisAddress | null,
  own: Counting,
  deps: { clock: () => Date; faults: StoreFaults; log: Logger },
): Promise<Counting & { closeMetering(): void }> {
  if (address === null) return { ...own, closeMetering: () => {} }
  const { openRedisMetering } = await import('./redis-metering.ts')
  const { used, noteUse } = own.meter
  const { meter, callers, close } = await openRedisMetering({ ...deps, address, usedBefore: used, noteUse })
  return { meter, callers, closeMetering: close }
}
