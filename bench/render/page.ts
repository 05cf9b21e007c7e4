// Runs in the browser: draws the same cells in several ways, and measures each.
import { Deck, type Layer, MapView } from '@deck.gl/core'
import { cellToLatLng } from 'h3-js'
import { median } from '../shared/table.ts'
import { type Drawing, ownDrawing, stockDrawing } from './layers.ts'
import { makeRows } from './market.ts'

/** What is drawn. */
export interface Scene {
  readonly around: string
  readonly zoom: number
  readonly cells: number
  readonly drawing: keyof typeof DRAWINGS
  readonly repeats: number
  readonly frames: number
}

/** Milliseconds, all with the software GPU's work but `createMain`; medians. */
export interface Times {
  readonly cells: number
  /** From the cells' ids to the first frame, on the main thread. */
  readonly createMain: number
  readonly pan: number
  readonly redraw: number
  readonly recolor: number
}

const DRAWINGS = {
  own: (scene: Scene) => ownDrawing(makeRows(scene.around, scene.cells, false)),
  'own, half estimated': (scene: Scene) => ownDrawing(makeRows(scene.around, scene.cells, true)),
  'stock, auto': (scene: Scene) => stockDrawing(makeRows(scene.around, scene.cells, false), 'auto'),
  'stock, polygons': (scene: Scene) => stockDrawing(makeRows(scene.around, scene.cells, false), true),
} satisfies Record<string, (scene: Scene) => Drawing>

/** What the measurements need of deck.gl's inside: a frame at once instead of at the next turn of its loop. */
interface Inside {
  readonly layerManager: { updateLayers(): void }
  readonly device: { readonly gl: WebGL2RenderingContext }
}

class Stage {
  readonly #deck: Deck<MapView>
  readonly #view: { longitude: number; latitude: number; zoom: number }

  private constructor(deck: Deck<MapView>, view: { longitude: number; latitude: number; zoom: number }) {
    this.#deck = deck
    this.#view = view
  }

  static open({ around, zoom }: Scene): Promise<Stage> {
    const [latitude, longitude] = cellToLatLng(around)
    const view = { longitude, latitude, zoom }
    return new Promise((resolve) => {
      const deck = new Deck<MapView>({
        parent: document.body as HTMLDivElement,
        views: new MapView({ repeat: false }),
        viewState: view,
        useDevicePixels: false,
        layers: [],
        onLoad: () => resolve(new Stage(deck, view)),
      })
    })
  }

  show(layers: Layer[]): void {
    this.#deck.setProps({ layers })
    this.#inside.layerManager.updateLayers()
    this.#deck.redraw('bench')
  }

  panTo(frame: number): void {
    this.#deck.setProps({ viewState: { ...this.#view, longitude: this.#view.longitude + 0.002 * frame } })
    this.#inside.layerManager.updateLayers()
    this.#deck.redraw('bench')
  }

  /** Waits for the GPU. */
  finish(): void {
    this.#inside.device.gl.readPixels(
      0,
      0,
      1,
      1,
      WebGL2RenderingContext.RGBA,
      WebGL2RenderingContext.UNSIGNED_BYTE,
      new Uint8Array(4),
    )
  }

  close(): void {
    this.#deck.finalize()
  }

  get #inside(): Inside {
    return this.#deck as unknown as Inside
  }
}

async function measure(scene: Scene): Promise<Times> {
  const stage = await Stage.open(scene)
  const drawing = DRAWINGS[scene.drawing](scene)
  const timed = (work: () => void) => {
    const start = performance.now()
    work()
    return performance.now() - start
  }
  const finished = (work: () => void) =>
    timed(() => {
      work()
      stage.finish()
    })
  // The first time also compiles the shaders.
  const creations = Array.from({ length: scene.repeats + 1 }, () => {
    stage.show([])
    stage.finish()
    const main = timed(() => stage.show(drawing.create()))
    stage.finish()
    return main
  })
  const frames = Array.from({ length: scene.frames }, (_, i) => i)
  const pans = frames.map((i) => finished(() => stage.panTo(i)))
  let layers = drawing.recolor(0)
  stage.show(layers)
  // In turns, so that a machine that becomes slower meanwhile slows both.
  const shown = frames.map((i) => ({
    redraw: finished(() => stage.show(layers)),
    recolor: finished(() => {
      layers = drawing.recolor(1 - (i % 2))
      stage.show(layers)
    }),
  }))
  const times = {
    cells: makeRows(scene.around, scene.cells, false).length,
    createMain: median(creations.slice(1)),
    pan: median(pans),
    redraw: median(shown.map(({ redraw }) => redraw)),
    recolor: median(shown.map(({ recolor }) => recolor)),
  }
  stage.close()
  return times
}

declare global {
  interface Window {
    measure: typeof measure
  }
}
window.measure = measure
