import type { Cell } from '../../domain/cell.ts'
import type { Metric } from '../../domain/figure.ts'
import type { GeoId } from '../../domain/place.ts'
import type { Area } from '../areas/area.ts'
import { areaFigures } from '../areas/spread/area-figures.ts'
import { type Distribution, distributionOf } from '../areas/spread/distribution.ts'
import type { ExportRecord } from '../export/export-record.ts'
import type { Units } from '../figures/figure-words.ts'
import type { Place } from '../free/geo.ts'
import type { EarlierWindow } from '../metric/use-earlier-edition.ts'
import { cellsOfParts, rankPlaces } from '../places/rank-parts.ts'
import {
  AREA_COLUMNS,
  areaRecords,
  cellsOfAreas,
  type ExportedArea,
  sizeInFile,
} from '../tray/compared/area-records.ts'
import { compareSpreads } from '../tray/compared/compare-spreads.ts'
import { serviceName } from '../ui/words/place-name.ts'
import type { CellView } from '../view/view-cells.ts'

/** A place as a map has it. */
export interface ExportedPlace {
  readonly geo_id: GeoId
  readonly place: Place
  readonly area: Area
  /** Those in which figures are shown; null while no figures are held. */
  readonly units: Units | null
  readonly metric: Metric
  /** The earlier period of a change; null for other metrics. */
  readonly since: EarlierWindow | null
}

/** A place with the cells that the service lists for it, at whatever resolution. */
export interface ListedPlace {
  readonly geo_id: GeoId
  readonly place: Place
  readonly cells: readonly Cell[]
  readonly km2: number | null
}

/** What a place has in common on two maps. */
export const SAME_PLACE = ['name', 'level', 'part_of', 'size_km2', 'metric', 'resolution', 'size_unit']

/** Columns of compared areas that say nothing of places. */
const OF_AREAS: ReadonlySet<string> = new Set(['area', ...AREA_COLUMNS])

/**
 * Returns a record for the place, then one for each of its parts from the place's own cells, in the order given: who it is, its
 * rank among the parts, the distribution of its cells in the metric in force, its cells in each state, the difference from the
 * whole place, period, units and filters.
 */
export function placeRecords(
  exported: ExportedPlace,
  whole: ListedPlace,
  parts: readonly ListedPlace[],
): ExportRecord[] {
  const { area, metric, since } = exported
  const pick = cellsOfParts(area.cells)
  const known = parts.map((part) => ({ ...part, cells: pick(part.cells) }))
  const ranks = new Map(rankPlaces(known, metric).map(({ place, rank }) => [place.geo_id, rank]))
  const base = spreadOf(area.cells, metric)
  const entries = [
    entryOf(exported, exported, area.cells),
    ...known.map((part): ExportedArea => {
      const spread = spreadOf(part.cells, metric)
      const difference = spread && base ? compareSpreads(spread, base) : null
      return { ...entryOf(exported, part, part.cells), isBaseline: false, difference }
    }),
  ]
  const listed = [whole, ...parts]
  return areaRecords({ entries, metric, since }, []).flatMap((record, index) => {
    const each = listed[index]
    if (each === undefined) return []
    return {
      name: serviceName(each.place),
      level: each.place.level,
      geo_id: each.geo_id,
      part_of: index === 0 ? null : exported.geo_id,
      rank: index === 0 ? null : (ranks.get(each.geo_id) ?? null),
      size_km2: sizeInFile(each.km2),
      ...Object.fromEntries(Object.entries(record).filter(([column]) => !OF_AREAS.has(column))),
    }
  })
}

/** Returns a record for each cell of the place that has figures or could have some. */
export function cellsOfPlace(exported: ExportedPlace): ExportRecord[] {
  const { area, metric, since } = exported
  const entries = [entryOf(exported, exported, area.cells)]
  return cellsOfAreas({ entries, metric, since }).map(({ area: _letter, name: _name, ...record }) => record)
}

/** A place as the records of compared areas have it. */
function entryOf(
  { area, units, metric }: ExportedPlace,
  { geo_id, place }: Pick<ListedPlace, 'geo_id' | 'place'>,
  cells: readonly CellView[],
): ExportedArea {
  return {
    chosen: { shape: { kind: 'place', geo_id }, color: 0, resolution: area.resolution, name: null },
    name: serviceName(place),
    area: { ...area, cells },
    bought: areaFigures(cells, metric),
    shownUnits: units,
    isBaseline: true,
    difference: null,
  }
}

function spreadOf(cells: readonly CellView[], metric: Metric): Distribution | null {
  const { observed, estimated } = areaFigures(cells, metric)
  return distributionOf([...observed, ...estimated])
}
