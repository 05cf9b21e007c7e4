import { expect, it } from 'vitest'
import { geometryOfCell } from './geometry-cell.ts'

it.each([
  ['POINT(2.15 41.4)', [2.15, 41.4]],
  ['SRID=4326;Point Z (-2.15e0 +41. .5)', [-2.15, 41, 0.5]],
])('%s is a point', (cell, coordinates) => {
  expect(geometryOfCell(cell)).toEqual({ type: 'Point', coordinates })
})

it('a long run of digits is read in one way only', () => {
  const digits = '1'.repeat(3_000)
  expect(geometryOfCell(`POINT(${digits})`)).toEqual({ type: 'Point', coordinates: Number.POSITIVE_INFINITY })
  expect(geometryOfCell(`POINT(1 ${digits}x)`)).toBeNull()
})
