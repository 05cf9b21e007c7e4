import { Crosshair } from 'lucide-react'
import { useEffect } from 'react'
import type { Circle, LatLng } from '../../domain/distance.ts'
import { t } from '../language/translate.ts'
import { boundsOf, middleOf } from '../places/outline.ts'
import { usePlaceOutline } from '../places/use-place-outline.ts'
import { usePage } from '../state/store.ts'
import { getAddress, setAddress } from '../state/use-address.ts'
import { Button } from '../ui/Button.tsx'
import { FieldGroup } from '../ui/FieldGroup.tsx'
import styles from './CirclePanel.module.css'

/** Returns the centre of the view in the address. */
export function viewCentre(): LatLng {
  const { lat, lng } = getAddress().view
  return { lat, lng }
}

/** Returns the middle of the chosen place's outline; null without one. */
function usePlaceCentre(): LatLng | null {
  const outline = usePlaceOutline()
  const bounds = outline && boundsOf(outline)
  return bounds && middleOf(bounds)
}

/** Buttons that centre the circle on the view, on the chosen place, or where the viewer clicks next. */
export function CentreButtons({ circle }: { circle: Circle }) {
  const placeCentre = usePlaceCentre()
  const picking = usePage((page) => page.picking)
  const set = usePage((page) => page.set)
  const hasMap = usePage((page) => page.rested !== null)
  const moveTo = ({ lat, lng }: LatLng) => setAddress({ circle: { ...circle, lat, lng } }, 'push')
  useEscape(picking, () => set({ picking: false }))
  return (
    <FieldGroup name={t('Centre on')}>
      <div className={styles.buttons}>
        <Button onPress={() => moveTo(viewCentre())}>{t('View')}</Button>
        {placeCentre && <Button onPress={() => moveTo(placeCentre)}>{t('Place')}</Button>}
        {hasMap && (
          <Button onPress={() => set({ picking: !picking })}>
            <Crosshair size={14} aria-hidden />
            {picking ? t('Cancel') : t('Pick')}
          </Button>
        )}
      </div>
      <p className={styles.picking} role="status">
        {picking && t('Click the map to place the centre.')}
      </p>
    </FieldGroup>
  )
}

function useEscape(isActive: boolean, onEscape: () => void): void {
  useEffect(() => {
    if (!isActive) return
    const listen = (event: KeyboardEvent) => event.key === 'Escape' && onEscape()
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  })
}
