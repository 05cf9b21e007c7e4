import { useQuery } from '@tanstack/react-query'
import type { Edition } from '../../contract/proxy-api.ts'
import type { Metric } from '../../domain/figure.ts'
import { inBoughtArea, type Units } from '../figures/figure-words.ts'
import { useShownUnits } from '../figures/use-shown-currency.ts'
import { againstWords, windowText } from '../figures/window-words.ts'
import { filtersOptions } from '../free/filters.ts'
import { lensWordsFor } from '../lens/lens-words.ts'
import { type EarlierWindow, useEarlierEdition } from '../metric/use-earlier-edition.ts'
import { useMetricTitle } from '../metric/use-metric-title.ts'
import { useAddress } from '../state/use-address.ts'
import { useViewCells, type ViewCells } from '../view/view-cells.ts'
import type { ExportedMap } from './cell-records.ts'

/** What a map shows, for pictures and files. */
export interface ShownMap {
  readonly view: ViewCells
  readonly edition: Edition
  readonly units: Units
  readonly metric: Metric
  readonly since: EarlierWindow | null
  /** The metric in words. */
  readonly title: string
  /** Filters and window in words. */
  readonly about: string
}

/** Returns what the map shows; null while nothing of it is held. */
export function useShownMap(): ShownMap | null {
  const view = useViewCells()
  const edition = view?.edition ?? null
  const units = useShownUnits(edition)
  const metric = useAddress((address) => address.metric)
  const since = useEarlierEdition(view?.name ?? null)
  const title = useMetricTitle(units)
  const filters = useQuery(filtersOptions).data?.filters ?? []
  if (!view || !edition || !units) return null
  const about = [lensWordsFor(metric, filters, edition), windowText(edition), since ? againstWords(since) : []]
  return { view, edition, units, metric, since, title, about: about.flat().join(' · ') }
}

/** Returns a map's cells for a file: all but the sea. */
export function exportedMap({ view, edition, units, metric, since }: ShownMap): ExportedMap {
  return {
    cells: view.cells.flatMap(({ cell, state, figure }) => (state === 'sea' ? [] : { id: cell, state, figure })),
    context: { edition, units: inBoughtArea(units, edition), metric, since },
  }
}
