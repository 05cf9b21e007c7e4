import type { Edition } from '../../contract/proxy-api.ts'
import type { CellState, Records } from '../../domain/figure.ts'
import { t } from '../language/translate.ts'

/** The name of a cell state in a list; `records` is what the figures are made of. */
export function stateLabel(state: CellState, records: Records): string {
  switch (state) {
    case 'observed':
      return t('Observed')
    case 'estimated':
      return t('≈ Estimated')
    case 'too_few':
      return t('No figure')
    case 'no_listings':
      return t('{records, select, sales {No sales} other {No listings}}', { records })
    case 'not_covered':
      return t('Not covered')
    case 'not_bought':
      return t('Not bought')
    case 'finer_than_plan':
      return t('Finer than the plan')
    case 'failed':
      return t('Failed')
    case 'loading':
      return t('Loading')
    case 'sea':
      return t('Sea')
  }
}

/** Returns what a state means for one cell; the edition names the floor, and `records` what is counted. */
export function stateSentence(state: CellState, edition: Edition | null, records: Records = 'listings'): string {
  switch (state) {
    case 'observed':
      return t('From {records, select, sales {sales} other {listings}} in this hexagon.', { records })
    case 'estimated':
      return t('≈ Estimated: pooled with the six neighbouring hexagons.')
    case 'too_few':
      return t(
        'No figure: fewer {records, select, sales {sales} other {listings}} than the floor{floor, plural, =0 {} other { (#)}}, or none.',
        { records, floor: floorOf(edition) },
      )
    case 'no_listings':
      return t('No {records, select, sales {sales} other {listings}} here, according to the service’s free look-up.', {
        records,
      })
    case 'not_covered':
      return t('The statistics service does not seem to cover this market, or not at this zoom.')
    case 'not_bought':
      return t('The figures here have not been bought.')
    case 'finer_than_plan':
      return t('The plan does not allow this much detail.')
    case 'failed':
      return t('The figures here could not be loaded.')
    case 'loading':
      return t('The figures here are on their way.')
    case 'sea':
      return t('Sea.')
  }
}

/** Returns how many records a cell of the edition needs; 0 while it is not known. */
export function floorOf(edition: Edition | null): number {
  return edition?.snapshot.min_listings_by_res[String(edition.resolution)] ?? 0
}
