import type { AsOf } from '../../domain/period.ts'

/** What becomes of the periods in a link that are later than the one shown. */
interface LinkedFuture {
  /** The newer period, where the link asks for it; null otherwise. */
  readonly moveTo: AsOf | null
  /** Periods that the service does not have. */
  readonly toLeaveOut: readonly AsOf[]
}

/** Returns what to do about a link's periods; `offered` is the newer period that the page has not switched to yet. */
export function linkedFuture(linked: readonly AsOf[], shown: AsOf, offered: AsOf | null): LinkedFuture {
  const future = [...new Set(linked)].filter((as_of) => as_of > shown)
  const isThere = (as_of: AsOf) => offered !== null && as_of <= offered
  return { moveTo: future.some(isThere) ? offered : null, toLeaveOut: future.filter((as_of) => !isThere(as_of)) }
}
