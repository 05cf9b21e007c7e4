import { expect, test } from 'vitest'
import { formatFigure, unitsOfShown } from '../../figures/figure-words.ts'
import { type AreaCounts, convertFigures } from './area-figures.ts'
import { distributionOf } from './distribution.ts'

test('the middle of two computed prices is rounded once, not from two rounded ones', () => {
  const counts = {} as AreaCounts
  const units = { currency: 'USD', size_unit: 'm2' }
  const bought = { observed: [365_060.76, 371_362.77], estimated: [], counts }
  const { observed } = convertFigures(bought, 'price_for_area', units)
  const middle = distributionOf(observed)?.middle ?? Number.NaN
  expect(formatFigure(middle, 'price_for_area', unitsOfShown(units))).toBe('$368,200')
})

test('the space for a budget has the digits that its price per m² makes certain', () => {
  const units = { currency: 'USD', size_unit: 'm2' }
  expect(formatFigure(34_262.6, 'area_for_budget', units)).toBe('34,260 m²')
  expect(formatFigure(87.46, 'area_for_budget', units)).toBe('87 m²')
})
