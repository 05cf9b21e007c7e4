import type { EditionName } from '../../domain/edition.ts'
import type { Metric } from '../../domain/figure.ts'
import { editionKey } from '../queries/editions.ts'

/** The last breaks shown for each edition and metric, so that stand-ins at another resolution keep their colours. */
const breaksByKey = new Map<string, readonly number[]>()

export function noteShownBreaks(name: EditionName, metric: Metric, breaks: readonly number[]): void {
  breaksByKey.set(keyOf(name, metric), breaks)
}

/** Returns the breaks last shown for an edition, such as a stand-in for the wanted one; null when it was not shown. */
export function lastBreaksOf(name: EditionName, metric: Metric): readonly number[] | null {
  return breaksByKey.get(keyOf(name, metric)) ?? null
}

function keyOf(name: EditionName, metric: Metric): string {
  return `${editionKey(name)}/${metric}`
}
