import { errorEnvelope } from '../../src/contract/errors.ts'
import { receivedPoint, receivedSearch } from '../../src/contract/geo.ts'
import { foldName } from '../../src/domain/fold-name.ts'
import { leastSlips, matchName } from '../../src/domain/name-match.ts'
import { findAirports } from '../../src/server/world/airports.ts'
import { findKnownPlaces } from '../../src/server/world/known-places.ts'
import type { WorldPlaces } from '../../src/server/world/world-place.ts'
import { type ZoneNames, zonesOfWorldPlace } from '../../src/service/search/known-zones.ts'
import { findPlaces, type Questions, type SearchAnswer } from '../../src/web/search/find-places.ts'
import type { Found } from '../../src/web/search/rank-found.ts'
import { CLASSES, type DrawnName } from './draw-names.ts'

/** The verdict on the first result. */
export type Verdict = 'right' | 'marked' | 'nothing' | 'wrong'

/** Who shows the first result: the page, or the service's answer taken as it is. */
export type Shown = 'page' | 'service'

export interface Judged extends DrawnName {
  readonly verdict: Verdict
  /** Without allowance for another place that was as likely meant. */
  readonly strict: Verdict
  readonly first: string
}

/** A service over HTTP. */
export interface AskedService {
  readonly url: string
  readonly token: string
}

/** Asks for every name and judges what comes first. */
export async function judgeNames(
  names: readonly DrawnName[],
  { book, world, service, shown }: { book: ZoneNames; world: WorldPlaces; service: AskedService; shown: Shown },
): Promise<Judged[]> {
  const ask = questionsTo(service, world)
  const judged: Judged[] = []
  for (const drawn of names) {
    const found = shown === 'page' ? (await findPlaces(drawn.typed, ask)).found : await answerAsItIs(drawn.typed, ask)
    const isRight = { lenient: isMeant(drawn, found[0], book, world), strict: isNamed(drawn, found[0]) }
    const [verdict, strict] = [judge(drawn, found, isRight.lenient), judge(drawn, found, isRight.strict)]
    judged.push({ ...drawn, verdict, strict, first: describe(found[0]) })
  }
  return judged
}

function questionsTo({ url, token }: AskedService, world: WorldPlaces): Questions {
  const get = async (path: string) => {
    const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } })
    return { status: answer.status, body: (await answer.json()) as unknown }
  }
  return {
    async search(q): Promise<SearchAnswer> {
      const { status, body } = await get(`/geo/search?${new URLSearchParams({ q })}`)
      if (status === 200) return { kind: 'rows', results: receivedSearch.parse(body).results }
      const { error: code, did_you_mean = [] } = errorEnvelope.partial().parse(body)
      if (code !== 'unknown_place') throw new Error(`the service refused "${q}": ${code}`)
      return { kind: 'unknown', suggestions: did_you_mean }
    },
    lookup: async (lat, lng) => receivedPoint.parse((await get(`/geo/lookup?lat=${lat}&lng=${lng}`)).body),
    known: async (q) => ({ places: findKnownPlaces(world, q), airports: findAirports(world.airports, q) }),
  }
}

/** The rows of the answer in their order, none marked. */
async function answerAsItIs(typed: string, ask: Questions): Promise<Found[]> {
  const answer = await ask.search(typed)
  if (answer.kind === 'unknown') return []
  return answer.results.map((row): Found => {
    if (row.kind === 'zone') return { kind: 'zone', zone: row, match: 'exact' }
    const place = { name: row.name ?? '', country: row.country ?? '', lat: row.lat ?? 0, lng: row.lng ?? 0 }
    return { kind: 'elsewhere', place: { ...place, population: 0, names: [], match: 'exact' }, match: 'exact' }
  })
}

function judge(drawn: DrawnName, found: readonly Found[], isRight: boolean): Verdict {
  const [first] = found
  if (!first) return drawn.of === 'nonsense' ? 'right' : 'nothing'
  if (drawn.of === 'nonsense') return first.match === 'similar' ? 'marked' : 'wrong'
  if (isRight) return 'right'
  return first.match === 'similar' ? 'marked' : 'wrong'
}

/**
 * Whether a result is what was meant: the place itself or one of the same name, since nobody can tell which "Centre" is
 * meant. Who types an exact name of another place means that one, and of misspelt names one is as right as another that is as
 * near to what was typed.
 */
function isMeant(
  { of, typed, zone, town }: DrawnName,
  first: Found | undefined,
  book: ZoneNames,
  world: WorldPlaces,
): boolean {
  if (first === undefined) return false
  const result = first.kind === 'zone' ? first.zone : first.place
  const around = first.kind === 'zone' ? first.zone.ancestors.map(({ name }) => name) : []
  const name = foldName(result.name)
  if (of === 'partial')
    return matchName(typed, { name: result.name, country: '', around: [], others: [] }) !== 'similar'
  if (zone && name === foldName(zone.name)) return of !== 'two words' || result.country === zone.country
  if (zone && first.kind === 'zone' && first.zone.geo_id === zone.geo_id) return true
  if (town && name === foldName(town.name)) return true
  if (of.endsWith('misspelt'))
    return (
      leastSlips(typed, { name, others: [] }) <= leastSlips(typed, { name: zone?.name ?? town?.name ?? '', others: [] })
    )
  if (matchName(typed, { name, country: result.country, around, others: [] }) === 'exact') return true
  if (of !== 'other language' && of !== 'no market') return false
  // Two places can have one name in some language.
  if (first.kind === 'elsewhere') return first.place.names.includes(foldName(typed))
  return world
    .named(typed)
    .some((place) => zonesOfWorldPlace(book, world, place).some(({ geo_id }) => geo_id === first.zone.geo_id))
}

/** Whether a result is the place that was meant, or one of its name; of a beginning, any that goes on like it. */
function isNamed({ of, typed, zone, town }: DrawnName, first: Found | undefined): boolean {
  if (first === undefined) return false
  const result = first.kind === 'zone' ? first.zone : first.place
  if (zone && first.kind === 'zone' && first.zone.geo_id === zone.geo_id) return true
  if (of === 'partial') {
    return matchName(typed, { name: result.name, country: '', around: [], others: [] }) !== 'similar'
  }
  const meant = zone ?? town
  if (!meant || foldName(result.name) !== foldName(meant.name)) return false
  return of !== 'two words' || result.country === meant.country
}

function describe(found: Found | undefined): string {
  if (!found) return '–'
  return found.kind === 'zone'
    ? `${found.zone.name} (${found.zone.country}, ${found.zone.level}, ${found.match})`
    : `${found.place.name} (${found.place.country}, no zone, ${found.match})`
}

/** Prints the table by class; returns the shares of right and of silently wrong first results. */
export function printVerdicts(
  title: string,
  judged: readonly Judged[],
  examples: number,
): { right: number; wrong: number } {
  console.log(
    `\n${title.padEnd(24)}${['names', 'right', 'marked', 'nothing', 'wrong'].map((head) => head.padStart(9)).join('')}`,
  )
  const share = (rows: readonly Judged[], verdict: Verdict) =>
    rows.filter((row) => row.verdict === verdict).length / rows.length
  for (const of of [...CLASSES, 'all'] as const) {
    const rows = judged.filter((row) => of === 'all' || row.of === of)
    const cells = (['right', 'marked', 'nothing', 'wrong'] as const).map(
      (verdict) => `${(100 * share(rows, verdict)).toFixed(1)} %`,
    )
    console.log(of.padEnd(24) + [String(rows.length), ...cells].map((cell) => cell.padStart(9)).join(''))
  }
  const strictly = (verdict: Verdict) => judged.filter((row) => row.strict === verdict)
  const percent = (verdict: Verdict) => `${((100 * strictly(verdict).length) / judged.length).toFixed(1)} %`
  console.log(`strictly: right ${percent('right')}, wrong ${percent('wrong')}`)
  for (const row of strictly('wrong').slice(0, examples)) {
    console.log(`  strictly wrong: ${row.typed} → ${row.first}; meant ${row.zone?.name ?? row.town?.name} (${row.of})`)
  }
  for (const verdict of ['wrong', 'marked', 'nothing'] as const) {
    for (const row of judged.filter((each) => each.verdict === verdict).slice(0, examples)) {
      const meant = row.zone?.name ?? row.town?.name ?? 'nothing'
      console.log(
        `  ${verdict}: ${row.typed} → ${row.first}; meant ${meant} (${row.zone?.country ?? row.town?.country ?? '–'}; ${row.of})`,
      )
    }
  }
  return { right: share(judged, 'right'), wrong: share(judged, 'wrong') }
}
