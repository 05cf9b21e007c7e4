import type { AllPaintProperties, ErrorEvent, Map as GlMap, LayerSpecification, MapSourceDataEvent } from 'maplibre-gl'
import { STREETS_SOURCE } from '../../streets/street-layer-ids.ts'
import type { StreetStyle } from '../../streets/street-layers.ts'
import { FIRST_ABOVE_FIGURES, FIRST_LABELS, FIRST_LINES_ABOVE, LAST_GROUND, SHORES } from './basemap-style.ts'

/** Streets to add to the map. */
export interface AddedStreets {
  readonly styleOf: (theme: 'light' | 'dark') => StreetStyle
  /** Whether the streets bring coasts of their own everywhere. */
  readonly hidesShores: boolean
  /** All tiles in view are there. */
  readonly onArrive: () => void
  /** A tile could not be loaded. */
  readonly onFault: (cause: unknown) => void
}

/** Streets on a map, between the layers of the page's own basemap, which stays below until they have arrived. */
export class StreetOverlay {
  readonly #map: GlMap
  readonly #streets: AddedStreets
  #style: StreetStyle
  #isWhole = true
  #hasArrived = false

  constructor(map: GlMap, streets: AddedStreets, theme: 'light' | 'dark') {
    this.#map = map
    this.#streets = streets
    this.#style = streets.styleOf(theme)
    for (const [id, source] of Object.entries(this.#style.sources)) map.addSource(id, source)
    const order = map.getLayersOrder()
    const aboveGround = order[order.indexOf(LAST_GROUND) + 1] ?? FIRST_ABOVE_FIGURES
    const { cover, ground, lines, names } = this.#style
    for (const layer of [...cover, ...ground]) map.addLayer(layer, aboveGround)
    for (const layer of lines) map.addLayer(layer, FIRST_LINES_ABOVE)
    for (const layer of names) map.addLayer(layer, FIRST_LABELS)
    this.#setCovered(false)
    map.on('sourcedata', this.#onData)
    map.on('error', this.#onError)
  }

  /** Recolours the streets in place. */
  setTheme(theme: 'light' | 'dark'): void {
    this.#style = this.#streets.styleOf(theme)
    for (const { id, paint = {} } of this.#layers()) {
      for (const [name, value] of Object.entries(paint)) {
        this.#map.setPaintProperty(id, name as keyof AllPaintProperties, value)
      }
    }
  }

  remove(): void {
    this.#map.off('sourcedata', this.#onData)
    this.#map.off('error', this.#onError)
    this.#setCovered(false)
    for (const { id } of this.#layers()) this.#map.removeLayer(id)
    for (const id of Object.keys(this.#style.sources)) this.#map.removeSource(id)
  }

  readonly #onData = ({ sourceId }: MapSourceDataEvent) => {
    if (sourceId !== STREETS_SOURCE || this.#hasArrived || !this.#isWhole) return
    if (!this.#map.isSourceLoaded(STREETS_SOURCE)) return
    this.#hasArrived = true
    this.#setCovered(true)
    this.#streets.onArrive()
  }

  readonly #onError = (event: ErrorEvent & { sourceId?: string }) => {
    if (event.sourceId !== STREETS_SOURCE) return
    // Where a tile is missing, the page's own ground has to show.
    this.#isWhole = false
    this.#setCovered(false)
    this.#streets.onFault(event.error)
  }

  #setCovered(isCovered: boolean): void {
    const show = (id: string, isShown: boolean) =>
      this.#map.setLayoutProperty(id, 'visibility', isShown ? 'visible' : 'none')
    for (const { id } of this.#style.cover) show(id, isCovered)
    for (const id of SHORES) show(id, !(isCovered && this.#streets.hidesShores))
  }

  #layers(): LayerSpecification[] {
    const { cover, ground, lines, names } = this.#style
    return [...cover, ...ground, ...lines, ...names]
  }
}
