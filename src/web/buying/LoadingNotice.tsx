import { useEffect, useState } from 'react'
import { t } from '../language/translate.ts'
import { usePage } from '../state/store.ts'
import { Notice } from '../ui/failures/Notice.tsx'
import { Panel } from '../ui/Panel.tsx'
import { useViewCells } from '../view/view-cells.ts'

/** Milliseconds of loading that need no word. */
const MOMENT_MS = 3_000

/** Says that figures are still on their way, where that takes longer than a moment; the map may be empty until they come. */
export function LoadingNotice() {
  const view = useViewCells()
  const isDrawing = usePage((page) => page.drawing !== null)
  const isTold = view !== null && (view.trouble.refusal !== null || view.trouble.fault !== null)
  const isLoading = view !== null && !view.isSettled && view.counts.loading > 0 && !isTold && !isDrawing
  return isLoading ? <AfterAMoment /> : null
}

function AfterAMoment() {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), MOMENT_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!isOver) return null
  return (
    <Panel label={t('Loading')} bare>
      <Notice kind="info">{t('Still loading figures. They appear as soon as they arrive.')}</Notice>
    </Panel>
  )
}
