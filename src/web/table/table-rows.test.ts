import { latLngToCell } from 'h3-js'
import { expect, test } from 'vitest'
import { trustCell } from '../../domain/cell.ts'
import type { CellState } from '../../domain/figure.ts'
import { speak } from '../language/language.ts'
import { loadTownNames } from '../language/load-town-names.ts'
import type { CellView } from '../view/view-cells.ts'
import { emptyWords, type Sorting, type StateFilter, tableRows } from './table-rows.ts'

const cellAt = (index: number) => trustCell(latLngToCell(41, 2 + index, 6))

function cellWith(index: number, state: CellState, name: string | null, price: number | null): CellView {
  const cell = cellAt(index)
  const values = { median_price_per_sqm: price, median_price: null, median_area: null }
  const figure = name === null ? null : { cell, name, estimated: state === 'estimated', ...values }
  return { cell, state, figure }
}

const CELLS = [
  cellWith(0, 'observed', 'Gràcia', 4000),
  cellWith(1, 'estimated', 'Zarzuela', 900),
  cellWith(2, 'too_few', null, null),
  cellWith(3, 'sea', null, null),
  cellWith(4, 'observed', 'Eixample', null),
]

const BY_PRICE: Sorting = { column: 'median_price_per_sqm', direction: 'descending' }

const rows = (state: StateFilter, text = '', sorting = BY_PRICE) =>
  tableRows(CELLS, { state, text, sorting }).map(({ id }) => CELLS.findIndex(({ cell }) => cell === id))

test('cells without a value come last in both directions, and the sea is never listed', () => {
  expect(rows('figures')).toEqual([0, 1, 4])
  expect(rows('figures', '', { ...BY_PRICE, direction: 'ascending' })).toEqual([1, 0, 4])
  expect(rows('all').slice(0, 2)).toEqual([0, 1])
  expect(rows('all').toSorted()).toEqual([0, 1, 2, 4])
  expect(rows('all', '', { column: 'place', direction: 'ascending' })).toEqual([4, 0, 1, 2])
})

test('states are sorted by how much is known, not by their names', () => {
  expect(rows('all', '', { column: 'state', direction: 'ascending' }).slice(2)).toEqual([1, 2])
  expect(rows('all', '', { column: 'state', direction: 'descending' }).slice(0, 2)).toEqual([2, 1])
})

test('a name is found without its accents and capitals, a cell by its id', () => {
  expect(rows('all', ' gracia')).toEqual([0])
  expect(rows('all', cellAt(2))).toEqual([2])
  expect(rows('estimated', 'gracia')).toEqual([])
})

test('a place has the name of the map’s label, and is found and sorted by it', async () => {
  const munich = { ...cellWith(0, 'observed', 'Munich', 4000), cell: trustCell(latLngToCell(48.14, 11.58, 6)) }
  speak({ language: 'de', locale: 'de', catalogue: {}, towns: await loadTownNames() })
  const sorting = { column: 'place', direction: 'ascending' } as const
  const named = (text: string) =>
    tableRows([...CELLS, munich], { state: 'figures', text, sorting }).map(({ place }) => place)
  expect(named('')).toEqual(['Eixample', 'Gràcia', 'München', 'Zarzuela'])
  expect([named('münch'), named('munich')]).toEqual([['München'], ['München']])
  speak({ language: 'en', locale: 'en', catalogue: {} })
})

test('a table without rows says that hexagons are not bought, not that none matches', () => {
  expect(emptyWords(0)).toBe('No hexagon in view matches. Change the filters or move the map.')
  expect(emptyWords(343)).toBe('None of the bought hexagons matches, and 343 hexagons in view are not bought.')
})
