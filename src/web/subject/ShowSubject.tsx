import { Maximize } from 'lucide-react'
import { t } from '../language/translate.ts'
import { usePage } from '../state/store.ts'
import { Button } from '../ui/controls/Button.tsx'
import { boundsAround, isInView } from '../view/bounds.ts'
import { useSubject } from './use-subject.ts'

/** Brings the chosen place, areas and hexagon back into view; nothing while they are there. */
export function ShowSubject() {
  const { parts } = useSubject()
  const seen = usePage((page) => (page.isFindingView ? null : (page.rested?.seen ?? null)))
  const bounds = boundsAround(parts)
  if (seen === null || bounds === null || parts.every((part) => isInView(part, seen))) return null
  return (
    <Button
      onPress={() => usePage.getState().set({ camera: { kind: 'bounds', bounds, above: 'sheet', noCloser: true } })}
    >
      <Maximize size={16} aria-hidden />
      {t('Show what is chosen')}
    </Button>
  )
}
