import { LRUCache } from 'lru-cache'

/** Milliseconds between two lines on the same fault. */
const REST = 60_000
/** Faults that are told apart. */
const KEPT = 200

/** Logs an unexpected error of a request. */
export type ReportFault = (error: unknown, fields: { readonly route: string }) => void

/**
 * Logs each fault of a route at most once a minute, so that one that concerns every request does not fill the disk. The
 * next line on it says how often it has occurred in between (`repeated`). `elapsed` is a steady clock in milliseconds.
 */
export function createRepeatedFaults(
  log: { error(fields: object, message: string): void },
  message: string,
  elapsed: () => number = () => performance.now(),
): ReportFault {
  const known = new LRUCache<string, { loggedAt: number; repeated: number }>({ max: KEPT })
  return (err, fields) => {
    const key = `${fields.route} ${String(err).slice(0, 200)}`
    const before = known.get(key)
    if (before !== undefined && elapsed() - before.loggedAt < REST) {
      before.repeated++
      return
    }
    const repeated = before?.repeated ?? 0
    known.set(key, { loggedAt: elapsed(), repeated: 0 })
    log.error({ err, ...fields, ...(repeated > 0 && { repeated }) }, message)
  }
}
