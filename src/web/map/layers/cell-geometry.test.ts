import { WebMercatorViewport } from '@deck.gl/core'
import fc from 'fast-check'
import { cellToChildren, getPentagons, getRes0Cells, latLngToCell } from 'h3-js'
import { describe, expect, test } from 'vitest'
import { type Cell, cellParent, trustCell } from '../../../domain/cell.ts'
import { tileCells } from '../../../domain/tile.ts'
import { cellsGeometry, tileGeometry } from '../../view/tile-geometry.ts'
import { type CellGeometry, joinCells, planeX, planeY } from './cell-geometry.ts'

const BARCELONA = trustCell(latLngToCell(41.39, 2.16, 5))
const PENTAGON = trustCell(getPentagons(5)[0] ?? '')
/** Its cells lie on both sides of the 180th meridian. */
const FIJI = trustCell(latLngToCell(-16.8, 180, 3))

const parents = fc
  .record({
    lat: fc.double({ min: -88, max: 88, noNaN: true }),
    lng: fc.double({ min: -180, max: 180, noNaN: true }),
    resolution: fc.integer({ min: 1, max: 5 }),
  })
  .map(({ lat, lng, resolution }) => trustCell(latLngToCell(lat, lng, resolution)))

function whole(parent: Cell): CellGeometry {
  const geometry = tileGeometry(parent)
  return joinCells([{ geometry, indexes: geometry.cells.map((_, index) => index) }])
}

function ringOf({ positions, startIndices }: CellGeometry, index: number): [number, number][] {
  const ring: [number, number][] = []
  for (let vertex = startIndices[index] ?? 0; vertex < (startIndices[index + 1] ?? 0); vertex++) {
    ring.push([positions[2 * vertex] ?? Number.NaN, positions[2 * vertex + 1] ?? Number.NaN])
  }
  return ring
}

/** Twice the signed area on the map's plane; positive when counter-clockwise. */
function twiceArea(points: readonly (readonly [number, number])[]): number {
  return points.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = points[(i + 1) % points.length] ?? [x, y]
    return sum + (x * nextY - nextX * y)
  }, 0)
}

function triangles({ indices, positions }: CellGeometry): [number, number][][] {
  const corner = (at: number): [number, number] => {
    const vertex = indices[at] ?? 0
    return [positions[2 * vertex] ?? Number.NaN, positions[2 * vertex + 1] ?? Number.NaN]
  }
  return Array.from({ length: indices.length / 3 }, (_, i) => [corner(3 * i), corner(3 * i + 1), corner(3 * i + 2)])
}

test('positions are on the plane that deck.gl draws on', () => {
  const viewport = new WebMercatorViewport({ width: 800, height: 600, longitude: 0, latitude: 0, zoom: 1 })
  for (const at of [
    [2.16, 41.39],
    [-180, -85],
    [179.9, 0],
    [190, 70],
    [12, 89.9],
  ] as const) {
    const [x = 0, y = 0] = viewport.projectFlat([...at])
    expect(planeX(at[0])).toBeCloseTo(x, 9)
    expect(planeY(at[1])).toBeCloseTo(y, 9)
  }
})

test.each([
  ['a city', BARCELONA],
  ['a pentagon', PENTAGON],
  ['the 180th meridian', FIJI],
])('rings of %s are open and counter-clockwise', (_, parent) => {
  const geometry = whole(parent)
  expect(geometry.length).toBe(tileCells(parent).length)
  for (let index = 0; index < geometry.length; index++) {
    const ring = ringOf(geometry, index)
    expect(ring.at(-1)).not.toEqual(ring[0])
    expect(twiceArea(ring)).toBeGreaterThan(0)
  }
})

test('everywhere on Earth the triangles cover each ring, all counter-clockwise', () => {
  fc.assert(
    fc.property(parents, (parent) => {
      const geometry = whole(parent)
      const parts = triangles(geometry).map(twiceArea)
      // Around a pole a ring of longitudes is not a plane polygon; no market is there.
      const rings = Array.from({ length: geometry.length }, (_, index) => ringOf(geometry, index))
      if (rings.flat().some(([, y]) => y > planeY(85) || y < planeY(-85))) return
      expect(Math.min(...parts)).toBeGreaterThan(0)
      const area = rings.reduce((sum, ring) => sum + twiceArea(ring), 0)
      expect(parts.reduce((sum, part) => sum + part, 0) / area).toBeCloseTo(1, 9)
    }),
    // The first has a cell of seven corners that is bent inwards at one.
    { numRuns: 40, examples: [[trustCell('82826ffffffffff')]] },
  )
})

test('no cell spans the map where it crosses the 180th meridian', () => {
  const geometry = whole(FIJI)
  for (let index = 0; index < geometry.length; index++) {
    const xs = ringOf(geometry, index).map(([x]) => x)
    expect(Math.max(...xs) - Math.min(...xs)).toBeLessThan(planeX(5) - planeX(0))
  }
})

describe('joining', () => {
  test('takes the given cells in the given order', () => {
    const [first, second] = [tileGeometry(BARCELONA), cellsGeometry([PENTAGON, cellParent(BARCELONA, 4)])]
    const joined = joinCells([
      { geometry: first, indexes: [5, 2] },
      { geometry: second, indexes: [1] },
    ])
    expect(joined.length).toBe(3)
    expect(ringOf(joined, 0)).toEqual(ringOf(whole(BARCELONA), 5))
    expect(ringOf(joined, 1)).toEqual(ringOf(whole(BARCELONA), 2))
    expect(joined.startIndices[3]).toBe(joined.positions.length / 2)
  })

  test('without parts is empty', () => {
    expect(joinCells([])).toMatchObject({ length: 0, startIndices: new Uint32Array([0]) })
  })

  test('counts corners when cells have more than six', () => {
    const distorted = getRes0Cells().flatMap((cell) => cellToChildren(cell, 1).map(trustCell))
    const geometry = cellsGeometry(distorted)
    const joined = joinCells([{ geometry, indexes: distorted.map((_, index) => index) }])
    expect(joined.indices.every((vertex) => vertex < joined.positions.length / 2)).toBe(true)
    expect(joined.indices.length).toBe(3 * (joined.positions.length / 2 - 2 * joined.length))
  })
})

test.each([
  ['a city', BARCELONA],
  ['a pentagon', PENTAGON],
  ['the 180th meridian', FIJI],
])('each corner of a cell of %s knows the way to its centre', (_, parent) => {
  const shapes = tileGeometry(parent)
  const geometry = whole(parent)
  for (let index = 0; index < geometry.length; index++) {
    const [lng = 0, lat = 0] = shapes.centers.subarray(2 * index, 2 * index + 2)
    const world = planeX(180)
    for (let vertex = geometry.startIndices[index] ?? 0; vertex < (geometry.startIndices[index + 1] ?? 0); vertex++) {
      const [east = 0, north = 0] = geometry.inward.subarray(2 * vertex, 2 * vertex + 2)
      const [x = 0, y = 0] = geometry.positions.subarray(2 * vertex, 2 * vertex + 2)
      const away = [((planeX(lng) - x + 1.5 * world) % world) - world / 2, planeY(lat) - y] as const
      const distance = Math.hypot(...away)
      expect(east).toBeCloseTo(away[0] / distance, 4)
      expect(north).toBeCloseTo(away[1] / distance, 4)
    }
  }
})
