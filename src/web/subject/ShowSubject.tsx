import { Maximize } from 'lucide-react'
import { t } from '../language/translate.ts'
import { usePage } from '../state/store.ts'
import { Button } from '../ui/controls/Button.tsx'
import { areInView, boundsAround } from '../view/bounds.ts'
import { ZOOM_MIN } from '../view/opening-view.ts'
import { useSubject } from './use-subject.ts'

/** Brings the chosen place, areas and hexagon back into view; nothing while they are there. */
export function ShowSubject() {
  const { parts } = useSubject()
  const rested = usePage((page) => (page.isFindingView ? null : page.rested))
  const bounds = boundsAround(parts)
  if (rested === null || bounds === null) return null
  const isFarthest = rested.view.zoom < ZOOM_MIN + 0.01
  if (rested.seen.some((room) => areInView(parts, room, isFarthest))) return null
  return (
    <Button
      onPress={() => usePage.getState().set({ camera: { kind: 'bounds', bounds, above: 'sheet', noCloser: true } })}
    >
      <Maximize size={16} aria-hidden />
      {t('Show what is chosen')}
    </Button>
  )
}
