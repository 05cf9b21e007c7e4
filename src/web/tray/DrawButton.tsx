import { CircleDashed } from 'lucide-react'
import { startCircle } from '../drawing/start-drawing.ts'
import { t } from '../language/translate.ts'
import { Button } from '../ui/controls/Button.tsx'

/** Begins a circle; `isBrief` in a row that a phone has for all of its buttons, `isFurther` beside areas that are there. */
export function DrawButton({ isBrief = false, isFurther = false }: { isBrief?: boolean; isFurther?: boolean }) {
  const words = isFurther ? t('Another circle') : t('Draw a circle')
  return (
    <Button {...(isBrief && { 'aria-label': words })} onPress={startCircle}>
      <CircleDashed size={16} aria-hidden />
      {isBrief ? t('Circle') : words}
    </Button>
  )
}
