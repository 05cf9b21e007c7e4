import { notifyManager, type Query, QueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { type FailureCode, RequestError } from './http.ts'
import { isOffline } from './is-offline.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** What the query loads, for the middle of a sentence; without it, what shows the query says that it failed. */
      readonly part?: () => string
    }
  }
}

/** Failures that can be over a moment later. */
const FAULTS: ReadonlySet<FailureCode> = new Set<FailureCode>(['rate_limited', 'internal_error', 'unreachable'])

/** Failures that can be over later, without the viewer doing anything else. */
const PASSING: ReadonlySet<FailureCode> = new Set<FailureCode>([
  ...FAULTS,
  'unreadable',
  'invalid_token',
  'sign_in_needed',
  'subscription_inactive',
  // The page asks for fixed paths: a server that does not know one is of another version, as while it is replaced.
  'not_found',
])

const SHORTEST_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 60_000
/** While a request is repeated its failure is not shown, so a failure that took long is first left to be read. */
const LATE_PAUSE_MS = 15_000
/** As soon as there is a network again, everything that failed is fetched; until then, it can only come from this machine. */
const OFFLINE_PAUSE_MS = 15_000
/** Nothing is shown while a request is repeated at once, so longer delays are left to `retryPause`. */
const LONGEST_DELAY_S = 2

/** True when the same request can succeed later. */
export function mayPass(error: unknown): boolean {
  return !(error instanceof RequestError) || PASSING.has(error.code)
}

/** Returns the pause before the next attempt, in milliseconds; it doubles with each failure up to a minute. */
export function growingPause(failures: number): number {
  return Math.min(LONGEST_PAUSE_MS, SHORTEST_PAUSE_MS * 2 ** Math.min(10, failures - 1))
}

/** A query, as far as its failures go. */
interface Failing {
  readonly state: { readonly status: string; readonly error: unknown; readonly errorUpdateCount: number }
}

/** Returns the milliseconds after which a failed query is tried again, at least what the answer asks for; false for never. */
export function retryPause({ state: { status, error, errorUpdateCount } }: Failing): number | false {
  if (status !== 'error' || !mayPass(error)) return false
  const { retryAfterS = null, isLate = false } = error instanceof RequestError ? error : {}
  const shortest = Math.max(isLate ? LATE_PAUSE_MS : 0, isOffline() ? OFFLINE_PAUSE_MS : 0)
  return Math.max((retryAfterS ?? 0) * 1000, shortest, growingPause(errorUpdateCount))
}

/** Refetches every query on the page that has failed. */
export async function retryFailed(client: QueryClient): Promise<void> {
  await client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
}

const SEPARATOR = '\n'

/** Returns what could not be loaded, in words, of the queries on the page that name it; also while it is tried again. */
export function useFailedParts(client: QueryClient): readonly string[] {
  const cache = client.getQueryCache()
  const subscribe = useCallback((listener: () => void) => cache.subscribe(notifyManager.batchCalls(listener)), [cache])
  const failed = useSyncExternalStore(subscribe, () =>
    [...new Set(cache.findAll({ type: 'active' }).flatMap((query) => failedPart(query) ?? []))].join(SEPARATOR),
  )
  return failed === '' ? [] : failed.split(SEPARATOR)
}

function failedPart({ state, meta }: Query): string | null {
  const hasFailed = state.data === undefined && state.errorUpdateCount > 0
  // While it is tried again there is no error.
  return hasFailed && (state.error === null || mayPass(state.error)) ? (meta?.part?.() ?? null) : null
}

/**
 * Creates the page's query client. It repeats a faulty request twice at once, if there is a network, and then, as long as something on the page
 * needs the answer, with growing pauses.
 */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5 * 60_000,
        refetchOnWindowFocus: false,
        // The page may come from this machine, which a browser without a network can still reach.
        networkMode: 'always',
        retry: (failures, error) => failures < 2 && isOverSoon(error),
        retryDelay: (failures, error) =>
          Math.max(600 * 2 ** failures, error instanceof RequestError ? (error.retryAfterS ?? 0) * 1000 : 0),
        refetchInterval: retryPause,
      },
      mutations: { networkMode: 'always' },
    },
  })
}

function isOverSoon(error: unknown): boolean {
  if (!(error instanceof RequestError) || error.isLate || isOffline()) return false
  return FAULTS.has(error.code) && (error.retryAfterS ?? 0) <= LONGEST_DELAY_S
}
