import latin500 from '@fontsource/inter/files/inter-latin-500-normal.woff2?url'
import latin600 from '@fontsource/inter/files/inter-latin-600-normal.woff2?url'
import latinExt500 from '@fontsource/inter/files/inter-latin-ext-500-normal.woff2?url'
import latinExt600 from '@fontsource/inter/files/inter-latin-ext-600-normal.woff2?url'
import vietnamese500 from '@fontsource/inter/files/inter-vietnamese-500-normal.woff2?url'
import type {
  ExpressionSpecification,
  LayerSpecification,
  StyleSpecification,
  SymbolLayerSpecification,
} from 'maplibre-gl'
import { COAST_TILES, COAST_ZOOM } from './finer-coast.ts'
import { countryName, townName } from './label-names.ts'
import { type MapTheme, mapTheme } from './map-theme.ts'
import { WORLD_TILES } from './world-tiles.ts'

/** Id of the lowest layer above the wash over ground that is not covered, and above the marks of tiles. */
export const FIRST_ABOVE_WASH = 'sea-outside'
/** Id of the lowest layer above the figures. Sea, coast, borders and labels lie over the figures, land under them. */
export const FIRST_ABOVE_FIGURES = 'sea'
/** Id of the lowest layer above the sea. Figures of cells in the sea lie under it, where the sea does not cover them. */
export const FIRST_ABOVE_SEA = 'rivers'
/** Where streets are inserted: their ground above the first of these layers, their lines and names below the others. */
export const LAST_GROUND = 'finer-land'
export const FIRST_LINES_ABOVE = 'borders'
/** Also the lowest layer above lines that the viewer drew or chose, which the sea does not cover. */
export const FIRST_LABELS = 'quarters'
/** Ids of the layers above the wash or the figures with waters and their shores. */
export const SHORES = [
  FIRST_ABOVE_WASH,
  'lakes-outside',
  FIRST_ABOVE_FIGURES,
  'lakes-above',
  'finer-sea',
  FIRST_ABOVE_SEA,
  'coast',
  'lake-shores',
  'near-shores',
  'finer-shores',
] as const

const LATIN = ['U+0000-00FF', 'U+0131', 'U+0152-0153', 'U+02BB-02BC', 'U+02C6', 'U+02DA', 'U+02DC', 'U+2000-206F']
const LATIN_EXT = ['U+0100-02BA', 'U+02BD-02C5', 'U+02C7-02CC', 'U+1E00-1E9F', 'U+1EF2-1EFF', 'U+2C60-2C7F']
const VIETNAMESE = ['U+1EA0-1EF1', 'U+0300-0301', 'U+0303-0304', 'U+0309', 'U+0323']

const TEXT = ['Inter']
const TEXT_STRONG = ['Inter Strong']

/** Returns the basemap: land, sea, borders and names in the language in force, from the page's own files at `origin`. */
export function basemapStyle(theme: 'light' | 'dark', origin: string): StyleSpecification {
  const colors = mapTheme(theme)
  return {
    version: 8,
    // Another theme takes effect at once, with the panels.
    transition: { duration: 0, delay: 0 },
    'font-faces': fontFaces(origin),
    sources: {
      world: { type: 'vector', tiles: [WORLD_TILES], minzoom: 0, maxzoom: 5 },
      coast: { type: 'vector', tiles: [COAST_TILES], minzoom: COAST_ZOOM, maxzoom: COAST_ZOOM },
    },
    layers: [...groundLayers(colors), ...labelLayers(colors)],
  }
}

function fontFaces(origin: string): NonNullable<StyleSpecification['font-faces']> {
  const face = (file: string, ranges: string[]) => ({ url: new URL(file, origin).href, 'unicode-range': ranges })
  return {
    Inter: [face(latin500, LATIN), face(latinExt500, LATIN_EXT), face(vietnamese500, VIETNAMESE)],
    'Inter Strong': [face(latin600, LATIN), face(latinExt600, LATIN_EXT)],
  }
}

/** Waters as they are, and their parts outside the finer coast; where a tile has none, both are the same. */
const isWhole: ExpressionSpecification = ['!', ['has', 'outside']]
const isOutside: ExpressionSpecification = ['!', ['has', 'whole']]

function groundLayers(colors: MapTheme): LayerSpecification[] {
  const { water, land, border } = colors
  const world = { source: 'world' }
  // Shores cover all edges, so antialiasing these would cost a shader and a pass for nothing.
  const paintOf = (color: string) => ({ 'fill-color': color, 'fill-antialias': false })
  const fill = { type: 'fill' as const, paint: paintOf(water) }
  const sea = { ...fill, ...world, 'source-layer': 'sea', filter: isWhole }
  const lakes = { ...fill, ...world, 'source-layer': 'lakes', filter: isWhole }
  const finerSea = { ...fill, source: 'coast', 'source-layer': 'sea' }
  return [
    { id: 'land', type: 'background', paint: { 'background-color': land } },
    { ...sea, id: 'water' },
    { ...lakes, id: 'lakes' },
    // A tile of the finer coast hides what is below it and draws its own land.
    { ...finerSea, id: 'finer-water' },
    { source: 'coast', id: 'finer-land', type: 'fill', 'source-layer': 'land', paint: paintOf(land) },
    // At higher zooms, only the finer coast is exact enough to cut hexagons with figures off at it; others are cut at any.
    { ...sea, id: FIRST_ABOVE_WASH, minzoom: COAST_ZOOM, filter: isOutside },
    { ...lakes, id: 'lakes-outside', minzoom: COAST_ZOOM, filter: isOutside },
    // Over the figures.
    { ...sea, id: FIRST_ABOVE_FIGURES, maxzoom: COAST_ZOOM },
    { ...lakes, id: 'lakes-above', maxzoom: COAST_ZOOM },
    { ...finerSea, id: 'finer-sea' },
    {
      ...world,
      id: FIRST_ABOVE_SEA,
      type: 'line',
      'source-layer': 'rivers',
      minzoom: 4,
      // At higher zooms, their bends would be drawn kilometres from where they really are.
      maxzoom: 9,
      paint: { 'line-color': water, 'line-width': ['interpolate', ['linear'], ['zoom'], 4, 0.8, 9, 2] },
    },
    ...shoreLayers(colors),
    {
      ...world,
      id: 'borders',
      type: 'line',
      'source-layer': 'borders',
      layout: { 'line-join': 'round' },
      paint: { 'line-color': border, 'line-width': ['interpolate', ['linear'], ['zoom'], 2, 0.6, 10, 1.5] },
    },
  ]
}

function shoreLayers({ coast }: MapTheme): LayerSpecification[] {
  const shore = {
    type: 'line' as const,
    layout: { 'line-join': 'round' as const },
    paint: { 'line-color': coast, 'line-width': ['interpolate', ['linear'], ['zoom'], 2, 0.4, 10, 1] },
  } satisfies Partial<LayerSpecification>
  const far = { ...shore, source: 'world', maxzoom: COAST_ZOOM }
  return [
    { ...far, id: 'coast', 'source-layer': 'sea', filter: isWhole },
    { ...far, id: 'lake-shores', 'source-layer': 'lakes', filter: isWhole },
    // At higher zooms, `coast` omits the tiles of the finer coast, which have shores of their own.
    { ...shore, source: 'world', id: 'near-shores', 'source-layer': 'coast', minzoom: COAST_ZOOM },
    { ...shore, source: 'coast', id: 'finer-shores', 'source-layer': 'land' },
  ]
}

/** True from the zoom stored with the label. */
const isDue: ExpressionSpecification = ['<=', ['get', 'z'], ['zoom']]

/** Cities and capitals that get their label before the country around them, which has more room elsewhere. */
const isMajor: ExpressionSpecification = ['<=', ['get', 'z'], 4]

/** Keeps a name beside what lies on its place, such as the letter of an area. */
const ASIDE = {
  'text-variable-anchor': ['center', 'top', 'bottom'],
  'text-radial-offset': 1.2,
} satisfies SymbolLayerSpecification['layout']

// A label higher in this list of layers is placed first, and a later one gives way.
function labelLayers({ label, labelSoft, halo }: MapTheme): LayerSpecification[] {
  const world = { source: 'world' }
  // Wide enough for labels to be readable on any class colour and over a hatch.
  const paint = { 'text-halo-color': halo, 'text-halo-width': 2, 'text-halo-blur': 0.5 }
  const towns = {
    ...world,
    type: 'symbol',
    'source-layer': 'towns',
    layout: {
      ...labelLayout(TEXT_STRONG, townName()),
      'text-size': ['interpolate', ['linear'], ['zoom'], ...[3, 6, 9, 12, 15].flatMap((at) => [at, townSize(at)])],
      'text-padding': 6,
    },
    paint: { ...paint, 'text-color': label },
  } satisfies Omit<SymbolLayerSpecification, 'id'>
  const isTown: ExpressionSpecification = ['!=', ['get', 'kind'], 'quarter']
  return [
    {
      ...world,
      id: 'quarters',
      type: 'symbol',
      'source-layer': 'towns',
      minzoom: 10,
      filter: ['all', ['==', ['get', 'kind'], 'quarter'], isDue],
      layout: {
        ...labelLayout(TEXT, townName()),
        'text-size': ['interpolate', ['linear'], ['zoom'], 11, 11, 14, 13],
        'text-padding': 10,
        ...ASIDE,
      },
      paint: { ...paint, 'text-color': labelSoft },
    },
    { ...towns, id: 'towns', filter: ['all', isTown, ['!', isMajor], isDue] },
    {
      ...world,
      id: 'countries',
      type: 'symbol',
      'source-layer': 'countries',
      maxzoom: 5.5,
      filter: isDue,
      layout: {
        ...labelLayout(TEXT, countryName()),
        'text-size': ['interpolate', ['linear'], ['zoom'], 2, 11, 5, 15],
        'text-letter-spacing': 0.12,
        'text-transform': 'uppercase',
        'text-variable-anchor': ['center', 'top', 'bottom', 'right', 'left'],
        'text-radial-offset': 1.2,
      },
      paint: { ...paint, 'text-color': labelSoft },
    },
    {
      ...towns,
      id: 'cities',
      filter: ['all', isTown, isMajor, isDue],
      layout: { ...towns.layout, ...ASIDE },
    },
  ]
}

/** 11 px at the zoom where a town first appears, growing by two pixels in three zooms up to 17. */
function townSize(zoom: number): ExpressionSpecification {
  return ['max', 11, ['min', 17, ['+', 11, ['*', 0.67, ['-', zoom, ['get', 'z']]]]]]
}

function labelLayout(font: string[], name: ExpressionSpecification) {
  return {
    'text-field': name,
    'text-font': font,
    'text-max-width': 8,
    'symbol-sort-key': ['get', 'rank'] as ExpressionSpecification,
  }
}
