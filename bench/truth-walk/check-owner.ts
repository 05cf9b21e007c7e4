import { latLngToCell } from 'h3-js'
import { breaksIn, type ViewTruth } from './check-legend.ts'
import type { Findings } from './findings.ts'
import type { Seen } from './read-page.ts'
import type { Row, Selection, ServiceAnswers } from './service-answers.ts'
import { placeName } from './words.ts'

const LEVELS = ['country', 'region', 'province', 'city', 'macrozone', 'microzone']
/** The level whose places have classes at a resolution. */
const LEVEL_OF: Readonly<Record<number, string>> = {
  4: 'country',
  5: 'country',
  6: 'country',
  7: 'province',
  8: 'city',
}
/** Fewer observed cells leave the classes to what contains the place; that many decide them. */
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
  readonly truth: ViewTruth
  readonly selection: Selection
  readonly view: { readonly lat: number; readonly lng: number }
  readonly decided: DecidedClasses
}

/** Compares whose the classes are with the places that the service names in the middle of the view. */
export async function checkOwner(
  { seen, truth, selection, view, decided }: OwnerInput,
  service: ServiceAnswers,
  findings: Findings,
): Promise<void> {
  const breaks = breaksIn(seen.search)
  const { owner } = seen.legend
  const chain = await territoriesAt(service, view, truth.resolution)
  if (breaks === null) {
    if (owner !== '') findings.holds('owner: words', owner.startsWith('Classes fitted to this view'), 'fitted', owner)
    return
  }
  const [kind, ...rest] = (breaks.owner ?? '').split(':')
  const territory = chain.find(({ geo_id }) => geo_id === rest.join(':'))
  findings.holds('owner: a place around the middle', territory !== undefined, namesOf(chain), `${breaks.owner}`)
  if (territory === undefined) return
  const isProvisional = kind === 'provisional'
  findings.holds('owner: words', owner.startsWith(`Classes of ${nameOf(territory)}`), nameOf(territory), owner)
  findings.same('owner: provisional', String(isProvisional), String(owner.includes(', provisional')))
  findings.same('owner: offer', null, seen.legend.offer)
  for (const finer of chain.slice(0, chain.indexOf(territory))) {
    const observed = await observedIn(service, finer, selection, truth.metric)
    findings.holds(
      'owner: finer places are too small',
      observed < ENOUGH,
      `fewer than ${ENOUGH} in ${finer.name}`,
      `${observed}`,
    )
  }
  if (isProvisional) {
    const said = Number(/from ([\d,]+) cells?/.exec(owner)?.[1]?.replaceAll(',', ''))
    // Where hardly any observed cell is held, estimated ones count, too.
    const most = (await rowsWith(service, territory, selection, truth.metric))?.length ?? DECIDING
    findings.holds('owner: provisional cells', said < DECIDING && said <= most, `at most ${most}`, owner)
    return
  }
  const key = [territory.geo_id, selection.lens, truth.resolution, truth.metric].join(' ')
  const text = breaks.at.join(',')
  findings.same('owner: the same classes for everybody', decided.get(key) ?? text, text)
  decided.set(key, text)
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
