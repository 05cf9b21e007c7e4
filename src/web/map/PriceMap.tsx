import { useQuery } from '@tanstack/react-query'
import 'maplibre-gl/dist/maplibre-gl.css'
import { type CSSProperties, useRef, useState } from 'react'
import { useBesidePatch, useHasTwoScales, useSplit } from '../beside/use-beside-patch.ts'
import { useMapHeadings, useMapWords } from '../beside/use-map-words.ts'
import { useViewPurchases } from '../buying/use-view-purchases.ts'
import { HoverTip } from '../cells/HoverTip.tsx'
import { useAutomaticRate } from '../currency/use-rate-request.ts'
import { periodOptions } from '../free/period.ts'
import { useReading } from '../metric/use-reading.ts'
import { ShownFigures } from '../scale/ShownFigures.tsx'
import { useAdoptScale } from '../scale/use-adopt-scale.ts'
import { useScale } from '../scale/use-scale.ts'
import { formatAddress } from '../state/address/address.ts'
import { usePage } from '../state/store.ts'
import { AddressPatch, useAddress } from '../state/use-address.ts'
import { useMapAttribution } from '../streets/map-attribution.ts'
import { useTheme } from '../ui/device/use-theme.ts'
import { loadAhead } from '../ui/failures/later.tsx'
import { isSameView, useLiveView } from '../view/live-view.ts'
import { useViewCells } from '../view/view-cells.ts'
import { MapCaption } from './MapCaption.tsx'
import styles from './PriceMap.module.css'
import { placeTip } from './place-tip.ts'
import { SecondMap } from './SecondMap.tsx'
import { SwipeDivider } from './SwipeDivider.tsx'
import { useAreaHandles } from './use-area-handles.ts'
import { useDraft } from './use-draft.ts'
import { useDrawing } from './use-drawing.ts'
import { useDrawnCorners } from './use-drawn-corners.ts'
import { useDrawnScene } from './use-drawn-scene.ts'
import { useFoundMark } from './use-found-mark.ts'
import { type PointerPlace, useMapShell } from './use-map-shell.ts'
import { usePrintedMap } from './use-printed-map.ts'
import { useRadiusLabel } from './use-radius-label.ts'
import { useStreetsOnMap } from './use-streets-on-map.ts'
import { MAP_KEYS_ID, mapKeys, useWalk } from './use-walk.ts'

/**
 * The map of figures; fills its container. `data-ready` holds the address whose figures have all arrived and been
 * drawn; `data-layers` names the layers from bottom to top.
 */
export function PriceMap() {
  const container = useRef<HTMLDivElement>(null)
  const tip = useRef<HTMLDivElement>(null)
  const complete = useRef<string | null>(null)
  const address = useAddress(formatAddress)
  const isDrawing = usePage((page) => page.drawing !== null)
  const isPointed = usePage((page) => page.pointedMap === 'first')
  const dividerAt = usePage((page) => page.dividerAt)
  const split = useSplit()
  const patch = useBesidePatch()
  const hasTwoScales = useHasTwoScales()
  const [words, headings] = [useMapWords(), useMapHeadings()]
  const theme = useTheme()
  const attribution = useMapAttribution()
  const [isDrawn, setIsDrawn] = useState(false)
  const isComplete = useIsComplete()
  const showTip = (place: PointerPlace | null) => place && tip.current && placeTip(tip.current, place.x, place.y)
  const shell = useMapShell(container, {
    onPointer: showTip,
    onIdle: (layers) => {
      setIsDrawn(true)
      if (!container.current) return
      container.current.dataset.layers = layers.join(' ')
      if (complete.current === null) return
      container.current.dataset.ready = complete.current
      loadAhead()
    },
  })
  useDrawnScene(shell, container, complete, isComplete ? address : null)
  useWalk(shell, showTip, styles.crosshair ?? '')
  useDrawing(shell, styles.cross ?? '')
  useDrawnCorners(shell, styles.corner ?? '')
  useDraft(shell, theme)
  usePrintedMap(shell, styles.printed ?? '')
  useRadiusLabel(shell, styles.radius ?? '')
  useAreaHandles(shell, HANDLES)
  useStreetsOnMap(shell, isDrawn)
  useFoundMark(shell, styles.found ?? '')
  useViewPurchases()
  useAutomaticRate()
  useAdoptScale()

  return (
    <div
      className={styles.frame}
      data-split={split ?? undefined}
      style={{ '--divider': `${dividerAt}%` } as CSSProperties}
    >
      <div className={styles.first} data-tip-frame>
        <div ref={container} className={styles.map} data-drawing={isDrawing || undefined} data-testid="map" />
        <div hidden={split !== null && !isPointed}>
          <HoverTip ref={tip} />
        </div>
      </div>
      {split !== null && (
        <MapCaption words={words?.[0]} heading={headings?.[0]} which="first" hasTwoScales={hasTwoScales} />
      )}
      {shell && patch && (
        <AddressPatch.Provider value={patch}>
          <ShownFigures>
            <SecondMap first={shell} />
            <MapCaption words={words?.[1]} heading={headings?.[1]} which="second" hasTwoScales={hasTwoScales} />
          </ShownFigures>
        </AddressPatch.Provider>
      )}
      {split === 'swipe' && <SwipeDivider />}
      <p id={MAP_KEYS_ID} className={styles.keys}>
        {mapKeys()}
      </p>
      <p className={styles.attribution}>{attribution}</p>
    </div>
  )
}

const HANDLES = { chip: styles.chip ?? '', handle: styles.handle ?? '' }

/** True when the map is at rest and nothing more is loading for it. */
function useIsComplete(): boolean {
  const period = useQuery(periodOptions).data
  const view = useViewCells()
  const rested = usePage((page) => (page.isFindingView ? null : page.rested))
  const scale = useScale()
  const { isPending } = useReading()
  const isAtRest = useLiveView(({ live }) => rested !== null && live !== null && isSameView(rested, live))
  const isWithoutPeriod = period?.as_of === null && !period.isLookedFor
  return isAtRest && !isPending && (isWithoutPeriod || (view?.isSettled === true && scale?.isSettled === true))
}
