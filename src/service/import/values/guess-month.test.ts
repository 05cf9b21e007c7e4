import { expect, test } from 'vitest'
import { guessMonth } from './guess-month.ts'

const CHANGED = new Date('2026-10-15T08:00:00Z')

test.each([
  ['sao-paulo-properties-april-2019.csv.gz', '2019-04'],
  ['Pisos Enero 2021.csv', '2021-01'],
  ['anuncios_2019-04.csv', '2019-04'],
  ['2019_04_30_export.csv', '2019-04'],
  ['export-20190430.csv', '2019-04'],
  ['04-2019.csv', '2019-04'],
  ['wohnungen_märz2020.csv', '2020-03'],
  ['sales 2018.csv', '2018-12'],
])('the name %s says the month %s', (name, month) => {
  expect(guessMonth(name, CHANGED)).toEqual({ month, from: 'the file’s name' })
})

test.each(['flats.csv', 'flats 2026.csv', 'madrid-12345678.csv', 'route-66.csv'])('%s says no month', (name) => {
  expect(guessMonth(name, CHANGED)).toEqual({ month: '2026-10', from: 'when the file last changed' })
})
