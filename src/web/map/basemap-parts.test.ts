import { expect, test } from 'vitest'
import { landTest, roomiestPoint } from '../../../scripts/label-points.js'
import { seaAround, signedArea } from '../../../scripts/sea-around.js'

type Points = [number, number][]

const box = (west: number, south: number, east: number, north: number): Points => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
]

test('the sea is the square without the islands, and what lies in their holes', () => {
  const [island, lake, other] = [box(10, 10, 40, 40), box(20, 20, 30, 30).toReversed(), box(60, 60, 70, 70)]
  // Either direction of the outer rings.
  for (const land of [[island, lake, other], [island, lake, other].map((ring) => ring.toReversed())]) {
    const polygons = seaAround(land, -5, 105)
    expect(polygons.map((rings) => rings.map(signedArea))).toEqual([[110 * 110, -900, -100], [100]])
  }
  expect(seaAround([], 0, 10).map((rings) => rings.map(signedArea))).toEqual([[100]])
})

test('a town on land or on a pier is near land, one farther out at sea is not', () => {
  const isOnLand = landTest([box(0, 40, 2, 42), box(179, -18, 181, -17)])
  expect(isOnLand(1, 41)).toBe(true)
  expect(isOnLand(2.02, 41)).toBe(true)
  expect(isOnLand(2.2, 41)).toBe(false)
  expect(isOnLand(-179.5, -17.5), 'beyond the 180th meridian').toBe(true)
})

test('a name goes into the widest part of a country, not between its arms', () => {
  // A wide foot with two narrow arms, between which its centre of gravity lies.
  const country: Points = [
    [0, 0],
    [9, 0],
    [9, 10],
    [8, 10],
    [8, 4],
    [1, 4],
    [1, 10],
    [0, 10],
    [0, 0],
  ]
  const [lng, lat] = roomiestPoint(country)
  expect(lng).toBeCloseTo(4.5)
  expect(lat).toBeLessThan(4)
})
