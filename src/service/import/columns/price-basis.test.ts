import { expect, test } from 'vitest'
import { currencyOfColumn } from './name-ranks.ts'
import { basisOfColumn } from './price-basis.ts'

test.each([
  ['price_m2', 'per m2'],
  ['Price/SqFt', 'per m2'],
  ['precio por m²', 'per m2'],
  ['Weekly Rent', 'weekly or yearly'],
  ['rentPerWeek', 'weekly or yearly'],
  ['Annual Rent (AED)', 'weekly or yearly'],
  ['rent pa', 'weekly or yearly'],
  ['Rent (AED/yr)', 'weekly or yearly'],
  ['Miete €/Jahr', 'weekly or yearly'],
  ['precio/semana', 'weekly or yearly'],
  ['賃料（円/年）', 'weekly or yearly'],
  ['Yıllık kira', 'weekly or yearly'],
  ['Miete €/Monat', null],
  ['Preis Jahr 2024', null],
  ['precio/anuncio', null],
  ['price', null],
  ['Rent per month', null],
  ['Price (M€)', null],
  ['Sale price', null],
])('%s is a price %s', (name, basis) => {
  expect(basisOfColumn(name)).toBe(basis)
})

test.each([
  ['price (€/Monat)', '€'],
  ['price (£ pw)', '£'],
  ['Precio (USD/m2)', 'USD'],
  ['price (EUR/mois)', 'EUR'],
  ['price EUR/USD', 'EUR/USD'],
  ['price pw', null],
])('%s is in %s', (name, currency) => {
  expect(currencyOfColumn(name)).toBe(currency)
})
