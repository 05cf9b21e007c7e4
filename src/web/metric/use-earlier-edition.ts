import type { Edition } from '../../contract/proxy-api.ts'
import type { EditionName } from '../../domain/edition.ts'
import { parseAsOf, windowOf } from '../../domain/period.ts'
import { tileStore, useTileStoreVersion } from '../tiles/page-tiles.ts'
import { useReading } from './use-reading.ts'

/** The window of a period; `as_of` is its label. */
export type EarlierWindow = Pick<Edition, 'as_of' | 'window_start' | 'window_end'>

/** Returns the window of the earlier period of a change, as the service stated it if something is held; null for other metrics. */
export function useEarlierEdition(name: EditionName | null): EarlierWindow | null {
  const { otherOf } = useReading()
  useTileStoreVersion()
  const other = name && otherOf(name)
  if (other?.join !== 'other_is_earlier') return null
  const stated = tileStore.edition(other.name)
  const as_of = parseAsOf(other.name.as_of)
  if (stated !== null || as_of === null) return stated
  const { start, end } = windowOf(as_of, other.name.resolution)
  return { as_of, window_start: start, window_end: end }
}
