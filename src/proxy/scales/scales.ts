import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { ClassScale, MethodBreaks, ScaleTerritory } from '../../contract/class-scale.ts'
import { classBreaks, METHODS } from '../../domain/class-breaks.ts'
import type { LatLng } from '../../domain/distance.ts'
import type { EditionName } from '../../domain/edition.ts'
import type { PublishedMetric } from '../../domain/figure.ts'
import type { FindNearestGround } from '../hints/ground/nearest-ground.ts'
import type { ListZoneCells } from '../hints/ground/zone-cells.ts'
import type { Lookups } from '../hints/lookups.ts'
import type { DecidedScale, ScaleLedger, ScaleName, TileLedger } from '../ledger/ledger.ts'
import type { FreeShares } from '../upstream/free/free-shares.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { createFreeAllowance, type TakeFree } from './free-allowance.ts'
import { readHeldValues } from './held-values.ts'
import { decidingValues, judgeTerritory } from './judge-territory.ts'
import { createPointTerritories } from './point-territories.ts'
import { createTerritoryGround, type Ground } from './territory-ground.ts'

/** What each colour means at a place, the same for every reader. */
export interface Scales {
  /** Returns the classes at a point for an address, and decides them when enough is held. Spends nothing. */
  at(edition: EditionName, metric: PublishedMetric, point: LatLng, address: string): Promise<ClassScale>
}

export interface ScalesDeps {
  readonly ledger: Pick<TileLedger, 'generation' | 'edition' | 'tile' | 'parts'> & ScaleLedger
  readonly lookups: Pick<Lookups, 'knownEmpty'>
  readonly upstream: Pick<Upstream, 'placesAt' | 'children'>
  readonly listCells: ListZoneCells
  readonly shares: Pick<FreeShares, 'within'>
  readonly findNearest: FindNearestGround
  /** A steady clock in milliseconds. */
  readonly elapsed: () => number
}

/** Decides classes once for each period, lens, resolution, metric and territory; the ledger keeps the first decision. */
export function createScales(deps: ScalesDeps): Scales {
  const { ledger, upstream } = deps
  const takeFor = createFreeAllowance(deps.shares)
  const territories = createPointTerritories(upstream, deps.findNearest)
  const findGround = createTerritoryGround({ children: upstream.children, listCells: deps.listCells })
  const judge = resting(deps)
  /** Returns the first classes found; `unavailable` if a place's cells could not be read. */
  const firstOf = async (
    chain: readonly ScaleTerritory[],
    edition: EditionName,
    metric: PublishedMetric,
    take: TakeFree,
  ) => {
    const waiting: Classes[] = []
    for (const [index, territory] of chain.entries()) {
      const name = { edition, metric, geo_id: territory.geo_id }
      const decided = await ledger.scale(name)
      const found = decided === null ? await findGround(territory, edition.resolution, take) : null
      if (found?.kind === 'unavailable') return 'unavailable'
      if (found?.kind === 'none') continue
      const judged: Judged | null = found && (await judge(name, found.ground, index === chain.length - 1))
      if (judged === 'too_small') continue
      const classes = judged ?? (decided && { ...decided, provisional: false })
      if (classes === null) continue
      const given: Classes = { kind: 'territory', territory, ...classes, stands_in: waiting.length > 0 }
      if (given.breaks !== null) return { given, waiting }
      waiting.push(given)
    }
    return { given: null, waiting }
  }
  return {
    at: async (edition, metric, point, address) => {
      if ((await ledger.edition(edition)) === null) return { kind: 'none', why: 'nothing_held' }
      const take = takeFor(address)
      const around = await territories.around(point, edition.resolution, take)
      const own = around && (await firstOf(around, edition, metric, take))
      if (own === null || own === 'unavailable') return { kind: 'none', why: 'unavailable' }
      if (own.given !== null) return own.given
      // At sea, in a country without a market, and where nothing is held for any place around the point.
      const near = await territories.near(point, edition.resolution, take)
      const others = near?.filter(({ geo_id }) => !around?.some((each) => each.geo_id === geo_id)) ?? null
      const next = others && (await firstOf(others, edition, metric, take))
      if (next === null || next === 'unavailable') return { kind: 'none', why: 'unavailable' }
      const [first] = [...own.waiting, ...next.waiting]
      if (next.given !== null) return { ...next.given, stands_in: first !== undefined }
      return first ?? { kind: 'none', why: 'no_place' }
    },
  }
}

type Classes = Extract<ClassScale, { kind: 'territory' }>
type Judged = Pick<Classes, 'breaks' | 'provisional' | 'observed'> | 'too_small'

const KEPT = 500
/** A judgement is reused for this many times as long as it took, so that readers cannot keep the proxy busy. */
const REST = 10

/** Judges each territory once at a time, with rests between. */
function resting(deps: ScalesDeps): (name: ScaleName, ground: Ground, isLast: boolean) => Promise<Judged> {
  const known = new LRUCache<string, Promise<Judged>>({ max: KEPT })
  return (name, ground, isLast) => {
    const key = JSON.stringify([name, isLast])
    const reused = known.get(key)
    if (reused !== undefined) return reused
    const begun = deps.elapsed()
    const judging = judgeHeld(deps, name, ground, isLast)
    known.set(key, judging)
    const rest = () => known.set(key, judging, { ttl: Math.max(1, Math.ceil(REST * (deps.elapsed() - begun))) })
    judging.then(rest, () => known.delete(key))
    return judging
  }
}

async function judgeHeld(deps: ScalesDeps, name: ScaleName, ground: Ground, isLast: boolean): Promise<Judged> {
  const { ledger } = deps
  const generation = await ledger.generation()
  const held = await readHeldValues(deps, name.edition, name.metric, ground)
  const judgement = judgeTerritory(held, isLast)
  const values = decidingValues(held, judgement)
  const observed = values.length
  if (judgement === 'too_small') return judgement
  if (judgement === 'unknown') return { breaks: null, provisional: true, observed }
  const computed: DecidedScale = { breaks: await breaksByMethod(values), observed }
  // The figures of a period that was rebuilt in the meantime decide nothing.
  const isStale = generation !== (await ledger.generation())
  if (judgement === 'provisional' || isStale) return { ...computed, provisional: true }
  return { ...(await ledger.keepScale(name, computed)), provisional: false }
}

/** Lets other requests run after each method, because a large country has hundreds of thousands of values. */
async function breaksByMethod(values: readonly number[]): Promise<MethodBreaks> {
  const breaks: MethodBreaks = { quantile: [], jenks: [], logarithmic: [], equal: [] }
  for (const method of METHODS) {
    breaks[method] = classBreaks(method, values)
    await yieldToOthers()
  }
  return breaks
}
