import type { Edition } from '../../contract/proxy-api.ts'
import type { CellState } from '../../domain/figure.ts'

/** The name of each cell state in a list. */
export const STATE_LABELS: Readonly<Record<CellState, string>> = {
  observed: 'Observed',
  estimated: '≈ Estimated',
  too_few: 'No figure',
  no_listings: 'No listings',
  not_covered: 'Not covered',
  not_bought: 'Not bought',
  finer_than_plan: 'Finer than the plan',
  failed: 'Failed',
  loading: 'Loading',
  sea: 'Sea',
}

const SENTENCES: Readonly<Record<Exclude<CellState, 'too_few'>, string>> = {
  observed: 'From listings in this hexagon.',
  estimated: '≈ Estimated: pooled with the six neighbouring hexagons.',
  no_listings: 'No listings here, according to the service’s free look-up.',
  not_covered: 'The statistics service does not seem to cover this market, or not at this zoom.',
  not_bought: 'The figures here have not been bought.',
  finer_than_plan: 'The plan does not allow this much detail.',
  failed: 'The figures here could not be loaded.',
  loading: 'The figures here are on their way.',
  sea: 'Sea.',
}

/** Returns what a state means for one cell; the edition names the floor, and `records` what is counted. */
export function stateSentence(state: CellState, edition: Edition | null, records = 'listings'): string {
  return state === 'too_few'
    ? `No figure: ${floorWords(edition, records)}.`
    : SENTENCES[state].replace('listings', records)
}

/** Why the service has no row for a cell: `fewer listings than the floor (5), or none`. */
export function floorWords(edition: Edition | null, records = 'listings'): string {
  const floor = edition?.snapshot.min_listings_by_res[String(edition.resolution)]
  return `fewer ${records} than the floor${floor === undefined ? '' : ` (${floor})`}, or none`
}
