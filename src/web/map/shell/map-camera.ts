import type { Map as GlMap, LngLatBoundsLike } from 'maplibre-gl'
import { type Cell, cellResolution, isResolution } from '../../../domain/cell.ts'
import { cellCenter, type LatLng } from '../../../domain/distance.ts'
import type { Bounds } from '../../../domain/tile.ts'
import type { View } from '../../state/address/number-parts.ts'
import type { CameraRequest } from '../../state/store.ts'
import type { Sight } from '../../view/live-view.ts'
import { ZOOM_MIN } from '../../view/opening-view.ts'
import { cellWidthPx } from '../../view/resolution.ts'
import { cameraPadding, coveredEdges, middleSeen } from './camera-padding.ts'
import { boxAround, type Shift, shiftFromAfar, shiftIntoView } from './shift-into-view.ts'
import { surfacesOver } from './surfaces.ts'

/** How long the map pans to uncover a cell, in milliseconds. */
const UNCOVER_MS = 300

/** The closest that the map goes to show bounds. */
const FITTED_ZOOM_MAX = 13

/** Where the GL map looks, and how it gets there. */
export class MapCamera {
  readonly #map: GlMap

  constructor(map: GlMap) {
    this.#map = map
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

  /** Returns the middle of the map; above a sheet that covers it, the middle of what is seen. */
  middle(): LatLng {
    const { x, y } = middleSeen(this.#map.getContainer())
    return this.groundAt(x, y)
  }

  /** Returns the ground that the panels leave in sight, as rectangles; a phone's sheet is taken as closed. */
  seen(): Bounds[] {
    const { clientWidth, clientHeight } = this.#map.getContainer()
    return coveredEdges(this.#map.getContainer()).map(({ left, top, right, bottom }) => {
      const [start, end] = [this.groundAt(left, top), this.groundAt(clientWidth - right, clientHeight - bottom)]
      return { west: start.lng, south: end.lat, east: end.lng, north: start.lat }
    })
  }

  /** Shows a view without animation, unless it is already shown. */
  jumpTo(view: View): void {
    const now = this.sight().view
    const isThere = Math.abs(now.lat - view.lat) < 1e-5 && Math.abs(now.lng - view.lng) < 1e-5
    if (isThere && Math.abs(now.zoom - view.zoom) < 0.01) return
    this.#map.jumpTo({ center: [view.lng, view.lat], zoom: view.zoom })
  }

  /**
   * Carries out a camera move; animates it unless the viewer prefers reduced motion. Returns false when all that was asked
   * for is already in sight.
   */
  carryOut(request: CameraRequest): boolean {
    if (request.kind === 'uncover') {
      this.#uncover(request.cell)
      return true
    }
    const animate = !window.matchMedia('(prefers-reduced-motion: reduce)').matches
    if (request.kind === 'point') {
      const target = { center: [request.lng, request.lat] as [number, number], zoom: request.zoom }
      if (animate) this.#map.flyTo({ ...target, maxDuration: 2500 })
      else this.#map.jumpTo(target)
      return true
    }
    const { west, south, east, north } = request.bounds
    const padding = cameraPadding(this.#map.getContainer(), request.above ?? null)
    if (request.unlessSeen && this.#isSeen(request.bounds, padding)) return false
    const maxZoom = request.noCloser ? Math.min(FITTED_ZOOM_MAX, this.#map.getZoom()) : FITTED_ZOOM_MAX
    const box: LngLatBoundsLike = [west, south, east < west ? east + 360 : east, north]
    const options = { padding, maxDuration: 2500, animate }
    const fits = this.#map.cameraForBounds(box, { padding, maxZoom })
    const middle = this.#map.cameraForBounds(box)?.center
    // MapLibre keeps the middle as far from the panels as a zoom asks for that the map does not reach.
    if (middle && fits?.zoom !== undefined && fits.zoom < ZOOM_MIN) {
      this.#map.fitBounds([middle, middle], { ...options, maxZoom: ZOOM_MIN })
    } else this.#map.fitBounds(box, { ...options, maxZoom })
    return true
  }

  /** Whether bounds are within the room that the panels leave. */
  #isSeen({ west, south, east, north }: Bounds, padding: ReturnType<typeof cameraPadding>): boolean {
    const [start, end] = [this.pixelOf({ lat: north, lng: west }), this.pixelOf({ lat: south, lng: east })]
    const { clientWidth, clientHeight } = this.#map.getContainer()
    const isAcross = start.x >= padding.left && end.x <= clientWidth - padding.right
    return isAcross && start.y >= padding.top && end.y <= clientHeight - padding.bottom
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

  /**
   * Brings a cell into view and out from under the panels, at once where the viewer prefers reduced motion. Returns
   * where its centre then is on the screen, in CSS pixels from the map's top left corner.
   */
  reveal(cell: Cell): { x: number; y: number } {
    // The place on the screen is known only once an earlier movement has ended.
    this.#map.stop()
    const { x, y } = this.pixelOf(cellCenter(cell))
    const shift = this.#shiftOf(cell, shiftFromAfar) ?? { x: 0, y: 0 }
    if (shift.x !== 0 || shift.y !== 0) this.#map.panBy([-shift.x, -shift.y], { duration: UNCOVER_MS })
    return { x: x + shift.x, y: y + shift.y }
  }

  // How far a cell has to move on the screen to be seen; null when it is seen.
  #shiftOf(cell: Cell, shiftBy: typeof shiftIntoView): Shift | null {
    const resolution = cellResolution(cell)
    if (!isResolution(resolution)) return null
    const map = this.#map.getContainer()
    const frame = { left: 0, top: 0, right: map.clientWidth, bottom: map.clientHeight }
    const center = cellCenter(cell)
    const width = cellWidthPx(resolution, center.lat, this.#map.getZoom())
    return shiftBy(boxAround(this.pixelOf(center), width), frame, surfacesOver(map))
  }

  /** Moves the map by a distance on the screen, in CSS pixels. */
  panBy(x: number, y: number, duration?: number): void {
    this.#map.panBy([x, y], duration === undefined ? {} : { duration })
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
}
