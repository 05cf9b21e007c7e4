import fc from 'fast-check'
import { expect, test } from 'vitest'
import { outlineGeometry, signedArea } from './outline-geometry.ts'

type Ring = [number, number][]

/** A star of corners around a point, which no edge of it crosses: concave, and closed. */
const star = fc
  .tuple(
    fc.double({ min: -250, max: 250, noNaN: true }),
    fc.array(fc.double({ min: 2, max: 9, noNaN: true }), { minLength: 3, maxLength: 14 }),
  )
  .map(([lng, reaches]): Ring => {
    const corners = reaches.map((reach, i): [number, number] => {
      const angle = (2 * Math.PI * i) / reaches.length
      return [lng + reach * Math.cos(angle), reach * Math.sin(angle)]
    })
    return [...corners, corners[0] as [number, number]]
  })

const partsOf = (outline: Ring[][]) => {
  const geometry = outlineGeometry(outline)
  return geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
}

test('whatever crosses the antimeridian keeps its area, within 180 degrees, in closed rings that turn the right way', () => {
  fc.assert(
    fc.property(star, fc.boolean(), (outer, isTurned) => {
      const parts = partsOf([[isTurned ? outer.toReversed() : outer]])
      expect(parts.flat().reduce((sum, ring) => sum + signedArea(ring), 0)).toBeCloseTo(Math.abs(signedArea(outer)), 6)
      for (const ring of parts.flat()) {
        expect(ring[0]).toEqual(ring.at(-1))
        expect(ring.every(([x]) => Math.abs(x) <= 180)).toBe(true)
      }
    }),
  )
})

test('a hole across the antimeridian opens both halves, and one beside it stays a hole', () => {
  const square = (west: number, east: number, lat: number): Ring => [
    [west, -lat],
    [east, -lat],
    [east, lat],
    [west, lat],
    [west, -lat],
  ]
  const across = partsOf([[square(170, 190, 5), square(175, 185, 2)]])
  expect(across.map((rings) => rings.length)).toEqual([1, 1])
  expect(across.flat().reduce((sum, ring) => sum + signedArea(ring), 0)).toBeCloseTo(2 * (20 * 10 - 10 * 4), 9)
  const beside = partsOf([[square(170, 190, 5), square(172, 174, 2)]])
  expect(beside.map((rings) => rings.length)).toEqual([2, 1])
  expect(signedArea(beside[0]?.[1] ?? [])).toBeLessThan(0)
  expect(
    partsOf([[square(-185, -175, 1)]])
      .flat(2)
      .map(([lng]) => lng),
  ).toContain(175)
})
