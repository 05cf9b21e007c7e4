import { useQueryClient } from '@tanstack/react-query'
import { retryFailed } from '../requests/query-client.ts'
import { usePage } from '../state/store.ts'
import { tileStore } from '../tiles/page-tiles.ts'

/** Returns what "Try again" does: it repeats everything that has failed, in the view and elsewhere on the page. */
export function useTryAgain(): () => void {
  const client = useQueryClient()
  return () => {
    void retryFailed(client)
    tileStore.forgetRefusals()
    // A copy of the view counts as a new rest, which fetches it again.
    const { rested, set } = usePage.getState()
    if (rested) set({ rested: { ...rested } })
  }
}
