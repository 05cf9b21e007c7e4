import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { parseCell } from '../../domain/cell.ts'
import { letterOf, useAreaNames } from '../areas/chosen/area-name.ts'
import { km2OfCells, km2OfShape, selectorOf } from '../areas/chosen/shape-geometry.ts'
import { WithSecondMap } from '../beside/WithSecondMap.tsx'
import { fetchOutline } from '../drawing/area-outlines.ts'
import { SAME_CELL } from '../export/cell-records.ts'
import { type ExportTable, withSecondMap } from '../export/export-record.ts'
import { FormatButtons } from '../export/FormatButtons.tsx'
import { outlineGeometry } from '../export/outline-geometry.ts'
import { placeCellsOptions } from '../free/place-cells.ts'
import { useHistories } from '../history/use-histories.ts'
import { t } from '../language/translate.ts'
import { useEarlierEdition } from '../metric/use-earlier-edition.ts'
import type { AreaShape } from '../state/address/area-choice.ts'
import { serviceName } from '../ui/words/place-name.ts'
import { cellRing } from '../view/tile-geometry.ts'
import { useEditionName } from '../view/view-cells.ts'
import { AREA_COLUMNS, areaRecords, cellsOfAreas, type ExportedAreas } from './compared/area-records.ts'
import { type ExportedHistory, toldHistories } from './compared/history-records.ts'
import { useTray } from './compared/use-tray.ts'
import { HistoryFiles } from './HistoryFiles.tsx'

/** Saves the compared areas, and their hexagons, as files. Costs nothing; nothing without areas. */
export function AreaFiles() {
  const client = useQueryClient()
  const first = useExportedAreas()
  const histories = useExportedHistories(first)
  if (first.entries.length === 0) return null
  const known = first.entries.flatMap(({ area }) => area.edition ?? [])[0]
  const isReady = known !== undefined && first.entries.every(({ area }) => !area.isLoading)
  const name = `squaremetre-${known?.as_of ?? ''}`
  return (
    <WithSecondMap read={useExportedAreas}>
      {(second) => (
        <>
          <FormatButtons
            label={first.entries.length === 1 ? t('This area') : t('Compared areas')}
            source={
              isReady
                ? {
                    name: `${name}-areas`,
                    table: () => areaTable(client, first, second),
                    saved: (count) =>
                      t('{count, plural, one {# area was saved.} other {# areas were saved.}}', { count }),
                  }
                : null
            }
          />
          <FormatButtons
            label={first.entries.length === 1 ? t('Hexagons of this area') : t('Hexagons of these areas')}
            source={
              isReady
                ? {
                    name: `${name}-hexagons-of-areas`,
                    table: () => areaCellTable(first, second),
                    saved: (count) =>
                      t('{count, plural, one {# hexagon was saved.} other {# hexagons were saved.}}', { count }),
                  }
                : null
            }
          />
          <HistoryFiles
            label={first.entries.length === 1 ? t('History of this area') : t('Histories of these areas')}
            name={`${name}-history`}
            histories={histories}
          />
        </>
      )}
    </WithSecondMap>
  )
}

/** The histories that are held of areas of one resolution, as those that can be compared have. */
function useExportedHistories({ entries }: ExportedAreas): readonly ExportedHistory[] {
  const resolutions = new Set(entries.map(({ area }) => area.resolution))
  const [resolution = null] = resolutions
  const name = useEditionName(resolutions.size === 1 ? resolution : null)
  const held = useHistories(
    name,
    entries.map(({ chosen }) => selectorOf(chosen.shape)),
  )
  return toldHistories(
    entries.flatMap(({ chosen, name: areaName }, index) => {
      const each = held[index]
      return each ? { of: { area: letterOf(chosen.color), name: areaName }, held: each } : []
    }),
  )
}

function useExportedAreas(): ExportedAreas {
  const { entries, metric } = useTray()
  const names = useAreaNames(
    entries.map(({ chosen }) => chosen),
    serviceName,
  )
  const resolution = entries.flatMap(({ area }) => area.resolution ?? [])[0] ?? null
  const since = useEarlierEdition(useEditionName(resolution))
  return { entries: entries.map((entry, index) => ({ ...entry, name: names[index] ?? entry.name })), metric, since }
}

/** The columns of an area that are the same on both maps. */
const SAME_AREA = [...AREA_COLUMNS, 'metric', 'resolution', 'size_unit']

async function areaTable(
  client: QueryClient,
  first: ExportedAreas,
  second: ExportedAreas | null,
): Promise<ExportTable> {
  const shapes = first.entries.map(({ chosen: { shape } }) => shape)
  const outlines = await Promise.all(shapes.map((shape) => fetchOutline(client, shape)))
  const sizes = await Promise.all(shapes.map((shape) => sizeOf(client, shape)))
  const records = areaRecords(first, sizes)
  return {
    records: second
      ? withSecondMap(records, areaRecords(second, sizes), { keys: ['area'], shared: SAME_AREA })
      : records,
    outlines: outlines.map((outline) => outline && outlineGeometry(outline)),
  }
}

/** In km². */
async function sizeOf(client: QueryClient, shape: AreaShape): Promise<number> {
  if (shape.kind !== 'place') return km2OfShape(shape)
  return km2OfCells((await client.fetchQuery(placeCellsOptions(shape.geo_id))).cells)
}

function areaCellTable(first: ExportedAreas, second: ExportedAreas | null): ExportTable {
  const records = cellsOfAreas(first)
  return {
    records: second
      ? withSecondMap(records, cellsOfAreas(second), { keys: ['area', 'h3'], shared: ['name', ...SAME_CELL] })
      : records,
    outlines: records.map(({ h3 }) => {
      const cell = parseCell(String(h3))
      return cell && outlineGeometry([[cellRing(cell)]])
    }),
  }
}
