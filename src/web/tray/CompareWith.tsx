import { useQuery } from '@tanstack/react-query'
import { Hexagon, MapPin, PenTool } from 'lucide-react'
import { AREAS_MAX } from '../../contract/area.ts'
import { addArea } from '../areas/chosen/add-area.ts'
import { cancelDrawing, startPolygon } from '../drawing/start-drawing.ts'
import { placeOptions } from '../free/geo.ts'
import { t } from '../language/translate.ts'
import { OpenFileButton } from '../own-areas/OpenFileButton.tsx'
import type { AreaShape } from '../state/address/area-choice.ts'
import { shapeKey } from '../state/address/area-list.ts'
import { usePage } from '../state/store.ts'
import { useAddress } from '../state/use-address.ts'
import { Button } from '../ui/controls/Button.tsx'
import { FieldGroup } from '../ui/controls/FieldGroup.tsx'
import { useHasWebGl } from '../ui/device/use-has-web-gl.ts'
import { placeName } from '../ui/words/place-name.ts'
import type { Tray } from './compared/use-tray.ts'
import { DrawButton } from './DrawButton.tsx'
import styles from './Tray.module.css'

/** Ways to add an area: drawn on the map, a place by its name, the open place, the open hexagon. */
export function CompareWith({ tray: { entries } }: { tray: Tray }) {
  const isChoosing = usePage((page) => page.isChoosingArea)
  const canDraw = useHasWebGl()
  const hasMap = usePage((page) => page.rested !== null) && canDraw
  if (entries.length >= AREAS_MAX) {
    return <p className={styles.quiet}>{t('No more areas can be compared at once. Remove one to add another.')}</p>
  }
  return (
    <FieldGroup name={entries.length === 0 ? t('Add an area') : t('Compare with…')}>
      <div className={styles.ways}>
        <DrawButton />
        {hasMap && (
          <Button onPress={startPolygon}>
            <PenTool size={14} aria-hidden />
            {t('Draw an outline')}
          </Button>
        )}
        <Button onPress={isChoosing ? stopChoosing : choosePlace}>
          <MapPin size={14} aria-hidden />
          {isChoosing ? t('Cancel') : t('Choose a place')}
        </Button>
        <OpenFileButton />
        <OpenPlace tray={entries.map(({ chosen }) => chosen.shape)} />
        <OpenCell tray={entries.map(({ chosen }) => chosen.shape)} />
      </div>
      <p className={styles.quiet} role="status">
        {isChoosing && t('Find the place with the search. It is added here.')}
      </p>
    </FieldGroup>
  )
}

function choosePlace(): void {
  cancelDrawing()
  usePage.getState().set({ isChoosingArea: true })
  document.querySelector<HTMLInputElement>('[data-tour=search] input')?.focus()
}

function stopChoosing(): void {
  usePage.getState().set({ isChoosingArea: false })
}

/** The place whose page is open, unless it is compared already. */
function OpenPlace({ tray }: { tray: readonly AreaShape[] }) {
  const place = useAddress((address) => address.place)
  const resolution = useAddress((address) => address.placeResolution)
  const found = useQuery(placeOptions(place)).data
  if (
    place === null ||
    found === undefined ||
    found.level === 'country' ||
    isIn(tray, { kind: 'place', geo_id: place })
  )
    return null
  return (
    <Button onPress={() => addArea({ kind: 'place', geo_id: place }, { resolution })}>
      <MapPin size={14} aria-hidden />
      {t('Add {place}', { place: placeName(found) })}
    </Button>
  )
}

/** The hexagon whose card is open, unless it is compared already. */
function OpenCell({ tray }: { tray: readonly AreaShape[] }) {
  const cell = useAddress((address) => address.cell)
  if (cell === null || isIn(tray, { kind: 'cell', cell })) return null
  return (
    <Button onPress={() => addArea({ kind: 'cell', cell })}>
      <Hexagon size={14} aria-hidden />
      {t('Add the open hexagon')}
    </Button>
  )
}

function isIn(tray: readonly AreaShape[], shape: AreaShape): boolean {
  return tray.some((each) => shapeKey(each) === shapeKey(shape))
}
