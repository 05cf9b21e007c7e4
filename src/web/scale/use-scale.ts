import { createContext, createElement, type ReactNode, useContext, useMemo } from 'react'
import type { ClassScale } from '../../contract/class-scale.ts'
import { classBreaks, type Method } from '../../domain/class-breaks.ts'
import type { EditionName } from '../../domain/edition.ts'
import type { Metric } from '../../domain/figure.ts'
import { parseGeoId } from '../../domain/place.ts'
import { roundBreaks } from '../figures/round-breaks.ts'
import { useShownUnits } from '../figures/use-shown-currency.ts'
import { fixedBreaks } from '../metric/derive.ts'
import { useReading } from '../metric/use-reading.ts'
import type { BreaksOwner } from '../state/address/class-choice.ts'
import { useAddress } from '../state/use-address.ts'
import { useTheme } from '../ui/device/use-theme.ts'
import { useViewCells, type ViewCells } from '../view/view-cells.ts'
import { appliesTo } from './chosen-breaks.ts'
import { colorOnMap, type Rgb } from './palette.ts'
import { scaleColors } from './scale-colors.ts'
import { useTerritoryScale } from './use-territory-scale.ts'

/** What each colour on the map means. */
export interface Scale {
  readonly name: EditionName
  /** Strictly ascending; class i has the values from break i - 1 up to but excluding break i. Round in the units shown. */
  readonly breaks: readonly number[]
  /** The breaks before they were rounded to the units shown; for the address and a second map. */
  readonly decided: readonly number[]
  /** One colour more than there are breaks. */
  readonly colors: readonly Rgb[]
  /** The same as they look on the map, where the land shows through; for everything beside it. */
  readonly onMap: readonly Rgb[]
  /** Null when no territory has classes here, so that the page fits them to the view by itself. */
  readonly of: BreaksOwner | null
  /** False while the breaks may change without the viewer doing anything. */
  readonly isSettled: boolean
}

const InForce = createContext<Scale | null>(null)

/** Finds the classes once for all components inside; two maps have one each. */
export function ScaleProvider({ children }: { children: ReactNode }) {
  return createElement(InForce, { value: useFoundScale() }, children)
}

/** Returns the scale for the view at rest; null until there is a view. */
export function useScale(): Scale | null {
  return useContext(InForce)
}

function useFoundScale(): Scale | null {
  const view = useViewCells()
  const territory = useTerritoryScale()
  const metric = useAddress((address) => address.metric)
  const method = useAddress((address) => address.method)
  const palette = useAddress((address) => address.palette)
  const chosen = useAddress((address) => address.breaks)
  const locked = useAddress((address) => address.locked)
  const theme = useTheme()
  const { scale, isPending } = territory
  const reading = useReading()
  const isWithoutValues = reading.gap !== null && !reading.isPending
  const units = useShownUnits(view?.edition ?? null)
  const classes = useMemo(() => {
    if (!view) return null
    // Nothing can have these colours.
    if (isWithoutValues) return { at: [], of: null }
    if (chosen !== null && appliesTo(chosen, view.name, locked)) return { at: chosen.at, of: chosen.of }
    const fixed = fixedBreaks(metric)
    if (fixed !== null) return { at: fixed, of: { kind: 'fixed' } as const }
    return territoryBreaks(scale, method) ?? { at: classBreaks(method, valuesInView(view, metric)), of: null }
  }, [view, chosen, locked, scale, method, metric, isWithoutValues])
  return useMemo(() => {
    if (!view || !classes) return null
    const { at: decided, of } = classes
    const breaks = units === null ? decided : roundBreaks(decided, metric, units, of?.kind === 'hand')
    const colors = scaleColors(metric, palette, theme, breaks)
    const onMap = colors.map((color) => colorOnMap(color, theme))
    return { name: view.name, breaks, decided, colors, onMap, of, isSettled: !isPending }
  }, [view, classes, units, metric, palette, theme, isPending])
}

/** Returns the breaks of a territory's classes and whose they are; null when there are none. */
export function territoryBreaks(
  scale: ClassScale | null,
  method: Method,
): { at: readonly number[]; of: Extract<BreaksOwner, { kind: 'territory' }> } | null {
  const geo_id = scale?.kind === 'territory' ? parseGeoId(scale.territory.geo_id) : null
  if (scale?.kind !== 'territory' || scale.breaks === null || geo_id === null) return null
  return { at: scale.breaks[method], of: { kind: 'territory', geo_id, isProvisional: scale.provisional } }
}

/** True where the colours mean something: a view without figures has only the classes that somebody decided. */
export function hasClasses({ of, breaks }: Scale, view: ViewCells, metric: Metric): boolean {
  return (of !== null && breaks.length > 0) || valuesInView(view, metric).length > 0
}

/** Returns the values of one metric in the view. */
export function valuesInView(view: ViewCells, metric: Metric): number[] {
  return view.cells.flatMap(({ figure }) => figure?.[metric] ?? [])
}
