import type { Layer } from '@deck.gl/core'
import { MapLibreOverlay } from '@deck.gl/maplibre'
import {
  type AddProtocolAction,
  type AllPaintProperties,
  addProtocol,
  Map as GlMap,
  type MapMouseEvent,
  Marker,
  NavigationControl,
  ScaleControl,
  setWorkerUrl,
} from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { type Cell, cellResolution, isResolution } from '../../domain/cell.ts'
import { cellCenter, type LatLng } from '../../domain/distance.ts'
import { speechNow } from '../language/language.ts'
import { t } from '../language/translate.ts'
import { isEmbedded } from '../state/embedded.ts'
import type { View } from '../state/number-parts.ts'
import type { CameraRequest } from '../state/store.ts'
import { isPhone } from '../ui/use-media.ts'
import type { Sight } from '../view/live-view.ts'
import { cellWidthPx } from '../view/resolution.ts'
import { basemapStyle, FIRST_LABELS } from './basemap-style.ts'
import { finerCoastTile } from './finer-coast.ts'
import type { Placed } from './layers/placed.ts'
import { boxAround, type Shift, shiftFromAfar, shiftIntoView } from './shift-into-view.ts'
import { type AddedStreets, StreetOverlay } from './street-overlay.ts'
import { surfacesOver } from './surfaces.ts'
import { type BasemapEvents, watchBasemap } from './watch-basemap.ts'

setWorkerUrl(workerUrl)
addProtocol('coast', finerCoastTile)

/** Start of the ids that the overlay gives to its layer groups, before the id of the layer that they lie under. */
const OVERLAY_GROUP = 'deck-maplibre-layer-group-before:'

/** How long the map pans to uncover a cell, in milliseconds. */
const UNCOVER_MS = 300

/** What happens on the map. */
export interface MapEvents extends BasemapEvents {
  /** Often, while the camera moves. */
  readonly onMove: (sight: Sight) => void
  /** Once, when the camera stops. */
  readonly onMoveEnd: (sight: Sight) => void
  /** Once, when the viewer begins to move the camera. */
  readonly onGrab: () => void
  /** The pointer's position on the ground and on the screen; null when it leaves the map. */
  readonly onHover: (at: (LatLng & { x: number; y: number }) | null) => void
  readonly onClick: (at: LatLng) => void
  /** Everything requested has been drawn, except tiles of the basemap that are overdue. */
  readonly onIdle: () => void
  /** The browser has given back the GPU after taking it away. Nothing of this map can be drawn any more. */
  readonly onGpuBack: () => void
}

/** Streets to add, with what reads tiles of .pmtiles files. */
type Streets = AddedStreets & { readonly readArchiveTile: AddProtocolAction }

/** Wraps the GL map and its overlay; repeating a call with the same argument costs nothing. */
export class MapShell {
  readonly #map: GlMap
  readonly #overlay = new MapLibreOverlay({ interleaved: true, layers: [], onLoad: () => this.#takeOverlay() })
  #theme: 'light' | 'dark'
  /** Of the places' names. */
  #language = speechNow().language
  #hasStyle = false
  /** Whether the overlay draws; deck.gl takes a moment to get ready. */
  #hasOverlay = false
  #layers: Layer[] = []
  #hover: Layer[] = []
  #draft: Layer[] = []
  #streets: StreetOverlay | null = null
  /** Those that came before the map's own layers. */
  #waitingStreets: Streets | null = null
  #isRemoved = false
  #isMirroring = false
  readonly #followers = new Set<(view: View) => void>()
  readonly #events: MapEvents

  constructor(container: HTMLElement, view: View, theme: 'light' | 'dark', events: MapEvents) {
    this.#theme = theme
    this.#events = events
    this.#map = new GlMap({
      container,
      style: basemapStyle(theme, window.location.origin),
      center: [view.lng, view.lat],
      zoom: view.zoom,
      minZoom: 3,
      maxZoom: 15,
      attributionControl: false,
      // A reader who scrolls the page around the frame must not get stuck in the map.
      cooperativeGestures: isEmbedded,
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      rollEnabled: false,
      fadeDuration: 0,
      canvasContextAttributes: { antialias: true },
    })
    this.#map.touchZoomRotate.disableRotation()
    this.#map.keyboard.disableRotation()
    this.#map.addControl(new NavigationControl({ showCompass: false }), 'bottom-right')
    this.#map.addControl(new ScaleControl({ maxWidth: 96 }), 'bottom-right')
    this.#listen(events)
  }

  #listen(events: MapEvents): void {
    const map = this.#map
    map.on('move', () => {
      const sight = this.sight()
      events.onMove(sight)
      if (!this.#isMirroring) for (const follow of this.#followers) follow(sight.view)
    })
    map.on('moveend', () => {
      if (!this.#isMirroring) events.onMoveEnd(this.sight())
    })
    map.on('resize', () => events.onMoveEnd(this.sight()))
    map.on('mousemove', ({ lngLat, point }: MapMouseEvent) =>
      events.onHover({ lat: lngLat.lat, lng: lngLat.wrap().lng, x: point.x, y: point.y }),
    )
    map.on('mouseout', () => events.onHover(null))
    map.on('movestart', ({ originalEvent }) => {
      events.onHover(null)
      if (originalEvent) events.onGrab()
    })
    map.on('click', ({ lngLat }: MapMouseEvent) => events.onClick({ lat: lngLat.lat, lng: lngLat.wrap().lng }))
    map.on('idle', () => this.#hasOverlay && events.onIdle())
    map.on('webglcontextrestored', events.onGpuBack)
    const basemap = watchBasemap(map, events)
    map.on('render', () => {
      // The frame has drawn deck.gl's layers. Its own loop would request the same frame again.
      this.#layers[0]?.context?.deck?.needsRedraw({ clearRedrawFlags: true })
      // What has not come by now is not waited for: the figures are drawn.
      if (basemap.hasOverdue && this.#hasOverlay && !map.isMoving()) events.onIdle()
    })
    this.#drawOnceThereIsAStyle()
  }

  // Layers added before the style has loaded would land above the labels.
  #drawOnceThereIsAStyle(): void {
    const map = this.#map
    // Deck.gl asks this before it adds layers. MapLibre would deny it until every tile in view has been answered, so that
    // a tile that hangs would keep the figures off the map. A map that has lost its GPU has no style.
    map.isStyleLoaded = () => this.#hasStyle
    map.once('style.load', () => {
      this.#hasStyle = true
      map.addControl(this.#overlay)
      this.#draw()
      if (this.#waitingStreets) this.setStreets(this.#waitingStreets)
    })
    map.once('webglcontextlost', () => {
      this.#hasStyle = false
    })
  }

  #takeOverlay(): void {
    this.#hasOverlay = true
    this.#map.triggerRepaint()
  }

  /** Names the map, its buttons and its places in the language in force. */
  setWords(name = t('Price map')): void {
    this.#setLabels()
    const names = { canvas: name, 'ctrl-zoom-in': t('Zoom in'), 'ctrl-zoom-out': t('Zoom out') }
    for (const [part, name] of Object.entries(names)) {
      const element = this.#map.getContainer().querySelector(`.maplibregl-${part}`)
      element?.setAttribute('aria-label', name)
      if (part !== 'canvas') element?.setAttribute('title', name)
    }
  }

  #setLabels(): void {
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

  /** Returns what the camera shows now. */
  sight(): Sight {
    const { lat, lng } = this.#map.getCenter().wrap()
    const bounds = this.#map.getBounds()
    const { clientWidth: width, clientHeight: height } = this.#map.getContainer()
    return {
      view: { lat, lng, zoom: this.#map.getZoom() },
      bounds: {
        west: bounds.getWest(),
        south: bounds.getSouth(),
        east: bounds.getEast(),
        north: bounds.getNorth(),
      },
      width,
      height,
    }
  }

  /** Replaces the drawn layers. */
  setLayers(layers: Layer[]): void {
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

  // Deck.gl compares nothing in a layer that is the same object as before.
  #draw(): void {
    if (this.#hasStyle) this.#overlay.setProps({ layers: this.#drawn() })
  }

  #drawn(): Layer[] {
    return [...this.#layers, ...this.#hover, ...this.#draft]
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
    if (this.#isRemoved) return
    this.#streets?.remove()
    this.#streets = null
    this.#waitingStreets = this.#hasStyle ? null : streets
    if (!streets || !this.#hasStyle) return
    addProtocol('pmtiles', streets.readArchiveTile)
    this.#streets = new StreetOverlay(this.#map, streets, this.#theme)
  }

  /** Shows a view without animation, unless it is already shown. */
  jumpTo(view: View): void {
    const now = this.sight().view
    const isThere = Math.abs(now.lat - view.lat) < 1e-5 && Math.abs(now.lng - view.lng) < 1e-5
    if (isThere && Math.abs(now.zoom - view.zoom) < 0.01) return
    this.#map.jumpTo({ center: [view.lng, view.lat], zoom: view.zoom })
  }

  /** Calls the listener with each view that this map's own movements bring; returns what stops that. */
  follow(listener: (view: View) => void): () => void {
    this.#followers.add(listener)
    return () => this.#followers.delete(listener)
  }

  /** Shows exactly another map's view while that one moves. Its followers are not called, nor `onMoveEnd`. */
  mirror(view: View): void {
    this.#isMirroring = true
    this.#map.jumpTo({ center: [view.lng, view.lat], zoom: view.zoom })
    this.#isMirroring = false
  }

  /** Says that the mirrored movement has ended. */
  settle(): void {
    this.#events.onMoveEnd(this.sight())
  }

  /** Carries out a camera move; animates it unless the viewer prefers reduced motion. */
  carryOut(request: CameraRequest): void {
    if (request.kind === 'uncover') {
      this.#uncover(request.cell)
      return
    }
    const animate = !window.matchMedia('(prefers-reduced-motion: reduce)').matches
    if (request.kind === 'point') {
      const target = { center: [request.lng, request.lat] as [number, number], zoom: request.zoom }
      if (animate) this.#map.flyTo({ ...target, maxDuration: 2500 })
      else this.#map.jumpTo(target)
      return
    }
    const { west, south, east, north } = request.bounds
    this.#map.fitBounds([west, south, east < west ? east + 360 : east, north], {
      padding: this.#padding(request.above ?? null),
      maxZoom: 13,
      maxDuration: 2500,
      animate,
    })
  }

  #uncover(cell: Cell): void {
    if (this.#map.isMoving()) {
      // Wait for a flight to end. After a move by hand, the map is where the viewer wants it.
      this.#map.once('moveend', ({ originalEvent }) => !originalEvent && this.#uncover(cell))
      return
    }
    const shift = this.#shiftOf(cell, shiftIntoView)
    // MapLibre itself respects prefers-reduced-motion here.
    if (shift) this.#map.panBy([-shift.x, -shift.y], { duration: UNCOVER_MS })
  }

  // How far a cell has to move on the screen to be seen; null when it is seen.
  #shiftOf(cell: Cell, shiftBy: typeof shiftIntoView): Shift | null {
    const resolution = cellResolution(cell)
    if (!isResolution(resolution)) return null
    const map = this.#map.getContainer()
    const frame = { left: 0, top: 0, right: map.clientWidth, bottom: map.clientHeight }
    const width = cellWidthPx(resolution, cellCenter(cell).lat, this.#map.getZoom())
    return shiftBy(boxAround(this.#pointOf(cell), width), frame, surfacesOver(map))
  }

  #pointOf(cell: Cell): { x: number; y: number } {
    return this.pixelOf(cellCenter(cell))
  }

  // Leaves room for the panels over the map: on the left on a desktop and a phone on its side, at the top and bottom on
  // an upright phone.
  #padding(above: 'sheet' | null) {
    const { clientWidth, clientHeight } = this.#map.getContainer()
    if (clientWidth > 900) return { top: 48, bottom: 48, left: 360, right: 48 + this.#insetRight() }
    if (clientWidth > clientHeight && isPhone()) return { top: 24, bottom: 24, left: 364, right: 24 }
    const edge = Math.min(24, clientWidth / 8)
    const usual = Math.min(160, clientHeight / 4)
    const bottom = above === 'sheet' ? Math.min(0.75 * clientHeight, Math.max(usual, this.#dockHeight() + edge)) : usual
    return { top: Math.min(120, clientHeight / 5), bottom, left: edge, right: edge }
  }

  // Height of the panels in a phone's lower half, from the bottom edge; 0 when none is as wide as a sheet.
  #dockHeight(): number {
    const { clientWidth, clientHeight } = this.#map.getContainer()
    const low = surfacesOver(this.#map.getContainer()).filter(({ top, bottom }) => top + bottom > clientHeight)
    if (!low.some(({ left, right }) => right - left > clientWidth / 2)) return 0
    return clientHeight - Math.min(...low.map(({ top }) => top))
  }

  // The style sheet moves the controls aside by the width of the panels on the right.
  #insetRight(): number {
    const controls = this.#map.getContainer().querySelector('.maplibregl-ctrl-bottom-right')
    return controls ? Number.parseFloat(getComputedStyle(controls).right) || 0 : 0
  }

  /** The element that takes the focus and the keys. */
  get canvas(): HTMLElement {
    return this.#map.getCanvas()
  }

  /** Moves the map by a distance on the screen, in CSS pixels. */
  panBy(x: number, y: number, duration?: number): void {
    this.#map.panBy([x, y], duration === undefined ? {} : { duration })
  }

  /** The element around the canvas and everything on the map. */
  get container(): HTMLElement {
    return this.#map.getContainer()
  }

  /** Returns the ground at a point of the screen, in CSS pixels from the map's top left corner. */
  groundAt(x: number, y: number): LatLng {
    const { lng, lat } = this.#map.unproject([x, y]).wrap()
    return { lat, lng }
  }

  /** Returns where a point of the ground is on the screen, in the copy of the world that is in view. */
  pixelOf(at: LatLng): { x: number; y: number } {
    const { lng } = this.#map.getCenter()
    return this.#map.project([at.lng + 360 * Math.round((lng - at.lng) / 360), at.lat])
  }

  /** While false, neither a drag nor a double click moves the map. */
  setMoving(isMoving: boolean): void {
    for (const handler of [this.#map.dragPan, this.#map.doubleClickZoom, this.#map.boxZoom]) {
      if (isMoving) handler.enable()
      else handler.disable()
    }
  }

  /** Keeps an element on a place of the map until it is removed. */
  pin(at: LatLng, element: HTMLElement): { move(at: LatLng): void; remove(): void } {
    const marker = new Marker({ element }).setLngLat([at.lng, at.lat]).addTo(this.#map)
    return { move: ({ lat, lng }) => void marker.setLngLat([lng, lat]), remove: () => void marker.remove() }
  }

  /** Marks a place with an element that follows the map; returns what takes it away again. */
  mark({ lat, lng }: LatLng, element: HTMLElement): () => void {
    const marker = new Marker({ element }).setLngLat([lng, lat]).addTo(this.#map)
    return () => marker.remove()
  }

  /**
   * Brings a cell into view and out from under the panels, at once where the viewer prefers reduced motion. Returns
   * where its centre then is on the screen, in CSS pixels from the map's top left corner.
   */
  reveal(cell: Cell): { x: number; y: number } {
    // The place on the screen is known only once an earlier movement has ended.
    this.#map.stop()
    const { x, y } = this.#pointOf(cell)
    const shift = this.#shiftOf(cell, shiftFromAfar) ?? { x: 0, y: 0 }
    if (shift.x !== 0 || shift.y !== 0) this.#map.panBy([-shift.x, -shift.y], { duration: UNCOVER_MS })
    return { x: x + shift.x, y: y + shift.y }
  }

  /** Requests a frame, after which `onIdle` is called again. The first frame comes by itself, with the basemap. */
  redraw(): void {
    if (this.#hasStyle) this.#map.triggerRepaint()
  }

  /** Takes a picture of what is drawn, in device pixels. */
  picture(): Promise<ImageBitmap> {
    return new Promise((resolve, reject) => {
      // The canvas keeps its content only until the frame that drew it ends.
      this.#map.once('render', () => createImageBitmap(this.#map.getCanvas()).then(resolve, reject))
      this.#map.triggerRepaint()
    })
  }

  /** Returns the ids of all layers, bottom to top. Overlay layers, in groups on the map, count only when they draw. */
  layerOrder(): string[] {
    const drawnIn = (group: string) =>
      this.#drawn().flatMap(({ id, props }) =>
        hasData(props.data) && group === `${OVERLAY_GROUP}${(props as Partial<Placed>).beforeId}` ? [id] : [],
      )
    return this.#map.getLayersOrder().flatMap((id) => (id.startsWith(OVERLAY_GROUP) ? drawnIn(id) : [id]))
  }

  remove(): void {
    this.#isRemoved = true
    this.#map.remove()
    this.#hasStyle = false
  }
}

/** Both lists and binary data have a length. */
function hasData(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'length' in data && data.length !== 0
}
