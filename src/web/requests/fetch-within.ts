import {
  CancelledError,
  type DefaultError,
  type FetchQueryOptions,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query'

/**
 * Fetches what another query needs. When nothing on the page shows the inner query any more, it is cancelled; another
 * query that waits for it would then wait for ever, so it is requested again.
 */
export async function fetchWithin<TFn, TData = TFn, TKey extends QueryKey = QueryKey>(
  client: QueryClient,
  options: FetchQueryOptions<TFn, DefaultError, TData, TKey>,
): Promise<TData> {
  try {
    return await client.fetchQuery(options)
  } catch (cause) {
    if (cause instanceof CancelledError) return client.fetchQuery(options)
    throw cause
  }
}
