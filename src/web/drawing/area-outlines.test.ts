import { expect, test } from 'vitest'
import { letterPlace } from './area-outlines.ts'

const circle = (radius_km: number, lat = 41.392) => ({ lat, lng: 2.165, radius_km })
const placeOf = (own: ReturnType<typeof circle>, ...others: ReturnType<typeof circle>[]) =>
  letterPlace({ kind: 'circle', circle: own }, others)

test('circles around one point have their letters on their edges, where none covers another', () => {
  const [half, one, two] = [circle(0.5), circle(1, 41.3925), circle(2)]
  const lats = [placeOf(half, one, two), placeOf(one, half, two), placeOf(two, half, one)].map(({ lat }) => lat)
  expect(lats[0]).toBeCloseTo(41.3965, 4)
  expect(lats[1]).toBeCloseTo(41.4015, 4)
  expect(lats[2]).toBeCloseTo(41.41, 4)
})

test('a circle elsewhere has its letter in its middle, also inside a larger circle', () => {
  expect(placeOf(circle(0.5))).toEqual(circle(0.5))
  expect(placeOf(circle(0.5), circle(2, 41.4))).toEqual(circle(0.5))
})
