import { expect, test } from 'vitest'
import { areaFigures } from '../../areas/spread/area-figures.ts'
import { distributionOf } from '../../areas/spread/distribution.ts'
import { unknownWords } from './unknown-words.ts'

const ALL = { isLoading: false }
const spread = distributionOf([4_000, 5_000])
const none = areaFigures([], 'median_price_per_sqm').counts

test('a figure from some of the cells says so, and one from all of them does not', () => {
  const wordsOf = (counts: Partial<typeof none>) =>
    unknownWords({ area: ALL, spread, bought: { observed: [], estimated: [], counts: { ...none, ...counts } } })
  expect(wordsOf({ observed: 4, not_bought: 2 })).toBe('2 of its 6 cells are not known, so this figure may change.')
  expect(wordsOf({ observed: 4, failed: 1 })).toBe('1 of its 5 cells is not known, so this figure may change.')
  expect(wordsOf({ observed: 4, too_few: 2, no_listings: 1, sea: 3 }), 'nothing there is known, too').toBeNull()
})

test('nothing is said while figures load, or where there are none', () => {
  const bought = { observed: [], estimated: [], counts: { ...none, not_bought: 6 } }
  expect(unknownWords({ area: { isLoading: true }, spread, bought })).toBeNull()
  expect(unknownWords({ area: ALL, spread: null, bought })).toBeNull()
})
