import { errorEnvelope } from '../../src/contract/service/errors.ts'
import { receivedPoint, receivedSearch } from '../../src/contract/service/geo.ts'
import { foldName } from '../../src/domain/names/fold-name.ts'
import { leastSlips, matchName } from '../../src/domain/names/name-match.ts'
import { atOnce } from '../../src/server/work/turns.ts'
import { findKnownAirports, findKnownPlaces } from '../../src/server/world/known-places.ts'
import type { WorldPlaces } from '../../src/server/world/world-place.ts'
import { type ZoneNames, zonesOfWorldPlace } from '../../src/service/search/known-zones.ts'
import { findPlaces, type Questions, type SearchAnswer } from '../../src/web/search/names/find-places.ts'
import type { Found } from '../../src/web/search/names/rank-found.ts'
import { foundItems, itemText } from '../../src/web/search/search-items.ts'
import type { DrawnName } from './draw-names.ts'

/**
 * The verdict on the first row: what was meant; something else, with a reason on the row ("Similar to", "Also called"); no row; or
 * something else without a reason.
 */
export type Verdict = 'right' | 'marked' | 'nothing' | 'silent'
export const VERDICTS: readonly Verdict[] = ['right', 'marked', 'nothing', 'silent']

/** What shows the rows: the page, or the service's response as it is. */
export type Shown = 'page' | 'service'

export interface Judged extends DrawnName {
  readonly verdict: Verdict
  /** The same, but another place that was as likely meant is right too. */
  readonly lenient: Verdict
  /** Whether what was meant is in one of the rows. */
  readonly isOffered: boolean
  readonly first: string
}

/** What is shown for a text. */
interface Rows {
  readonly found: readonly Found[]
  /** The first row when it is not the first of `found`, such as an airport. */
  readonly before: string | null
  /** The reason on the first row when its name is not what was typed. */
  readonly mark: string | null
}

/** A service over HTTP. */
export interface AskedService {
  readonly url: string
  readonly token: string
}

/** Searches for every name and judges the first row. */
export async function judgeNames(
  names: readonly DrawnName[],
  { book, world, service, shown }: { book: ZoneNames; world: WorldPlaces; service: AskedService; shown: Shown },
): Promise<Judged[]> {
  const ask = questionsTo(service, world)
  const rowsOf = shown === 'page' ? rowsOfPage : rowsOfService
  const judged: Judged[] = []
  for (const drawn of names) {
    const rows = await rowsOf(drawn.typed, ask)
    const first = rows.before === null ? rows.found[0] : undefined
    judged.push({
      ...drawn,
      verdict: judge(drawn, rows, isNamed(drawn, first)),
      lenient: judge(drawn, rows, isMeant(drawn, first, book, world)),
      isOffered: rows.found.some((each) => isNamed(drawn, each)),
      first: rows.before ?? describe(first, rows.mark),
    })
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
    async lookup(lat, lng) {
      const { status, body } = await get(`/geo/lookup?lat=${lat}&lng=${lng}`)
      if (status === 200) return receivedPoint.parse(body)
      throw new Error(`the service refused to look up ${lat}, ${lng}: ${errorEnvelope.partial().parse(body).error}`)
    },
    pause: async () => {},
    known: async (q) => ({ places: atOnce(findKnownPlaces(world, q)), airports: findKnownAirports(world, q) }),
  }
}

async function rowsOfPage(typed: string, ask: Questions): Promise<Rows> {
  const places = await findPlaces(typed, ask)
  const [row] = foundItems(typed, places)
  const isPlace = row === undefined || row.kind === 'place' || row.kind === 'elsewhere'
  return {
    found: places.found,
    before: isPlace ? null : `${itemText(row, 'listings')} (${row.kind})`,
    mark: row !== undefined && 'mark' in row ? row.mark : null,
  }
}

/** The rows of the response in their order, without marks. */
async function rowsOfService(typed: string, ask: Questions): Promise<Rows> {
  const answer = await ask.search(typed)
  if (answer.kind === 'unknown') return { found: [], before: null, mark: null }
  const found = answer.results.map((row): Found => {
    if (row.kind === 'zone') return { kind: 'zone', zone: row, match: 'exact' }
    const place = { name: row.name ?? '', country: row.country ?? '', lat: row.lat ?? 0, lng: row.lng ?? 0 }
    return { kind: 'elsewhere', place: { ...place, population: 0, names: [], match: 'exact' }, match: 'exact' }
  })
  return { found, before: null, mark: null }
}

function judge({ of }: DrawnName, { found, before, mark }: Rows, isRight: boolean): Verdict {
  if (found.length === 0 && before === null) return of === 'nonsense' ? 'right' : 'nothing'
  if (isRight && of !== 'nonsense') return 'right'
  return mark === null ? 'silent' : 'marked'
}

/**
 * Whether a result is what was meant: the place itself or one of the same name, since nobody can tell which "Centre" is
 * meant. A person who types the exact name of another place means that one, and equally near misspelt names are equally
 * right.
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

function describe(found: Found | undefined, mark: string | null): string {
  if (!found) return '–'
  const said = mark ?? 'no mark'
  return found.kind === 'zone'
    ? `${found.zone.name} (${found.zone.country}, ${found.zone.level}, ${found.match}; ${said})`
    : `${found.place.name} (${found.place.country}, no zone, ${found.match}; ${said})`
}
