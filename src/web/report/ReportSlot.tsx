import { lazy, Suspense } from 'react'
import { t } from '../language/translate.ts'
import { usePage } from '../state/store.ts'
import { ErrorBoundary } from '../ui/failures/ErrorBoundary.tsx'
import { LoadingPart } from '../ui/failures/LoadingPart.tsx'

// Loaded when somebody wants it: few do.
const Report = lazy(() => import('./Report.tsx').then(({ Report: component }) => ({ default: component })))

/** The report to print, loaded once it is asked for. */
export function ReportSlot() {
  const isOpen = usePage((page) => page.isReportOpen)
  if (!isOpen) return null
  return (
    <ErrorBoundary part={t('The report')}>
      <Suspense fallback={<LoadingPart part={t('The report')}>{null}</LoadingPart>}>
        <Report />
      </Suspense>
    </ErrorBoundary>
  )
}
