import { getPentagons } from 'h3-js'
import { HEXES_PARAMETERS, HISTORY_PARAMETERS } from '../../contract/service/assumptions.ts'
import { cellParent, cellToDecimal, RESOLUTIONS } from '../../domain/cell.ts'
import { cellCenter, cellsAround } from '../../domain/distance.ts'
import { addMonths, parseAsOf } from '../../domain/period.ts'
import type { Subject } from '../subject/subject.ts'

/** Values that the service knows, by parameter name. */
export type Known = Readonly<Record<string, readonly string[]>>

/** Values that often cause trouble, whatever the parameter. */
export const NASTY = [
  '',
  ' ',
  '0',
  '-1',
  '1e3',
  '1e99',
  '-0',
  '00',
  'NaN',
  'null',
  '[]',
  '%',
  '%00',
  '\u0000',
  "';--",
  '../..',
  '9'.repeat(19),
  '9'.repeat(400),
  'ł'.repeat(300),
  '🏙️',
  'a,b',
  ',',
  'true',
  '٣',
  '2026-02-30',
  '0000-00-00',
]

/** How many zones to page for a cursor. */
const ZONES_PAGED = 5
const PLACES = 20

/** Collects values that the service knows. */
export async function knownValues(subject: Subject): Promise<Known> {
  const { zones, countries } = await subject.market()
  const { cell, stats } = await subject.figures()
  const pages = zones.slice(0, ZONES_PAGED).map((zone) => subject.cellsOf(zone, { [HEXES_PARAMETERS.limit]: 1 }))
  const cells = RESOLUTIONS.map((resolution) => cellParent(cell, resolution))
  const near = [...cellsAround(cell, 2)]
  const pentagons = [4, 8].flatMap((resolution) => getPentagons(resolution).slice(0, 2))
  const places = [...zones.slice(0, PLACES).map(({ geo_id }) => geo_id), ...countries.map(({ geo_id }) => geo_id)]
  const { lat, lng } = cellCenter(cell)
  const labels = labelsAround(stats.as_of)
  return {
    geo_id: places,
    parent: places,
    country: countries.map(({ geo_id }) => geo_id),
    q: zones.slice(0, PLACES).map(({ name }) => name),
    h3: [...cells, ...cells.map(cellToDecimal), near.join(), near.map(cellToDecimal).join(), ...pentagons],
    lat: [String(lat), String(lat), String(lat), '-90', '90', '0'],
    lng: [String(lng), String(lng), String(lng), '-180', '180', '0'],
    radius_km: ['0.001', '1', '3', '20', '500'],
    currency: ['USD', 'EUR', 'gbp'],
    min_price_usd: ['0', '100000', '2e5'],
    max_price_usd: ['300000', '1e6'],
    page: ['1', '2', '10000'],
    limit: ['1', '7', '100', '100000'],
    [HEXES_PARAMETERS.cursor]: (await Promise.all(pages)).flatMap(({ nextCursor }) => nextCursor ?? []),
    [HISTORY_PARAMETERS.from]: labels.before,
    [HISTORY_PARAMETERS.to]: labels.from,
  }
}

/** Labels from up to five years before a period, and labels of the months around it. */
function labelsAround(asOf: string): { before: string[]; from: string[] } {
  const label = parseAsOf(asOf)
  if (label === null) return { before: [], from: [] }
  const months = (offsets: readonly number[]) => offsets.map((offset) => addMonths(label, offset))
  const before = months([0, -1, -2, -6, -24, -59])
  return { before: [...before, ...before.map((each) => each.slice(0, 7))], from: months([-2, -1, 0, 1]) }
}
