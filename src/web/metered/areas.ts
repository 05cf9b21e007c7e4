import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query'
import {
  type AreaAnswer,
  type AreaFigures,
  type AreaRequest,
  type AreaSelector,
  areaAnswer,
  areaFigures,
  type WantedArea,
} from '../../contract/area.ts'
import { type Edition, HELD_TILES_MAX } from '../../contract/proxy-api.ts'
import { type Cell, parseCell } from '../../domain/cell.ts'
import type { EditionName } from '../../domain/edition.ts'
import type { CellState, Figure } from '../../domain/figure.ts'
import { parseAsOf } from '../../domain/period.ts'
import { tileParent } from '../../domain/tile.ts'
import { periodOptions, showPeriod } from '../free/period.ts'
import { t } from '../language/translate.ts'
import { askCost, getHeld, parseAnswer, postJson, RequestError } from '../requests/http.ts'
import { retryPause } from '../requests/query-client.ts'
import { editionKey, editionPath } from '../tiles/editions.ts'
import { tileStore } from '../tiles/page-tiles.ts'
import { noteOutcome } from './agreed-purchase.ts'
import { fetchEarlier } from './earlier.ts'
import { notePurchase } from './note-purchase.ts'

/** What the proxy knows about an area. */
export interface AreaFacts {
  /** Null while no part of the area is held. */
  readonly edition: Edition | null
  readonly cells: ReadonlyMap<Cell, { readonly state: CellState; readonly figure: Figure | null }>
  readonly rollupNote: string | null
  /** False when the service's list of a place's cells is incomplete. */
  readonly isComplete: boolean
  /** What the rest would cost, or why it was not bought; null when there is no rest. */
  readonly rest: Pick<AreaAnswer, 'calls' | 'is_estimate' | 'bought_cells' | 'refusal'> | null
}

/**
 * Query for what the proxy holds of an area, however it was bought, and what the rest would cost (free). Disabled until
 * the edition is known.
 */
export function areaOptions(name: EditionName | null, area: AreaSelector) {
  return queryOptions({
    queryKey: ['area', name && editionKey(name), area, tileStore.ledger()],
    meta: { part: () => t('the figures of an area') },
    queryFn: name === null ? skipToken : ({ signal, client }) => getAreaOf(client, name, area, signal),
    // A complete area never changes; others may buy parts of an incomplete one.
    staleTime: ({ state }) => (state.data?.rest === null ? Number.POSITIVE_INFINITY : 30_000),
    refetchInterval: (query) => retryPause(query) || (query.state.data?.rest ? 60_000 : false),
  })
}

/** Query for an area that is held as a whole (free); null when something would have to be bought. */
export function heldAreaOptions(name: EditionName, area: AreaSelector) {
  return queryOptions({
    queryKey: ['held-area', editionKey(name), area, tileStore.ledger()],
    meta: { part: () => t('the figures of neighbouring places') },
    queryFn: async ({ signal }): Promise<AreaFacts | null> => {
      const held = await getHeldArea(name, area, signal)
      return held && factsOf(held, null)
    },
    staleTime: ({ state }) => (state.data ? Number.POSITIVE_INFINITY : 30_000),
  })
}

/** An area in the period that is served, or in an earlier one. */
async function getAreaOf(
  client: QueryClient,
  name: EditionName,
  area: AreaSelector,
  signal: AbortSignal,
): Promise<AreaFacts> {
  const served = client.getQueryData(periodOptions.queryKey)?.as_of ?? name.as_of
  if (name.as_of >= served) return getArea(name, area, signal)
  const held = await getHeldArea(name, area, signal)
  if (held !== null) return factsOf(held, null)
  // The service sells areas of the served period only, but the cells are the same, and some of their tiles may be held.
  const now = await getArea({ ...name, as_of: served }, area, signal)
  const cells = [...now.cells.keys()]
  await fetchEarlier(name, [...new Set(cells.map(tileParent))].slice(0, HELD_TILES_MAX))
  // Free hints are about listings of any age.
  const unbought = cells.map((cell) => {
    const state = now.cells.get(cell)?.state
    const isEmpty = state === 'no_listings' || state === 'not_covered'
    return [cell, { state: isEmpty ? state : ('not_bought' as const), figure: null }] as const
  })
  return { ...now, edition: null, cells: new Map(unbought), rest: null }
}

async function getArea(name: EditionName, area: AreaSelector, signal: AbortSignal): Promise<AreaFacts> {
  const held = await getHeldArea(name, area, signal)
  if (held !== null) return factsOf(held, null)
  // The held part comes with the cost.
  const answer = await askAreaCost({ name, area }, signal)
  learnFrom(name, answer.refusal?.code)
  tileStore.learnEdition(boughtName(name, answer), answer.edition)
  return factsOf(answer, answer.calls === 0 ? null : answer)
}

/** A resolution that the plan does not allow is not requested again. */
function learnFrom(name: EditionName, code: string | undefined): void {
  if (code === 'resolution_not_in_plan') tileStore.learnRefused(name.resolution)
}

async function getHeldArea(name: EditionName, area: AreaSelector, signal: AbortSignal): Promise<AreaFigures | null> {
  const ledger = tileStore.ledger()
  const query = new URLSearchParams({
    ...Object.fromEntries(Object.entries(area).map(([key, value]) => [key, String(value)])),
    ...(name.currency && { currency: name.currency }),
    ...(ledger !== null && { ledger }),
  })
  try {
    const held = await getHeld(`/api/areas/${editionPath(name)}?${query}`, areaFigures, signal)
    if (held !== null) tileStore.learnEdition(name, held.edition)
    return held
  } catch (cause) {
    if (cause instanceof RequestError) learnFrom(name, cause.code)
    throw cause
  }
}

/** Query for what the area would cost with the parts that free hints call empty (free). */
export function areaAnywayOptions(name: EditionName, area: AreaSelector) {
  return queryOptions({
    queryKey: ['area-anyway', editionKey(name), area],
    queryFn: async ({ signal }): Promise<Pick<AreaAnswer, 'calls' | 'is_estimate' | 'bought_cells' | 'refusal'>> =>
      askAreaCost({ name, area, distrustLookups: true }, signal),
    staleTime: 30_000,
  })
}

interface AreaWanted {
  readonly name: EditionName
  readonly area: WantedArea
  readonly distrustLookups?: boolean
}

async function askAreaCost(wanted: AreaWanted, signal: AbortSignal): Promise<AreaAnswer> {
  const path = '/api/areas?dry_run=1'
  return parseAnswer(path, areaAnswer, await askCost(path, requestOf(wanted), signal))
}

function requestOf({ name, area, distrustLookups = false }: AreaWanted): AreaRequest {
  return { ...name, area, confirmed: true, ...(distrustLookups && { distrust_lookups: true }) }
}

/** Query for what the rest of several areas costs together (free). */
export function jointCostOptions(name: EditionName, areas: readonly AreaSelector[]) {
  return queryOptions({
    queryKey: ['joint-cost', editionKey(name), areas],
    queryFn: async ({ signal }): Promise<Pick<AreaAnswer, 'calls' | 'is_estimate' | 'bought_cells' | 'refusal'>> =>
      askAreaCost({ name, area: { all: [...areas] } }, signal),
    staleTime: 30_000,
  })
}

/** Buys the rest of several areas together, each cell once; their own queries then find it held. */
export async function buyAreas(client: QueryClient, name: EditionName, areas: readonly AreaSelector[]): Promise<void> {
  const path = '/api/areas'
  const answer = parseAnswer(path, areaAnswer, await postJson(path, requestOf({ name, area: { all: [...areas] } })))
  await afterPurchase(client, name, answer)
  await client.invalidateQueries({ queryKey: ['area', editionKey(name)] })
}

/** Buys the rest of an area, keeps the answer, and fetches the map's tiles that the purchase completed. */
export async function buyArea(client: QueryClient, wanted: BoughtArea): Promise<void> {
  const { name, area } = wanted
  const path = '/api/areas'
  const answer = parseAnswer(path, areaAnswer, await postJson(path, requestOf(wanted)))
  const bought = boughtName(name, answer)
  client.setQueryData(areaOptions(bought, area).queryKey, factsOf(answer, answer.refusal === null ? null : answer))
  await afterPurchase(client, name, answer)
}

type BoughtArea = AreaWanted & { readonly area: AreaSelector }

/** The period may have changed during the purchase. */
function boughtName(name: EditionName, answer: AreaAnswer): EditionName {
  return { ...name, as_of: parseAsOf(answer.edition?.as_of ?? '') ?? name.as_of }
}

async function afterPurchase(client: QueryClient, name: EditionName, answer: AreaAnswer): Promise<void> {
  learnFrom(name, answer.refusal?.code)
  const bought = boughtName(name, answer)
  tileStore.learnEdition(bought, answer.edition)
  notePurchase(client, answer.meter)
  if (bought.as_of !== name.as_of) showPeriod(client, bought.as_of)
  const tiles = answer.tiles.map(parseCell).filter((parent) => parent !== null)
  const asked = tiles.filter((parent) => tileStore.stateOf(bought, parent).kind !== 'unknown')
  const fetched = tileStore.ensureHeld(bought, asked, true)
  const cells = answer.cells.map(parseCell).filter((cell) => cell !== null)
  tileStore.reviewParts(bought, new Set(cells.map(tileParent)))
  await fetched
  noteOutcome(answer)
}

function factsOf(answer: AreaFigures, rest: AreaFacts['rest']): AreaFacts {
  const cells = new Map(
    answer.cells.flatMap((raw, index) => {
      const cell = parseCell(raw)
      const state = answer.states[index]
      return cell && state ? [[cell, { state, figure: figureAt(answer, index, cell) }] as const] : []
    }),
  )
  tileStore.wantGround(new Set([...cells.keys()].map(tileParent)))
  return { edition: answer.edition, cells, rollupNote: answer.rollup_note, isComplete: answer.cells_complete, rest }
}

function figureAt(answer: AreaFigures, index: number, cell: Cell): Figure | null {
  const state = answer.states[index]
  if (state !== 'observed' && state !== 'estimated') return null
  return {
    cell,
    estimated: state === 'estimated',
    median_price: answer.median_price[index] ?? null,
    median_price_per_sqm: answer.median_price_per_sqm[index] ?? null,
    median_area: answer.median_area[index] ?? null,
    ...(answer.average_price && { average_price: answer.average_price[index] ?? null }),
    ...(answer.listings && { listings: answer.listings[index] ?? null }),
    name: answer.names[answer.name_index[index] ?? -1] ?? null,
  }
}
