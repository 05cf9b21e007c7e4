import { createHash, randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { CallKeyLedger } from '../ledger/ledger.ts'
import { CALL_KEY_KEPT, type CallKeys } from '../upstream/connection/call-keys.ts'

/** Milliseconds: longer than another process takes to take over the tiles of one that was killed before it wrote an answer. */
const KEPT_AFTER = 90_000

/**
 * Keys of metered calls that are in the ledger before a call is sent. The process that repeats the call sends the same
 * key: this one after a break, another one on the same ledger, or the next one after a kill.
 */
export function createSharedCallKeys({ ledger, log }: { ledger: CallKeyLedger; log: Logger }): CallKeys {
  return {
    take: (target) =>
      unlessFailed<string>(log, randomUUID(), (key) => ledger.takeCallKey(nameOf(target), key, CALL_KEY_KEPT)),
    end: (target, isPaid) =>
      unlessFailed(log, undefined, () => ledger.endCallKey(nameOf(target), isPaid ? KEPT_AFTER : 0)),
  }
}

/**
 * If the ledger fails, the call uses a key that nobody else knows. Whether it is made at all is for admission to decide,
 * and a failure to note a key must not lose a paid response.
 */
async function unlessFailed<T>(log: Logger, otherwise: T, ask: (otherwise: T) => Promise<T>): Promise<T> {
  try {
    return await ask(otherwise)
  } catch (error) {
    log.warn({ err: error }, 'the key of a metered call could not be shared')
    return otherwise
  }
}

/** Targets are up to 64 KB long. */
function nameOf(target: string): string {
  return createHash('sha256').update(target).digest('base64url')
}
