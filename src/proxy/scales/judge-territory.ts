/** Observed cells that decide a territory's classes for the period, whether or not the rest is held. */
const DECIDING_CELLS = 200
/** Observed cells that suffice when no more will follow: five in each of seven classes. */
const ENOUGH_CELLS = 35
/** With fewer observed cells, provisional classes come from the estimated ones, too. */
const LEAST_CELLS = 8

/** What is held of a territory. */
export interface HeldTerritory {
  /** The values of its observed cells. */
  readonly observed: readonly number[]
  readonly estimated: readonly number[]
  /** True when every cell is held, or known to have no figures. */
  readonly isWhole: boolean
}

/** `too_small`: the classes of the place around it apply. `unknown`: none of its figures is held. */
export type Judgement = 'decided' | 'provisional' | 'unknown' | 'too_small'

/** Judges whether what is held decides a territory's classes; `isLast` when no place contains it. */
export function judgeTerritory({ observed, estimated, isWhole }: HeldTerritory, isLast: boolean): Judgement {
  const { length } = observed
  if (length >= DECIDING_CELLS) return 'decided'
  if (isWhole && (length >= ENOUGH_CELLS || (isLast && length > 0))) return 'decided'
  if (isWhole && !isLast) return 'too_small'
  return length + estimated.length > 0 ? 'provisional' : 'unknown'
}

/** Returns the values that a territory's classes come from. */
export function decidingValues({ observed, estimated }: HeldTerritory, judgement: Judgement): readonly number[] {
  const isScarce = judgement === 'provisional' && observed.length < LEAST_CELLS
  return isScarce ? [...observed, ...estimated] : observed
}
