import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { retryFailed } from '../requests/query-client.ts'
import { usePage } from '../state/store.ts'
import { tileStore } from '../tiles/page-tiles.ts'

/** Returns what "Try again" does: it repeats everything that has failed, in the view and elsewhere on the page. */
export function useTryAgain(): () => void {
  const client = useQueryClient()
  return () => {
    tileStore.forgetRefusals()
    fetchAgain(client)
  }
}

/** Fetches what has failed as soon as the browser has a network again; refused purchases wait for their own time. */
export function useTryAgainOnline(): void {
  const client = useQueryClient()
  useEffect(() => {
    const onOnline = () => {
      tileStore.forgetFailures()
      fetchAgain(client)
      usePage.getState().reloadBasemap?.()
    }
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [client])
}

function fetchAgain(client: QueryClient): void {
  void retryFailed(client)
  // A copy of the view counts as a new rest, which fetches it again.
  const { rested, set } = usePage.getState()
  if (rested) set({ rested: { ...rested } })
}
