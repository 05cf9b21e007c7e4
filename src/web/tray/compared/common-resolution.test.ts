import { expect, test } from 'vitest'
import { AREA_CELLS_MAX } from '../../../contract/area.ts'
import type { Resolution } from '../../../domain/cell.ts'
import { comparabilityOf } from './common-resolution.ts'

const area = (
  resolution: Resolution,
  finest: Resolution = 8,
  window: string | null = 'Oct',
  market: number[] | null = null,
) => ({
  resolution,
  window,
  limits: { plan: 8 as const, market, cellsAt: (at: Resolution) => (at > finest ? AREA_CELLS_MAX + 1 : 10) },
})

test('areas of one resolution and window can be compared, bought or not', () => {
  expect(comparabilityOf([])).toEqual({ kind: 'same' })
  expect(comparabilityOf([area(8), area(8), area(8, 8, null)])).toEqual({ kind: 'same' })
})

test('areas of different resolutions are offered the finest that each of them can have', () => {
  expect(comparabilityOf([area(8), area(6, 6)])).toEqual({ kind: 'resolutions', found: [6, 8], common: 6 })
  expect(comparabilityOf([area(7), area(8)])).toEqual({ kind: 'resolutions', found: [7, 8], common: 8 })
  expect(comparabilityOf([area(8), area(6), area(5, 8, 'Oct', [4, 5, 6])])).toMatchObject({ common: 6 })
  expect(comparabilityOf([area(8, 8, 'Oct', [8]), area(6, 6)])).toMatchObject({ common: null })
})

test('areas of one resolution but different windows cannot be compared', () => {
  expect(comparabilityOf([area(8), area(8, 8, 'Nov')])).toEqual({ kind: 'windows' })
})
