import type { EditionName } from '../../domain/edition.ts'
import { editionKey } from '../tiles/editions.ts'

/** The last breaks shown for each edition and reading, so that stand-ins at another resolution keep their colours. */
const breaksByKey = new Map<string, readonly number[]>()

export function noteShownBreaks(name: EditionName, reading: string, breaks: readonly number[]): void {
  breaksByKey.set(keyOf(name, reading), breaks)
}

/** Returns the breaks last shown for an edition, such as a stand-in for the wanted one; null when it was not shown. */
export function lastBreaksOf(name: EditionName, reading: string): readonly number[] | null {
  return breaksByKey.get(keyOf(name, reading)) ?? null
}

function keyOf(name: EditionName, reading: string): string {
  return `${editionKey(name)}/${reading}`
}
