import { type AddProtocolAction, type AllPaintProperties, addProtocol, type Map as GlMap } from 'maplibre-gl'
import { speechNow } from '../../language/language.ts'
import { basemapStyle, FIRST_LABELS } from '../basemap/basemap-style.ts'
import { type AddedStreets, StreetOverlay } from '../basemap/street-overlay.ts'

/** Streets to add, with what reads tiles of .pmtiles files. */
type Streets = AddedStreets & { readonly readArchiveTile: AddProtocolAction }

/** The colours, the names and the streets of the basemap; each can change while the map is shown. */
export class BasemapLook {
  readonly #map: GlMap
  #theme: 'light' | 'dark'
  /** The language of the places' names. */
  #language = speechNow().language
  #streets: StreetOverlay | null = null
  /** Streets that arrived before the map's own layers. */
  #waitingStreets: Streets | null = null
  #hasStyle = false
  #hasEnded = false

  constructor(map: GlMap, theme: 'light' | 'dark') {
    this.#map = map
    this.#theme = theme
  }

  /** Says that the map has its style. */
  takeStyle(): void {
    this.#hasStyle = true
    if (this.#waitingStreets) this.setStreets(this.#waitingStreets)
  }

  /** Names the places in the language in force. */
  setLanguage(): void {
    const { language } = speechNow()
    if (language === this.#language) return
    this.#language = language
    const apply = () => {
      for (const layer of basemapStyle(this.#theme, window.location.origin).layers) {
        const text = layer.type === 'symbol' ? layer.layout?.['text-field'] : undefined
        if (text !== undefined) this.#map.setLayoutProperty(layer.id, 'text-field', text)
      }
    }
    if (this.#map.getLayer(FIRST_LABELS)) apply()
    else this.#map.once('style.load', apply)
  }

  /** Recolours the basemap in place. */
  setTheme(theme: 'light' | 'dark'): void {
    if (theme === this.#theme) return
    this.#theme = theme
    for (const layer of basemapStyle(theme, window.location.origin).layers) {
      for (const [name, value] of Object.entries(layer.paint ?? {})) {
        this.#map.setPaintProperty(layer.id, name as keyof AllPaintProperties, value)
      }
    }
    this.#streets?.setTheme(theme)
  }

  /** Adds streets to the map, or takes them away. */
  setStreets(streets: Streets | null): void {
    if (this.#hasEnded) return
    this.#streets?.remove()
    this.#streets = null
    this.#waitingStreets = this.#hasStyle ? null : streets
    if (!streets || !this.#hasStyle) return
    addProtocol('pmtiles', streets.readArchiveTile)
    this.#streets = new StreetOverlay(this.#map, streets, this.#theme)
  }

  /** From now on the map takes no streets. */
  end(): void {
    this.#hasEnded = true
  }
}
