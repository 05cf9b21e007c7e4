import { type CoverageResponse, coverageResponse } from '../../contract/coverage.ts'
import { type CountryRow, geoResponse, type ZoneRow } from '../../contract/geo.ts'
import { LEVELS } from '../../domain/place.ts'
import { answered } from './expectations.ts'
import { at, type HttpClient } from './http-client.ts'
import { needed } from './not-shown.ts'

/** What the free endpoints tell of a service: enough of it to ask further questions. */
export interface Market {
  readonly coverage: CoverageResponse
  readonly countries: readonly CountryRow[]
  /** Zones that were met, coarse and fine, each once. */
  readonly zones: readonly ZoneRow[]
  /** The children of each place that was opened; empty where it is a leaf. */
  readonly children: ReadonlyMap<string, readonly ZoneRow[]>
}

/** Most places to open: of a large market we need examples, not all of it. */
const OPENED_MAX = 60
/** Children of one kind that are opened in their turn. */
const OPENED_ALIKE = 2

/** Walks down the place tree, deepest first, until enough was seen. */
export async function exploreMarket(client: HttpClient): Promise<Market> {
  const ask = async (path: string) => answered(geoResponse, await client.ask(path))
  const coverage = answered(coverageResponse, await client.ask('/coverage'))
  const countries = (await ask(at('/geo', { limit: 100 }))).results.filter((row) => row.kind === 'country')
  const children = new Map<string, ZoneRow[]>()
  const open = countries.map(({ geo_id }) => geo_id).reverse()
  while (open.length > 0 && children.size < OPENED_MAX) {
    const parent = open.pop() ?? ''
    const { results } = await ask(at('/geo', { parent, limit: 100 }))
    const zones = results.filter((row) => row.kind === 'zone')
    children.set(parent, zones)
    open.push(...worthOpening(zones).reverse())
  }
  const zones = new Map([...children.values()].flat().map((zone) => [zone.geo_id, zone]))
  return { coverage, countries, zones: [...zones.values()], children }
}

/** A few of each level and signal, those with figures first. */
function worthOpening(zones: readonly ZoneRow[]): string[] {
  const alike = new Map<string, number>()
  const ordered = zones.toSorted((a, b) => eagerness(b) - eagerness(a))
  const chosen = ordered.filter((zone) => {
    const kind = `${zone.level} ${signalOf(zone)}`
    alike.set(kind, (alike.get(kind) ?? 0) + 1)
    return (alike.get(kind) ?? 0) <= OPENED_ALIKE
  })
  return chosen.map(({ geo_id }) => geo_id)
}

function eagerness(zone: ZoneRow): number {
  return { figures: 2, too_few: 1, nothing: 0 }[signalOf(zone)]
}

export type Signal = 'figures' | 'too_few' | 'nothing'

/** The three signals of section 3. */
export function signalOf({ prices_available, current_period }: ZoneRow): Signal {
  if (!prices_available) return 'nothing'
  return current_period === null ? 'too_few' : 'figures'
}

/** Zones of a signal, the smallest first; ends the check when there is none. */
export function zonesOf(market: Market, signal: Signal): [ZoneRow, ...ZoneRow[]] {
  const wanted = market.zones.filter((zone) => signalOf(zone) === signal)
  const [first, ...others] = wanted.toSorted((a, b) => LEVELS.indexOf(b.level) - LEVELS.indexOf(a.level))
  return [needed(first, `no zone was found that ${SIGNAL_WORDS[signal]}`), ...others]
}

const SIGNAL_WORDS: Readonly<Record<Signal, string>> = {
  figures: 'has figures in the current period',
  too_few: 'holds listings but has no current period',
  nothing: 'holds no listings',
}

/** A place with at least `most` children seen; ends the check when there is none. */
export function parentOfMany(market: Market, count: number): string {
  const found = [...market.children].find(([, zones]) => zones.length >= count)
  return needed(found, `no place with ${count} children was found`)[0]
}
