import type { RedisAddress } from '../../server/redis-address.ts'
import type { StoreFaults } from './circuit-breaker.ts'
import { createMeter, type Meter, type MeteredStore } from './meter.ts'
import type { CallerLimiter, RateLimiter } from './rate-limiter.ts'

interface Metering {
  readonly meter: Meter
  readonly callers: CallerLimiter
  closeMetering(): void
}

/**
 * Counts in the account store, or in a Redis that services on several machines share. The Redis's code is loaded only then.
 * Rejects when the Redis cannot be reached.
 */
export async function openMetering(
  address: RedisAddress | null,
  accounts: MeteredStore,
  { clock, limiter, faults }: { clock: () => Date; limiter: RateLimiter; faults: StoreFaults },
): Promise<Metering> {
  const own = createMeter(accounts, faults)
  if (address === null) return { meter: own, callers: limiter, closeMetering: () => {} }
  const { openRedisMetering } = await import('./redis-metering.ts')
  const { meter, callers, close } = await openRedisMetering({
    address,
    clock,
    faults,
    usedBefore: (balance) => accounts.used(balance),
    noteUse: own.noteUse,
  })
  return { meter, callers, closeMetering: close }
}
