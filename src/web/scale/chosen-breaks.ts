import type { EditionName } from '../../domain/edition.ts'
import type { ChosenBreaks, ClassChoice, ClassEnds } from '../state/address/class-choice.ts'

/** Breaks that the page itself put into its address, and the period that they were for. */
export interface AdoptedBreaks {
  readonly breaks: ChosenBreaks
  readonly as_of: string
}

/** Returns breaks for an edition, as the address has them. */
export function chosenBreaks(
  { resolution, currency }: EditionName,
  breaks: Pick<ChosenBreaks, 'at' | 'of'>,
): ChosenBreaks {
  return { resolution, ...(currency && { currency }), ...breaks }
}

/** True when breaks apply to an edition: always when locked, as long as the currency is the same. */
export function appliesTo(breaks: ChosenBreaks, { resolution, currency }: EditionName, locked: boolean): boolean {
  return breaks.currency === currency && (locked || breaks.resolution === resolution)
}

export function isSameBreaks(one: ChosenBreaks | null, other: ChosenBreaks | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/**
 * True when a territory's breaks may replace those in the address without the viewer's doing: where none apply, and
 * where the page's own are provisional ones of the same territory, or of a period that is over.
 */
export function mayReplaceBreaks(
  { breaks, locked }: Pick<ClassChoice, 'breaks' | 'locked'>,
  name: EditionName,
  next: ChosenBreaks,
  adopted: AdoptedBreaks | null,
): boolean {
  if (breaks === null || !appliesTo(breaks, name, locked)) return true
  if (locked || breaks.of.kind !== 'territory' || next.of.kind !== 'territory') return false
  if (adopted === null || !isSameBreaks(adopted.breaks, breaks)) return false
  return adopted.as_of !== name.as_of || (breaks.of.isProvisional && breaks.of.geo_id === next.of.geo_id)
}

/** Returns the ends of a class by its number among classes with these breaks. */
export function endsOfClass(index: number, breaks: readonly number[]): ClassEnds {
  return { from: breaks[index - 1] ?? null, below: breaks[index] ?? null }
}

/** Returns the number of the class with these ends among classes with these breaks; null when there is none. */
export function classWithEnds({ from, below }: ClassEnds, breaks: readonly number[]): number | null {
  const index = from === null ? 0 : breaks.indexOf(from) + 1
  const ends = endsOfClass(index, breaks)
  return ends.from === from && ends.below === below ? index : null
}
