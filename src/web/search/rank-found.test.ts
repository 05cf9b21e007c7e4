import { expect, test } from 'vitest'
import type { KnownPlace } from '../../contract/known-places.ts'
import { rankFound } from './rank-found.ts'

function town(name: string, population: number, names: readonly string[]): KnownPlace {
  return { name, country: 'us', lat: 0, lng: 0, population, names: [...names], match: 'exact' }
}

test('a place of that very name comes before a larger one that is called so in another language only', () => {
  const known = [town('Winona Lake', 5_000, ['winona lake', 'eagle lake']), town('Eagle Lake', 2_000, ['eagle lake'])]
  const first = rankFound('eagle lake', [], known)[0]
  expect(first?.kind === 'elsewhere' && first.place.name).toBe('Eagle Lake')
})

test('a large place keeps its names in other languages', () => {
  const known = [town('Milano', 1_300_000, ['milano', 'milan']), town('Milan', 5_000, ['milan'])]
  const first = rankFound('milan', [], known)[0]
  expect(first?.kind === 'elsewhere' && first.place.name).toBe('Milano')
})
