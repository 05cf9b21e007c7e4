import type { ClassScale, ScaleTerritory } from '../../contract/class-scale.ts'
import type { LatLng } from '../../domain/distance.ts'
import type { EditionName } from '../../domain/edition.ts'
import type { PublishedMetric } from '../../domain/figure.ts'
import type { FindNearestGround } from '../hints/ground/nearest-ground.ts'
import type { ListZoneCells } from '../hints/ground/zone-cells.ts'
import type { ScaleName } from '../ledger/ledger.ts'
import type { FreeShares } from '../upstream/free/free-shares.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { createFreeAllowance, type TakeFree } from './free-allowance.ts'
import { createJudge, type JudgeDeps } from './judge-held.ts'
import { createPointTerritories } from './point-territories.ts'
import { createTerritoryGround } from './territory-ground.ts'

/** What each colour means at a place, the same for every reader. */
export interface Scales {
  /** Returns the classes at a point for an address, and decides them when enough is held. Spends nothing. */
  at(edition: EditionName, metric: PublishedMetric, point: LatLng, address: string): Promise<ClassScale>
}

export interface ScalesDeps extends JudgeDeps {
  readonly upstream: Pick<Upstream, 'placesAt' | 'children'>
  readonly listCells: ListZoneCells
  readonly shares: Pick<FreeShares, 'within'>
  readonly findNearest: FindNearestGround
}

/** Decides classes once for each period, lens, resolution, metric and territory; the ledger keeps the first decision. */
export function createScales(deps: ScalesDeps): Scales {
  const { ledger, upstream } = deps
  const takeFor = createFreeAllowance(deps.shares)
  const territories = createPointTerritories(upstream, deps.findNearest)
  const findGround = createTerritoryGround({ children: upstream.children, listCells: deps.listCells })
  const judge = createJudge(deps)
  /** Returns a territory's classes; null where those of the place around it apply. */
  const classesOf = async (name: ScaleName, territory: ScaleTerritory, take: TakeFree, isLast: boolean) => {
    const decided = await ledger.scale(name)
    if (decided !== null) return { ...decided, provisional: false }
    const found = await findGround(territory, name.edition.resolution, take)
    if (found.kind === 'unavailable') return 'unavailable'
    const judged = found.kind === 'none' ? 'too_small' : await judge(name, found.ground, isLast)
    return judged === 'too_small' ? null : judged
  }
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
      const classes = await classesOf(name, territory, take, index === chain.length - 1)
      if (classes === 'unavailable') return classes
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
