import type { Records } from '../../domain/figure.ts'
import { type ShownMap, useShownMap } from '../export/use-shown-map.ts'
import { useRecordWord } from '../free/coverage.ts'
import { useEnoughWords } from '../legend/use-enough-words.ts'
import { useChosenClass } from '../scale/highlighted-class.ts'
import { type Scale, useScale } from '../scale/use-scale.ts'
import { type Tray, useTray } from '../tray/compared/use-tray.ts'

/** What a picture says of a map: all that it shows, its classes, and the compared areas as it has them. */
export interface PicturedMap extends ShownMap {
  readonly scale: Scale | null
  /** The number of the class that was chosen to stand out; null for none. */
  readonly chosenClass: number | null
  /** In how many hexagons the budget buys the space that is wanted; null where none is wanted. */
  readonly enough: string | null
  /** What its figures are made of. */
  readonly records: Records
  readonly tray: Tray
}

/** Returns what a picture says of the map; null while nothing of it is held. */
export function usePicturedMap(): PicturedMap | null {
  const map = useShownMap()
  const scale = useScale()
  const chosenClass = useChosenClass(scale)
  const enough = useEnoughWords(map?.view ?? null, map?.units ?? null)
  const records = useRecordWord()
  const tray = useTray()
  return map && { ...map, scale, chosenClass, enough, records, tray }
}
