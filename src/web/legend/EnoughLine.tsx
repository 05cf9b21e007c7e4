import { useShownUnits } from '../figures/use-shown-currency.ts'
import type { ViewCells } from '../view/view-cells.ts'
import { useEnoughWords } from './use-enough-words.ts'

/** Says why hexagons are faded where a budget does not buy the space that is wanted; otherwise nothing. */
export function EnoughLine({ view }: { view: ViewCells }) {
  const words = useEnoughWords(view, useShownUnits(view.edition))
  return words === null ? null : (
    <p role="status" data-testid="enough-space">
      {words}
    </p>
  )
}
