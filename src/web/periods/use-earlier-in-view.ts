import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { EarlierAnswer } from '../../contract/earlier-tiles.ts'
import { parseCell } from '../../domain/cell.ts'
import type { EditionName } from '../../domain/edition.ts'
import { type AsOf, parseAsOf } from '../../domain/period.ts'
import { TILES_BOUGHT_AT_MOST } from '../buying/view-offer.ts'
import { useAsOf } from '../free/period.ts'
import { type EarlierOf, earlierOptions } from '../metered/earlier.ts'
import { usePage } from '../state/store.ts'
import { tileStore, useTileStoreVersion } from '../tiles/page-tiles.ts'
import { isCalledEmpty } from '../tiles/tile-state.ts'
import { useResolutionAtRest } from '../view/resolution-in-force.ts'
import { useEditionName } from '../view/view-cells.ts'
import { tilesInView } from '../view/view-tiles.ts'

/** What is known of earlier periods in the view. */
export interface EarlierInView {
  /** Null while the view is not known, or while its own figures are on their way. */
  readonly of: EarlierOf | null
  readonly answer: EarlierAnswer | null
  readonly failure: { readonly error: unknown; readonly retry: () => void } | null
}

/** Asks what is held of some earlier periods in the view at rest, nearest tiles first, and what the rest costs (free). */
export function useEarlierInView(periods: readonly AsOf[]): EarlierInView {
  const rested = usePage((page) => (page.isFindingView ? null : page.rested))
  const shown = useEditionName(useResolutionAtRest())
  const served = useAsOf() ?? null
  const name = useServedName(shown, served)
  const version = useTileStoreVersion()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for the store's content
  const text = useMemo(() => {
    if (rested === null || name === null) return null
    const { parents } = tilesInView(rested.bounds, name.resolution)
    const states = parents.map((parent) => tileStore.stateOf(name, parent))
    // A pending purchase may turn out to be empty, or teach the proxy the size of a call.
    if (states.some(({ kind }) => kind === 'fetching' || kind === 'buying')) return null
    const worthwhile = parents.filter((_, at) => !isCalledEmpty(states[at] ?? { kind: 'unknown' }))
    return worthwhile.slice(0, TILES_BOUGHT_AT_MOST).sort().join(' ')
  }, [rested, name, version])
  const labels = periods.join(' ')
  const of = useMemo((): EarlierOf | null => {
    if (name === null || text === null || text === '' || labels === '') return null
    return {
      name,
      parents: text.split(' ').flatMap((each) => parseCell(each) ?? []),
      periods: labels.split(' ').flatMap((each) => parseAsOf(each) ?? []),
    }
  }, [name, text, labels])
  const query = useQuery(earlierOptions(of))
  return {
    of,
    answer: query.data ?? null,
    failure: query.isLoadingError ? { error: query.error, retry: () => void query.refetch() } : null,
  }
}

function useServedName(shown: EditionName | null, served: AsOf | null): EditionName | null {
  return useMemo(() => shown && served && { ...shown, as_of: served }, [shown, served])
}
