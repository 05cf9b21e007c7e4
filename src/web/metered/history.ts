import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query'
import type { AreaSelector } from '../../contract/area.ts'
import { type HistoryAnswer, historyAnswer } from '../../contract/history.ts'
import type { EditionName } from '../../domain/edition.ts'
import type { PublishedMetric } from '../../domain/figure.ts'
import { t } from '../language/translate.ts'
import { askCost, parseAnswer, postJson } from '../requests/http.ts'
import { editionKey } from '../tiles/editions.ts'
import { notePurchase } from './note-purchase.ts'

/** An area's figures in earlier periods. */
export interface HistoryOf {
  /** The edition of the newest period. */
  readonly name: EditionName
  readonly area: AreaSelector
  readonly metric: PublishedMetric
}

/** Query for what is held of a history, and what the rest would cost (free); disabled for null. */
export function historyOptions(of: HistoryOf | null) {
  return queryOptions({
    queryKey: ['history', of && editionKey(of.name), of?.area, of?.metric],
    meta: { part: () => t('earlier periods') },
    queryFn:
      of === null
        ? skipToken
        : async ({ signal }): Promise<HistoryAnswer> => {
            const path = '/api/history?dry_run=1'
            return parseAnswer(path, historyAnswer, await askCost(path, bodyOf(of), signal))
          },
    // Others may buy it, and a service may publish more periods.
    staleTime: 30_000,
  })
}

/** Buys what is missing of a history; the viewer has agreed to the cost. Returns why not all was bought, null when it was, and the calls. */
export async function buyHistory(
  client: QueryClient,
  of: HistoryOf,
): Promise<Pick<HistoryAnswer, 'refusal' | 'calls'>> {
  const path = '/api/history'
  const answer = parseAnswer(path, historyAnswer, await postJson(path, bodyOf(of)))
  notePurchase(client, answer.meter)
  // Other metrics are held now, too, and a refused purchase may have another cost.
  await client.invalidateQueries({ queryKey: ['history'], exact: false })
  // The newest period among them may have been missing of the area.
  await client.invalidateQueries({ queryKey: ['area'] })
  return answer
}

function bodyOf({ name, area, metric }: HistoryOf): object {
  return { ...name, area, metric, confirmed: true }
}
