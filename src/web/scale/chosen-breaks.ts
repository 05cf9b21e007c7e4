import type { EditionName } from '../../domain/edition.ts'
import type { ChosenBreaks, ClassChoice } from '../state/class-choice.ts'

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
