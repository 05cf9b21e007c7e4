import { CircleDashed } from 'lucide-react'
import { drawCircle } from '../drawing/start-drawing.ts'
import { t } from '../language/translate.ts'
import { usePage } from '../state/store.ts'
import { Button } from '../ui/Button.tsx'
import { useIsPhone } from '../ui/use-media.ts'

/** Draws a first circle where the panels do not cover it; `isBrief` in a row that a phone has for all of its buttons. */
export function DrawButton({ isBrief = false }: { isBrief?: boolean }) {
  const isPhone = useIsPhone()
  return (
    <Button
      {...(isBrief && { 'aria-label': t('Draw a circle') })}
      onPress={({ pointerType }) => {
        // The button disappears, so the focus moves to the new circle. A finger leaves no focus behind.
        if (pointerType !== 'touch') usePage.getState().set({ panelTakesFocus: true })
        drawCircle(isPhone ? 'upper half' : 'as it is')
      }}
    >
      <CircleDashed size={16} aria-hidden />
      {isBrief ? t('Circle') : t('Draw a circle')}
    </Button>
  )
}
