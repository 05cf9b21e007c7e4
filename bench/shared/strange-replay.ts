import { areaAnswer } from '../../src/contract/area.ts'
import { PATH_PREFIX } from '../../src/contract/limits.ts'
import { type Cell, type Resolution, trustCell } from '../../src/domain/cell.ts'
import { cellCenter, circleCells, radiusOfCandidates, surelyWithinKm } from '../../src/domain/distance.ts'
import { type Bounds, tileCells, tileParent } from '../../src/domain/tile.ts'
import { cellsWithin } from '../../src/proxy/planning/stats-target.ts'
import { type ProxyUnderTest, readTold, startProxyUnderTest } from '../../src/testing/proxy-under-test.ts'
import type { MeteredCall } from '../../src/testing/strange-service/metered-call.ts'
import { startStrangeService } from '../../src/testing/strange-service/start-strange-service.ts'
import { tilesAround } from '../../src/web/buying/around-view.ts'
import { resolutionFor } from '../../src/web/view/resolution.ts'
import { tilesInView } from '../../src/web/view/view-tiles.ts'
import type { Action, StrangeVisit } from './strange-visits.ts'
import { screenBounds } from './visits.ts'

/** What a service limits metered calls to, and how it reads lists. */
export interface StrangeLimits {
  readonly cellBudget: number
  readonly urlKb: number
  readonly listStyle: 'both' | 'commas' | 'repeats' | 'first'
  readonly namesLimit?: boolean
  readonly finestResolution?: Resolution
}

export const STRANGE_SERVICES: readonly StrangeLimits[] = [
  { cellBudget: 3_000, urlKb: 8, listStyle: 'commas' },
  { cellBudget: 100_000, urlKb: 8, listStyle: 'commas' },
  { cellBudget: 3_000, urlKb: 64, listStyle: 'commas', namesLimit: true },
  { cellBudget: 3_000, urlKb: 1, listStyle: 'commas' },
  { cellBudget: 100_000, urlKb: 1, listStyle: 'both' },
  { cellBudget: 600, urlKb: 4, listStyle: 'repeats' },
  { cellBudget: 37, urlKb: 8, listStyle: 'commas' },
  { cellBudget: 37, urlKb: 1, listStyle: 'both', namesLimit: true },
  { cellBudget: 343, urlKb: 8, listStyle: 'both' },
  { cellBudget: 1_000, urlKb: 64, listStyle: 'repeats', namesLimit: true },
  { cellBudget: 1_500, urlKb: 16, listStyle: 'commas' },
  { cellBudget: 10_000, urlKb: 64, listStyle: 'commas' },
  { cellBudget: 10_000, urlKb: 16, listStyle: 'first' },
  { cellBudget: 3_000, urlKb: 2, listStyle: 'first', namesLimit: true },
  { cellBudget: 5_000, urlKb: 8, listStyle: 'commas', finestResolution: 6 },
  { cellBudget: 600, urlKb: 64, listStyle: 'both' },
  { cellBudget: 100_000, urlKb: 64, listStyle: 'commas', namesLimit: true },
  { cellBudget: 20_000, urlKb: 4, listStyle: 'repeats', namesLimit: true },
]

/** The markets served: Europe and around the Mediterranean, so that open sea alone is outside. */
const COUNTRIES = `
  ad al at ba be bg by ch cy cz de dk dz ee eg es fi fo fr gb gg gi gr hr hu ie im is it je li lt lu lv ly ma mc md me mk
  mt nl no pl pt ro rs ru se si sk sm tn tr ua va xk
`
  .trim()
  .split(/\s+/)

// The interface says that a circle has at most 500 km.
const WIDEST_KM = 500
/** Discs that cover a plane hold so many times what they cover: no plan of circles does better. */
const COVERING = 1.21
const PERIOD = '2026-11-01'

/** What one visit cost. */
export interface Replayed {
  readonly visit: string
  /** Metered calls, refused ones included, and how many were refused. */
  readonly calls: readonly MeteredCall[]
  /** What was missing for each screen and area, and the calls made for it. */
  readonly steps: readonly Step[]
  readonly refused: number
  /** The fewest calls by the cell budget, and by what a list or a circle can hold of it. */
  readonly bound: number
  readonly reachable: number
  /** Cells that two lists were answered with. */
  readonly boughtTwice: number
  /** Metered calls of a second viewer who does the same. */
  readonly secondViewer: number
}

/** `tiles` were missing of a screen, or touched by an area. */
export interface Step {
  readonly resolution: Resolution
  readonly tiles: number
  readonly calls: readonly MeteredCall[]
}

/** Replays a visit to a proxy that has never met the service; throws where anything is refused to the viewer. */
export async function replayStrangely(limits: StrangeLimits, visit: StrangeVisit): Promise<Replayed> {
  const finest = limits.finestResolution ?? 8
  const service = await startStrangeService({
    cellBudget: limits.cellBudget,
    urlLimit: limits.urlKb * 1024,
    listStyle: limits.listStyle,
    namesLimit: limits.namesLimit ?? false,
    finestResolution: finest,
    allowance: 1_000_000,
    countries: COUNTRIES,
  })
  const proxy = await startProxyUnderTest(service)
  try {
    const steps: Step[] = []
    let seen = 0
    const wanted = await act(proxy, visit, finest, (resolution, tiles) => {
      steps.push({ resolution, tiles, calls: service.calls.slice(seen) })
      seen = service.calls.length
    })
    const calls = [...service.calls]
    await act(proxy, { ...visit, viewers: 1 }, finest, () => {})
    return {
      visit: visit.name,
      calls,
      steps,
      refused: calls.filter(({ answered }) => !answered).length,
      ...boundsOf(wanted, limits),
      boughtTwice: countTwice(calls),
      secondViewer: service.calls.length - calls.length,
    }
  } finally {
    await proxy.close()
    await service.close()
  }
}

/** True where a list can hold as many cells as the service takes. */
export function canListBudget({ cellBudget, ...limits }: StrangeLimits): boolean {
  return listedCells(limits, 8) >= cellBudget
}

/** Tiles that somebody looked at, by lens and resolution. */
type WantedTiles = Map<string, { readonly resolution: Resolution; readonly parents: Set<Cell> }>

function note(wanted: WantedTiles, lens: string, resolution: Resolution, parents: readonly Cell[]): void {
  const key = `${lens} ${resolution}`
  const known = wanted.get(key) ?? { resolution, parents: new Set() }
  for (const parent of parents) known.parents.add(parent)
  wanted.set(key, known)
}

function boundsOf(wanted: WantedTiles, limits: StrangeLimits): { bound: number; reachable: number } {
  let [bound, reachable] = [0, 0]
  for (const { resolution, parents } of wanted.values()) {
    const [somewhere] = parents
    if (somewhere === undefined) continue
    const cells = [...parents].reduce((sum, parent) => sum + tileCells(parent).length, 0)
    const list = Math.min(limits.cellBudget, listedCells(limits, resolution))
    const disc = discCells(cellCenter(somewhere), resolution, limits.cellBudget) / COVERING
    bound += Math.ceil(cells / limits.cellBudget)
    reachable += Math.ceil(cells / Math.max(list, disc))
  }
  return { bound, reachable }
}

function listedCells({ urlKb, listStyle }: Omit<StrangeLimits, 'cellBudget'>, resolution: Resolution): number {
  if (listStyle === 'first') return 1
  const style = listStyle === 'repeats' ? 'repeats' : 'commas'
  return cellsWithin(urlKb * 1024, { basePath: PATH_PREFIX, lens: {}, resolution, style })
}

function discCells(center: { lat: number; lng: number }, resolution: Resolution, budget: number): number {
  const radius_km = Math.min(WIDEST_KM, radiusOfCandidates(center, resolution, budget))
  const sure = surelyWithinKm({ ...center, radius_km }, resolution)
  return sure <= 0 ? 1 : circleCells({ ...center, radius_km: sure }, resolution).length
}

function countTwice(calls: readonly MeteredCall[]): number {
  const lists = calls.filter(({ answered, selector }) => answered && selector === 'h3')
  const seen = new Set<string>()
  return lists
    .flatMap(({ lens, cells }) => cells.map((cell) => `${JSON.stringify(lens)} ${cell}`))
    .filter((key) => seen.size === seen.add(key).size).length
}

async function act(
  proxy: ProxyUnderTest,
  visit: StrangeVisit,
  finest: Resolution,
  onStep: (resolution: Resolution, tiles: number) => void,
): Promise<WantedTiles> {
  const wanted: WantedTiles = new Map()
  const held = new Set<string>()
  let before: Bounds | null = null
  for (const action of visit.actions) {
    if (action.kind === 'area') {
      onStep(...(await askArea(proxy, action, finest, wanted)))
      continue
    }
    const bounds = screenBounds(action)
    const resolution = resolutionFor(bounds, finest)
    const keyOf = (parent: Cell) => `${action.lens} ${resolution} ${parent}`
    const inView = tilesInView(bounds, resolution).parents
    const parents = inView.filter((parent) => !held.has(keyOf(parent)))
    const around = tilesAround({ bounds, before }, resolution, (parent) => !held.has(keyOf(parent)))
    before = bounds
    const body = { as_of: PERIOD, lens: action.lens, resolution, parents, around }
    const [told = []] =
      parents.length === 0 ? [] : await Promise.all(Array.from({ length: visit.viewers }, () => buy(proxy, body)))
    for (const parent of told) held.add(keyOf(parent))
    const looked = inView.filter((parent) => held.has(keyOf(parent)))
    note(wanted, action.lens, resolution, looked)
    onStep(resolution, parents.length)
  }
  return wanted
}

async function buy(proxy: ProxyUnderTest, body: object): Promise<Cell[]> {
  const { text, response } = await proxy.post(body)
  if (response.status !== 200) throw new Error(`The proxy returned ${response.status}: ${text}`)
  const told = readTold(text)
  const refusal = told.all('refused').find(({ refusal: { code } }) => code !== 'not_covered')?.refusal
  if (refusal) throw new Error(`A purchase was refused with ${refusal.code}: ${refusal.message}`)
  return told.all('tile').map(({ parent }) => trustCell(parent))
}

async function askArea(
  proxy: ProxyUnderTest,
  { area, lens, resolution: asked }: Extract<Action, { kind: 'area' }>,
  finest: Resolution,
  wanted: WantedTiles,
): Promise<[Resolution, number]> {
  const resolution = asked > finest ? finest : asked
  if (!('lat' in area)) throw new Error('Expected an area by its circle')
  const touched = new Set(circleCells(area, resolution).map(tileParent))
  note(wanted, lens, resolution, [...touched])
  const response = await fetch(`${proxy.url}/api/areas`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: proxy.url },
    body: JSON.stringify({ as_of: PERIOD, lens, resolution, area }),
  })
  const { refusal } = areaAnswer.parse(await response.json())
  if (refusal !== null) throw new Error(`An area was refused with ${refusal.code}: ${refusal.message}`)
  return [resolution, touched.size]
}
