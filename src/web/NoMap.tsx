import { useEffect, useState } from 'react'
import { useViewPurchases } from './buying/use-view-purchases.ts'
import { useAutomaticRate } from './currency/use-rate-request.ts'
import { t } from './language/translate.ts'
import styles from './NoMap.module.css'
import { middleOf } from './places/outline.ts'
import { useAdoptScale } from './scale/use-adopt-scale.ts'
import type { View } from './state/address/number-parts.ts'
import { thisScreen } from './state/address/screen.ts'
import { type CameraRequest, usePage } from './state/store.ts'
import { getAddress, setAddress, useAddress } from './state/use-address.ts'
import { TableContent } from './table/TablePanel.tsx'
import { Button } from './ui/controls/Button.tsx'
import { mayHaveWebGl, retryWebGl } from './ui/device/has-web-gl.ts'
import { Notice } from './ui/failures/Notice.tsx'
import { Panel } from './ui/Panel.tsx'
import { isSameSight, useLiveView } from './view/live-view.ts'
import { boundsOfView, viewOfBounds } from './view/opening-view.ts'

/** Replaces the map in a browser that cannot draw it: the same hexagons as a table, and ways to move. */
export function NoMap() {
  useCameraWithoutMap()
  useRestWithoutMap()
  useViewPurchases()
  useAutomaticRate()
  useAdoptScale()
  return (
    <div className={styles.place}>
      <Panel title={t('Hexagons in view')}>
        <div className={styles.body}>
          <Notice kind="info" action={mayHaveWebGl() ? { label: t('Try again'), onPress: retryWebGl } : null}>
            {t(
              'The map needs WebGL 2, and this browser cannot provide it now, so the hexagons are listed in a table. To see the map, turn on hardware acceleration or use another browser.',
            )}
          </Notice>
          <MoveButtons />
          <div className={styles.table}>
            <TableContent />
          </div>
        </div>
      </Panel>
    </div>
  )
}

/** Moves by half of the view, or one zoom step. */
const MOVES = [
  { label: () => t('Closer'), x: 0, y: 0, zoom: 1 },
  { label: () => t('Wider'), x: 0, y: 0, zoom: -1 },
  { label: () => t('North'), x: 0, y: 0.5, zoom: 0 },
  { label: () => t('South'), x: 0, y: -0.5, zoom: 0 },
  { label: () => t('West'), x: -0.5, y: 0, zoom: 0 },
  { label: () => t('East'), x: 0.5, y: 0, zoom: 0 },
]
const [ZOOM_MIN, ZOOM_MAX] = [3, 15]

function MoveButtons() {
  return (
    <fieldset className={styles.moves} aria-label={t('Move the view')}>
      {MOVES.map(({ label, ...by }) => (
        <Button
          key={`${by.x},${by.y},${by.zoom}`}
          onPress={() => setAddress({ view: moved(getAddress().view, by), screen: thisScreen() }, 'replace')}
        >
          {label()}
        </Button>
      ))}
    </fieldset>
  )
}

function moved(view: View, by: { x: number; y: number; zoom: number }): View {
  const { west, east, south, north } = boundsOfView(view, thisScreen())
  const lng = view.lng + by.x * (east >= west ? east - west : east - west + 360)
  return {
    lat: Math.max(-85, Math.min(85, view.lat + by.y * (north - south))),
    lng: lng > 180 ? lng - 360 : lng < -180 ? lng + 360 : lng,
    zoom: Math.max(ZOOM_MIN, Math.min(ZOOM_MAX, view.zoom + by.zoom)),
  }
}

/** Moves the view in the address to what the viewer chose, so that the table and a new circle follow. */
function useCameraWithoutMap(): void {
  const camera = usePage((page) => page.camera)
  useEffect(() => {
    if (camera === null) return
    usePage.getState().set({ camera: null })
    const view = viewOf(camera)
    if (view === null) return
    if (isSameSight(view, getAddress().view)) usePage.getState().set({ isFindingView: false })
    setAddress({ view, screen: thisScreen() }, 'replace')
  }, [camera])
}

function viewOf(camera: CameraRequest): View | null {
  switch (camera.kind) {
    case 'uncover':
      return null
    case 'point':
      return { lat: camera.lat, lng: camera.lng, zoom: camera.zoom }
    case 'bounds':
      return { ...middleOf(camera.bounds), zoom: viewOfBounds(camera.bounds, thisScreen()).zoom }
  }
}

/** The view of the address counts as at rest, because nothing moves. */
function useRestWithoutMap(): void {
  const at = useAddress(({ view: { lat, lng, zoom } }) => `${lat},${lng},${zoom}`)
  const [size, setSize] = useState(thisScreen)
  useEffect(() => {
    const measure = () => setSize(thisScreen())
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `at` stands for the view in the address
  useEffect(() => {
    const { view } = getAddress()
    const bounds = boundsOfView(view, size)
    useLiveView.setState({ live: { view, bounds, ...size } })
    const { rested, set } = usePage.getState()
    set({ rested: { view, bounds, seen: [bounds], middle: view, before: rested?.bounds ?? null } })
  }, [at, size])
}
