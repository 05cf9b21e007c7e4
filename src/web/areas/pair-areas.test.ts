import { latLngToCell } from 'h3-js'
import { expect, test } from 'vitest'
import { trustCell } from '../../domain/cell.ts'
import type { CellState } from '../../domain/figure.ts'
import type { CellView } from '../view/view-cells.ts'
import type { Area } from './area.ts'
import { joinAreas, pairCells } from './pair-areas.ts'

const CELLS = [2.1, 2.2, 2.3, 2.4].map((lng) => trustCell(latLngToCell(41.4, lng, 8)))

function view(index: number, state: CellState, perSqm: number | null = null): CellView {
  const cell = CELLS[index] ?? expect.fail()
  const figure = {
    cell,
    estimated: state === 'estimated',
    median_price: 1,
    median_price_per_sqm: perSqm,
    median_area: 1,
    name: null,
  }
  return { cell, state, figure: state === 'observed' || state === 'estimated' ? figure : null }
}

test('the cells of an area have a yield where both offers have a figure', () => {
  const sale = [view(0, 'observed', 4_000), view(1, 'observed', 4_000), view(2, 'too_few'), view(3, 'observed', 4_000)]
  const rent = [view(0, 'estimated', 10), view(1, 'not_bought'), view(2, 'observed', 12), view(3, 'observed')]
  const joined = pairCells(sale, rent, 'own_is_sale')
  expect(joined.map(({ state }) => state)).toEqual(['estimated', 'not_bought', 'too_few', 'too_few'])
  expect(joined.map(({ figure }) => figure?.rental_yield ?? null)).toEqual([3, null, null, null])
  expect(joined[0]?.figure?.estimated).toBe(true)
})

test('cells missing from both sales and rents are quoted together and bought with one button', () => {
  const bought: string[] = []
  const area = (name: string, rest: Area['rest']): Area => ({
    selector: { geo_id: 'z1' },
    cells: [],
    edition: null,
    resolution: 8,
    coarser: null,
    isLoading: false,
    rest,
    missing: [],
    limits: { plan: 8, market: null, cellsAt: () => 0 },
    rollupNote: null,
    isComplete: true,
    buyRest: () => void bought.push(name),
    leftOut: null,
    isBuying: false,
    failure: null,
  })
  const one = { calls: 1, bought_cells: 30, refusal: null }
  const both = joinAreas(area('sale', one), area('rent', { ...one, calls: 2 }))
  expect(both.rest).toEqual({ calls: 3, bought_cells: 60, refusal: null })
  both.buyRest()
  expect(bought).toEqual(['sale', 'rent'])
  joinAreas(area('sale', null), area('rent', one)).buyRest()
  expect(bought, 'what is held is not bought again').toEqual(['sale', 'rent', 'rent'])
})
