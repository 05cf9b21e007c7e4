import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query'
import {
  type AreaAnswer,
  type AreaFigures,
  type AreaRequest,
  type AreaSelector,
  areaAnswer,
  areaFigures,
} from '../../contract/area.ts'
import type { Edition } from '../../contract/proxy-api.ts'
import { type Cell, parseCell } from '../../domain/cell.ts'
import type { EditionName } from '../../domain/edition.ts'
import type { CellState, Figure } from '../../domain/figure.ts'
import { parseAsOf } from '../../domain/period.ts'
import { editionKey, editionPath } from './editions.ts'
import { getParsed, parseAnswer, postJson, RequestError } from './http.ts'
import { meterOptions } from './meter.ts'
import { tileStore } from './page-tiles.ts'
import { showPeriod } from './period.ts'

/** What the proxy told of an area. */
export interface AreaFacts {
  /** Null while nothing of it is known. */
  readonly edition: Edition | null
  readonly cells: ReadonlyMap<Cell, { readonly state: CellState; readonly figure: Figure | null }>
  readonly rollupNote: string | null
  /** False where the service repeated a page of a place's cells, so that some may be missing. */
  readonly isComplete: boolean
  /** What the rest would cost, or why it was not bought; null where there is no rest. */
  readonly rest: Pick<AreaAnswer, 'calls' | 'bought_cells' | 'refusal'> | null
}

/**
 * What is known of an area, whoever bought it and however, and what the rest would cost (free). Nothing is asked before
 * the edition is known.
 */
export function areaOptions(name: EditionName | null, area: AreaSelector) {
  return queryOptions({
    queryKey: ['area', name && editionKey(name), area, tileStore.ledger()],
    queryFn: name === null ? skipToken : ({ signal }) => getArea(name, area, signal),
    // What is held whole never changes; of the rest, others may buy some.
    staleTime: ({ state }) => (state.data?.rest === null ? Number.POSITIVE_INFINITY : 30_000),
    refetchInterval: ({ state }) => (state.data?.rest ? 60_000 : false),
  })
}

async function getArea(name: EditionName, area: AreaSelector, signal: AbortSignal): Promise<AreaFacts> {
  const held = await getHeldArea(name, area, signal)
  if (held !== null) return factsOf(held, null)
  // What is held in part comes along with the cost.
  const answer = await postArea(name, area, '?dry_run=1', signal)
  return factsOf(answer, answer.calls === 0 ? null : answer)
}

async function getHeldArea(name: EditionName, area: AreaSelector, signal: AbortSignal): Promise<AreaFigures | null> {
  const ledger = tileStore.ledger()
  const query = new URLSearchParams({
    ...Object.fromEntries(Object.entries(area).map(([key, value]) => [key, String(value)])),
    ...(name.currency && { currency: name.currency }),
    ...(ledger !== null && { ledger }),
  })
  try {
    return await getParsed(`/api/areas/${editionPath(name)}?${query}`, areaFigures, signal)
  } catch (cause) {
    if (cause instanceof RequestError && cause.envelope?.error === 'not_held') return null
    throw cause
  }
}

async function postArea(name: EditionName, area: AreaSelector, query: string, signal: AbortSignal) {
  const path = `/api/areas${query}`
  return parseAnswer(
    path,
    areaAnswer,
    await postJson(path, { ...name, area, confirmed: true } satisfies AreaRequest, signal),
  )
}

/** Has the rest of an area bought and keeps what was told; the map's tiles that became whole on the way are got. */
export async function buyArea(client: QueryClient, name: EditionName, area: AreaSelector): Promise<void> {
  // Never aborted: what is under way is paid for.
  const answer = await postArea(name, area, '', new AbortController().signal)
  const bought = { ...name, as_of: parseAsOf(answer.edition?.as_of ?? '') ?? name.as_of }
  client.setQueryData(areaOptions(bought, area).queryKey, factsOf(answer, answer.refusal === null ? null : answer))
  client.setQueryData(meterOptions.queryKey, answer.meter)
  if (bought.as_of !== name.as_of) showPeriod(client, bought.as_of)
  const tiles = answer.tiles.map(parseCell).filter((parent) => parent !== null)
  const asked = tiles.filter((parent) => tileStore.stateOf(bought, parent).kind !== 'unknown')
  await tileStore.ensureHeld(bought, asked, true)
}

function factsOf(told: AreaFigures, rest: AreaFacts['rest']): AreaFacts {
  const cells = new Map(
    told.cells.flatMap((raw, index) => {
      const cell = parseCell(raw)
      const state = told.states[index]
      return cell && state ? [[cell, { state, figure: figureAt(told, index, cell) }] as const] : []
    }),
  )
  return { edition: told.edition, cells, rollupNote: told.rollup_note, isComplete: told.cells_complete, rest }
}

function figureAt(told: AreaFigures, index: number, cell: Cell): Figure | null {
  const state = told.states[index]
  if (state !== 'observed' && state !== 'estimated') return null
  return {
    cell,
    estimated: state === 'estimated',
    median_price: told.median_price[index] ?? null,
    median_price_per_sqm: told.median_price_per_sqm[index] ?? null,
    median_area: told.median_area[index] ?? null,
    name: told.names[told.name_index[index] ?? -1] ?? null,
  }
}
