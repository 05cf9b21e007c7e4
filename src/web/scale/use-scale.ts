import { useEffect, useMemo } from 'react'
import { classBreaks } from '../../domain/class-breaks.ts'
import type { EditionName } from '../../domain/edition.ts'
import type { Metric } from '../../domain/figure.ts'
import type { FittedBreaks } from '../state/address.ts'
import { useAddress } from '../state/use-address.ts'
import { useTheme } from '../ui/use-theme.ts'
import { useViewCells, type ViewCells } from '../view/view-cells.ts'
import { freezeBreaks, frozenBreaks, scaleKey, useFrozenBreaks } from './frozen-breaks.ts'
import { classColors, type Rgb } from './palette.ts'

/** What each colour on the map means. */
export interface Scale {
  readonly name: EditionName
  /** Strictly ascending; class i has the values from break i - 1 up to but excluding break i. */
  readonly breaks: readonly number[]
  /** One colour more than there are breaks. */
  readonly colors: readonly Rgb[]
  /** False while cells are loading and the breaks may change. */
  readonly isFrozen: boolean
}

/** A settled view with fewer figures than this decides nothing; a later one may have more. */
const TOO_FEW_TO_FREEZE = 8

/** Returns the scale for the view at rest; null until there is a view. */
export function useScale(): Scale | null {
  const view = useViewCells()
  const metric = useAddress((address) => address.metric)
  const byHand = useAddress((address) => address.breaks)
  const theme = useTheme()
  const frozen = useFrozenBreaks(view ? scaleKey(view.name, metric) : null)
  return useMemo(() => {
    if (!view) return null
    const fitted = byHand !== null && isFittedTo(byHand, view.name) ? byHand.at : null
    const breaks = fitted ?? frozen ?? classBreaks('quantile', valuesInView(view, metric))
    const colors = classColors(theme, breaks.length + 1)
    return { name: view.name, breaks, colors, isFrozen: (fitted ?? frozen) !== null }
  }, [view, metric, byHand, frozen, theme])
}

/** True when breaks fitted by hand match an edition's resolution and currency. */
export function isFittedTo(breaks: FittedBreaks, { resolution, currency }: EditionName): boolean {
  return breaks.resolution === resolution && breaks.currency === currency
}

/** Returns the breaks decided for another edition, such as a stand-in for the wanted one; null when there are none. */
export function breaksOf(name: EditionName, metric: Metric): readonly number[] | null {
  return frozenBreaks(scaleKey(name, metric))
}

/** Fixes the breaks of each scale at the first settled view, since its first tiles may be all dear or all cheap. */
export function useFreezeBreaks(): void {
  const view = useViewCells()
  const metric = useAddress((address) => address.metric)
  useEffect(() => {
    if (!view || frozenBreaks(scaleKey(view.name, metric))) return
    const values = valuesInView(view, metric)
    if (view.isSettled && values.length >= TOO_FEW_TO_FREEZE) {
      freezeBreaks(scaleKey(view.name, metric), classBreaks('quantile', values))
    }
  }, [view, metric])
}

/** Returns the values of one metric in the view. */
export function valuesInView(view: ViewCells, metric: Metric): number[] {
  return view.cells.flatMap(({ figure }) => figure?.[metric] ?? [])
}
