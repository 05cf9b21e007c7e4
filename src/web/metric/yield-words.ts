import type { Edition } from '../../contract/proxy-api.ts'
import type { CellState } from '../../domain/figure.ts'
import { floorWords, stateSentence } from '../figures/state-words.ts'
import { hasFigure } from './pair-tiles.ts'

/** The states of one cell under sale and rent. */
export interface SideStates {
  readonly sale: CellState
  readonly rent: CellState
  /** False where a side has a row, but no price per m². */
  readonly isComparable?: boolean
}

/** Returns what a yield's cell is made of, or which side has no figure and why. */
export function yieldSentence(
  { sale, rent, isComparable = true }: SideStates,
  edition: Edition | null,
  records = 'listings',
): string {
  if (hasFigure(sale) && hasFigure(rent) && !isComparable) return 'No yield: a price per m² is missing.'
  if (hasFigure(sale) && hasFigure(rent)) return madeOf(sale === 'estimated', rent === 'estimated')
  if (sale === rent && sale !== 'too_few') return stateSentence(sale, edition, records)
  if (sale === 'too_few' && rent === 'too_few') return `No sale and no rent figure: ${floorWords(edition, records)}.`
  // A side that is still on its way says nothing yet when the other has none.
  return hasFigure(sale) || rent === 'too_few'
    ? sideSentence('rent', rent, edition, records)
    : sideSentence('sale', sale, edition, records)
}

function madeOf(isSaleEstimated: boolean, isRentEstimated: boolean): string {
  if (!isSaleEstimated && !isRentEstimated) return 'From sale and rent listings in this hexagon.'
  const which =
    isSaleEstimated && isRentEstimated ? 'both figures are' : `the ${isSaleEstimated ? 'sale' : 'rent'} figure is`
  return `≈ Estimated: ${which} pooled with the six neighbouring hexagons.`
}

function sideSentence(side: 'sale' | 'rent', state: CellState, edition: Edition | null, records = 'listings'): string {
  if (state === 'too_few') return `No ${side} figure: ${floorWords(edition, records)}.`
  const sentence = stateSentence(state, edition, records)
  return `${side === 'sale' ? 'Sale' : 'Rent'}: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`
}
