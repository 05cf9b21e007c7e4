import { CircleDashed } from 'lucide-react'
import { startCircle } from '../drawing/start-drawing.ts'
import { t } from '../language/translate.ts'
import { Button } from '../ui/controls/Button.tsx'

/** Begins the first circle; `isBrief` in a row that a phone has for all of its buttons. */
export function DrawButton({ isBrief = false }: { isBrief?: boolean }) {
  return (
    <Button {...(isBrief && { 'aria-label': t('Draw a circle') })} onPress={startCircle}>
      <CircleDashed size={16} aria-hidden />
      {isBrief ? t('Circle') : t('Draw a circle')}
    </Button>
  )
}
