import { lazy, Suspense } from 'react'
import { t } from './language/translate.ts'
import styles from './MapSlot.module.css'
import { useHasWebGl } from './ui/device/use-has-web-gl.ts'
import { ErrorBoundary } from './ui/failures/ErrorBoundary.tsx'
import { LoadingPart } from './ui/failures/LoadingPart.tsx'
import { later } from './ui/failures/later.tsx'
import { useTilesBeforeMap } from './view/use-tiles-before-map.ts'

// Few browsers cannot draw the map.
const NoMap = later(() => import('./NoMap.tsx').then(({ NoMap: component }) => component), { isSilent: true })

// The map library is half of the page's bytes, so the panels are painted without waiting for it.
const PriceMap = lazy(() => import('./map/PriceMap.tsx').then(({ PriceMap: component }) => ({ default: component })))

/** The map, a skeleton while it loads, or the table where the browser cannot draw it. */
export function MapSlot() {
  if (!useHasWebGl())
    return (
      <Backdrop>
        <NoMap />
      </Backdrop>
    )
  return (
    <ErrorBoundary part={t('The map')}>
      <Suspense fallback={<Skeleton />}>
        <PriceMap />
      </Suspense>
    </ErrorBoundary>
  )
}

function Skeleton() {
  useTilesBeforeMap()
  return (
    <Backdrop>
      <div className={styles.loading}>
        <LoadingPart part={t('The map')}>
          {/* The page's first paint has announced it. */}
          <p>{t('Loading the map…')}</p>
        </LoadingPart>
      </div>
    </Backdrop>
  )
}

/** Faint hexagons where the map will be. */
function Backdrop({ children }: { children: React.ReactNode }) {
  return (
    <div className={styles.backdrop}>
      <svg className={styles.grid} aria-hidden="true">
        <defs>
          <pattern id="hexagons" width="56" height="97" patternUnits="userSpaceOnUse">
            <path d="M28 0v16M28 81v16M28 16 0 32.5v32L28 81l28-16.5v-32z" fill="none" stroke="currentColor" />
          </pattern>
        </defs>
        <rect width="100%" height="100%" fill="url(#hexagons)" />
      </svg>
      {children}
    </div>
  )
}
