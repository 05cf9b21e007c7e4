import type { ReceivedCoverage } from '../../../contract/service/coverage.ts'
import type { Upstream } from '../../upstream/upstream.ts'

// Milliseconds.
/** Coverage is live (interface section 2.6): a market may be added at any time. */
const FRESH = 600_000
/** The service may build periods again, so what is held of them may become out of date. */
const FRESH_WITH_REVISIONS = 60_000
/** A service without markets is about to get its first one. */
const FRESH_WITHOUT_MARKETS = 60_000
const FRESH_AFTER_FAULT = 5_000

/** Returns the service's coverage (free) as it was last read; null before. */
export type ReadCoverage = () => Promise<ReceivedCoverage | null>

/**
 * Requests the free `/coverage` at most every ten minutes, and once a minute from a service that names the revisions of its
 * periods, or has no markets yet.
 */
export function createCoverageReader({
  upstream,
  elapsed,
}: {
  upstream: Pick<Upstream, 'coverage'>
  elapsed: () => number
}): ReadCoverage {
  let known: { until: number; coverage: Promise<ReceivedCoverage | null> } | null = null
  let last: ReceivedCoverage | null = null
  const find = async (): Promise<ReceivedCoverage | null> => {
    const result = await upstream.coverage()
    const read = result.kind === 'ok' ? result.value : null
    if (known) known.until = Math.min(known.until, elapsed() + freshness(read))
    last = read ?? last
    return last
  }
  return () => {
    if (known === null || elapsed() >= known.until) known = { until: elapsed() + FRESH, coverage: find() }
    return known.coverage
  }
}

function freshness(coverage: ReceivedCoverage | null): number {
  if (coverage === null) return FRESH_AFTER_FAULT
  if (coverage.revisions != null) return FRESH_WITH_REVISIONS
  return coverage.countries.length === 0 ? FRESH_WITHOUT_MARKETS : FRESH
}
