import type { HttpBindings } from '@hono/node-server'
import type { Context, Handler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import {
  AREAS_MAX,
  type AreaAnswer,
  type AreaSelector,
  areaRequest,
  areaSelector,
  type WantedArea,
} from '../../contract/area.ts'
import { RADIUS_KM_MAX } from '../../contract/limits.ts'
import { invalid, type Parsed } from '../../contract/parsed.ts'
import { ERROR_STATUS } from '../../contract/service/errors.ts'
import type { EditionName } from '../../domain/edition.ts'
import { parseGeoId } from '../../domain/place.ts'
import { CORNERS_MAX, REACH_KM_MAX } from '../../domain/polygon.ts'
import type { Seats } from '../../server/work/seats.ts'
import type { ShortQueue } from '../../server/work/short-queue.ts'
import { inTurns } from '../../server/work/turns.ts'
import type { Access } from '../access/access.ts'
import { refuse, refuseFor, refuseValue } from '../access/answers.ts'
import type { ViewerReader } from '../access/viewer.ts'
import type { Area, FindArea, FoundArea } from '../areas/area-cells.ts'
import type { Areas, AreaWanted } from '../areas/areas.ts'
import type { FindStrangeFilter } from '../hints/stated/lens-names.ts'
import type { TileLedger } from '../ledger/ledger.ts'
import { refusalOf, refusalOfFailure } from '../upstream/connection/refusals.ts'
import { FOR_NOW, heldCaching, notHeldYet } from './held-caching.ts'
import { readEditionPath, readFields, readFigures, readPurchase } from './read-request.ts'

export interface AreaRouteDeps {
  readonly areas: Areas
  readonly findArea: FindArea
  readonly strangeFilter: FindStrangeFilter
  readonly access: Pick<Access, 'chargeCells' | 'addressOf'>
  /** The queue for work that costs nothing and can be refused. */
  readonly quotes: ShortQueue
  /** For purchases, which wait for the service. */
  readonly seats: Seats
}

/** `GET /api/areas/:as_of/:lens/:resolution?lat=&lng=&radius_km=`, or `?geo_id=`, `?polygon=` or `?h3=`: returns a held area, or 204 without a body. Spends nothing. */
export function heldAreaRoute(deps: AreaRouteDeps & { ledger: Pick<TileLedger, 'generation'> }): Handler {
  return async (c) => {
    const edition = readEditionPath(c)
    if (edition.kind === 'invalid') return refuseValue(c, edition)
    const { currency: _, ledger: named, ...query } = c.req.query()
    const selector = readAreaQuery(query)
    if (selector.kind === 'invalid') return refuseValue(c, selector)
    return withArea(deps, c, { selector: selector.value, name: edition.value }, async (area) => {
      const caching = await heldCaching(deps.ledger, named)
      const held = await deps.areas.held(edition.value, area, c.req.raw.signal)
      if (held === null) return notHeldYet(c)
      // The service may change a place's cells, and tiles without listings by the free look-up can still be bought.
      const isLasting = held.isWhole && caching !== FOR_NOW && !('geo_id' in selector.value)
      c.header('Cache-Control', isLasting ? caching : 'no-store')
      return sendJson(c, held.figures)
    })
  }
}

/** `POST /api/areas`: buys what is missing in an area; with `?dry_run=1` returns only the cost. */
export function areaRoute(deps: AreaRouteDeps, viewerOf: ViewerReader): Handler {
  return async (c) => {
    const post = await readPurchase(c, readWanted, deps.strangeFilter)
    if (post instanceof Response) return post
    const { selector, ...wanted } = post.wanted
    const viewer = viewerOf(c)
    const answered = await withArea(deps, c, { selector, name: wanted.name }, async (area) => {
      const prepared = await deps.areas.prepare({ ...wanted, area, viewer, signal: c.req.raw.signal })
      return post.isDryRun ? answer(c, await prepared.quote()) : prepared
    })
    // A purchase takes as long as the service does, so it happens outside the queue.
    if (answered instanceof Response) return answered
    const leave = deps.seats.take(viewer.address)
    return answer(c, await answered.buy().finally(leave))
  }
}

function answer(c: Context, told: AreaAnswer): Promise<Response> {
  c.header('Cache-Control', 'no-store')
  return sendJson(c, told)
}

/** The figures of the largest area have two megabytes. */
async function sendJson(c: Context, told: object): Promise<Response> {
  c.header('Content-Type', 'application/json')
  return c.body(await inTurns(writeJson(told)))
}

/** Elements of a list that are written in one step, which takes about a millisecond. */
const STEP = 5_000

/** Writes a document, each of its fields in a step, and long lists in several. */
function* writeJson(document: object): Generator<void, string> {
  const fields: string[] = []
  for (const [name, value] of Object.entries(document)) {
    const written = Array.isArray(value) ? yield* writeList(value) : JSON.stringify(value)
    fields.push(`${JSON.stringify(name)}:${written}`)
    yield
  }
  return `{${fields.join(',')}}`
}

function* writeList(list: readonly unknown[]): Generator<void, string> {
  const parts: string[] = []
  for (let from = 0; from < list.length; from += STEP) {
    if (from > 0) yield
    parts.push(JSON.stringify(list.slice(from, from + STEP)).slice(1, -1))
  }
  return `[${parts.join(',')}]`
}

/** Finds an area when its turn comes, and returns what `use` returns for it, or a response with the reason for none. */
export async function withArea<Used>(
  { quotes, findArea, access }: Pick<AreaRouteDeps, 'quotes' | 'findArea' | 'access'>,
  c: Context,
  { selector, name }: { selector: WantedArea; name: EditionName },
  use: (area: Area) => Promise<Used>,
): Promise<Used | Response> {
  const { signal } = c.req.raw
  const client = access.addressOf((c.env as HttpBindings).incoming)
  const admit = (cells: number) => access.chargeCells(c, cells)
  return quotes.run(
    async () => {
      const found = await findArea(selector, name, { signal, address: client, admit })
      switch (found.kind) {
        case 'found':
          return use(found.area)
        case 'too_large':
          return refuse(c, ERROR_STATUS.too_many_hexes, 'too_many_hexes', found.message, { parameter: 'area' })
        case 'unknown':
          return refuseUnknown(c, found.why)
        case 'not admitted':
          return refuseFor(c, found.why)
      }
    },
    { client, signal },
  )
}

function refuseUnknown(c: Context, why: Extract<FoundArea, { kind: 'unknown' }>['why']): Response {
  if (why.kind === 'failed') {
    const { message: hint } = why.failure
    return refuseFor(c, { status: 502, error: 'internal_error', message: refusalOfFailure(why.failure).message, hint })
  }
  const { code, message, retry_after_s } = why.kind === 'refused' ? refusalOf(why.refusal) : why.refusal
  if (retry_after_s !== null) c.header('Retry-After', String(retry_after_s))
  const parameter = why.kind === 'refused' ? { parameter: 'area.geo_id' } : {}
  return refuse(c, statusOf(code, why.kind), code, message, parameter)
}

function statusOf(code: string, kind: 'refused' | 'withheld'): ContentfulStatusCode {
  const statuses: Readonly<Record<string, number>> = ERROR_STATUS
  // An error of the service is not an error of the proxy.
  const status = code === 'internal_error' || code === 'invalid_token' ? 502 : statuses[code]
  return (status ?? (kind === 'refused' ? 502 : 503)) as ContentfulStatusCode
}

type Wanted = Omit<AreaWanted, 'area' | 'viewer' | 'signal'> & { readonly selector: WantedArea }

function readWanted(body: unknown): Parsed<Wanted> {
  const area = readAreas((body as { area?: unknown } | null)?.area)
  if (area.kind === 'invalid') return area
  const request = readFields(areaRequest, body)
  if (request.kind === 'invalid') return request
  const figures = readFigures(request.value)
  if (figures.kind === 'invalid') return figures
  return { kind: 'ok', value: { ...figures.value, selector: area.value } }
}

function readAreas(raw: unknown): Parsed<WantedArea> {
  const all = (raw as { all?: unknown } | null)?.all
  if (all === undefined) return readSelector(raw)
  if (!Array.isArray(all) || all.length === 0 || all.length > AREAS_MAX || Object.keys(Object(raw)).length > 1) {
    return invalid('area', `expected all with 1 to ${AREAS_MAX} areas and nothing else; found ${quoted(raw)}`)
  }
  const read: AreaSelector[] = []
  for (const one of all) {
    const area = readSelector(one)
    if (area.kind === 'invalid') return area
    read.push(area.value)
  }
  return { kind: 'ok', value: { all: read } }
}

const EXPECTED = {
  geo_id: 'a geo_id of 1 to 600 bytes when URL-encoded, without %, control characters, or . or .. between slashes',
  polygon: `polygon with 3 to ${CORNERS_MAX} corners whose edges do not cross, each at most ${REACH_KM_MAX} km from the middle`,
  h3: 'h3 with the id of one cell',
  circle: `lat from -90 to 90, lng from -180 to 180 and radius_km above 0 and at most ${RADIUS_KM_MAX}, or one of polygon, h3 and geo_id alone`,
}

/** Reads an area from a request's body. */
export function readSelector(raw: unknown): Parsed<AreaSelector> {
  const read = areaSelector.safeParse(raw)
  if (read.success && (!('geo_id' in read.data) || parseGeoId(read.data.geo_id) !== null)) {
    return { kind: 'ok', value: read.data }
  }
  const [only, ...others] = Object.keys(Object(raw))
  const kind =
    only !== undefined && others.length === 0 && Object.hasOwn(EXPECTED, only)
      ? (only as keyof typeof EXPECTED)
      : 'circle'
  return invalid('area', `expected ${EXPECTED[kind]}; found ${quoted(raw)}`)
}

function quoted(raw: unknown): string {
  return JSON.stringify(raw)?.slice(0, 200) ?? 'nothing'
}

/** Reads an area from a request's query. */
export function readAreaQuery(query: Readonly<Record<string, string>>): Parsed<AreaSelector> {
  return readSelector(numbersOf(query))
}

const NUMBERS: ReadonlySet<string> = new Set(['lat', 'lng', 'radius_km'])

/** Returns a circle's parameters as numbers. A value that is not a number stays text, so that the error can quote it. */
function numbersOf(query: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).map(([name, raw]) => {
      const isNumber = NUMBERS.has(name) && raw.trim() !== '' && Number.isFinite(Number(raw))
      return [name, isNumber ? Number(raw) : raw]
    }),
  )
}
