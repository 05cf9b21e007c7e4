import type { Layer, LayerContext } from '@deck.gl/core'
import { MapLibreOverlay } from '@deck.gl/maplibre'
import type { Map as GlMap } from 'maplibre-gl'
import type { Placed } from '../layers/placed.ts'

/** Start of the ids that the overlay gives to its layer groups, before the id of the layer that they lie under. */
const OVERLAY_GROUP = 'deck-maplibre-layer-group-before:'

/** The layers that deck.gl draws among those of the GL map. */
export class LayerStack {
  readonly #map: GlMap
  readonly #overlay = new MapLibreOverlay({
    interleaved: true,
    layers: [],
    // All layers lie on the ground: what comes later is above. Compared by depth, parts of it would vanish, because no two
    // layers come to the same depth to the last bit (seen in Firefox).
    parameters: { depthCompare: 'always', depthWriteEnabled: false },
    onLoad: () => this.#takeOverlay(),
  })
  #hasStyle = false
  /** Whether the overlay draws; deck.gl takes a moment to get ready. */
  #hasOverlay = false
  #layers: Layer[] = []
  #hover: Layer[] = []
  #draft: Layer[] = []
  /** All of them that have begun, bottom to top. */
  #drawn: Layer[] = []
  readonly #begun = new Set<string>()
  /** What deck.gl's layers have in common; null before the first is drawn. */
  #context: LayerContext | null = null

  /** `onStyle` is called once the map has its style, before which it takes no layers. */
  constructor(map: GlMap, onStyle: () => void) {
    this.#map = map
    // Deck.gl asks this before it adds layers. MapLibre would deny it until every tile in view has been answered, so that
    // a tile that hangs would keep the figures off the map.
    map.isStyleLoaded = () => this.#hasStyle
    // Layers added before the style has loaded would land above the labels.
    map.once('style.load', () => {
      this.#hasStyle = true
      map.addControl(this.#overlay)
      this.#draw()
      onStyle()
    })
    // The frame has drawn deck.gl's layers. Its own loop would request the same frame again.
    map.on('render', () => {
      this.#context = this.#drawn[0]?.context ?? this.#context
      this.#context?.deck?.needsRedraw({ clearRedrawFlags: true })
    })
  }

  #takeOverlay(): void {
    this.#hasOverlay = true
    this.#map.triggerRepaint()
  }

  /** Whether the map has its style. */
  get hasStyle(): boolean {
    return this.#hasStyle
  }

  /** Whether the layers are drawn. */
  get isDrawing(): boolean {
    return this.#hasOverlay
  }

  /** Has the next frame draw the latest layers. Otherwise it may draw those before them, since deck.gl takes new ones in a loop of its own. */
  takeLatest(): void {
    this.#context?.layerManager.updateLayers()
  }

  /** Replaces the layers of the figures and of what was chosen. */
  setScene(layers: Layer[]): void {
    this.#layers = layers
    this.#draw()
  }

  /** Replaces what is drawn over them under the pointer. */
  setHover(layers: Layer[]): void {
    this.#hover = layers
    this.#draw()
  }

  /** Replaces what is drawn over everything while the viewer draws. */
  setDraft(layers: Layer[]): void {
    this.#draft = layers
    this.#draw()
  }

  // Deck.gl skips the comparison for a layer that is the same object as before.
  #draw(): void {
    // The page has to wait while a layer's shaders are compiled, so a layer begins with its first data. Then it stays: to
    // add a layer and take it away is more work for the map than to draw nothing.
    this.#drawn = [...this.#layers, ...this.#hover, ...this.#draft].filter(({ id, props }) => {
      if (hasData(props.data)) this.#begun.add(id)
      return this.#begun.has(id)
    })
    if (this.#hasStyle) this.#overlay.setProps({ layers: this.#drawn })
  }

  /** Returns the ids of all layers, bottom to top. Overlay layers, in groups on the map, count only when they draw. */
  order(): string[] {
    const drawnIn = (group: string) =>
      this.#drawn.flatMap(({ id, props }) =>
        hasData(props.data) && group === `${OVERLAY_GROUP}${(props as Partial<Placed>).beforeId}` ? [id] : [],
      )
    return this.#map.getLayersOrder().flatMap((id) => (id.startsWith(OVERLAY_GROUP) ? drawnIn(id) : [id]))
  }

  /** From now on the map takes no layers. */
  end(): void {
    this.#hasStyle = false
  }
}

/** Both lists and binary data have a length. */
function hasData(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'length' in data && data.length !== 0
}
