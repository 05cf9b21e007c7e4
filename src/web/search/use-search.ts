import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { SEARCH_MIN_CHARACTERS } from '../../contract/limits.ts'
import { lookupOptions, type Place } from '../free/geo.ts'
import { placePageOptions } from '../free/place-pages.ts'
import { t } from '../language/translate.ts'
import { mayPass } from '../requests/query-client.ts'
import { readLongitudeFirst, readTypedLocation, type TypedLocation } from './coordinates/typed-location.ts'
import { NO_ANSWER, type SearchAnswer, searchAnswer } from './search-answer.ts'
import { eitherOrderItems, pointItems, type SearchItem } from './search-items.ts'
import { type SearchFound, searchOptions } from './search-query.ts'

const DEBOUNCE_MS = 180

/** What the search list shows for the text typed so far. */
export interface SearchState extends SearchAnswer {
  readonly isSearching: boolean
  /** True while a failed search is repeated because the viewer asked for it. */
  readonly isRetrying: boolean
  readonly retry: () => void
}

const NOTHING = { ...NO_ANSWER, isSearching: false, isRetrying: false }

function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/**
 * Searches while the viewer types, in one country or in all. Results are cached by text, so late ones never replace newer
 * ones. Until those for the current text arrive, the previous results stay, marked as out of date.
 */
export function useSearch(text: string, country: string | null): SearchState {
  const typed = text.trim()
  const settled = useDebounced(typed)
  const location = readTypedLocation(typed)
  const isName = location === null && typed.length >= SEARCH_MIN_CHARACTERS
  const canAsk = isName && settled.length >= SEARCH_MIN_CHARACTERS && readTypedLocation(settled) === null
  const search = useQuery({ ...searchOptions(settled, country), enabled: canAsk, placeholderData: keepPreviousData })
  const failure = useLastFailure(search)
  const [retried, setRetried] = useState<string | null>(null)
  const points = usePoints(typed, location)
  const countries = useCountries(isName && country === null)
  if (location !== null) return locationState(location, points)
  if (!isName) return { ...NOTHING, retry: () => undefined }
  return {
    ...searchAnswer(failure, countries === null ? undefined : search.data, countries ?? []),
    isSearching: settled !== typed || (search.isFetching && search.errorUpdateCount === 0) || countries === null,
    isRetrying: retried === settled,
    retry: () => {
      setRetried(settled)
      void search.refetch().finally(() => setRetried((text) => (text === settled ? null : text)))
    },
  }
}

/**
 * Returns why the last search failed, until one succeeds. While a search is tried again, it has no error of its own: its list
 * would be empty and full by turns, and a screen reader would count its options each time.
 */
function useLastFailure({ error, isSuccess, isPlaceholderData }: UseQueryResult<SearchFound>): unknown {
  const [last, setLast] = useState<unknown>(null)
  const now = error !== null && mayPass(error) ? error : isSuccess && !isPlaceholderData ? null : last
  if (now !== last) setLast(now)
  return error ?? now
}

/**
 * The countries that the service lists as the top of its tree of places; none where they are not wanted or cannot be loaded.
 * Null until they are known, because a country that arrived later would move the results under the pointer.
 */
function useCountries(isWanted: boolean): readonly Place[] | null {
  const { data, failureCount, errorUpdateCount } = useQuery({
    ...placePageOptions({ parent: null, level: null, page: 1 }),
    enabled: isWanted,
  })
  if (!isWanted) return []
  return data?.places ?? (failureCount + errorUpdateCount > 0 ? [] : null)
}

/** Looks up the point that was typed and, where it has no listings, the one that is meant if the longitude comes first. */
function usePoints(typed: string, location: TypedLocation | null) {
  const at = location?.kind === 'coordinates' ? location : null
  const point = useQuery({ ...lookupOptions(at?.lat ?? 0, at?.lng ?? 0), enabled: at !== null })
  const other = at !== null && point.data?.prices_available === false ? readLongitudeFirst(typed) : null
  const swapped = useQuery({ ...lookupOptions(other?.lat ?? 0, other?.lng ?? 0), enabled: other !== null })
  return { point, swapped: other !== null && swapped.data ? { point: swapped.data, at: other } : null }
}

function locationState(location: TypedLocation, { point, swapped }: ReturnType<typeof usePoints>): SearchState {
  const state = { ...NOTHING, retry: () => void point.refetch() }
  if (location.kind === 'unreadable') return { ...state, note: location.message }
  if (location.kind === 'cell') {
    return { ...state, items: [{ kind: 'cell', key: `cell:${location.cell}`, cell: location.cell }] }
  }
  const { lat, lng } = location
  const bare: SearchItem = {
    kind: 'point',
    key: `point:${lat},${lng}`,
    name: `${lat}, ${lng}`,
    isNamed: false,
    detail: t('Point'),
    lat,
    lng,
  }
  // The point is known without a response, so a failed look-up loses only the names around it.
  const failure = point.isLoadingError && mayPass(point.error) ? point.error : null
  const items = !point.data
    ? [bare]
    : swapped
      ? eitherOrderItems({ point: point.data, at: location }, swapped)
      : pointItems(point.data, location)
  return { ...state, items, failure, isSearching: point.isFetching }
}
