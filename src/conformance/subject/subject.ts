import { latLngToCell } from 'h3-js'
import { z } from 'zod'
import { errorEnvelope } from '../../contract/service/errors.ts'
import { type PointObject, pointObject, type ZoneRow } from '../../contract/service/geo.ts'
import { readHexes } from '../../contract/service/hexes/received-hexes.ts'
import { type StatsResponse, statsResponse } from '../../contract/service/stats/stats.ts'
import { type Cell, parseCell, trustCell } from '../../domain/cell.ts'
import { expectOk, nameOf } from './expectations.ts'
import { at, createHttpClient, type HttpClient, type Way } from './http-client.ts'
import { exploreMarket, type Market, zonesOf } from './market.ts'
import { type PublishedContract, readContract } from './published-contract.ts'
import { Skipped } from './skipped.ts'

/** Optional credentials for rules that the main token cannot test. */
export interface OtherTokens {
  /** A read/write token, and a read-only one. */
  readonly rw?: string | undefined
  readonly ro?: string | undefined
  readonly revoked?: string | undefined
  /** Token of an account whose subscription has lapsed. */
  readonly lapsed?: string | undefined
  /** Token of an account with at most 100 metered requests left; the checks spend them all. */
  readonly small?: string | undefined
  /** Token of an account with at most 100 requests a minute in each group. */
  readonly slow?: string | undefined
  /** Token of an account on a plan whose finest resolution is coarser than 8. */
  readonly coarse?: string | undefined
  /** Token of an account whose cycle is not anchored to a day. */
  readonly unanchored?: string | undefined
}

export interface SubjectOptions {
  /** Base address, including /public/v1. */
  readonly base: string
  /** Token of an active account from which about a hundred metered requests may be spent. */
  readonly token: string
  /** The time at which the service serves periods; defaults to now. */
  readonly now?: Date
  readonly others?: OtherTokens
  readonly way?: Way
}

/** The service under test and what the checks have learned about it. Each discovery is made once and shared. */
export interface Subject {
  readonly client: HttpClient
  readonly token: string
  readonly now: Date
  readonly others: OtherTokens
  market(): Promise<Market>
  /** The service's openapi.yaml. */
  contract(): Promise<PublishedContract>
  /** A zone, its figures and a cell that has a row; costs one to four metered requests. */
  figures(): Promise<FiguresFound>
  /** A cell of resolution 8 without listings, far out at sea. */
  emptyCell(): Promise<Cell>
  /** The first page of a zone's cells. */
  cellsOf(zone: ZoneRow, query?: Readonly<Record<string, string | number>>): Promise<ReturnType<typeof readHexes>>
  /** The point that /geo/lookup returns. */
  lookup(query: Readonly<Record<string, string | number>>): Promise<PointObject>
  /** The figures that /stats/current returns; metered. Throws `Skipped` where the plan does not allow so much. */
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
/** How many zones to try until one has rows. */
const ZONES_TRIED = 4
/** Statuses of refusals that depend on the account, its plan or its cell budget. */
export const PLAN_REFUSALS = [402, 403, 422]

/** Prepares the checks of a service; sends no request yet. */
export function openSubject({ base, token, now = new Date(), others = {}, way = {} }: SubjectOptions): Subject {
  const client = createHttpClient(base.replace(/\/+$/, ''), token, way)
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
      return readHexes(expectOk(z.unknown(), answer))
    },
    lookup: async (query) => expectOk(pointObject, await client.ask(at('/geo/lookup', query))),
    async stats(query) {
      const answer = await client.ask(at('/stats/current', query))
      const refused = errorEnvelope.safeParse(answer.body).data?.error
      if (refused === 'too_many_hexes' || refused === 'resolution_not_in_plan')
        throw new Skipped(`the plan of --token refused ${nameOf(answer)} with ${refused}`)
      return expectOk(statsResponse, answer)
    },
  }
  return subject
}

async function findFigures(subject: Subject): Promise<FiguresFound> {
  let refused: string | undefined
  for (const zone of zonesOf(await subject.market(), 'figures').slice(0, ZONES_TRIED)) {
    const answer = await subject.client.ask(at('/stats/current', { geo_id: zone.geo_id }))
    if (PLAN_REFUSALS.includes(answer.status)) {
      refused = errorEnvelope.safeParse(answer.body).data?.error ?? String(answer.status)
      continue
    }
    const stats = expectOk(statsResponse, answer)
    const cell = parseCell(stats.stats.find(({ estimated }) => !estimated)?.h3 ?? stats.stats[0]?.h3 ?? '')
    if (cell) return { zone, stats, cell }
  }
  throw new Skipped(
    refused
      ? `the plan of --token refused /stats/current for every zone that was tried, with ${refused}`
      : 'no zone was found for which /stats/current returns rows at resolution 8',
  )
}

async function findEmptyCell(subject: Subject): Promise<Cell> {
  for (const { lat, lng } of AT_SEA) {
    const point = await subject.lookup({ lat, lng })
    if (!point.prices_available && point.zones.length === 0) return trustCell(latLngToCell(lat, lng, 8))
  }
  throw new Skipped('every point at sea has listings or lies in a zone')
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null
  return () => {
    made ??= make()
    return made
  }
}
