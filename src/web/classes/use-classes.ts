import { useQuery } from '@tanstack/react-query'
import type { ScaleTerritory } from '../../contract/class-scale.ts'
import type { GeoId } from '../../domain/place.ts'
import { t } from '../language/translate.ts'
import { namedPlaceOptions } from '../metered/scales.ts'
import { chosenBreaks } from '../scale/chosen-breaks.ts'
import { acceptBreaks } from '../scale/use-adopt-scale.ts'
import { type Scale, territoryBreaks } from '../scale/use-scale.ts'
import { useTerritoryScale } from '../scale/use-territory-scale.ts'
import { useAddress } from '../state/use-address.ts'
import { nameWithLevel } from '../ui/words/place-name.ts'
import { ownerWords } from './classes-words.ts'

/** Whose the classes in force are, and others that the viewer may take instead. */
export interface Classes {
  readonly words: string
  /** Null when the classes of the middle of the view are in force, or there are none. */
  readonly offer: { readonly words: string; readonly accept: () => void } | null
  /** True when the page had to fit classes, because the shared ones could not be loaded. */
  readonly isStopgap: boolean
}

/** Returns the words about the classes in force. */
export function useClasses(scale: Scale): Classes {
  const { scale: found, isPending, isUnavailable } = useTerritoryScale()
  const method = useAddress((address) => address.method)
  const locked = useAddress((address) => address.locked)
  const here = found?.kind === 'territory' ? found : null
  const shown = scale.of?.kind === 'territory' ? scale.of.geo_id : null
  const territory = useNamed(shown, here?.territory ?? null)
  const isHere = here !== null && here.territory.geo_id === shown
  const words = ownerWords({ of: scale.of, territory, locked, observed: isHere ? here.observed : null })
  const breaks = territoryBreaks(found, method)
  const isStopgap = isUnavailable && scale.of === null
  if (isPending || here === null || breaks === null || shown === null || locked)
    return { words, offer: null, isStopgap }
  const next = chosenBreaks(scale.name, breaks)
  const isSame = isHere && String(next.at) === String(scale.decided)
  if (isSame || next.at.length === 0) return { words, offer: null, isStopgap }
  const name = nameWithLevel(here.territory)
  const accept = () => acceptBreaks(next, scale.name.as_of)
  return {
    words,
    isStopgap,
    offer: {
      words: isHere ? t('Use the current classes of {name}', { name }) : t('Use the classes of {name}', { name }),
      accept,
    },
  }
}

/** Returns a place with its name: `here` when it is the one, else as the service names it; null while unknown. */
function useNamed(geoId: GeoId | null, here: ScaleTerritory | null): ScaleTerritory | null {
  const isHere = here !== null && here.geo_id === geoId
  const { data } = useQuery(namedPlaceOptions(isHere ? null : geoId))
  return isHere ? here : (data ?? null)
}
