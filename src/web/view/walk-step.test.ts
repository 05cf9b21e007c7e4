import fc from 'fast-check'
import { areNeighborCells, getHexagonEdgeLengthAvg, latLngToCell, UNITS } from 'h3-js'
import { expect, test } from 'vitest'
import { RESOLUTIONS, trustCell } from '../../domain/cell.ts'
import { cellCenter, distanceKm } from '../../domain/distance.ts'
import { type Direction, type Walk, walkStep } from './walk-step.ts'

const DIRECTIONS: readonly Direction[] = ['left', 'right', 'up', 'down']

const starts = fc
  .tuple(fc.double({ min: -82, max: 82, noNaN: true }), fc.double({ min: -180, max: 180, noNaN: true }))
  .chain(([lat, lng]) => fc.constantFrom(...RESOLUTIONS).map((resolution) => latLngToCell(lat, lng, resolution)))
  .map((cell): Walk => ({ cell: trustCell(cell), line: null }))

test('each arrow leads to a neighbour in its direction, and many in a row keep to their row or column', () => {
  fc.assert(
    fc.property(starts, fc.constantFrom(...DIRECTIONS), (start, direction) => {
      let walk = start
      for (let step = 0; step < 12; step++) {
        const next = walkStep(walk, direction)
        expect(areNeighborCells(walk.cell, next.cell)).toBe(true)
        expect(ahead(walk, next, direction)).toBeGreaterThan(0)
        walk = next
      }
      const [from, to] = [cellCenter(start.cell), cellCenter(walk.cell)]
      const isRow = direction === 'left' || direction === 'right'
      const beside = isRow ? { lat: from.lat, lng: to.lng } : { lat: to.lat, lng: from.lng }
      const edgeKm = getHexagonEdgeLengthAvg(Number.parseInt(start.cell.charAt(1), 16), UNITS.km)
      expect(distanceKm(to, beside)).toBeLessThan(2.2 * edgeKm)
    }),
    { numRuns: 50 },
  )
})

test('at a pole, a walk stays where no neighbour is closer to it', () => {
  let walk: Walk = { cell: trustCell(latLngToCell(89.99, 0, 4)), line: null }
  for (let step = 0; step < 5; step++) walk = walkStep(walk, 'up')
  expect(walkStep(walk, 'up')).toEqual(walk)
})

/** How far one walk is ahead of the other in a direction, in degrees. */
function ahead(from: Walk, to: Walk, direction: Direction): number {
  const [a, b] = [cellCenter(from.cell), cellCenter(to.cell)]
  const east = ((b.lng - a.lng + 540) % 360) - 180
  return { right: east, left: -east, up: b.lat - a.lat, down: a.lat - b.lat }[direction]
}
