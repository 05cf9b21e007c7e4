import { expect, test } from 'vitest'
import { landTest, roomiestPoint } from '../../../../scripts/land/label-points.js'
import { outsideSquares } from '../../../../scripts/land/outside-squares.js'
import { seaAround, signedArea } from '../../../../scripts/land/sea-around.js'
import { rounded, withoutSpikes } from '../../../../scripts/land/smooth-shore.js'
import { unwrapped, wrapped } from '../../../../scripts/land/unwrapped.js'
import { speak } from '../../language/language.ts'
import { countryName, townName } from './label-names.ts'

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
  const inSea = box(24, 24, 26, 26)
  const polygons = seaAround([island, lake, other, inSea], -5, 105)
  expect(
    polygons.map((rings) => rings.map(signedArea)),
    'an island in a sea that land is around',
  ).toEqual([
    [110 * 110, -900, -100],
    [100, -4],
  ])
  expect(seaAround([], 0, 10).map((rings) => rings.map(signedArea))).toEqual([[100]])
})

test('the sea outside some squares keeps its islands there, and loses those within', () => {
  const [near, far] = [box(2, 2, 4, 4), box(14, 14, 16, 16)]
  const polygons = outsideSquares(seaAround([near, far], 0, 20), [[0, 0]], 10)
  expect(polygons.map((rings) => rings.map(signedArea))).toEqual([[400 - 100, -4]])
  const across = outsideSquares(seaAround([box(8, 8, 12, 12)], 0, 20), [[0, 0]], 10)
  expect(
    across.map((rings) => rings.map(signedArea)),
    'an island at the corner of a square',
  ).toEqual([[400 - 100 - 12]])
  expect(outsideSquares([[box(0, 0, 10, 10)]], [[0, 0]], 10)).toEqual([])
})

test('outlines continue past 180 degrees, and holes stay inside their rings', () => {
  // Begins in the far east, beyond the 180th meridian.
  const land: Points = [
    [-170, 40],
    [-170, 70],
    [170, 70],
    [20, 70],
    [20, 40],
    [170, 40],
    [-170, 40],
  ]
  const polygon = { type: 'Polygon', coordinates: [land, box(46, 45, 55, 47)] }
  const { coordinates } = unwrapped(polygon) as { coordinates: Points[] }
  const [outer, hole] = coordinates.map((ring) => ring.map(([lng]) => lng))
  expect(outer).toEqual([-170, -170, -190, -340, -340, -190, -170])
  expect(hole).toEqual([-314, -305, -305, -314, -314])
  expect(wrapped([-314, 45])).toEqual([46, 45])
  expect(wrapped([179, 0])).toEqual([179, 0])
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

test('a shore loses moles and docks that are too narrow to be exact, and keeps the rest', () => {
  // In metres: land of 4 by 4 km with a mole of 60 m by 1.5 km, a dock of 80 m by 1 km, and a bay a kilometre wide.
  const shore = [
    ...[0, 0, 1000, 0, 1000, -1500, 1060, -1500, 1060, 0, 1500, 0, 1500, 1000, 1580, 1000, 1580, 0],
    ...[2000, 0, 2000, 1000, 3000, 1000, 3000, 0, 4000, 0, 4000, 4000, 0, 4000, 0, 0],
  ]
  const metres = () => 1
  const smooth = [...(withoutSpikes(Float64Array.from(shore), metres) ?? [])]
  const ys = smooth.filter((_, index) => index % 2 === 1)
  expect(Math.min(...ys), 'no mole').toBe(0)
  expect(smooth.join(' '), 'a bay').toContain('2000 1000 3000 1000')
  expect(smooth.join(' '), 'no dock').not.toContain('1580 1000')
  expect(smooth.slice(0, 2), 'closed').toEqual(smooth.slice(-2))
  // A breakwater without land behind it.
  expect(withoutSpikes(Float64Array.from([0, 0, 3000, 0, 3000, 50, 0, 50, 0, 0]), metres)).toBeNull()
  const box = [...rounded(Float64Array.from([0, 0, 2000, 0, 2000, 2000, 0, 2000, 0, 0]), metres)]
  expect(box, 'two points for each corner').toHaveLength(2 * (8 + 1))
  expect(box.slice(0, 4)).toEqual([0, 90, 90, 0])
})

test('labels are in the language of the page', () => {
  const english = { language: 'en', locale: 'en', catalogue: {} }
  expect([townName(), countryName()]).toEqual([
    ['coalesce', ['get', 'name:en'], ['get', 'name']],
    ['get', 'name'],
  ])
  speak({ ...english, language: 'de', locale: 'de-AT' })
  expect(townName()).toContainEqual(['get', 'name:de'])
  const names = countryName() as unknown[]
  expect(names[names.indexOf('AT') + 1]).toBe('Österreich')
  speak(english)
})
