import { latLngToCell } from 'h3-js'
import { z } from 'zod'
import { readHexes } from '../../contract/assumptions.ts'
import { type PointObject, pointObject, type ZoneRow } from '../../contract/geo.ts'
import { type StatsResponse, statsResponse } from '../../contract/stats.ts'
import { type Cell, parseCell, trustCell } from '../../domain/cell.ts'
import { answered } from './expectations.ts'
import { at, createHttpClient, type HttpClient } from './http-client.ts'
import { exploreMarket, type Market, zonesOf } from './market.ts'
import { NotShown } from './not-shown.ts'
import { type PublishedContract, readContract } from './published-contract.ts'

/** Credentials that show rules which the main one cannot; all may be left out. */
export interface OtherTokens {
  /** Of kind read/write, and of kind read-only. */
  readonly rw?: string | undefined
  readonly ro?: string | undefined
  readonly revoked?: string | undefined
  /** Of an account whose subscription has lapsed. */
  readonly lapsed?: string | undefined
  /** Of an account with at most 100 metered requests left; they will be spent. */
  readonly small?: string | undefined
  /** Of an account with at most 100 requests a minute in each group. */
  readonly slow?: string | undefined
  /** Of a plan whose finest resolution is coarser than 8. */
  readonly coarse?: string | undefined
  /** Of an account whose cycle is not anchored to a day. */
  readonly unanchored?: string | undefined
}

export interface SubjectOptions {
  /** Base address, /public/v1 included. */
  readonly base: string
  /** Of an active account that some hundred metered requests may be spent from. */
  readonly token: string
  /** The clock by which the service serves periods; the wall's unless given. */
  readonly now?: Date
  readonly others?: OtherTokens
}

/** The service under test, and what is known of it. What has to be found out first is found out once. */
export interface Subject {
  readonly client: HttpClient
  readonly token: string
  readonly now: Date
  readonly others: OtherTokens
  market(): Promise<Market>
  /** Its openapi.yaml. */
  contract(): Promise<PublishedContract>
  /** A zone, its figures and a cell that has some; costs a metered request or a few. */
  figures(): Promise<FiguresFound>
  /** A cell of resolution 8 without listings, far out at sea. */
  emptyCell(): Promise<Cell>
  /** A zone's first cells at a resolution. */
  cellsOf(zone: ZoneRow, query?: Readonly<Record<string, string | number>>): Promise<ReturnType<typeof readHexes>>
  /** What the service says of a cell. */
  lookup(query: Readonly<Record<string, string | number>>): Promise<PointObject>
  /** Figures; metered. */
  stats(query: Readonly<Record<string, string | number>>): Promise<StatsResponse>
}

export interface FiguresFound {
  readonly zone: ZoneRow
  readonly stats: StatsResponse
  readonly cell: Cell
}

/** Points that are far from every market. */
const AT_SEA = [
  { lat: -48.88, lng: -123.39 },
  { lat: 0, lng: -30 },
  { lat: -60, lng: 90 },
] as const
/** Zones that are tried until one answers with rows. */
const ZONES_TRIED = 4
/** Statuses by which an account, its plan or its cell budget may refuse what another one would be answered. */
export const BEYOND_MEANS = [402, 403, 422]

/** Prepares to ask a service; asks nothing yet. */
export function openSubject({ base, token, now = new Date(), others = {} }: SubjectOptions): Subject {
  const client = createHttpClient(base.replace(/\/+$/, ''), token)
  const subject: Subject = {
    client,
    token,
    now,
    others,
    market: once(() => exploreMarket(client)),
    contract: once(async () => readContract(await client.ask('/openapi.yaml', { token: null }))),
    figures: once(() => findFigures(subject)),
    emptyCell: once(() => findEmptyCell(subject)),
    async cellsOf({ geo_id }, query = {}) {
      const answer = await client.ask(at(`/geo/${encodeURIComponent(geo_id)}/hexes`, query))
      return readHexes(answered(z.unknown(), answer))
    },
    lookup: async (query) => answered(pointObject, await client.ask(at('/geo/lookup', query))),
    stats: async (query) => answered(statsResponse, await client.ask(at('/stats/current', query))),
  }
  return subject
}

async function findFigures(subject: Subject): Promise<FiguresFound> {
  for (const zone of zonesOf(await subject.market(), 'figures').slice(0, ZONES_TRIED)) {
    const answer = await subject.client.ask(at('/stats/current', { geo_id: zone.geo_id }))
    if (BEYOND_MEANS.includes(answer.status)) continue
    const stats = answered(statsResponse, answer)
    const cell = parseCell(stats.stats.find(({ estimated }) => !estimated)?.h3 ?? stats.stats[0]?.h3 ?? '')
    if (cell) return { zone, stats, cell }
  }
  throw new NotShown('no zone was found that /stats/current answers with rows at resolution 8')
}

async function findEmptyCell(subject: Subject): Promise<Cell> {
  for (const { lat, lng } of AT_SEA) {
    const point = await subject.lookup({ lat, lng })
    if (!point.prices_available && point.zones.length === 0) return trustCell(latLngToCell(lat, lng, 8))
  }
  throw new NotShown('every point at sea holds listings or lies in a zone')
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null
  return () => {
    made ??= make()
    return made
  }
}
