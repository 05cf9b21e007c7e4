/**
 * One unit of area for all figures of an edition. A service may measure one market in square feet and another in square
 * metres. Source: interface section 2.7, where `units.size` belongs to the answer.
 */
import type { Edition } from '../../contract/proxy-api.ts'
import { areaUnitOf, SQM_PER_SQFT } from '../../domain/area-unit.ts'
import type { Figure } from '../../domain/figure.ts'
import type { BoughtSlice } from './cut-answer.ts'

/** What `varies` of an edition names where figures were converted into its unit of area. */
export const SIZE_UNIT = 'size_unit'

interface InUnit {
  readonly edition: Edition
  readonly slices: readonly BoughtSlice[]
}

/** Returns true where two stated units of area are not the same, and one cannot be converted into the other. */
export function areUnitsUnlike(one: string, other: string): boolean {
  const [a, b] = [one, other].map((name) => areaUnitOf(name) ?? name.trim().toLowerCase())
  if (a === '' || b === '' || a === b) return false
  return areaUnitOf(one) === null || areaUnitOf(other) === null
}

/** Returns an answer in the unit of area of the held edition: the answer itself where that is its own, or where either states none. */
export function inHeldUnit<Answer extends InUnit>(held: Pick<Edition, 'size_unit'> | null, answer: Answer): Answer {
  const unit = areaUnitOf(held?.size_unit ?? '')
  const own = areaUnitOf(answer.edition.size_unit)
  if (held === null || unit === null || own === null || unit === own) return answer
  const factor = unit === 'm2' ? SQM_PER_SQFT : 1 / SQM_PER_SQFT
  return {
    ...answer,
    edition: {
      ...answer.edition,
      size_unit: held.size_unit,
      varies: [...new Set([...(answer.edition.varies ?? []), SIZE_UNIT])],
    },
    slices: answer.slices.map(({ parent, first, figures }) => ({
      parent,
      first,
      figures: figures.map((figure) => figure && converted(figure, factor)),
    })),
  }
}

function converted(figure: Figure, factor: number): Figure {
  const { median_area, median_price_per_sqm } = figure
  return {
    ...figure,
    median_area: median_area === null ? null : median_area * factor,
    median_price_per_sqm: median_price_per_sqm === null ? null : median_price_per_sqm / factor,
  }
}
