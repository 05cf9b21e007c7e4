import { createRequire } from 'node:module'
import { feature } from 'topojson-client'
import { expect, test } from 'vitest'
import outlined from './data/outlined-countries.json'
import { readOutlines } from './outlines.ts'

type Topology = Parameters<typeof feature>[0]
type Atlas = Topology & { objects: { countries: { geometries: (Parameters<typeof feature>[1] & { id?: string })[] } } }

test('the outlines are those of the atlas, to the last digit', () => {
  const atlas = createRequire(import.meta.url)('world-atlas/countries-10m.json') as Atlas
  const outlines = readOutlines()
  const ids = [...Object.values(outlined.markets), ...Object.values(outlined.neighbours)]
  const different = ids.filter((id) => JSON.stringify(outlines(id)) !== JSON.stringify(ringsOf(atlas, id)))
  expect(different).toEqual([])
  expect(ids.flatMap(outlines).length).toBeGreaterThan(500)
})

test('a country without an outline is refused', () => {
  expect(() => readOutlines()('999')).toThrow('Expected an outline of country 999')
})

function ringsOf(atlas: Atlas, id: string): unknown[] {
  return atlas.objects.countries.geometries
    .filter((geometry) => geometry.id === id)
    .flatMap((geometry) => {
      const shape = feature(atlas, geometry)
      if (shape.type !== 'Feature') throw new Error(`country ${id} is not one outline`)
      if (shape.geometry.type === 'Polygon') return shape.geometry.coordinates
      if (shape.geometry.type === 'MultiPolygon') return shape.geometry.coordinates.flat()
      throw new Error(`country ${id} is a ${shape.geometry.type}`)
    })
}
