import type { Edition } from '../../contract/proxy-api.ts'
import type { CellState, Records } from '../../domain/figure.ts'
import { floorOf, stateSentence } from '../figures/state-words.ts'
import { t } from '../language/translate.ts'
import { hasFigure } from './pair-tiles.ts'

/** The months of the two windows, such as `Aug–Oct 2025`. */
export interface ChangeMonths {
  readonly now: string
  readonly earlier: string
}

/** The states of one cell now and in the earlier period. */
interface ChangeStates {
  readonly now: CellState
  readonly earlier: CellState
  /** False where one of the two has a row, but no price per m². */
  readonly isComparable?: boolean
  /** How many listings or sales the two figures are made of; absent where the service does not say, or pools them. */
  readonly counts?: { readonly now: number; readonly earlier: number } | undefined
}

/** Returns what a change's cell is made of, or which period has no figure and why. */
export function changeSentence(
  { now, earlier, isComparable = true, counts }: ChangeStates,
  months: ChangeMonths,
  { edition, records = 'listings' }: { edition: Edition | null; records?: Records },
): string {
  if (hasFigure(now) && hasFigure(earlier)) {
    if (!isComparable) return t('The change cannot be worked out: a price per unit of area is missing.')
    const areObserved = now === 'observed' && earlier === 'observed'
    if (areObserved && counts) {
      return t(
        'From {records, select, sales {{count, plural, one {# sale} other {# sales}}} other {{count, plural, one {# listing} other {# listings}}}} in this hexagon in {now}, against {before, number} in {earlier}.',
        { ...months, records, count: counts.now, before: counts.earlier },
      )
    }
    return madeOf(now === 'estimated', earlier === 'estimated', { ...months, records })
  }
  if (now === earlier && now !== 'too_few') return stateSentence(now, edition, records)
  if (now === 'too_few' && earlier === 'too_few') {
    return t(
      'No figure in {now} or {earlier}: fewer {records, select, sales {sales} other {listings}} than the floor{floor, plural, =0 {} other { (#)}}, or none.',
      { ...months, records, floor: floorOf(edition) },
    )
  }
  // A period that is still on its way says nothing yet when the other has no figure.
  const isEarlier = hasFigure(now) || earlier === 'too_few'
  const [state, period] = isEarlier ? [earlier, months.earlier] : [now, months.now]
  if (state === 'too_few') {
    return t(
      'No figure in {period}: fewer {records, select, sales {sales} other {listings}} than the floor{floor, plural, =0 {} other { (#)}}, or none.',
      { period, records, floor: floorOf(edition) },
    )
  }
  return t('{period}: {sentence}', { period, sentence: stateSentence(state, edition, records) })
}

function madeOf(
  isNowEstimated: boolean,
  isEarlierEstimated: boolean,
  { now, earlier, records }: ChangeMonths & { readonly records: Records },
): string {
  if (isNowEstimated && isEarlierEstimated) {
    return t('≈ Estimated: both figures are pooled with the six neighbouring hexagons.')
  }
  if (isNowEstimated || isEarlierEstimated) {
    return t('≈ Estimated: the figure of {period} is pooled with the six neighbouring hexagons.', {
      period: isNowEstimated ? now : earlier,
    })
  }
  return t('From {records, select, sales {sales} other {listings}} in this hexagon, {now} against {earlier}.', {
    records,
    now,
    earlier,
  })
}
