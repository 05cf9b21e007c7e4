import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query'
import { type EarlierAnswer, earlierAnswer } from '../../contract/earlier-tiles.ts'
import type { Cell } from '../../domain/cell.ts'
import type { EditionName } from '../../domain/edition.ts'
import type { AsOf } from '../../domain/period.ts'
import { t } from '../language/translate.ts'
import { askCost, parseAnswer, postJson } from '../requests/http.ts'
import { editionKey } from '../tiles/editions.ts'
import { tileStore } from '../tiles/page-tiles.ts'
import { noteOutcome } from './agreed-purchase.ts'
import { notePurchase } from './note-purchase.ts'

/** Tiles of earlier periods. */
export interface EarlierOf {
  /** The edition of the period that is served. */
  readonly name: EditionName
  readonly parents: readonly Cell[]
  readonly periods: readonly AsOf[]
}

/** Query for what is held of earlier periods, and what the rest would cost (free); disabled for null. */
export function earlierOptions(of: EarlierOf | null) {
  return queryOptions({
    queryKey: ['earlier', of && editionKey(of.name), of?.parents, of?.periods],
    meta: { part: () => t('earlier periods') },
    queryFn:
      of === null
        ? skipToken
        : async ({ signal }): Promise<EarlierAnswer> => {
            const path = '/api/earlier-tiles?dry_run=1'
            return parseAnswer(path, earlierAnswer, await askCost(path, bodyOf(of), signal))
          },
    // Others may buy them, and a service may publish more periods.
    staleTime: 30_000,
    gcTime: 60_000,
  })
}

/** Notes which tiles there is nothing to buy of, unless they are held. For the periods that the map shows. */
export function noteEmpty({ name, periods }: EarlierOf, { no_listings, not_covered }: EarlierAnswer): void {
  for (const as_of of periods) {
    tileStore.noteNoListings({ ...name, as_of }, no_listings)
    tileStore.noteNotCovered({ ...name, as_of }, not_covered)
  }
}

/** Buys what is missing of earlier periods, and fetches it; the viewer has agreed to the cost. */
export async function buyEarlier(client: QueryClient, of: EarlierOf): Promise<EarlierAnswer> {
  const path = '/api/earlier-tiles'
  const answer = parseAnswer(path, earlierAnswer, await postJson(path, bodyOf(of)))
  notePurchase(client, answer.meter)
  await Promise.all(of.periods.map((as_of) => fetchEarlier({ ...of.name, as_of }, of.parents)))
  await client.invalidateQueries({ queryKey: ['earlier'] })
  await client.invalidateQueries({ queryKey: ['area'] })
  noteOutcome(answer)
  return answer
}

/** Fetches those tiles of an earlier period that are held (free); the others count as left unbought. */
export async function fetchEarlier(name: EditionName, parents: readonly Cell[]): Promise<void> {
  await tileStore.ensureHeld(name, parents, true)
  tileStore.decline(name, parents, 'unasked')
}

function bodyOf({ name, parents, periods }: EarlierOf): object {
  return { ...name, parents, periods, confirmed: true }
}
