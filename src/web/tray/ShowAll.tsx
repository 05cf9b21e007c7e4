import { Maximize } from 'lucide-react'
import { useAreaOutlines } from '../drawing/area-outlines.ts'
import { t } from '../language/translate.ts'
import { boundsOf } from '../places/outline.ts'
import { usePage } from '../state/store.ts'
import { Button } from '../ui/controls/Button.tsx'

/** Fits the view to all compared areas. */
export function ShowAll() {
  const outlines = useAreaOutlines()
  const bounds = boundsOf(outlines.flatMap(({ outline }) => outline))
  if (bounds === null) return null
  return (
    <Button onPress={() => usePage.getState().set({ camera: { kind: 'bounds', bounds, above: 'sheet' } })}>
      <Maximize size={14} aria-hidden />
      {t('Show all on the map')}
    </Button>
  )
}
