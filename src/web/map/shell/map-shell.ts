import { type Map as GlMap, type MapMouseEvent, Marker, ScaleControl } from 'maplibre-gl'
import type { LatLng } from '../../../domain/distance.ts'
import { t } from '../../language/translate.ts'
import type { View } from '../../state/address/number-parts.ts'
import type { MapPicture } from '../../state/store.ts'
import type { Sight } from '../../view/live-view.ts'
import { type BasemapEvents, watchBasemap } from '../basemap/watch-basemap.ts'
import { BasemapLook } from './basemap-look.ts'
import { tryGlMap } from './gl-map.ts'
import { LabelRoom } from './label-room.ts'
import { LayerStack } from './layer-stack.ts'
import { MapCamera } from './map-camera.ts'

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
  /** `isSecond` for the second click of a double click, and for a second tap that moves and zooms. */
  readonly onClick: (at: LatLng, isSecond: boolean) => void
  /** Everything requested has been drawn, except tiles of the basemap that are overdue. */
  readonly onIdle: () => void
  /** The browser has given back the GPU after taking it away. Nothing of this map can be drawn any more. */
  readonly onGpuBack: () => void
}

/** What the map says about gestures that it leaves to the page around its frame. */
function gestureWords() {
  // As MapLibre decides which key it waits for.
  const isMac = navigator.userAgent.includes('Mac')
  return {
    'desktop-message': isMac
      ? t('Hold ⌘ while you scroll to zoom the map')
      : t('Hold Ctrl while you scroll to zoom the map'),
    'mobile-message': t('Use two fingers to move the map'),
  }
}

/** Wraps the GL map and its overlay; repeating a call with the same argument costs nothing. */
export class MapShell {
  readonly camera: MapCamera
  readonly layers: LayerStack
  readonly basemap: BasemapLook
  readonly #map: GlMap
  readonly #events: MapEvents
  readonly #followers = new Set<(view: View) => void>()
  readonly #scale = new ScaleControl({ maxWidth: 96 })
  readonly #room: LabelRoom
  /** Places that names should leave free. */
  #kept: readonly LatLng[] = []
  #isMirroring = false
  #isHeld = false

  /** Makes the map in a container; null where the browser refuses it a GPU. */
  static make(container: HTMLElement, view: View, theme: 'light' | 'dark', events: MapEvents): MapShell | null {
    const map = tryGlMap(container, view, theme)
    return map && new MapShell(map, theme, events)
  }

  private constructor(map: GlMap, theme: 'light' | 'dark', events: MapEvents) {
    this.#events = events
    this.#map = map
    map.addControl(this.#scale, 'bottom-right')
    this.camera = new MapCamera(map)
    this.basemap = new BasemapLook(map, theme)
    this.#followCamera(events)
    this.#followPointer(events)
    this.#room = new LabelRoom(map)
    this.layers = new LayerStack(map, () => {
      this.basemap.takeStyle()
      this.#room.show(this.#kept)
    })
    this.#followFrames(events)
  }

  #followCamera(events: MapEvents): void {
    const map = this.#map
    map.on('move', () => {
      const sight = this.camera.sight()
      events.onMove(sight)
      if (!this.#isMirroring) for (const follow of this.#followers) follow(sight.view)
    })
    map.on('moveend', () => {
      if (!this.#isMirroring) this.settle()
    })
    map.on('resize', () => this.settle())
    map.on('movestart', ({ originalEvent }) => {
      events.onHover(null)
      if (originalEvent) events.onGrab()
    })
  }

  #followPointer(events: MapEvents): void {
    const map = this.#map
    map.on('mousemove', ({ lngLat, point }: MapMouseEvent) =>
      events.onHover({ lat: lngLat.lat, lng: lngLat.wrap().lng, x: point.x, y: point.y }),
    )
    map.on('mouseout', () => events.onHover(null))
    let lastClick: LatLng | null = null
    map.on('click', ({ lngLat, originalEvent }: MapMouseEvent) => {
      // Assistive technology clicks without a count.
      const isSecond = originalEvent.detail > 0 && originalEvent.detail % 2 === 0
      const at = { lat: lngLat.lat, lng: lngLat.wrap().lng }
      lastClick = isSecond ? null : at
      events.onClick(at, isSecond)
      // The tip would stay behind the card that opens.
      events.onHover(null)
    })
    map.on('zoomstart', ({ originalEvent }) => {
      // One finger zooms only by a tap and a second one that moves, which is no click of its own.
      const isTapAndDrag = originalEvent && 'touches' in originalEvent && originalEvent.touches.length === 1
      if (isTapAndDrag && lastClick !== null) events.onClick(lastClick, true)
      lastClick = null
    })
  }

  #followFrames(events: MapEvents): void {
    const map = this.#map
    map.on('idle', () => this.layers.isDrawing && events.onIdle())
    map.once('webglcontextlost', () => this.#end())
    map.on('webglcontextrestored', events.onGpuBack)
    const basemap = watchBasemap(map, events)
    map.on('render', () => {
      // Tiles that are still missing are not waited for: the figures are drawn.
      if (basemap.hasOverdue && this.layers.isDrawing && !map.isMoving()) events.onIdle()
    })
  }

  /** Names the map, its buttons and its places in the language in force. */
  setWords(name = t('Price map')): void {
    this.basemap.setLanguage()
    const names = { canvas: name, 'ctrl-zoom-in': t('Zoom in'), 'ctrl-zoom-out': t('Zoom out') }
    for (const [part, name] of Object.entries(names)) {
      const element = this.container.querySelector(`.maplibregl-${part}`)
      element?.setAttribute('aria-label', name)
      if (part !== 'canvas') element?.setAttribute('title', name)
    }
    for (const [part, words] of Object.entries(gestureWords())) {
      const element = this.container.querySelector(`.maplibregl-${part}`)
      if (element) element.textContent = words
    }
  }

  /** Writes the scale in a unit of distance. */
  setUnit(unit: 'km' | 'mi'): void {
    this.#scale.setUnit(unit === 'mi' ? 'imperial' : 'metric')
  }

  /** Calls the listener with each view that this map's own movements lead to; returns a function that ends this. */
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

  /** Says that a movement has ended, such as a mirrored one. */
  settle(): void {
    this.#events.onMoveEnd(this.camera.sight())
  }

  /** The element that takes the focus and the keys. */
  get canvas(): HTMLElement {
    return this.#map.getCanvas()
  }

  /** The element around the canvas and everything on the map. */
  get container(): HTMLElement {
    return this.#map.getContainer()
  }

  /** Keeps an element on a place of the map until it is removed. */
  pin(at: LatLng, element: HTMLElement): { move(at: LatLng): void; remove(): void } {
    const marker = new Marker({ element }).setLngLat([at.lng, at.lat]).addTo(this.#map)
    return { move: ({ lat, lng }) => void marker.setLngLat([lng, lat]), remove: () => void marker.remove() }
  }

  /** Keeps the map's names clear of elements that are pinned to these places. */
  keepClear(places: readonly LatLng[]): void {
    this.#kept = places
    if (this.layers.hasStyle) this.#room.show(places)
  }

  /** Keeps the map still for pointers and wheels while something on it is dragged; returns what ends this, null while it is held. */
  hold(): (() => void) | null {
    if (this.#isHeld) return null
    this.#isHeld = true
    const { dragPan, scrollZoom, touchZoomRotate, doubleClickZoom, boxZoom } = this.#map
    const gestures = [dragPan, scrollZoom, touchZoomRotate, doubleClickZoom, boxZoom].filter((each) => each.isEnabled())
    for (const gesture of gestures) gesture.disable()
    return () => {
      this.#isHeld = false
      for (const gesture of gestures) gesture.enable()
    }
  }

  /** Marks a place with an element that follows the map; returns a function that removes it. */
  mark(at: LatLng, element: HTMLElement): () => void {
    return this.pin(at, element).remove
  }

  /** Requests a frame, after which `onIdle` is called again. The first frame comes by itself, with the basemap. */
  redraw(): void {
    if (this.layers.hasStyle) this.#map.triggerRepaint()
  }

  /** Takes a picture of the drawn map, with the positions of these places on it. */
  picture(places: readonly LatLng[]): Promise<MapPicture> {
    return new Promise((resolve, reject) => {
      this.#map.once('render', () => {
        const points = places.map((place) => this.camera.pixelOf(place))
        // The canvas keeps its content only until the frame that drew it ends.
        createImageBitmap(this.#map.getCanvas()).then((image) => resolve({ image, points }), reject)
      })
      this.#map.triggerRepaint()
    })
  }

  /** Draws the map at once and returns a copy of it, which keeps its content: a print of the map's own canvas is empty. */
  drawCopy(): HTMLCanvasElement {
    this.layers.takeLatest()
    this.#map.redraw()
    const drawn = this.#map.getCanvas()
    const copy = document.createElement('canvas')
    copy.width = drawn.width
    copy.height = drawn.height
    copy.getContext('2d')?.drawImage(drawn, 0, 0)
    return copy
  }

  remove(): void {
    this.#end()
    this.#map.remove()
  }

  // Nothing more can be added to a map that is gone, or that has lost its GPU.
  #end(): void {
    this.basemap.end()
    this.layers.end()
    this.#room.end()
  }
}
