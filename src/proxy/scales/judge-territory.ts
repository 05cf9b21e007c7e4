/** Observed cells that decide a territory's classes for the period, whether or not the rest is held. */
const DECIDING_CELLS = 200
/** Observed cells that suffice when nothing more is to come: five in each of seven classes. */
const ENOUGH_CELLS = 35
/** With fewer observed cells, even provisional classes would say nothing. */
const LEAST_CELLS = 8

/** What is held of a territory. */
export interface HeldTerritory {
  /** The values of its observed cells. */
  readonly values: readonly number[]
  /** True when every cell is held, or known to have no figures. */
  readonly isWhole: boolean
}

/** `too_small`: the classes of the place around it apply. `unknown`: nothing can be said yet. */
export type Judgement = 'decided' | 'provisional' | 'unknown' | 'too_small'

/** Judges whether what is held decides a territory's classes; `isLast` when no place contains it. */
export function judgeTerritory({ values: { length }, isWhole }: HeldTerritory, isLast: boolean): Judgement {
  if (length >= DECIDING_CELLS) return 'decided'
  if (isWhole && (length >= ENOUGH_CELLS || (isLast && length > 0))) return 'decided'
  if (isWhole && !isLast) return 'too_small'
  return length >= LEAST_CELLS ? 'provisional' : 'unknown'
}
