import { expect, it } from 'vitest'
import { cellCenter, circleCells, distanceKm } from '../../domain/distance.ts'
import { CORE_SHARE, groundOfCircle } from './circle-ground.ts'

it('an answer without rows covers every cell that a call is planned for', () => {
  const circle = { lat: 41.829316, lng: 1.975844, radius_km: 180.712 }
  const { isCovered } = groundOfCircle(circle, 6, [])
  const planned = circleCells(circle, 6).filter(
    (cell) => distanceKm(circle, cellCenter(cell)) <= CORE_SHARE * circle.radius_km,
  )
  expect(planned.length).toBeGreaterThan(500)
  expect(planned.filter((cell) => !isCovered(cell))).toEqual([])
})
