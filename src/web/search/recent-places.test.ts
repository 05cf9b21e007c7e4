import { afterEach, expect, test, vi } from 'vitest'
import { type RecentPlace, recentPlaces, rememberRecentPlace } from './recent-places.ts'

afterEach(() => void vi.unstubAllGlobals())

const ancestors = [{ geo_id: 'es', name: 'es', level: 'country' as const }]

function place(geo_id: string): RecentPlace {
  return { geo_id, name: `Place ${geo_id}`, level: 'city', country: 'es', ancestors }
}

test('the last six places are kept as the service names them, and what an older page kept otherwise is left out', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('window', {
    localStorage: { getItem: (key: string) => kept.get(key) ?? null, setItem: kept.set.bind(kept) },
  })
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'c']) rememberRecentPlace(place(id))
  expect(recentPlaces.read()).toEqual(['c', 'g', 'f', 'e', 'd', 'b'].map(place))
  const [key = ''] = kept.keys()
  kept.set(key, JSON.stringify([{ geo_id: 'a', name: 'A', detail: 'City, Spain', country: 'es' }, place('b')]))
  expect(recentPlaces.read()).toEqual([place('b')])
  kept.set(key, JSON.stringify(Array.from({ length: 2_000 }, (_, i) => place(String(i)))))
  expect(recentPlaces.read()).toHaveLength(6)
  kept.set(key, '{')
  expect(recentPlaces.read()).toEqual([])
})
