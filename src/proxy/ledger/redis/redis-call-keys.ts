import type { CallKeyLedger } from '../ledger.ts'
import endCallKey from './end-call-key.lua?raw'
import type { RedisStore } from './redis-store.ts'
import takeCallKey from './take-call-key.lua?raw'

/** Keys of metered calls, which expire in Redis by themselves. */
export function redisCallKeys({ connection: { client, ask }, keys }: RedisStore): CallKeyLedger {
  return {
    takeCallKey: async (call, key, ttl) =>
      String(await ask(() => client.eval(takeCallKey, 1, keys.callKey(call), key, ttl))),
    endCallKey: async (call, ttl) => void (await ask(() => client.eval(endCallKey, 1, keys.callKey(call), ttl))),
  }
}
