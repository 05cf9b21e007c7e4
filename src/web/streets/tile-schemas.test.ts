import { expect, test } from 'vitest'
import { layersOf, type TileSchemaName } from '../../testing/street-tiles.ts'
import { streetStyle } from './street-layers.ts'
import { schemaOf, TILE_SCHEMAS } from './tile-schemas.ts'

const SCHEMAS = Object.keys(TILE_SCHEMAS) as TileSchemaName[]

test.each(SCHEMAS)('tiles of %s are recognised by their layers', (schema) => {
  expect(schemaOf(layersOf(schema))).toBe(schema)
  expect(schemaOf([...layersOf(schema), 'trees_of_our_own'])).toBe(schema)
})

test('tiles of no known schema are not taken for one', () => {
  expect([schemaOf([]), schemaOf(['water', 'roads']), schemaOf(['buildings', 'water_polygons'])]).toEqual([
    null,
    null,
    null,
  ])
})

test.each(SCHEMAS)('streets of %s have the same layers in both themes, in other colours', (schema) => {
  const source = {
    schema,
    tiles: ['https://tiles.example/{z}/{x}/{y}'],
    isUpsideDown: false,
    minZoom: 0,
    maxZoom: 14,
    bounds: [-180, -85, 180, 85],
    attribution: '',
  } as const
  const [light, dark] = [streetStyle(source, 'light'), streetStyle(source, 'dark')]
  const layers = ({ cover, ground, lines, names }: typeof light) => [...cover, ...ground, ...lines, ...names]
  expect(layers(dark).map(({ id }) => id)).toEqual(layers(light).map(({ id }) => id))
  expect(layers(dark).map(({ paint }) => paint)).not.toEqual(layers(light).map(({ paint }) => paint))
  expect(new Set(layers(light).map(({ id }) => id)).size).toBe(layers(light).length)
})
