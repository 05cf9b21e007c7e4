import { useEffect } from 'react'
import { usePage } from '../state/store.ts'
import { boundsAround, isInView } from '../view/bounds.ts'
import { useSubject } from './use-subject.ts'

/** Draws nothing. Once a link is open, brings what it is about into view, as far as its maker saw it. */
export function FitLink() {
  const isDue = usePage((page) => page.seenByMaker !== null)
  return isDue ? <FitSubject /> : null
}

function FitSubject() {
  const { parts, isPending } = useSubject()
  // The panels over the map are there by then.
  const isMapThere = usePage((page) => page.rested !== null && page.camera === null)
  useEffect(() => {
    const { seenByMaker, set } = usePage.getState()
    if (isPending || !isMapThere || seenByMaker === null) return
    const bounds = boundsAround(parts.filter((part) => isInView(part, seenByMaker)))
    set({ seenByMaker: null, ...(bounds === null && { isFindingView: false }) })
    if (bounds) set({ camera: { kind: 'bounds', bounds, above: 'sheet', unlessSeen: true, noCloser: true } })
  }, [parts, isPending, isMapThere])
  return null
}
