import type { EditionName } from '../../../domain/edition.ts'
import type { RedisConnection } from './redis-connection.ts'
import type { RedisKeys } from './redis-keys.ts'

/** What the modules of the Redis ledger share. */
export interface RedisStore {
  readonly connection: RedisConnection
  readonly keys: RedisKeys
  /** Returns the editions that may have, or had, anything held. */
  readonly editions: () => Promise<EditionName[]>
}
