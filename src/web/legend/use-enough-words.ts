import { formatSize, type Units } from '../figures/figure-words.ts'
import { t } from '../language/translate.ts'
import { useReading } from '../metric/use-reading.ts'
import type { ViewCells } from '../view/view-cells.ts'

/** Returns in how many hexagons the budget buys the space that is wanted, as the others are faded; null where none is wanted. */
export function useEnoughWords(view: ViewCells | null, units: Units | null): string | null {
  const { metric, amounts, isFaded } = useReading()
  if (metric !== 'area_for_budget' || amounts.min_area === null || !view || !units) return null
  const values = view.cells.flatMap(({ figure }) => figure?.[metric] ?? [])
  const enough = values.filter((value) => !isFaded(value)).length
  return enoughWords(formatSize(amounts.min_area, units), enough, values.length)
}

/** Says in how many of `all` hexagons with a figure a budget buys an area; null where none has one. */
export function enoughWords(area: string, enough: number, all: number): string | null {
  if (all === 0) return null
  return enough === all
    ? t('At least {area} in {all, plural, one {the only hexagon} other {all # hexagons}}.', { area, all })
    : t(
        'At least {area} in {enough, number} of {all, plural, one {# hexagon} other {# hexagons}}; the others are faded.',
        { area, enough, all },
      )
}
