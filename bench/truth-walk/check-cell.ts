import { cellToParent } from 'h3-js'
import type { ViewTruth } from './check-legend.ts'
import type { Findings } from './findings.ts'
import type { Seen } from './read-page.ts'
import type { Row, ServiceAnswers, Zone } from './service-answers.ts'
import {
  cellPlace,
  count,
  figure,
  LEVEL_NAMES,
  METRIC_NAMES,
  METRICS,
  placeName,
  stateWords,
  windowWords,
} from './words.ts'

/** A cell, its row in US dollars and in the currency shown. */
export interface CellTruth {
  readonly cell: string
  readonly row: Row | null
  readonly shown: Row | null
}

/** Compares the card of a cell with the cell's row, its places, and the other cells on the screen. */
export async function checkCard(
  card: NonNullable<Seen['card']>,
  { cell, row, shown }: CellTruth,
  truth: ViewTruth,
  service: ServiceAnswers,
  findings: Findings,
): Promise<void> {
  const { metric, frame, resolution, currency } = truth
  const { zones } = await service.lookUp(cell)
  await checkState('card', card.state, { cell, row, zones }, truth, service, findings)
  const name = row?.name ?? zones[0]?.name ?? null
  findings.same('card: title', name === null ? `Hexagon ${cell}` : cellPlace(name), card.title)
  const says = (about: string, words: string) =>
    findings.holds(
      `card: ${about}`,
      card.lines.some((line) => line.includes(words)),
      words,
      card.lines.join(' / '),
    )
  says('resolution', `Hexagon, resolution ${resolution}`)
  says('state', stateWords(card.state, frame.snapshot.min_listings_by_res[String(resolution)]))
  const order = [metric, ...METRICS.filter((other) => other !== metric)]
  const figures = order.map((each) => {
    const value = shown?.[each] ?? null
    return `${METRIC_NAMES[each]} ${value === null ? '—' : `${shown?.estimated ? '≈ ' : ''}${figure(value, each, currency)}`}`
  })
  findings.same(
    'card: figures',
    row === null ? '' : figures.join(' | '),
    card.terms.map((term) => term.join(' ')).join(' | '),
  )
  if (row !== null) says('window', windowWords(frame))
  const own = row?.[metric] ?? null
  const others = [...truth.rows.values()].flatMap((each) => each?.[metric] ?? [])
  const rank = card.lines.find((line) => line.includes(' in view, ')) ?? null
  if (own !== null && truth.rows.has(cell)) {
    const place = 1 + others.filter((value) => value > own).length
    const most = metric === 'median_area' ? 'largest' : 'dearest'
    findings.same('card: rank', `${count(place)} of ${count(others.length)} in view, ${most} first.`, rank)
  } else findings.same('card: rank', null, rank)
  checkPlaces(card, zones, findings)
}

function checkPlaces(card: NonNullable<Seen['card']>, zones: readonly Zone[], findings: Findings): void {
  const places = new Map<string, string>()
  for (const zone of zones) for (const place of [zone, ...zone.ancestors]) places.set(place.geo_id, placeName(place))
  const controls = new Set(['Compare this hexagon', 'Draw a circle here', 'Buy anyway', 'Close the card', ''])
  findings.sameSet(
    'card: places',
    [...places.values()],
    card.buttons.filter((name) => !controls.has(name)),
  )
  for (const { level } of zones)
    findings.holds('card: level', card.lines.includes(LEVEL_NAMES[level] ?? level), level, card.lines.join(' / '))
}

/** Compares a cell's state with its row, and what is said of an empty cell with what the free endpoints say. */
export async function checkState(
  where: string,
  state: string,
  { cell, row, zones }: { cell: string; row: Row | null; zones: readonly Zone[] },
  { resolution }: ViewTruth,
  service: ServiceAnswers,
  findings: Findings,
): Promise<void> {
  if (row !== null) {
    findings.same(`${where}: state with a figure`, row.estimated ? 'estimated' : 'observed', state)
    return
  }
  const empty = ['too_few', 'no_listings', 'not_covered', 'sea', 'not_bought']
  findings.holds(`${where}: state without a figure`, empty.includes(state), empty.join(' or '), state)
  const served = (await service.coverage()).filter(({ h3_resolutions }) => h3_resolutions.includes(resolution))
  const countries = new Set(served.map(({ country }) => country))
  const market = zones.find(({ country }) => countries.has(country))
  if (market !== undefined) {
    const isOutside = state === 'sea' || state === 'not_covered'
    findings.holds(
      `${where}: ground of a market`,
      !isOutside,
      `a state of ground in ${market.name}`,
      `${state} (${cell})`,
    )
  }
  if (state === 'no_listings') {
    const { prices_available } = await service.lookUp(cellToParent(cell, resolution - 3))
    findings.same(`${where}: look-up of the tile`, 'false', String(prices_available))
  }
}
