import { gridDisk, latLngToCell } from 'h3-js'
import { expect, test } from 'vitest'
import { trustCell } from '../../domain/cell.ts'
import { boundsOf, outlineOf } from './outline.ts'

const disk = (lat: number, lng: number, rings: number) => gridDisk(latLngToCell(lat, lng, 8), rings).map(trustCell)

test('touching cells merge into one polygon around them all', () => {
  const outline = outlineOf(disk(41.39, 2.17, 3))
  expect(outline).toHaveLength(1)
  expect(outline[0]).toHaveLength(1)
  // 3 rings of hexagons have 6 × (2 × 3 + 1) outer edges.
  expect(new Set(outline[0]?.[0]?.map(String)).size).toBe(42)
})

test('separate cells stay separate', () => {
  expect(outlineOf([...disk(41.39, 2.17, 1), ...disk(41.6, 2.4, 1)])).toHaveLength(2)
})

test('a ring of cells has a hole', () => {
  const [centre, ...ring] = disk(41.39, 2.17, 1)
  expect(centre).toBeDefined()
  expect(outlineOf(ring)[0]).toHaveLength(2)
})

test('an outline across the 180th meridian stays narrow', () => {
  const cells = disk(-16.8, 179.999, 4)
  const bounds = boundsOf(outlineOf(cells))
  expect(bounds).not.toBeNull()
  if (bounds === null) return
  expect(bounds.east - bounds.west).toBeLessThan(0.2)
})

test('an outline of no cells has no bounds', () => {
  expect(boundsOf(outlineOf([]))).toBeNull()
})
