import { usePage } from '../state/store.ts'

/** Ends the search for the first view once the map rests elsewhere than where the page began; returns what stops that. */
export function endSearchWithMove(): () => void {
  const stop = usePage.subscribe((page, before) => {
    const hasMoved = before.rested !== null && page.rested !== before.rested
    if (page.isFindingView && !hasMoved) return
    stop()
    if (page.isFindingView) page.set({ isFindingView: false })
  })
  return stop
}
