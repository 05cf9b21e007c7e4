import type { LeaseLedger } from '../ledger.ts'
import lease from './lease.lua?raw'
import type { RedisStore } from './redis-store.ts'
import releaseLeases from './release-leases.lua?raw'
import renewLeases from './renew-leases.lua?raw'

/** Leases timed by the Redis server's clock. All share a slot, so that a view's leases are granted atomically. */
export function redisLeases({ connection, keys }: RedisStore): LeaseLedger {
  const { client, ask, sinceReturn } = connection
  const run = async (script: string, names: readonly string[], ...args: (string | number)[]): Promise<string[]> => {
    if (names.length === 0) return []
    const picked = await ask(() => client.eval(script, names.length, ...names.map(keys.lease), ...args))
    return Array.isArray(picked) ? picked.flatMap((index) => names[Number(index) - 1] ?? []) : []
  }
  return {
    lease: async (names, holder, { ttl, grace }) => {
      // A server that comes back may have lost leases: holders that have paid for an answer must be able to write it first.
      if (sinceReturn() < grace) return []
      return run(lease, names, holder, ttl, grace)
    },
    renew: (names, holder, ttl) => run(renewLeases, names, holder, ttl),
    release: async (names, holder) => void (await run(releaseLeases, names, holder)),
  }
}
