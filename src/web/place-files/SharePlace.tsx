import { lazy, Suspense } from 'react'
import { FilesFold } from '../export/FilesFold.tsx'
import { t } from '../language/translate.ts'
import { usePage } from '../state/store.ts'
import { Button } from '../ui/controls/Button.tsx'
import { ErrorBoundary } from '../ui/failures/ErrorBoundary.tsx'
import { LoadingPart } from '../ui/failures/LoadingPart.tsx'

// Loaded when somebody wants it: few do.
const PlaceFiles = lazy(() => import('./PlaceFiles.tsx').then(({ PlaceFiles: component }) => ({ default: component })))

/** Ways to share the open place: a report to print, and files. */
export function SharePlace() {
  return (
    <>
      <Button onPress={() => usePage.getState().set({ isReportOpen: true })}>{t('Report to print')}</Button>
      <FilesFold>
        <ErrorBoundary part={t('The files')}>
          <Suspense
            fallback={
              <LoadingPart part={t('The files')}>
                <p role="status">{t('Loading…')}</p>
              </LoadingPart>
            }
          >
            <PlaceFiles />
          </Suspense>
        </ErrorBoundary>
      </FilesFold>
    </>
  )
}
