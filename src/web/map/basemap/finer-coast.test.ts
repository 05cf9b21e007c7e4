import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { beyondSeam, openAtSeam, withoutSeam } from '../../../../scripts/land/beyond-seam.js'
import { cutRings } from '../../../../scripts/land/cut-rings.js'
import { linesOutside } from '../../../../scripts/land/lines-outside.js'
import { readRings } from '../../../../scripts/land/osm-rings.js'
import { tilesIn } from './finer-coast.ts'

test('rings are read from a file with their holes, in ten thousandths of a degree', () => {
  const ring = '[[-1.5,2],[3.00019,-4.1234],[0,0.5],[-1.5,2]]'
  withFile(
    `{"type":"GeometryCollection", "geometries": [{"type":"MultiPolygon","coordinates":[[${ring},${ring}],[${ring}]]}]}`,
    (file) => {
      const { points, rings } = readRings(file)
      expect(rings.map(({ isHole }) => isHole)).toEqual([false, true, false])
      expect([...points.slice(rings[1]?.start, rings[1]?.end)]).toEqual([
        -15000, 20000, 30001, -41234, 0, 5000, -15000, 20000,
      ])
    },
  )
})

test('a file without rings is refused', () => {
  withFile('{"type":"FeatureCollection","features":[]}', (file) => {
    expect(() => readRings(file)).toThrow('Expected a GeoJSON MultiPolygon')
  })
})

test('a ring is cut at the edges of the wanted tiles, and other tiles are not made', () => {
  const square = Float64Array.from([0.5, 0.5, 2.5, 0.5, 2.5, 2.5, 0.5, 2.5, 0.5, 0.5])
  const tiles = new Map<string, readonly [number, number, number, number][]>()
  const isWanted = (z: number, x: number, y: number) => z < 2 || (x === y && x < 3)
  cutRings([square], { zoom: 2, isWanted, buffer: 0 }, (x, y, rings) => tiles.set(`${x} ${y}`, rings.map(boxOf)))
  expect(Object.fromEntries(tiles)).toEqual({
    '0 0': [[0.5, 0.5, 1, 1]],
    '1 1': [[1, 1, 2, 2]],
    '2 2': [[2, 2, 2.5, 2.5]],
  })
})

test('a ring that was cut at the 180th meridian goes on beyond it', () => {
  const square = Float64Array.from([3, 1, 4, 1, 4, 2, 3, 2, 3, 1])
  expect([...beyondSeam(square, { tiles: 4, margin: 0.5 })]).toEqual([3, 1, 4, 1, 4.5, 1, 4.5, 2, 4, 2, 3, 2, 3, 1])
  expect([...beyondSeam(square, { tiles: 5, margin: 0.5 })]).toEqual([...square])
})

test('a shore is interrupted where land was cut at the 180th meridian', () => {
  const line = (...lngs: number[]) => lngs.map((lng): [number, number] => [lng, 0])
  expect(withoutSeam([line(179, -180, -180, -181, 179)])).toEqual([line(179, -180), line(-180, -181, 179)])
  expect(withoutSeam([line(179, 179, -180, 179)])).toEqual([line(179, 179, -180, 179)])
})

test('land of a tile is drawn across the 180th meridian, where its data is cut', () => {
  const square = (x: number): [number, number][] => [
    [0, 0],
    [x, 0],
    [x, 9],
    [0, 9],
    [0, 0],
  ]
  const open = openAtSeam([square(-9), square(9)], { at: 0, beyond: -128 })
  expect(open).toEqual([[...square(9).slice(0, 4), [-128, 9], [-128, 0], [0, 0]]])
})

test('a line is interrupted where it crosses a square that is left out', () => {
  const grid = { toGrid: (point: readonly [number, number]) => point, isInside: (x: number) => x === 1 }
  expect(
    linesOutside(
      [
        [
          [0.5, 0],
          [2.5, 2],
        ],
      ],
      grid,
    ),
  ).toEqual([
    [
      [0.5, 0],
      [1, 0.5],
    ],
    [
      [2, 1.5],
      [2.5, 2],
    ],
  ])
})

test('the tiles of a file are found by their place', () => {
  const file = Uint8Array.from([135, 82, 2, 0, 0, 0, 7, 8, 136, 82, 1, 0, 0, 0, 9])
  const tiles = tilesIn(file.buffer)
  expect([...tiles].map(([key, bytes]) => [key, ...new Uint8Array(bytes)])).toEqual([
    [256 * 135 + 82, 7, 8],
    [256 * 136 + 82, 9],
  ])
})

test.each([
  ['a file that is cut off', Uint8Array.from([135, 82, 2, 0, 0, 0, 7])],
  ['a file that is cut off in the head of a tile', Uint8Array.from([135, 82, 2, 0, 0, 0, 7, 8, 136, 82])],
  ['a page in place of a file', new TextEncoder().encode('<!doctype html><html></html>')],
])('%s is not taken for a coast', (_, file) => {
  expect(() => tilesIn(file.buffer)).toThrow()
})

function boxOf(ring: Float64Array): [number, number, number, number] {
  const [xs, ys] = [ring.filter((_, i) => i % 2 === 0), ring.filter((_, i) => i % 2 === 1)]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

function withFile(text: string, use: (file: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'squaremetre-rings-'))
  try {
    const file = join(folder, 'map.geo.json')
    writeFileSync(file, text)
    use(file)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
