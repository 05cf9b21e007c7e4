import { useQueries, useQuery } from '@tanstack/react-query'
import { letterOf } from '../areas/chosen/area-name.ts'
import { km2OfCells, km2OfShape, selectorOf } from '../areas/chosen/shape-geometry.ts'
import { whereWords } from '../areas/chosen/where-words.ts'
import { filtersOptions } from '../free/filters.ts'
import { type Place, placeOptions } from '../free/geo.ts'
import { placeCellsOptions } from '../free/place-cells.ts'
import { useHistories } from '../history/use-histories.ts'
import { lensWordsFor } from '../lens/lens-words.ts'
import { ancestorsText } from '../places/place-words.ts'
import type { AreaShape } from '../state/address/area-choice.ts'
import { type Tray, type TrayEntry, useTray } from '../tray/compared/use-tray.ts'
import { countryName } from '../ui/words/place-name.ts'
import { useEditionName } from '../view/view-cells.ts'
import type { ReportedHistory } from './ReportHistories.tsx'

/** A compared area as a report has it. */
export interface ReportedArea {
  readonly entry: TrayEntry
  /** `A · Gràcia` */
  readonly name: string
  /** Where it lies; empty while that is not known. */
  readonly where: string
  /** Null while it is not known. */
  readonly km2: number | null
  /** 1 for the highest middle cell; null without one, and where areas cannot be compared. */
  readonly rank: number | null
}

export interface ReportedAreas {
  readonly tray: Tray
  readonly areas: readonly ReportedArea[]
  readonly histories: readonly ReportedHistory[]
  /** The filters in words; empty while nothing is held. */
  readonly filters: string
}

/** Returns what a report says of the compared areas, on the map around it. Buys nothing. */
export function useReportedAreas(): ReportedAreas {
  const tray = useTray()
  const { entries, comparability } = tray
  const shapes = entries.map(({ chosen: { shape } }) => shape)
  const ids = shapes.map((shape) => (shape.kind === 'place' ? shape.geo_id : null))
  const places = useQueries({ queries: ids.map(placeOptions) })
  const cells = useQueries({ queries: ids.map(placeCellsOptions) })
  const edition = entries.flatMap(({ area }) => area.edition ?? [])[0] ?? null
  const resolution = entries.flatMap(({ area }) => area.resolution ?? [])[0] ?? null
  const name = useEditionName(comparability.kind === 'same' ? resolution : null)
  const held = useHistories(name, shapes.map(selectorOf))
  const filters = useQuery(filtersOptions).data?.filters ?? []
  const areas = entries.map((entry, index): ReportedArea => {
    const shape = entry.chosen.shape
    const listed = cells[index]?.data?.cells
    return {
      entry,
      name: `${letterOf(entry.chosen.color)} · ${entry.name}`,
      where: reportedWhere(shape, places[index]?.data ?? null),
      km2: shape.kind === 'place' ? (listed ? km2OfCells(listed) : null) : km2OfShape(shape),
      rank: comparability.kind === 'same' ? rankOf(entry, entries) : null,
    }
  })
  return {
    tray,
    areas,
    histories: areas.flatMap(({ entry, name: title }, index) => {
      const history = held[index]
      return history ? { name: title, label: letterOf(entry.chosen.color), held: history } : []
    }),
    filters: edition ? lensWordsFor(tray.metric, filters, edition) : '',
  }
}

/** The highest middle cell comes first; equal ones share a rank. */
function rankOf({ spread }: TrayEntry, entries: readonly TrayEntry[]): number | null {
  if (spread === null) return null
  return 1 + entries.filter((other) => other.spread !== null && other.spread.middle > spread.middle).length
}

/** Without it, nobody could find a circle of a printed report again. */
function reportedWhere(shape: AreaShape, place: Place | null): string {
  if (shape.kind !== 'place') return whereWords(shape)
  return place === null ? '' : [ancestorsText(place), countryName(place.country)].filter(Boolean).join(', ')
}
