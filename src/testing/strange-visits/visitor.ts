import type { Cell, Resolution } from '../../domain/cell.ts'
import { circleCells } from '../../domain/distance.ts'
import { type Bounds, tileCells, tileParent } from '../../domain/tile.ts'
import { tilesAround } from '../../web/buying/around-view.ts'
import { resolutionFor } from '../../web/view/resolution.ts'
import { tilesInView } from '../../web/view/view-tiles.ts'
import type { MeteredCall } from '../strange-service/bodies/metered-call.ts'
import { noteWanted, type WantedTiles } from './call-bound.ts'
import { screenBounds, type View } from './screens.ts'
import type { Action, StrangeVisit } from './strange-visits.ts'

/** A circle that a viewer asks for. */
export interface AskedArea {
  readonly lens: string
  readonly resolution: Resolution
  readonly area: { readonly lat: number; readonly lng: number; readonly radius_km: number }
}

/** Tiles that a page wants, and those that may come with them. */
export interface AskedTiles {
  readonly lens: string
  readonly resolution: Resolution
  readonly parents: readonly Cell[]
  readonly around: readonly Cell[]
}

/** A proxy as visitors meet it. */
export interface VisitedProxy {
  readonly finest: Resolution
  /** Every metered call so far, refused ones included. */
  readonly calls: readonly MeteredCall[]
  /** Buys for so many viewers at once; returns the tiles that one of them gets. */
  buy(asked: AskedTiles, viewers: number): Promise<readonly Cell[]>
  askArea(asked: AskedArea): Promise<void>
}

/** `tiles` were missing of a screen, or touched by an area. */
export interface Step {
  readonly resolution: Resolution
  readonly tiles: number
  readonly calls: readonly MeteredCall[]
}

/** What one screen or area asked for, whether it was held or not. */
export interface Look {
  readonly lens: string
  readonly resolution: Resolution
  readonly cells: readonly Cell[]
  /** Their tiles, and those that could come with them. */
  readonly parents: readonly Cell[]
  readonly around: readonly Cell[]
}

/** What a visit came to. */
export interface Visited {
  readonly wanted: WantedTiles
  readonly looks: readonly Look[]
  readonly steps: readonly Step[]
}

/** Makes a visit as the page does. */
export async function makeVisit(proxy: VisitedProxy, visit: StrangeVisit): Promise<Visited> {
  const visitor = new Visitor(proxy, visit.viewers)
  for (const action of visit.actions) await visitor.act(action)
  return visitor
}

class Visitor implements Visited {
  readonly wanted: WantedTiles = new Map()
  readonly looks: Look[] = []
  readonly steps: Step[] = []
  private readonly held = new Set<string>()
  private before: Bounds | null = null
  private readonly proxy: VisitedProxy
  private readonly viewers: number

  constructor(proxy: VisitedProxy, viewers: number) {
    this.proxy = proxy
    this.viewers = viewers
  }

  async act(action: Action): Promise<void> {
    const { calls } = this.proxy
    const seen = calls.length
    const step = action.kind === 'area' ? await this.askArea(action) : await this.look(action)
    this.steps.push({ ...step, calls: calls.slice(seen) })
  }

  private async look(view: View): Promise<Omit<Step, 'calls'>> {
    const { lens } = view
    const bounds = screenBounds(view)
    const resolution = resolutionFor(view, this.proxy.finest)
    const keyOf = (parent: Cell) => `${lens} ${resolution} ${parent}`
    const isMissing = (parent: Cell) => !this.held.has(keyOf(parent))
    const inView = tilesInView(bounds, resolution).parents
    const parents = inView.filter(isMissing)
    const around = tilesAround({ bounds, before: this.before }, resolution, isMissing)
    this.before = bounds
    if (parents.length > 0) {
      const bought = await this.proxy.buy({ lens, resolution, parents, around }, this.viewers)
      for (const parent of bought) this.held.add(keyOf(parent))
    }
    const looked = inView.filter((parent) => !isMissing(parent))
    noteWanted(this.wanted, lens, resolution, looked)
    this.looks.push({ lens, resolution, cells: looked.flatMap(tileCells), parents: looked, around })
    return { resolution, tiles: parents.length }
  }

  private async askArea({ area, lens, resolution: asked }: Extract<Action, { kind: 'area' }>) {
    const resolution = asked > this.proxy.finest ? this.proxy.finest : asked
    if (!('lat' in area)) throw new Error('expected an area by its circle')
    const cells = circleCells(area, resolution)
    const touched = new Set(cells.map(tileParent))
    noteWanted(this.wanted, lens, resolution, [...touched])
    this.looks.push({ lens, resolution, cells, parents: [...touched], around: [] })
    await this.proxy.askArea({ lens, resolution, area })
    return { resolution, tiles: touched.size }
  }
}
