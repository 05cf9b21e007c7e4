import type { FilterSpecification } from 'maplibre-gl'

/** One of a source's layers, and which of its features are meant. */
export interface Part {
  readonly layer: string
  readonly filter?: FilterSpecification
}

/** Where a tile schema keeps what the map draws. */
export interface TileSchema {
  /** Layers that only this schema has together; a source with all of them has it. */
  readonly marks: readonly string[]
  /** Polygons of land, where land is more than what is not water. */
  readonly land?: Part
  readonly water: readonly Part[]
  readonly waterways: readonly Part[]
  readonly green: readonly Part[]
  readonly buildings: Part
  readonly roads: { readonly major: Part; readonly main: Part; readonly minor: Part; readonly paths: Part }
  readonly rails: Part
  readonly roadNames: Part
}

export type SchemaName = 'openmaptiles' | 'shortbread' | 'protomaps'

/** The schemas of vector tiles that the page can draw. */
export const TILE_SCHEMAS: Readonly<Record<SchemaName, TileSchema>> = {
  // https://openmaptiles.org/schema/
  openmaptiles: {
    marks: ['transportation', 'water', 'transportation_name'],
    water: [{ layer: 'water' }],
    waterways: [{ layer: 'waterway' }],
    green: [{ layer: 'landcover', filter: oneOf('class', ['wood', 'grass']) }, { layer: 'park' }],
    buildings: { layer: 'building' },
    roads: {
      major: { layer: 'transportation', filter: oneOf('class', ['motorway', 'trunk']) },
      main: { layer: 'transportation', filter: oneOf('class', ['primary', 'secondary', 'tertiary']) },
      minor: { layer: 'transportation', filter: oneOf('class', ['minor', 'service', 'busway']) },
      paths: { layer: 'transportation', filter: oneOf('class', ['path', 'track']) },
    },
    rails: { layer: 'transportation', filter: oneOf('class', ['rail', 'transit']) },
    roadNames: { layer: 'transportation_name' },
  },
  // https://shortbread-tiles.org/schema/
  shortbread: {
    marks: ['streets', 'ocean', 'water_polygons'],
    water: [{ layer: 'ocean' }, { layer: 'water_polygons' }],
    waterways: [{ layer: 'water_lines' }],
    green: [
      { layer: 'land', filter: oneOf('kind', ['forest', 'grass', 'meadow', 'park', 'garden', 'scrub', 'cemetery']) },
    ],
    buildings: { layer: 'buildings' },
    roads: {
      major: { layer: 'streets', filter: oneOf('kind', ['motorway', 'trunk']) },
      main: { layer: 'streets', filter: oneOf('kind', ['primary', 'secondary', 'tertiary']) },
      minor: {
        layer: 'streets',
        filter: oneOf('kind', ['unclassified', 'residential', 'living_street', 'pedestrian', 'busway', 'service']),
      },
      paths: {
        layer: 'streets',
        filter: oneOf('kind', ['footway', 'path', 'steps', 'cycleway', 'bridleway', 'track']),
      },
    },
    rails: { layer: 'streets', filter: oneOf('kind', ['rail', 'light_rail', 'subway', 'tram', 'narrow_gauge']) },
    roadNames: { layer: 'street_labels' },
  },
  // https://docs.protomaps.com/basemaps/layers
  protomaps: {
    marks: ['roads', 'earth', 'water'],
    land: { layer: 'earth', filter: ['==', ['geometry-type'], 'Polygon'] },
    water: [{ layer: 'water', filter: ['==', ['geometry-type'], 'Polygon'] }],
    waterways: [{ layer: 'water', filter: ['==', ['geometry-type'], 'LineString'] }],
    green: [
      {
        layer: 'landuse',
        filter: oneOf('kind', ['park', 'forest', 'wood', 'grass', 'garden', 'cemetery', 'nature_reserve']),
      },
    ],
    buildings: { layer: 'buildings', filter: ['==', ['geometry-type'], 'Polygon'] },
    roads: {
      major: { layer: 'roads', filter: oneOf('kind', ['highway']) },
      main: { layer: 'roads', filter: oneOf('kind', ['major_road', 'medium_road']) },
      minor: { layer: 'roads', filter: oneOf('kind', ['minor_road']) },
      paths: { layer: 'roads', filter: oneOf('kind', ['path', 'other']) },
    },
    rails: { layer: 'roads', filter: oneOf('kind', ['rail']) },
    roadNames: { layer: 'roads' },
  },
}

/** Returns the schema of a source with these layers; null when it is none that the page knows. */
export function schemaOf(layers: readonly string[]): SchemaName | null {
  const has = new Set(layers)
  const names = Object.keys(TILE_SCHEMAS) as SchemaName[]
  return names.find((name) => TILE_SCHEMAS[name].marks.every((mark) => has.has(mark))) ?? null
}

function oneOf(property: string, values: readonly string[]): FilterSpecification {
  return ['in', ['get', property], ['literal', [...values]]]
}
