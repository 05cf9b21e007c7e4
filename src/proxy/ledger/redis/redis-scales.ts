import { figuresText } from '../../../domain/currency.ts'
import type { ScaleLedger, ScaleName } from '../ledger.ts'
import type { RedisStore } from './redis-store.ts'

/** Decided classes, in one hash for each period. */
export function redisScales({ connection: { client, ask }, keys }: RedisStore): ScaleLedger {
  const read = (name: ScaleName) => ask(() => client.hget(keys.scales(name.edition.as_of), fieldOf(name)))
  return {
    scale: async (name) => {
      const kept = await read(name)
      return kept === null ? null : JSON.parse(kept)
    },
    keepScale: async (name, decided) => {
      await ask(() => client.hsetnx(keys.scales(name.edition.as_of), fieldOf(name), JSON.stringify(decided)))
      const kept = await read(name)
      return kept === null ? decided : JSON.parse(kept)
    },
  }
}

function fieldOf({ edition, metric, geo_id }: ScaleName): string {
  return `${figuresText(edition)} ${edition.resolution} ${metric} ${geo_id}`
}
