import type { Cell } from '../../../domain/cell.ts'
import type { Selection } from './selection.ts'

/** A metered request that reached the service. */
export interface MeteredCall {
  readonly selector: Selection['selector']
  /** The cells in the list, the circle or the place. */
  readonly cells: readonly Cell[]
  /** The length of the request line's target. */
  readonly bytes: number
  readonly lens: Readonly<Record<string, string>>
  readonly as_of: string
  /** True for a correct answer. */
  readonly answered: boolean
  readonly isCharged: boolean
  /** Its `Idempotency-Key`, which this service does not obey; null without one. */
  readonly key: string | null
}

/** Counts the cells that were sold in more than one list, under the same lens in the same period. */
export function countBoughtTwice(calls: readonly MeteredCall[]): number {
  const seen = new Set<string>()
  return calls
    .filter(({ answered, selector }) => answered && selector === 'h3')
    .flatMap(({ lens, as_of, cells }) => cells.map((cell) => `${JSON.stringify(lens)} ${as_of} ${cell}`))
    .filter((key) => seen.size === seen.add(key).size).length
}
