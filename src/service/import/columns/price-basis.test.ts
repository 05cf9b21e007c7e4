import { expect, test } from 'vitest'
import { basisOfColumn } from './price-basis.ts'

test.each([
  ['price_m2', 'per m2'],
  ['Price/SqFt', 'per m2'],
  ['precio por m²', 'per m2'],
  ['Weekly Rent', 'weekly or yearly'],
  ['rentPerWeek', 'weekly or yearly'],
  ['Annual Rent (AED)', 'weekly or yearly'],
  ['rent pa', 'weekly or yearly'],
  ['price', null],
  ['Rent per month', null],
  ['Price (M€)', null],
  ['Sale price', null],
])('%s is a price %s', (name, basis) => {
  expect(basisOfColumn(name)).toBe(basis)
})
