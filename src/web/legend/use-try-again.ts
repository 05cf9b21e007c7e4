import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { failedOffers, retakeOffers } from '../buying/take-offer.ts'
import { useWantedEditions } from '../buying/use-view-purchases.ts'
import { useSpendingMode } from '../metered/spending-mode.ts'
import { retryFailed } from '../requests/query-client.ts'
import { usePage } from '../state/store.ts'
import { tileStore } from '../tiles/page-tiles.ts'
import { useViewCells } from '../view/view-cells.ts'

/**
 * Returns what "Try again" does: it repeats everything that has failed, in the view and elsewhere on the page. A purchase to
 * which the viewer has agreed is repeated without another offer.
 */
export function useTryAgain(): () => void {
  const client = useQueryClient()
  const mode = useSpendingMode()
  const names = useWantedEditions(useViewCells()?.name ?? null)
  return () => {
    const { rested } = usePage.getState()
    const agreed = rested === null || mode === 'held-only' ? [] : failedOffers(names, rested)
    tileStore.forgetRefusals()
    fetchAgain(client)
    void retakeOffers(agreed)
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
