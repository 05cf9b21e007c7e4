import type { LatLng } from '../../../domain/distance.ts'
import { CELL_STATES, type CellState, DERIVED_METRICS, type Metric } from '../../../domain/figure.ts'
import { letterOf } from '../../areas/chosen/area-name.ts'
import { circleOfShape } from '../../areas/chosen/shape-geometry.ts'
import { type Distribution, distributionOf } from '../../areas/spread/distribution.ts'
import { cellRecords, inCertainDigits } from '../../export/cell-records.ts'
import {
  changeColumns,
  type ExportRecord,
  filterColumns,
  moneyColumns,
  withoutNoise,
} from '../../export/export-record.ts'
import { convertedValue, inBoughtArea, isShare, type Units } from '../../figures/figure-words.ts'
import type { EarlierWindow } from '../../metric/use-earlier-edition.ts'
import type { AreaShape } from '../../state/address/area-choice.ts'
import { compareSpreads, type SpreadDifference } from './compare-spreads.ts'
import { listingsIn } from './listings-in.ts'
import type { TrayEntry } from './use-tray.ts'

/** The parts of an area that are exported. */
export type ExportedArea = Pick<TrayEntry, 'chosen' | 'name' | 'area' | 'bought' | 'shownUnits' | 'isBaseline'> & {
  readonly difference: SpreadDifference | null
}

/** What is exported of compared areas. */
export interface ExportedAreas {
  readonly entries: readonly ExportedArea[]
  readonly metric: Metric
  /** The earlier period of a change; null for other metrics. */
  readonly since: EarlierWindow | null
}

/** More of a size than a map can show. */
const SIZE_DIGITS = 6

/** Decimals of a degree: a tenth of a metre. */
const DEGREE_DECIMALS = 6

/** Cells in these states may still get a figure. */
const OPEN_STATES: readonly CellState[] = ['not_bought', 'finer_than_plan', 'failed', 'loading']

/** The columns that say what an area is, which do not depend on filters or period. */
export const AREA_COLUMNS = [
  'name',
  'kind',
  'geo_id',
  'h3',
  'lat',
  'lng',
  'radius_km',
  'outline',
  'size_km2',
  'baseline',
]

/**
 * Returns a record for each area: what it is, the distribution of its cells in the metric in force, its cells in each state,
 * the difference from the baseline, period, units and filters. Sizes in km² stand in the same order.
 */
export function areaRecords(
  { entries, metric, since }: ExportedAreas,
  sizes: readonly (number | null)[],
): ExportRecord[] {
  const base = entries.find(({ isBaseline }) => isBaseline)
  const baseSpread = base ? spreadOf(base, metric) : null
  return entries.map((entry, index) => {
    const { chosen, name, area, bought } = entry
    const units = unitsOfEntry(entry)
    const spread = spreadOf(entry, metric)
    const difference = entry.difference && spread && baseSpread ? compareSpreads(spread, baseSpread) : null
    const percent = isShare(metric) ? null : (difference?.percent ?? null)
    const derived = DERIVED_METRICS.find((each) => each === metric)
    const told = (value: number | undefined) =>
      value === undefined ? null : derived === undefined ? withoutNoise(value) : inCertainDigits(value, derived)
    const [middle, baseMiddle] = [told(spread?.middle), told(baseSpread?.middle)]
    return {
      area: letterOf(chosen.color),
      name,
      ...shapeColumns(chosen.shape),
      size_km2: sizeInFile(sizes[index] ?? null),
      baseline: base ? letterOf(base.chosen.color) : null,
      state: area.isComplete && !OPEN_STATES.some((state) => bought.counts[state] > 0) ? 'complete' : 'incomplete',
      metric,
      least: told(spread?.least),
      lower_quartile: told(spread?.quartiles?.lower),
      middle,
      upper_quartile: told(spread?.quartiles?.upper),
      most: told(spread?.most),
      // That of the middles in the file, which may have fewer digits than they were made from.
      difference:
        difference === null || middle === null || baseMiddle === null ? null : withoutNoise(middle - baseMiddle),
      difference_pct: percent === null ? null : inCertainDigits(percent, 'difference'),
      overlap: difference?.overlap ?? null,
      listings: listingsIn(area.cells),
      cells: area.cells.length - bought.counts.sea,
      ...Object.fromEntries(CELL_STATES.map((state) => [`cells_${state}`, bought.counts[state]])),
      ...moneyColumns(units),
      size_unit: units?.size_unit ?? null,
      as_of: area.edition?.as_of ?? null,
      window_start: area.edition?.window_start || null,
      window_end: area.edition?.window_end || null,
      ...changeColumns(since, area.edition),
      resolution: area.resolution,
      ...filterColumns(area.edition),
    }
  })
}

/** Returns a record for each cell of the areas that has figures or could have some; `area` is the letter of its area. */
export function cellsOfAreas({ entries, metric, since }: ExportedAreas): ExportRecord[] {
  return entries.flatMap((entry) => {
    const { chosen, name, area } = entry
    const units = unitsOfEntry(entry)
    if (area.edition === null || units === null) return []
    const cells = area.cells.flatMap(({ cell, state, figure }) => (state === 'sea' ? [] : { id: cell, state, figure }))
    return cellRecords(cells, { edition: area.edition, units, metric, since }).map((record) => ({
      area: letterOf(chosen.color),
      name,
      ...record,
    }))
  })
}

/** In the service's unit of area, for other programs. */
function unitsOfEntry({ area, shownUnits }: ExportedArea): Units | null {
  return area.edition && shownUnits && inBoughtArea(shownUnits, area.edition)
}

/** A size in km² in the digits that it can have. */
export function sizeInFile(km2: number | null): number | null {
  return km2 === null ? null : Number(km2.toPrecision(SIZE_DIGITS))
}

function degrees(value: number | undefined): number | null {
  return value === undefined ? null : Number(value.toFixed(DEGREE_DECIMALS))
}

/** A drawn outline as WKT, which a table can have too. */
function outlineText(corners: readonly LatLng[]): string {
  const [first] = corners
  const ring = first ? [...corners, first] : corners
  return `POLYGON ((${ring.map(({ lat, lng }) => `${lng} ${lat}`).join(', ')}))`
}

function spreadOf(entry: ExportedArea, metric: Metric): Distribution | null {
  const units = unitsOfEntry(entry)
  const { observed, estimated } = entry.bought
  return distributionOf(
    [...observed, ...estimated].map((value) => (units ? convertedValue(value, metric, units) : value)),
  )
}

function shapeColumns(shape: AreaShape): ExportRecord {
  const circle = shape.kind === 'circle' ? shape.circle : null
  const middle = shape.kind === 'place' ? null : circleOfShape(shape)
  return {
    kind: shape.kind,
    geo_id: shape.kind === 'place' ? shape.geo_id : null,
    h3: shape.kind === 'cell' ? shape.cell : null,
    lat: degrees(middle?.lat),
    lng: degrees(middle?.lng),
    radius_km: circle?.radius_km ?? null,
    outline: shape.kind === 'polygon' ? outlineText(shape.corners) : null,
  }
}
