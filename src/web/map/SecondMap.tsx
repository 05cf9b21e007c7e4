import { useEffect, useRef, useState } from 'react'
import { HoverTip } from '../cells/HoverTip.tsx'
import { t } from '../language/translate.ts'
import { useLocale } from '../language/use-locale.ts'
import { useScale } from '../scale/use-scale.ts'
import { formatAddress } from '../state/address/address.ts'
import { useAreaUnit } from '../state/device/area-unit-choice.ts'
import { usePage } from '../state/store.ts'
import { getAddress, useAddress } from '../state/use-address.ts'
import { useTheme } from '../ui/device/use-theme.ts'
import { radiusUnit } from '../ui/words/radius-words.ts'
import { useViewCells } from '../view/view-cells.ts'
import styles from './PriceMap.module.css'
import { placeTip } from './place-tip.ts'
import { MapShell } from './shell/map-shell.ts'
import { useAreaLetters } from './use-area-handles.ts'
import { useDrawnScene } from './use-drawn-scene.ts'
import { useFoundMark } from './use-found-mark.ts'
import { click, hover, pointAt } from './use-map-shell.ts'
import { usePrintedMap } from './use-printed-map.ts'
import { useSameStreets } from './use-streets-on-map.ts'

/**
 * A second map with the camera of the first; what it shows, and in which classes, stands in the `AddressPatch` around it. As for
 * the first, `data-ready` holds the address whose figures have all arrived and been drawn.
 */
export function SecondMap({ first }: { first: MapShell }) {
  const container = useRef<HTMLDivElement>(null)
  const tip = useRef<HTMLDivElement>(null)
  const complete = useRef<string | null>(null)
  const [shell, setShell] = useState<MapShell | null>(null)
  const [contextsLost, setContextsLost] = useState(0)
  const theme = useTheme()
  const locale = useLocale()
  const unit = useAreaUnit(radiusUnit)
  const view = useViewCells()
  const scale = useScale()
  // This map's own address changes whenever the page's does, which `data-ready` holds.
  useAddress(formatAddress)
  const isPointed = usePage((page) => page.pointedMap === 'second')
  useDrawnScene(shell, container, complete, view?.isSettled && scale?.isSettled ? formatAddress(getAddress()) : null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the map is made once for a drawing context; later changes have their own effects
  useEffect(() => {
    if (!container.current) return
    const made = MapShell.make(container.current, first.camera.sight().view, theme, {
      onMove: () => {},
      onMoveEnd: () => first.settle(),
      onGrab: () => usePage.getState().set({ cellToUncover: null }),
      onHover: (at) => {
        if (at) pointAt('second')
        hover(at)
        if (at && tip.current) placeTip(tip.current, at.x, at.y)
      },
      onClick: click,
      onIdle: () => {
        if (container.current && complete.current !== null) container.current.dataset.ready = complete.current
      },
      // The first map says so for both.
      onBasemapFailed: () => {},
      onBasemapComplete: () => {},
      onGpuBack: () => setContextsLost((count) => count + 1),
    })
    if (!made) return
    // A movement of one map is mirrored by the other, and not back.
    let isFromSecond = false
    const stops = [
      made.follow((to) => {
        isFromSecond = true
        first.mirror(to)
        isFromSecond = false
      }),
      first.follow((to) => {
        if (!isFromSecond) made.mirror(to)
      }),
    ]
    setShell(made)
    usePage.getState().set({ takeSecondPicture: (places) => made.picture(places) })
    return () => {
      for (const stop of stops) stop()
      setShell(null)
      usePage.getState().set({ takeSecondPicture: null })
      made.remove()
    }
  }, [first, contextsLost])

  useSameStreets(shell)
  useAreaLetters(shell, `${styles.chip} ${styles.letter}`)
  useFoundMark(shell, styles.found ?? '')
  usePrintedMap(shell, styles.printed ?? '')
  useEffect(() => shell?.basemap.setTheme(theme), [shell, theme])
  useEffect(() => shell?.setUnit(unit), [shell, unit])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words follow the language
  useEffect(() => shell?.setWords(t('Second price map')), [shell, locale])

  return (
    <div className={styles.second} data-tip-frame>
      <div ref={container} className={styles.map} data-testid="second-map" />
      <div hidden={!isPointed}>
        <HoverTip ref={tip} />
      </div>
    </div>
  )
}
