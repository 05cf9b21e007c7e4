import { create } from 'zustand'
import type { Currency } from '../../domain/currency.ts'
import { type Lens, lensKey } from '../../domain/lens.ts'
import type { AsOf } from '../../domain/period.ts'
import type { ChosenArea } from '../state/address/area-choice.ts'
import { shapeKey } from '../state/address/area-list.ts'

interface BaselineFigure {
  /** What the figure is of; another baseline, lens or period has none until it is known. */
  readonly key: string
  /** The median price per m² of the baseline's middle cell, in the money of the figures; null where none is held. */
  readonly perSqm: number | null
}

/** The baseline's figure as `useBaselineWatch` last found it; null while it is not known. */
export const useBaselineFigure = create<{ found: BaselineFigure | null }>(() => ({ found: null }))

/** The figures that a baseline is compared with. */
interface ComparedFigures {
  readonly as_of: AsOf
  readonly lens: Lens
  readonly currency?: Currency
}

/** Returns what a baseline's figure depends on, as one text. */
export function baselineKey({ shape, resolution }: ChosenArea, { as_of, lens, currency }: ComparedFigures): string {
  return JSON.stringify([shapeKey(shape), resolution, as_of, lensKey(lens), currency])
}
