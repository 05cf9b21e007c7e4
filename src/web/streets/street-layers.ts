import type {
  ExpressionSpecification,
  LayerSpecification,
  LineLayerSpecification,
  SourceSpecification,
} from 'maplibre-gl'
import type { StreetsSource } from './read-source.ts'
import { STREETS_SOURCE } from './street-layer-ids.ts'
import { type Part, TILE_SCHEMAS } from './tile-schemas.ts'

/** What is added to the map for streets. */
export interface StreetStyle {
  readonly sources: Readonly<Record<string, SourceSpecification>>
  /** Hides the page's own ground; shown only while all tiles in view are there, which may have land where it has sea. */
  readonly cover: readonly LayerSpecification[]
  /** Water, parks and buildings, under the figures. */
  readonly ground: readonly LayerSpecification[]
  /** Streets and railways, over the figures. */
  readonly lines: readonly LayerSpecification[]
  /** Names of streets, under all other labels. */
  readonly names: readonly LayerSpecification[]
}

interface Colors {
  readonly land: string
  readonly water: string
  readonly green: string
  readonly building: string
  readonly street: string
  readonly edge: string
  readonly rail: string
  readonly name: string
  readonly halo: string
}

const LIGHT: Colors = {
  land: '#f2f4f7',
  water: '#d3dde8',
  green: '#e4ece4',
  building: '#e3e7ed',
  street: 'rgba(255, 255, 255, 0.9)',
  edge: 'rgba(64, 78, 98, 0.42)',
  rail: 'rgba(64, 78, 98, 0.5)',
  name: '#2a364b',
  halo: 'rgba(255, 255, 255, 0.94)',
}

const DARK: Colors = {
  land: '#1c222b',
  water: '#0e1319',
  green: '#1d2a26',
  building: '#262e39',
  street: 'rgba(18, 23, 30, 0.85)',
  edge: 'rgba(190, 206, 228, 0.4)',
  rail: 'rgba(190, 206, 228, 0.45)',
  name: '#dfe6ef',
  halo: 'rgba(12, 16, 22, 0.94)',
}

/** Returns how streets of a source are drawn in a theme: muted, so that the figures stay what has strong colour. */
export function streetStyle(source: StreetsSource, theme: 'light' | 'dark'): StreetStyle {
  const colors = theme === 'dark' ? DARK : LIGHT
  const schema = TILE_SCHEMAS[source.schema]
  const { land, water, green, building } = colors
  return {
    sources: { [STREETS_SOURCE]: tilesOf(source), 'streets-extent': extentOf(source) },
    cover: [
      {
        id: 'streets-cover',
        type: 'fill',
        source: 'streets-extent',
        minzoom: source.minZoom,
        paint: { 'fill-color': schema.land ? water : land, 'fill-antialias': false },
      },
    ],
    ground: [
      ...(schema.land ? [fill('streets-land', schema.land, land)] : []),
      ...schema.green.map((part, i) => fill(`streets-green-${i}`, part, green)),
      ...schema.water.map((part, i) => fill(`streets-water-${i}`, part, water)),
      ...schema.waterways.map((part, i) => line(`streets-waterway-${i}`, part, water, [10, 0.6, 16, 3])),
      { ...fill('streets-buildings', schema.buildings, building), minzoom: 13 },
    ],
    lines: roadLines(source, colors),
    names: [roadNames(schema.roadNames, colors)],
  }
}

function roadLines({ schema }: StreetsSource, { street, edge, rail }: Colors): LayerSpecification[] {
  const { roads, rails } = TILE_SCHEMAS[schema]
  const widths = {
    paths: [14, 0.5, 17, 2],
    minor: [12, 0.4, 17, 6],
    main: [8, 0.5, 12, 1.4, 17, 10],
    major: [6, 0.5, 12, 2.2, 17, 13],
  }
  const kinds = ['paths', 'minor', 'main', 'major'] as const
  const edges = kinds.map((kind) => line(`streets-${kind}-edge`, roads[kind], edge, widths[kind], 1.2))
  const fills = kinds.map((kind) => line(`streets-${kind}`, roads[kind], street, widths[kind]))
  return [line('streets-rails', rails, rail, [10, 0.4, 17, 2]), ...edges, ...fills]
}

function roadNames(part: Part, { name, halo }: Colors): LayerSpecification {
  return {
    ...placed('streets-names', part),
    type: 'symbol',
    minzoom: 13,
    layout: {
      'symbol-placement': 'line',
      'symbol-spacing': 320,
      'text-field': ['get', 'name'],
      'text-font': ['Inter'],
      'text-size': ['interpolate', ['linear'], ['zoom'], 13, 10, 17, 13],
      'text-padding': 6,
    },
    paint: { 'text-color': name, 'text-halo-color': halo, 'text-halo-width': 1.5 },
  }
}

function placed(id: string, { layer, filter }: Part) {
  return { id, source: STREETS_SOURCE, 'source-layer': layer, ...(filter && { filter }) }
}

function fill(id: string, part: Part, color: string) {
  return { ...placed(id, part), type: 'fill' as const, paint: { 'fill-color': color } }
}

/** `stops` are zooms and widths in turn, in pixels; the first zoom is the one from which the line is drawn. */
function line(id: string, part: Part, color: string, stops: readonly number[], wider = 0): LineLayerSpecification {
  const widths = stops.map((stop, i) => (i % 2 === 1 ? stop + wider : stop))
  const width = ['interpolate', ['exponential', 1.4], ['zoom'], ...widths] as ExpressionSpecification
  return {
    ...placed(id, part),
    type: 'line',
    minzoom: stops[0] ?? 0,
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: { 'line-color': color, 'line-width': width },
  }
}

function tilesOf({ tiles, isUpsideDown, minZoom, maxZoom, bounds }: StreetsSource): SourceSpecification {
  const scheme = isUpsideDown ? 'tms' : 'xyz'
  return { type: 'vector', tiles: [...tiles], scheme, minzoom: minZoom, maxzoom: maxZoom, bounds: [...bounds] }
}

function extentOf({ bounds: [west, south, east, north] }: StreetsSource): SourceSpecification {
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  return { type: 'geojson', data: { type: 'Polygon', coordinates: [ring] } }
}
