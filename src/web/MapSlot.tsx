import { lazy, Suspense, useEffect } from 'react'
import styles from './MapSlot.module.css'
import { middleOf } from './places/outline.ts'
import { usePage } from './state/store.ts'
import { getAddress, setAddress } from './state/use-address.ts'
import { ErrorBoundary } from './ui/ErrorBoundary.tsx'
import { hasWebGl } from './ui/has-web-gl.ts'
import { Notice } from './ui/Notice.tsx'
import { useTilesBeforeMap } from './view/use-tiles-before-map.ts'

// The map library is half of the page's bytes, so the panels are painted without waiting for it.
const PriceMap = lazy(() => import('./map/PriceMap.tsx').then(({ PriceMap: component }) => ({ default: component })))

/** The map, a skeleton while it loads, or a notice where the browser cannot draw it. */
export function MapSlot() {
  if (!hasWebGl()) return <NoMap />
  return (
    <ErrorBoundary part="The map">
      <Suspense fallback={<Skeleton />}>
        <PriceMap />
      </Suspense>
    </ErrorBoundary>
  )
}

function NoMap() {
  useCameraWithoutMap()
  return (
    <Backdrop>
      <div className={styles.message}>
        <Notice kind="info">
          The map cannot be shown because this browser does not support WebGL 2. You can still find places and see the
          figures within a radius. To see the map, turn on hardware acceleration or use another browser.
        </Notice>
      </div>
    </Backdrop>
  )
}

/** Moves the view in the address to what the viewer chose, so that a new circle starts there. */
function useCameraWithoutMap(): void {
  const camera = usePage((page) => page.camera)
  useEffect(() => {
    if (camera === null) return
    usePage.getState().set({ camera: null })
    if (camera.kind === 'uncover') return
    const { view } = getAddress()
    setAddress({ view: camera.kind === 'point' ? camera : { ...middleOf(camera.bounds), zoom: view.zoom } }, 'replace')
  }, [camera])
}

function Skeleton() {
  useTilesBeforeMap()
  return (
    <Backdrop>
      <p className={styles.loading} role="status">
        Loading the map…
      </p>
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
