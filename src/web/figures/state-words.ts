import type { CellState } from '../../domain/figure.ts'

/** The name of each cell state in a list. */
export const STATE_LABELS: Readonly<Record<CellState, string>> = {
  observed: 'Observed',
  estimated: '≈ Estimated',
  too_few: 'Too few',
  no_listings: 'No listings',
  not_covered: 'Not covered',
  not_bought: 'Not bought',
  finer_than_plan: 'Finer than the plan',
  failed: 'Failed',
  loading: 'Loading',
}

/** A sentence on what each state means for one cell. */
export const STATE_SENTENCES: Readonly<Record<CellState, string>> = {
  observed: 'From listings in this hexagon.',
  estimated: '≈ Estimated: pooled with the six neighbouring hexagons.',
  too_few: 'Too few listings here for a figure.',
  no_listings: 'No listings here, according to the service’s free look-up.',
  not_covered: 'The statistics service does not seem to cover this market, or not at this zoom.',
  not_bought: 'The figures here have not been bought.',
  finer_than_plan: 'The plan does not allow this much detail.',
  failed: 'The figures here could not be loaded.',
  loading: 'The figures here are on their way.',
}
