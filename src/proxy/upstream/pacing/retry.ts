import { setTimeout as sleep } from 'node:timers/promises'
import type { ServiceResult } from '../connection/service-answer.ts'
import { type Patience, pauseBefore } from './retry-pause.ts'

/** Retries as `pauseBefore` allows. `stopping` ends the wait but never an attempt, which may be paid for. */
export async function withRetries<T>(
  patience: Patience,
  stopping: AbortSignal,
  attempt: () => Promise<ServiceResult<T>>,
): Promise<ServiceResult<T>> {
  const earlier = { faults: 0, waits: 0 }
  for (;;) {
    const result = await attempt()
    if (result.kind !== 'refused') return result
    const pause = pauseBefore(result.refusal, earlier, patience, Math.random())
    if (pause === null || !(await waited(pause, stopping))) return result
    if (result.refusal.code === 'rate_limited') earlier.waits++
    else earlier.faults++
  }
}

/** Sleeps; returns false when the proxy shuts down in the meantime. */
export async function waited(ms: number, stopping: AbortSignal): Promise<boolean> {
  if (ms === 0) return true
  try {
    await sleep(ms, undefined, { signal: stopping })
    return true
  } catch (error) {
    if (stopping.aborted) return false
    throw error
  }
}
