import { areaAnswer } from '../../contract/area.ts'
import { type Cell, type Resolution, trustCell } from '../../domain/cell.ts'
import { circleCells } from '../../domain/distance.ts'
import { type Bounds, tileParent } from '../../domain/tile.ts'
import { tilesAround } from '../../web/buying/around-view.ts'
import { resolutionFor } from '../../web/view/resolution.ts'
import { tilesInView } from '../../web/view/view-tiles.ts'
import { type ProxyUnderTest, type PurchaseEvents, readPurchaseEvents } from '../proxy-under-test.ts'
import type { MeteredCall } from '../strange-service/metered-call.ts'
import type { StrangeService } from '../strange-service/start-strange-service.ts'
import { noteWanted, type WantedTiles } from './call-bound.ts'
import { screenBounds, type View } from './screens.ts'
import type { Action, StrangeVisit } from './strange-visits.ts'
import { countWrongInArea, countWrongInTile, countWronglyEmpty } from './wrong-figures.ts'

/** `tiles` were missing of a screen, or touched by an area. */
export interface Step {
  readonly resolution: Resolution
  readonly tiles: number
  readonly calls: readonly MeteredCall[]
}

/** What a visit came to. */
export interface Visited {
  readonly wanted: WantedTiles
  readonly steps: readonly Step[]
  /** Cells whose figures, or their absence, differ from the truth. */
  readonly wrong: number
}

/** Makes a visit as the page does; throws where the proxy refuses anything but ground without a market. */
export async function makeVisit(
  { service, proxy }: { service: StrangeService; proxy: ProxyUnderTest },
  visit: StrangeVisit,
): Promise<Visited> {
  const visitor = new Visitor(service, proxy, visit.viewers)
  for (const action of visit.actions) await visitor.act(action)
  return visitor
}

class Visitor implements Visited {
  readonly wanted: WantedTiles = new Map()
  readonly steps: Step[] = []
  wrong = 0
  private readonly held = new Set<string>()
  private before: Bounds | null = null
  private readonly service: StrangeService
  private readonly proxy: ProxyUnderTest
  private readonly viewers: number

  constructor(service: StrangeService, proxy: ProxyUnderTest, viewers: number) {
    this.service = service
    this.proxy = proxy
    this.viewers = viewers
  }

  async act(action: Action): Promise<void> {
    const { calls, rules } = this.service
    const seen = calls.length
    const finest = rules.finestResolution as Resolution
    const step = action.kind === 'area' ? await this.askArea(action, finest) : await this.look(action, finest)
    this.steps.push({ ...step, calls: calls.slice(seen) })
  }

  private async look(view: View, finest: Resolution): Promise<Omit<Step, 'calls'>> {
    const { lens } = view
    const bounds = screenBounds(view)
    const resolution = resolutionFor(view, finest)
    const keyOf = (parent: Cell) => `${lens} ${resolution} ${parent}`
    const isMissing = (parent: Cell) => !this.held.has(keyOf(parent))
    const inView = tilesInView(bounds, resolution).parents
    const parents = inView.filter(isMissing)
    const around = tilesAround({ bounds, before: this.before }, resolution, isMissing)
    this.before = bounds
    const body = { as_of: this.service.rules.as_of, lens, resolution, parents, around }
    if (parents.length > 0) {
      const [told] = await Promise.all(Array.from({ length: this.viewers }, () => this.buy(body)))
      for (const { parent } of told?.all('tile') ?? []) this.held.add(keyOf(trustCell(parent)))
    }
    const looked = inView.filter((parent) => !isMissing(parent))
    noteWanted(this.wanted, lens, resolution, looked)
    return { resolution, tiles: parents.length }
  }

  private async buy(body: { lens: string }): Promise<PurchaseEvents> {
    const { text, response } = await this.proxy.post(body)
    if (response.status !== 200) throw new Error(`expected status 200, the proxy returned ${response.status}: ${text}`)
    const told = readPurchaseEvents(text)
    const refused = told.all('refused')
    const other = refused.find(({ refusal: { code } }) => code !== 'not_covered')?.refusal
    if (other) throw new Error(`expected a purchase, found ${other.code}: ${other.message}`)
    const truth = this.service.truth(body.lens)
    for (const { bytes } of told.all('tile')) this.wrong += countWrongInTile(Buffer.from(bytes, 'base64'), truth)
    // Without lands, the service has figures at sea too, where no market can be known.
    const empty = this.service.rules.lands === null ? [] : refused.flatMap(({ parents }) => parents)
    const silent = told.all('no_listings').map(({ parent }) => parent)
    this.wrong += countWronglyEmpty([...empty, ...silent].map(trustCell), truth)
    return told
  }

  private async askArea(
    { area, lens, resolution: asked }: Extract<Action, { kind: 'area' }>,
    finest: Resolution,
  ): Promise<Omit<Step, 'calls'>> {
    const resolution = asked > finest ? finest : asked
    if (!('lat' in area)) throw new Error('expected an area by its circle')
    const touched = new Set(circleCells(area, resolution).map(tileParent))
    noteWanted(this.wanted, lens, resolution, [...touched])
    const { text } = await this.proxy.postTo('/api/areas', { as_of: this.service.rules.as_of, lens, resolution, area })
    const answer = areaAnswer.parse(JSON.parse(text))
    const { refusal } = answer
    if (refusal !== null) throw new Error(`expected an area, found ${refusal.code}: ${refusal.message}`)
    this.wrong += countWrongInArea(answer, this.service.truth(lens))
    return { resolution, tiles: touched.size }
  }
}
