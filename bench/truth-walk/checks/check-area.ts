import { cellToLatLng, greatCircleDistance, gridDisk, latLngToCell, UNITS } from 'h3-js'
import type { Findings } from '../findings.ts'
import type { PanelSeen, Seen } from '../read-page.ts'
import type { Row, Selection, ServiceAnswers, Zone } from '../service-answers.ts'
import {
  count,
  counted,
  figure,
  figures,
  LEVEL_NAMES,
  lastMonthOf,
  PUBLISHED,
  placeName,
  shareOf,
  unitOf,
  windowWords,
} from '../words.ts'
import type { ViewTruth } from './check-legend.ts'

const EARTH_KM = 6371.007180918475

export interface CircleOfStop {
  readonly lat: number
  readonly lng: number
  readonly radius_km: number
}

/** What the service says of an area. */
interface AreaTruth {
  readonly resolution: number
  readonly cells: readonly string[]
  /** In the currency shown. */
  readonly rows: readonly Row[]
}

type View = Pick<ViewTruth, 'metric' | 'title' | 'manner'>

/** The service, and its rows of an area with the metric's own value. */
interface AreaSource {
  readonly service: ServiceAnswers
  readonly areaRows: (selection: Selection, selector: Readonly<Record<string, string>>) => Promise<readonly Row[]>
}

/** Compares the panel of a circle with the service's answer for the same circle. */
export async function checkCircle(
  panel: PanelSeen,
  circle: CircleOfStop,
  selection: Selection,
  view: View,
  { service, areaRows }: AreaSource,
  findings: Findings,
): Promise<void> {
  const km2 = 2 * Math.PI * EARTH_KM ** 2 * (1 - Math.cos(circle.radius_km / EARTH_KM))
  findings.same('circle: name', `Circle of ${circle.radius_km} km radius`, panel.title)
  const sizes = panel.lines.flatMap((line) => /^([\d.,]+) km²$/.exec(line)?.[1] ?? [])
  const size = Number(sizes[0]?.replaceAll(',', ''))
  findings.holds('circle: size', Math.abs(size - km2) <= 0.006 * km2, `${km2} km²`, String(sizes[0]))
  const { lat, lng, radius_km } = circle
  const selector = { lat: String(lat), lng: String(lng), radius_km: String(radius_km) }
  const rows = await areaRows(selection, selector)
  const truth = { resolution: selection.resolution, cells: cellsIn(circle, selection.resolution), rows }
  await checkFigures('circle', panel, truth, selection, view, service, findings)
}

/** Compares the card of a place with its row and with the service's answer for the place. */
export async function checkPlace(
  panel: NonNullable<Seen['place']>,
  zone: Zone,
  selection: Selection,
  view: View,
  { service, areaRows }: AreaSource,
  findings: Findings,
): Promise<void> {
  findings.same('place: name', zone.name, panel.title)
  findings.same('place: level', LEVEL_NAMES[zone.level] ?? zone.level, panel.level)
  findings.same('place: located in', zone.ancestors.map(placeName).reverse().join(' > '), panel.within.join(' > '))
  findings.holds('place: signal', panel.lines.includes(signalWords(zone)), signalWords(zone), panel.lines.join(' / '))
  const cells = await service.cellsOf(zone.geo_id, selection.resolution)
  const rows = await areaRows(selection, { geo_id: zone.geo_id })
  await checkFigures(
    'place',
    panel,
    { resolution: selection.resolution, cells, rows },
    selection,
    view,
    service,
    findings,
  )
}

function signalWords({ prices_available, current_period }: Zone): string {
  if (!prices_available) return 'No listings'
  return current_period === null ? 'Too few listings now' : `Figures up to ${lastMonthOf(current_period)}`
}

async function checkFigures(
  kind: string,
  panel: PanelSeen,
  { resolution, cells, rows }: AreaTruth,
  selection: Selection,
  { metric, title, manner }: View,
  service: ServiceAnswers,
  findings: Findings,
): Promise<void> {
  const term = (name: string) => panel.terms.find(([own]) => own === name)?.[1] ?? null
  const inside = new Set(cells)
  findings.same(`${kind}: rows outside its cells`, 0, rows.filter(({ h3 }) => !inside.has(h3)).length)
  findings.same(`${kind}: not bought`, null, term('Not bought'))
  findings.same(`${kind}: observed`, count(rows.filter(({ estimated }) => !estimated).length), term('Observed'))
  findings.same(`${kind}: estimated`, count(rows.filter(({ estimated }) => estimated).length), term('≈ Estimated'))
  const without = ['No figure', 'No listings', 'Not covered'].map((name) =>
    Number((term(name) ?? '0').replaceAll(',', '')),
  )
  const empty = without.reduce((sum, each) => sum + each, 0)
  // Cells in the sea are not counted.
  findings.holds(
    `${kind}: cells without a figure`,
    empty <= cells.length - rows.length,
    `at most ${cells.length - rows.length}`,
    String(empty),
  )
  const values = rows.flatMap((row) => row[metric] ?? []).sort((a, b) => a - b)
  const withValue = rows.filter((row) => (row[metric] ?? null) !== null)
  const isEstimate = 2 * withValue.filter(({ estimated }) => estimated).length > withValue.length
  const marked = (words: string) => (isEstimate ? `≈ ${words}` : words)
  const at = (share: number) => marked(figure(shareOf(values, share), metric, manner))
  const isOneOf = (about: string, name: string, expected: readonly string[]) =>
    findings.holds(`${kind}: ${about}`, expected.includes(term(name) ?? ''), expected[0] ?? '', String(term(name)))
  if (values.length === 0) {
    findings.same(`${kind}: middle cell`, null, term('Middle cell'))
    findings.same(`${kind}: chart`, null, panel.chart)
    return
  }
  const frame = await service.frame(selection)
  const unit = unitOf(metric, manner)
  const named = unit === null ? title : `${title} in ${unit}`
  const subject = `${named}, at resolution ${resolution}, ${windowWords(frame)}`
  findings.holds(`${kind}: subject`, panel.lines.includes(subject), subject, panel.lines.join(' / '))
  const hasQuartiles = values.length >= 5
  const half = `${at(0.25)} to ${at(0.75)}`
  const spelt = (share: number) => figures(shareOf(values, share), metric, manner).map(marked)
  isOneOf('middle cell', 'Middle cell', spelt(0.5))
  if (hasQuartiles) {
    const halves = spelt(0.25).flatMap((low) => spelt(0.75).map((high) => `${low} to ${high}`))
    isOneOf('middle half', 'Middle half', halves)
  } else findings.same(`${kind}: middle half`, null, term('Middle half'))
  const few = hasQuartiles ? null : `${count(values.length)}, too few for a spread`
  findings.same(`${kind}: few cells`, few, term('Cells with a figure'))
  const isMedian = metric.startsWith('median_')
  const quartiles = hasQuartiles ? `the middle half from ${half}; ` : ''
  const chart = `${counted(values.length, isMedian ? 'cell median' : 'cell')} from ${at(0)} to ${at(1)}; ${quartiles}the middle cell ${at(0.5)}.`
  // Each figure of a derived metric may end differently.
  if (PUBLISHED.some((published) => published === metric)) findings.same(`${kind}: chart`, chart, panel.chart)
}

/** The cells whose centre lies in a circle, each checked one by one. */
function cellsIn({ lat, lng, radius_km }: CircleOfStop, resolution: number): string[] {
  // Centres of neighbours are at least this many km apart, where H3 distorts cells most.
  const apart = 0.9 * 7 ** ((8 - resolution) / 2) * 0.6
  const centre: [number, number] = [lat, lng]
  return gridDisk(latLngToCell(lat, lng, resolution), Math.ceil(radius_km / apart) + 2).filter(
    (cell) => greatCircleDistance(centre, cellToLatLng(cell), UNITS.km) <= radius_km,
  )
}
