import type { OpenCall, OpenCallLedger } from '../ledger.ts'
import type { RedisStore } from './redis-store.ts'

/** Metered calls that were begun, which expire in Redis by themselves. */
export function redisOpenCalls({ connection: { client, ask }, keys }: RedisStore): OpenCallLedger {
  return {
    keepOpenCall: async (scope, { id, body }, ttl) => {
      const key = keys.openCall(scope, id)
      // Written before its entry in the index, because readers remove entries whose call is missing.
      const isNew = (await ask(() => client.set(key, body, 'PX', ttl, 'NX'))) !== null
      if (isNew) await ask(() => client.sadd(keys.openCalls(scope), id))
      else await ask(() => client.set(key, body, 'KEEPTTL', 'XX'))
    },
    openCalls: async (scope) => {
      const ids = (await ask(() => client.smembers(keys.openCalls(scope)))).sort()
      if (ids.length === 0) return []
      const bodies = await ask(() => client.mget(ids.map((id) => keys.openCall(scope, id))))
      const gone = ids.filter((_, i) => bodies[i] === null)
      if (gone.length > 0) await ask(() => client.srem(keys.openCalls(scope), ...gone))
      return ids.flatMap((id, i): OpenCall[] => (bodies[i] ? [{ id, body: bodies[i] }] : []))
    },
    dropOpenCall: async (scope, id) => {
      await ask(() => client.del(keys.openCall(scope, id)))
      await ask(() => client.srem(keys.openCalls(scope), id))
    },
  }
}
