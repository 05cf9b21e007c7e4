import { useMemo } from 'react'
import type { Metric } from '../../../domain/figure.ts'
import type { Area } from '../../areas/area.ts'
import { useAreaNames } from '../../areas/chosen/area-name.ts'
import { type AreaFigures, areaFigures, convertFigures } from '../../areas/spread/area-figures.ts'
import { type Distribution, distributionOf } from '../../areas/spread/distribution.ts'
import { isMostlyEstimated } from '../../areas/spread/mostly-estimated.ts'
import { useChosenArea } from '../../areas/use-chosen-area.ts'
import { readValue, type Units, unitsOfShown } from '../../figures/figure-words.ts'
import { unitsOf, useShownCurrency } from '../../figures/use-shown-currency.ts'
import { baselineOf, type ChosenArea } from '../../state/address/area-choice.ts'
import { useAreaUnit } from '../../state/device/area-unit-choice.ts'
import { useAddress } from '../../state/use-address.ts'
import { type Comparability, comparabilityOf } from './common-resolution.ts'
import { compareShownSpreads, type ReadDifference } from './compare-spreads.ts'

/** An area in the tray with what is known of it. */
export interface TrayEntry {
  readonly chosen: ChosenArea
  readonly name: string
  readonly area: Area
  /** As bought. */
  readonly bought: AreaFigures
  /** In the units shown, as are the spread and the difference. */
  readonly figures: AreaFigures
  readonly units: Units | null
  /** Those in which `bought` is shown, with their rate. */
  readonly shownUnits: Units | null
  readonly spread: Distribution | null
  readonly isBaseline: boolean
  /** From the baseline; null for the baseline itself, and while the two cannot be compared. */
  readonly difference: ReadDifference | null
}

/** The compared areas with their figures, and whether they can be compared. */
export interface Tray {
  readonly metric: Metric
  readonly entries: readonly TrayEntry[]
  readonly comparability: Comparability
}

/** Returns what the tray shows. Buys nothing. */
export function useTray(): Tray {
  const areas = useAddress((address) => address.areas)
  const baseline = useAddress(baselineOf)
  const metric = useAddress((address) => address.metric)
  const names = useAreaNames(areas)
  const [a, b, c, d, e, f] = areas
  // At most six areas, each with a hook of its own.
  const found = [
    useFigures(a, metric),
    useFigures(b, metric),
    useFigures(c, metric),
    useFigures(d, metric),
    useFigures(e, metric),
    useFigures(f, metric),
  ]
  const known = areas.flatMap((chosen, index) => {
    const figures = found[index] ?? null
    return figures === null ? [] : [{ chosen, name: names[index] ?? '', ...figures }]
  })
  const comparability = comparabilityOf(
    known.map(({ area }) => ({ resolution: area.resolution, window: windowOf(area), limits: area.limits })),
  )
  const base = known.find(({ chosen }) => chosen === baseline) ?? null
  const entries = known.map((entry): TrayEntry => {
    const isBaseline = entry.chosen === baseline
    const isComparable = !isBaseline && comparability.kind === 'same'
    const { spread, units } = entry
    if (!isComparable || !base?.spread || !spread) return { ...entry, isBaseline, difference: null }
    const isEstimate = isMostlyEstimated(entry.figures) || isMostlyEstimated(base.figures)
    const read = (value: number) => (units === null ? value : readValue(value, metric, units))
    return { ...entry, isBaseline, difference: { ...compareShownSpreads(spread, base.spread, read), isEstimate } }
  })
  return { metric, entries, comparability }
}

function useFigures(chosen: ChosenArea | undefined, metric: Metric) {
  const area = useChosenArea(chosen ?? null)
  const shown = useShownCurrency()
  const unit = useAreaUnit((choice) => choice.unit)
  const cells = area?.cells
  const edition = area?.edition ?? null
  const found = useMemo(() => {
    const bought = areaFigures(cells ?? [], metric)
    const units = edition && unitsOf(edition, shown, unit)
    const figures = units ? convertFigures(bought, metric, units) : bought
    return {
      bought,
      figures,
      // What was converted needs no rate any more.
      units: units && unitsOfShown(units),
      shownUnits: units,
      spread: distributionOf([...figures.observed, ...figures.estimated]),
    }
  }, [cells, edition, metric, shown, unit])
  return area && { area, ...found }
}

function windowOf({ edition }: Area): string | null {
  return edition && `${edition.window_start} ${edition.window_end}`
}
