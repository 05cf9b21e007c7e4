import { useQuery } from '@tanstack/react-query'
import { monthsOfPeriod } from '../figures/window-words.ts'
import { filtersOptions } from '../free/filters.ts'
import { t } from '../language/translate.ts'
import { lensWords } from '../lens/lens-words.ts'
import { useAddress } from '../state/use-address.ts'
import { useBesideName } from '../view/beside-name.ts'
import { useResolutionAtRest } from '../view/resolution-in-force.ts'
import { useEditionName } from '../view/view-cells.ts'

/** Returns what each of two maps shows, in the words in which they differ; null with one map. */
export function useMapWords(): readonly [string, string] | null {
  const name = useEditionName(useResolutionAtRest())
  const other = useBesideName(name)
  const filters = useQuery(filtersOptions).data?.filters ?? []
  const isPeriod = useAddress((address) => address.beside?.kind === 'period')
  if (name === null || other === null) return null
  const words = (of: typeof name) => (isPeriod ? monthsOfPeriod(of.as_of, of.resolution) : lensWords(filters, of.lens))
  return [words(name), words(other)]
}

/** Returns the words over what belongs to each of two maps; null with one map. */
export function useMapHeadings(): readonly [string, string] | null {
  const maps = useMapWords()
  return maps && [t('First map: {words}', { words: maps[0] }), t('Second map: {words}', { words: maps[1] })]
}
