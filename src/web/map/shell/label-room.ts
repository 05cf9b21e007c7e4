import type { GeoJSONSource, Map as GlMap } from 'maplibre-gl'
import type { LatLng } from '../../../domain/distance.ts'

const ID = 'label-room'
/** Width and height of what is kept clear, in pixels: a chip with its border. */
const SIZE = 30

/** Keeps the names on the map clear of the elements that lie above it: a name that an element would cover moves or gives way. */
export class LabelRoom {
  readonly #map: GlMap
  #points: readonly LatLng[] = []
  #hasEnded = false

  constructor(map: GlMap) {
    this.#map = map
  }

  /** Keeps these places clear, and no others; the map must have its style. */
  show(points: readonly LatLng[]): void {
    if (this.#hasEnded || isSame(points, this.#points)) return
    this.#points = points
    const source = this.#map.getSource<GeoJSONSource>(ID)
    if (points.length === 0) this.#remove()
    else if (source) source.setData(featuresOf(points))
    else this.#add(points)
  }

  #remove(): void {
    this.#map.removeLayer(ID)
    this.#map.removeSource(ID)
  }

  /** From now on the map takes no places. */
  end(): void {
    this.#hasEnded = true
  }

  /** An invisible symbol above all names: the map finds a place for each symbol from the top down. */
  #add(points: readonly LatLng[]): void {
    if (!this.#map.hasImage(ID))
      this.#map.addImage(ID, { width: SIZE, height: SIZE, data: new Uint8Array(4 * SIZE * SIZE) })
    this.#map.addSource(ID, { type: 'geojson', data: featuresOf(points) })
    this.#map.addLayer({
      id: ID,
      type: 'symbol',
      source: ID,
      layout: { 'icon-image': ID, 'icon-allow-overlap': true, 'icon-padding': 0 },
    })
  }
}

function featuresOf(points: readonly LatLng[]) {
  return {
    type: 'FeatureCollection' as const,
    features: points.map(({ lat, lng }) => ({
      type: 'Feature' as const,
      properties: {},
      geometry: { type: 'Point' as const, coordinates: [lng, lat] },
    })),
  }
}

function isSame(a: readonly LatLng[], b: readonly LatLng[]): boolean {
  return a.length === b.length && a.every(({ lat, lng }, i) => lat === b[i]?.lat && lng === b[i]?.lng)
}
