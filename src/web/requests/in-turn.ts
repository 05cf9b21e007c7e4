import { type QueryClient, type QueryKey, type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query'
import { mayPass } from './query-client.ts'

/** So many are under way at once, so that a long list takes a service's free requests no faster than a reader does. */
const AT_ONCE = 3

interface QueryLike<T> {
  readonly queryKey: QueryKey
  readonly queryFn?: unknown
  readonly select?: (data: never) => T
}

/**
 * Runs queries a few at a time, in their order; a query that failed for now keeps its turn until it succeeds. Returns
 * their data in the same order, undefined for those that are not answered.
 */
export function useInTurn<T>(queries: readonly QueryLike<T>[], isWanted = true): (T | undefined)[] {
  const client = useQueryClient()
  const last = isWanted ? lastAllowed(client, queries) : -1
  const answers = useQueries({
    queries: queries.map((query, index) => ({ ...query, enabled: index <= last }) as never),
  }) as UseQueryResult<T>[]
  return answers.map(({ data }) => data)
}

function lastAllowed(client: QueryClient, queries: readonly { readonly queryKey: QueryKey }[]): number {
  let open = 0
  for (const [index, { queryKey }] of queries.entries()) {
    const state = client.getQueryState(queryKey)
    const isDone = state?.data !== undefined || (state?.status === 'error' && !mayPass(state.error))
    if (!isDone && ++open === AT_ONCE) return index
  }
  return queries.length - 1
}
