import type { Edition } from '../../contract/proxy-api.ts'
import type { CellState, Records } from '../../domain/figure.ts'
import { floorOf, stateSentence } from '../figures/state-words.ts'
import { t } from '../language/translate.ts'
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
  records: Records = 'listings',
): string {
  if (hasFigure(sale) && hasFigure(rent)) {
    return isComparable
      ? madeOf(sale === 'estimated', rent === 'estimated')
      : t('No yield: a price per unit of area is missing.')
  }
  if (sale === rent && sale !== 'too_few') return stateSentence(sale, edition, records)
  if (sale === 'too_few' && rent === 'too_few') {
    return t(
      'No sale and no rent figure: fewer {records, select, sales {sales} other {listings}} than the floor{floor, plural, =0 {} other { (#)}}, or none.',
      { records, floor: floorOf(edition) },
    )
  }
  // A side that is still on its way says nothing yet when the other has none.
  return hasFigure(sale) || rent === 'too_few'
    ? sideSentence('rent', rent, edition, records)
    : sideSentence('sale', sale, edition, records)
}

function madeOf(isSaleEstimated: boolean, isRentEstimated: boolean): string {
  if (isSaleEstimated && isRentEstimated) {
    return t('≈ Estimated: both figures are pooled with the six neighbouring hexagons.')
  }
  if (isSaleEstimated) return t('≈ Estimated: the sale figure is pooled with the six neighbouring hexagons.')
  return isRentEstimated
    ? t('≈ Estimated: the rent figure is pooled with the six neighbouring hexagons.')
    : t('From sale and rent listings in this hexagon.')
}

function sideSentence(side: 'sale' | 'rent', state: CellState, edition: Edition | null, records: Records): string {
  if (state === 'too_few') {
    return t(
      'No {side, select, sale {sale} other {rent}} figure: fewer {records, select, sales {sales} other {listings}} than the floor{floor, plural, =0 {} other { (#)}}, or none.',
      { side, records, floor: floorOf(edition) },
    )
  }
  const sentence = stateSentence(state, edition, records)
  return side === 'sale' ? t('Sale: {sentence}', { sentence }) : t('Rent: {sentence}', { sentence })
}
