import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { parseCell } from '../../domain/cell.ts'
import { km2OfCells } from '../areas/chosen/shape-geometry.ts'
import { usePlaceArea } from '../areas/use-area.ts'
import { WithSecondMap } from '../beside/WithSecondMap.tsx'
import { SAME_CELL } from '../export/cell-records.ts'
import { type ExportTable, withSecondMap } from '../export/export-record.ts'
import { FormatButtons } from '../export/FormatButtons.tsx'
import { outlineGeometry } from '../export/outline-geometry.ts'
import { useShownUnits } from '../figures/use-shown-currency.ts'
import { isCountryId, placeOptions } from '../free/geo.ts'
import { placeCellsOptions } from '../free/place-cells.ts'
import { useHistories } from '../history/use-histories.ts'
import { t } from '../language/translate.ts'
import { useEarlierEdition } from '../metric/use-earlier-edition.ts'
import { outlineOf } from '../places/outline.ts'
import { useAddress } from '../state/use-address.ts'
import { type ExportedHistory, toldHistories } from '../tray/compared/history-records.ts'
import { HistoryFiles } from '../tray/HistoryFiles.tsx'
import { serviceName } from '../ui/words/place-name.ts'
import { cellRing } from '../view/tile-geometry.ts'
import { useEditionName } from '../view/view-cells.ts'
import { listParts } from './list-parts.ts'
import { cellsOfPlace, type ExportedPlace, type ListedPlace, placeRecords, SAME_PLACE } from './place-records.ts'

/** Saves the open place with its parts, and its hexagons, as files. Costs nothing. */
export function PlaceFiles() {
  const client = useQueryClient()
  const first = useExportedPlace()
  const histories = useExportedHistory(first)
  if (first === null) return null
  const { edition, isLoading } = first.area
  const isReady = edition !== null && !isLoading
  const name = `squaremetre-${edition?.as_of ?? ''}-${first.geo_id}`
  return (
    <WithSecondMap read={useExportedPlace}>
      {(second) => (
        <>
          <FormatButtons
            label={t('This place and its parts')}
            source={
              isReady
                ? {
                    name,
                    table: () => placeTable(client, first, second),
                    saved: (count) =>
                      t('{count, plural, one {# place was saved.} other {# places were saved.}}', { count }),
                  }
                : null
            }
          />
          <FormatButtons
            label={t('Hexagons of this place')}
            source={
              isReady
                ? {
                    name: `${name}-hexagons`,
                    table: () => placeCellTable(first, second),
                    saved: (count) =>
                      t('{count, plural, one {# hexagon was saved.} other {# hexagons were saved.}}', { count }),
                  }
                : null
            }
          />
          <HistoryFiles label={t('History of this place')} name={`${name}-history`} histories={histories} />
        </>
      )}
    </WithSecondMap>
  )
}

/** What is held of the place's history. */
function useExportedHistory(exported: ExportedPlace | null): readonly ExportedHistory[] {
  const name = useEditionName(exported?.area.resolution ?? null)
  const [held] = useHistories(name, exported === null ? [] : [{ geo_id: exported.geo_id }])
  if (exported === null || held === undefined) return []
  const { geo_id, place } = exported
  return toldHistories([{ of: { name: serviceName(place), geo_id }, held }])
}

/** The open place; null until it is known. */
function useExportedPlace(): ExportedPlace | null {
  const geo_id = useAddress((address) => address.place)
  const metric = useAddress((address) => address.metric)
  const place = useQuery(placeOptions(geo_id)).data
  const area = usePlaceArea(geo_id)
  const units = useShownUnits(area.edition)
  const since = useEarlierEdition(useEditionName(area.resolution))
  return geo_id === null || place === undefined ? null : { geo_id, place, area, units, metric, since }
}

async function placeTable(
  client: QueryClient,
  first: ExportedPlace,
  second: ExportedPlace | null,
): Promise<ExportTable> {
  const whole = await listWhole(client, first)
  const { resolution } = first.area
  const parts = resolution === null ? [] : await listParts(client, first.geo_id, resolution)
  const records = placeRecords(first, whole, parts)
  return {
    records: second
      ? withSecondMap(records, placeRecords(second, whole, parts), { keys: ['geo_id'], shared: SAME_PLACE })
      : records,
    outlines: [whole, ...parts].map(({ cells }) => (cells.length === 0 ? null : outlineGeometry(outlineOf(cells)))),
  }
}

/** The service refuses a country's cells, so they are those of its figures, which the proxy finds from its parts. */
async function listWhole(client: QueryClient, { geo_id, place, area }: ExportedPlace): Promise<ListedPlace> {
  const cells = isCountryId(geo_id)
    ? area.cells.map(({ cell }) => cell)
    : (await client.fetchQuery(placeCellsOptions(geo_id))).cells
  return { geo_id, place, cells, km2: km2OfCells(cells) }
}

function placeCellTable(first: ExportedPlace, second: ExportedPlace | null): ExportTable {
  const records = cellsOfPlace(first)
  return {
    records: second ? withSecondMap(records, cellsOfPlace(second), { keys: ['h3'], shared: SAME_CELL }) : records,
    outlines: records.map(({ h3 }) => {
      const cell = parseCell(String(h3))
      return cell && outlineGeometry([[cellRing(cell)]])
    }),
  }
}
