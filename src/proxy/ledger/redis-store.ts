import type { EditionName } from '../../domain/edition.ts'
import type { RedisConnection } from './redis-connection.ts'
import type { RedisKeys } from './redis-keys.ts'

/** What the parts of the ledger on Redis work with. */
export interface RedisStore {
  readonly connection: RedisConnection
  readonly keys: RedisKeys
  /** The editions of which something may be held, or was. */
  readonly editions: () => Promise<EditionName[]>
}
