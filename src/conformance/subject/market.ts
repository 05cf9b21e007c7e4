import { type CoverageResponse, coverageResponse } from '../../contract/service/coverage.ts'
import { type CountryRow, geoResponse, type ZoneRow } from '../../contract/service/geo.ts'
import { LEVELS } from '../../domain/place.ts'
import { expectOk } from './expectations.ts'
import { at, type HttpClient } from './http-client.ts'
import { needed } from './skipped.ts'

/** What the free endpoints reveal about a service: enough for the other checks to build on. */
export interface Market {
  readonly coverage: CoverageResponse
  readonly countries: readonly CountryRow[]
  /** All zones that were found, each once. */
  readonly zones: readonly ZoneRow[]
  /** The children of each place that was opened; empty for a leaf. */
  readonly children: ReadonlyMap<string, readonly ZoneRow[]>
}

/** The most places to open: examples are enough in a large market. */
const OPENED_MAX = 60
/** How many children with the same level and signal are opened in turn. */
const OPENED_PER_KIND = 2

/** Walks the place tree depth first until it has seen enough. */
export async function exploreMarket(client: HttpClient): Promise<Market> {
  const ask = async (path: string) => expectOk(geoResponse, await client.ask(path))
  const coverage = expectOk(coverageResponse, await client.ask('/coverage'))
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

/** A few zones of each level and signal, those with figures first. */
function worthOpening(zones: readonly ZoneRow[]): string[] {
  const counts = new Map<string, number>()
  const ordered = zones.toSorted((a, b) => priority(b) - priority(a))
  const chosen = ordered.filter((zone) => {
    const kind = `${zone.level} ${signalOf(zone)}`
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return count <= OPENED_PER_KIND
  })
  return chosen.map(({ geo_id }) => geo_id)
}

function priority(zone: ZoneRow): number {
  return { figures: 2, too_few: 1, nothing: 0 }[signalOf(zone)]
}

export type Signal = 'figures' | 'too_few' | 'nothing'

/** The three signals of section 3. */
export function signalOf({ prices_available, current_period }: ZoneRow): Signal {
  if (!prices_available) return 'nothing'
  return current_period === null ? 'too_few' : 'figures'
}

/** Zones with a signal, smallest first; skips the check when there is none. */
export function zonesOf(market: Market, signal: Signal): [ZoneRow, ...ZoneRow[]] {
  const wanted = market.zones.filter((zone) => signalOf(zone) === signal)
  const [first, ...others] = wanted.toSorted((a, b) => LEVELS.indexOf(b.level) - LEVELS.indexOf(a.level))
  return [needed(first, `no zone was found that ${SIGNAL_DESCRIPTIONS[signal]}`), ...others]
}

const SIGNAL_DESCRIPTIONS: Readonly<Record<Signal, string>> = {
  figures: 'has figures in the current period',
  too_few: 'has listings but no current period',
  nothing: 'has no listings',
}

/** A place with at least `count` children; skips the check when there is none. */
export function parentWithChildren(market: Market, count: number): string {
  const found = [...market.children].find(([, zones]) => zones.length >= count)
  return needed(found, `no place with at least ${count} children was found`)[0]
}
