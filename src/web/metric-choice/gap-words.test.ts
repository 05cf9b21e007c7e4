import { expect, test } from 'vitest'
import type { ViewCells } from '../view/view-cells.ts'
import { notGivenWords } from './gap-words.ts'

const viewOf = (...figures: readonly object[]) =>
  ({ isSettled: true, cells: figures.map((figure) => ({ figure })) }) as unknown as ViewCells

test('figures without the one that colours show are said to lack it, whichever it is', () => {
  const onlyPrices = viewOf({ median_price: 200_000, median_price_per_sqm: null }, { median_price: 300_000 })
  const none = 'The cells here have figures, but none of this kind.'
  expect(notGivenWords(onlyPrices, 'median_price_per_sqm')).toBe(none)
  expect(notGivenWords(onlyPrices, 'price_for_area')).toBe(none)
  expect(notGivenWords(onlyPrices, 'average_price')).toContain('no average prices')
  expect(notGivenWords(onlyPrices, 'median_price')).toBeNull()
  expect(notGivenWords(viewOf(), 'median_price_per_sqm')).toBeNull()
})
