import { useQueryClient } from '@tanstack/react-query'
import { tileStore } from '../queries/page-tiles.ts'
import { retryFailed } from '../queries/query-client.ts'
import { usePage } from '../state/store.ts'

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
