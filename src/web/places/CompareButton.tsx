import { Plus } from 'lucide-react'
import type { PressEvent } from 'react-aria-components/Button'
import { AREAS_MAX } from '../../contract/area.ts'
import type { GeoId } from '../../domain/place.ts'
import { addArea } from '../areas/chosen/add-area.ts'
import { t } from '../language/translate.ts'
import { usePage } from '../state/store.ts'
import { useAddress } from '../state/use-address.ts'
import { Button } from '../ui/controls/Button.tsx'

/** Adds a place to the areas that are compared; it costs nothing. Beside the first, the next place that is found is another. */
export function CompareButton({ place }: { place: GeoId }) {
  const areas = useAddress((address) => address.areas)
  const resolution = useAddress((address) => address.placeResolution)
  const isThere = areas.some(({ shape }) => shape.kind === 'place' && shape.geo_id === place)
  if (areas.length === AREAS_MAX && !isThere) {
    return <p>{t('Six areas are compared already. Remove one to compare this place.')}</p>
  }
  const compare = ({ pointerType }: PressEvent) => {
    const added = addArea({ kind: 'place', geo_id: place }, { resolution })
    // The place and this button give way to the area.
    const isByKey = pointerType === 'keyboard' || pointerType === 'virtual'
    if (added === 'added' && isByKey) usePage.getState().set({ panelTakesFocus: true })
    if (areas.length === 0) usePage.getState().set({ isChoosingArea: true })
  }
  return (
    <Button onPress={compare}>
      <Plus size={16} aria-hidden />
      {isThere ? t('Show it among the compared areas') : t('Compare this place')}
    </Button>
  )
}
