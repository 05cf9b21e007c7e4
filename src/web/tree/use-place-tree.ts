import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useShallow } from 'zustand/react/shallow'
import type { ReceivedCountry } from '../../contract/service/coverage.ts'
import { coverageOptions } from '../free/coverage.ts'
import type { Place } from '../free/geo.ts'
import { type PlacePage, type PlacePageName, placePageOptions } from '../free/place-pages.ts'
import { collator } from '../language/formats.ts'
import { countryName } from '../ui/words/place-name.ts'
import { type ChildPlaces, readChildPlaces } from './child-places.ts'
import { marketClassOf } from './market-class.ts'
import { type TreeRow, treeRows } from './tree-rows.ts'
import { useTree } from './tree-state.ts'

export interface PlaceTreeContents {
  readonly rows: readonly TreeRow[]
  /** The markets that the service serves, by country; null while they are not known. */
  readonly markets: ReadonlyMap<string, ReceivedCountry> | null
  /** How far back the service looks for listings; null where it does not say. */
  readonly windowDays: number | null
  /** True where the service has no places, not even a country without any. */
  readonly isEmpty: boolean
  retry(parent: string | null): void
}

/** The rows of the place tree. Requests the wanted pages that are not loaded, one at a time for each open place. */
export function usePlaceTree(): PlaceTreeContents {
  const client = useQueryClient()
  // Not what has the focus: a key would make ten thousand rows again.
  const { expanded, finest, pages, revealed } = useTree(
    useShallow((tree) => ({
      expanded: tree.expanded,
      finest: tree.finest,
      pages: tree.pages,
      revealed: tree.revealed,
    })),
  )
  const coverage = useQuery(coverageOptions)
  const pageOf = (name: PlacePageName) => client.getQueryData<PlacePage>(placePageOptions(name).queryKey)
  const allBelow = new Map<string | null, ChildPlaces>()
  const readChildrenOf = (parent: Parameters<typeof readChildPlaces>[0]['parent']) => {
    const geo_id = parent?.geo_id ?? null
    allBelow.set(geo_id, readChildPlaces({ parent, finest, pages: pages.get(geo_id ?? '') ?? 1 }, pageOf))
  }
  readChildrenOf(null)
  for (const [geo_id, level] of expanded) readChildrenOf({ geo_id, level })
  const wanted = [...allBelow].flatMap(([parent, below]) => below.pages.map((name) => ({ parent, name })))
  const answers = useQueries({ queries: wanted.map(({ name }) => placePageOptions(name)) })
  const failed = new Map<string | null, (typeof answers)[number]>()
  for (const [index, { parent }] of wanted.entries()) {
    const answer = answers[index]
    // TanStack Query renders again only for what is read here; the pages themselves are read from its cache above.
    if (answer?.data === undefined && answer?.isLoadingError) failed.set(parent, answer)
  }
  const countries = coverage.data?.countries ?? null
  const markets = countries && new Map(countries.map((market) => [market.country, market]))
  const root = allBelow.get(null)
  const unnamed = root?.end === 'complete' ? unnamedMarkets(countries ?? [], root.places) : []
  if (root) allBelow.set(null, { ...root, places: inOrderOfNames([...root.places, ...unnamed]) })
  const rows = treeRows({
    expanded: new Set(expanded.keys()),
    finest,
    childrenOf: (geoId) => (unnamed.some(({ geo_id }) => geo_id === geoId) ? NOTHING_BELOW : allBelow.get(geoId)),
    failureOf: (geoId) => failed.get(geoId)?.error ?? null,
    revealedIn: (geoId) => revealed.get(geoId ?? ''),
  })
  return {
    rows,
    markets,
    windowDays: coverage.data?.window_days ?? null,
    isEmpty: root?.end === 'complete' && rows.length === 0,
    retry: (parent) => void failed.get(parent)?.refetch(),
  }
}

const NOTHING_BELOW: ChildPlaces = { places: [], pages: [], end: 'complete', wanted: 0 }

/** The markets with listings whose names do not resolve: the tree of the service leaves them out. */
function unnamedMarkets(countries: readonly ReceivedCountry[], listed: readonly Place[]): Place[] {
  const missing = countries.filter(
    (market) => marketClassOf(market) === 'unnamed' && !listed.some(({ geo_id }) => geo_id === market.country),
  )
  return missing.map(({ country }) => ({
    geo_id: country,
    name: country,
    level: 'country',
    country,
    ancestors: [],
    signal: null,
  }))
}

function inOrderOfNames(countries: readonly Place[]): Place[] {
  const { compare } = collator({})
  return countries.toSorted((a, b) => compare(countryName(a.geo_id), countryName(b.geo_id)))
}

/** True for a row of a country that has no tree. */
export function isUnnamed(row: TreeRow, markets: PlaceTreeContents['markets']): boolean {
  if (row.kind !== 'place' || row.place.level !== 'country') return false
  const market = markets?.get(row.place.geo_id)
  return market !== undefined && marketClassOf(market) === 'unnamed'
}
