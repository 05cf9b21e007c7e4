// Runs in the browser: a page with the libraries of the map and nothing else, which draws the cells that it is told of.
import { H3HexagonLayer } from '@deck.gl/geo-layers'
import { MapLibreOverlay } from '@deck.gl/maplibre'
import { addProtocol, Map as GlMap, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import 'maplibre-gl/dist/maplibre-gl.css'
import './page.css'
import { decodeTile, TILE_MEDIA_TYPE } from '../../src/contract/figure-tile.ts'
import { classOf } from '../../src/domain/class-breaks.ts'
import { type Figure, figuresOf } from '../../src/domain/figure.ts'
import { basemapStyle, FIRST_ABOVE_FIGURES } from '../../src/web/map/basemap/basemap-style.ts'
import { finerCoastTile } from '../../src/web/map/basemap/finer-coast.ts'
import { worldTile } from '../../src/web/map/basemap/world-tiles.ts'
import { classColors, FILL_ALPHA } from '../../src/web/scale/palette.ts'

/** What the page draws; beside it as `bare-<form>.json`. */
export interface BareScene {
  readonly view: { readonly lat: number; readonly lng: number; readonly zoom: number }
  /** Paths of the tiles of figures. */
  readonly tiles: readonly string[]
}

const CLASSES = 7
const colors = classColors('magma', 'light', CLASSES)

setWorkerUrl(workerUrl)
addProtocol('coast', finerCoastTile)
addProtocol('world', worldTile)
const answer = await fetch(`/bare-${new URLSearchParams(location.search).get('form')}.json`)
const { view, tiles } = (await answer.json()) as BareScene
const figures = Promise.all(tiles.map(fetchFigures)).then((found) => found.flat())
const map = new GlMap({
  container: 'map',
  style: basemapStyle('light', location.origin),
  center: [view.lng, view.lat],
  zoom: view.zoom,
  attributionControl: false,
  fadeDuration: 0,
})
map.on('style.load', async () =>
  map.addControl(new MapLibreOverlay({ interleaved: true, layers: [layerOf(await figures)] })),
)

async function fetchFigures(path: string): Promise<Figure[]> {
  const tile = await fetch(path, { headers: { Accept: TILE_MEDIA_TYPE } })
  return figuresOf(decodeTile(new Uint8Array(await tile.arrayBuffer()))).filter((figure) => figure !== null)
}

function layerOf(data: readonly Figure[]) {
  const sorted = data.map(priceOf).sort((a, b) => a - b)
  const breaks = Array.from(
    { length: CLASSES - 1 },
    (_, i) => sorted[Math.floor(((i + 1) * sorted.length) / CLASSES)] ?? 0,
  )
  return new H3HexagonLayer<Figure, { beforeId: string }>({
    id: 'cells',
    beforeId: FIRST_ABOVE_FIGURES,
    data,
    highPrecision: true,
    extruded: false,
    getHexagon: ({ cell }) => cell,
    getFillColor: (figure) => {
      const [red, green, blue] = colors[classOf(priceOf(figure), breaks)] ?? [0, 0, 0]
      return [red, green, blue, FILL_ALPHA]
    },
  })
}

function priceOf({ median_price_per_sqm }: Figure): number {
  return median_price_per_sqm ?? 0
}
