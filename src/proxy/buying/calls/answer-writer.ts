import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { BoughtCall } from '../../ledger/ledger.ts'
import { RETRY } from '../claims/leases.ts'

export type Written<T> = { kind: 'written'; value: T } | { kind: 'unwritten'; written: Promise<void> }

/** Writes paid responses to the store, and keeps them in memory while it is down. */
export interface AnswerWriter {
  /** Tries once. After a failure it keeps retrying; `written` resolves when the answer is written or given up. */
  write<T>(call: BoughtCall, attempt: () => Promise<T>): Promise<Written<T>>
  /** Resolves once everything is written. */
  drain(): Promise<void>
  /** Gives up unwritten answers, and logs each. */
  close(): void
}

/** `onCount` receives the number of waiting answers whenever it changes. */
export function createAnswerWriter({
  log,
  onCount,
}: {
  log: Logger
  onCount: (waiting: number) => void
}): AnswerWriter {
  const waiting = new Map<BoughtCall, Promise<void>>()
  const closing = new AbortController()

  const keepTrying = async (call: BoughtCall, attempt: () => Promise<unknown>): Promise<void> => {
    const about = { ...call.name, call: call.id, cells: cellsOf(call) }
    try {
      for (let tries = 2; ; tries++) {
        await sleep(RETRY, undefined, { signal: closing.signal })
        try {
          await attempt()
          log.info({ ...about, tries }, 'a paid answer was written after retries')
          return
        } catch (error) {
          log.debug({ ...about, tries, err: error }, 'a paid answer still could not be written')
        }
      }
    } catch (error) {
      if (!closing.signal.aborted) throw error
      log.error(about, 'a paid answer was lost: it could not be written before the proxy shut down')
    } finally {
      waiting.delete(call)
      onCount(waiting.size)
    }
  }
  return {
    write: async (call, attempt) => {
      try {
        return { kind: 'written', value: await attempt() }
      } catch (error) {
        log.error(
          { ...call.name, call: call.id, err: error },
          'a paid answer could not be written; it is kept in memory and retried',
        )
        const written = keepTrying(call, attempt)
        waiting.set(call, written)
        onCount(waiting.size)
        return { kind: 'unwritten', written }
      }
    },
    drain: async () => {
      await Promise.all(waiting.values())
    },
    close: () => closing.abort(),
  }
}

function cellsOf({ slices }: BoughtCall): number {
  return slices.reduce((sum, { figures }) => sum + figures.length, 0)
}
