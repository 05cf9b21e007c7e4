import { cellToChildren, cellToParent } from 'h3-js'
import type { Findings } from '../findings.ts'
import type { Seen } from '../read-page.ts'
import type { Row, ServiceAnswers, Zone } from '../service-answers.ts'
import {
  cellPlace,
  convertedFigures,
  count,
  LEVEL_NAMES,
  type Metric,
  metricName,
  PUBLISHED,
  placeName,
  stateWords,
  windowWords,
} from '../words.ts'
import type { ViewTruth } from './check-legend.ts'

/** A cell, its row in US dollars and in the currency shown. */
export interface CellTruth {
  readonly cell: string
  readonly row: Row | null
  readonly shown: Row | null
}

/** Compares the card of a cell with the cell's row, its places, and the other cells on the screen, if all are loaded. */
export async function checkCard(
  card: NonNullable<Seen['card']>,
  { cell, row, shown, isWhole }: CellTruth & { readonly isWhole: boolean },
  truth: ViewTruth,
  service: ServiceAnswers,
  findings: Findings,
): Promise<void> {
  const { metric, title, frame, resolution, manner } = truth
  const { zones } = await service.lookUp(cell)
  await checkState('card', card.state, { cell, row, zones }, truth, service, findings)
  // Cells of a place that is listed more coarsely reach over shores and borders.
  const isOutside = card.state === 'sea' || card.state === 'not_covered'
  const isReached = isOutside && zones.every(({ h3_res }) => h3_res < resolution)
  const name = row?.name ?? (isReached ? null : zones[0]?.name) ?? null
  findings.same('card: title', name === null ? `Hexagon ${cell}` : cellPlace(name), card.title)
  const says = (about: string, words: string) =>
    findings.holds(
      `card: ${about}`,
      card.lines.some((line) => line.includes(words)),
      words,
      card.lines.join(' / '),
    )
  says('resolution', `Hexagon, resolution ${resolution}`)
  const isYield = metric === 'rental_yield'
  if (!isYield) says('state', stateWords(card.state, frame.snapshot.min_listings_by_res[String(resolution)], manner))
  const others = PUBLISHED.filter((other) => other !== metric && shown?.[other] !== undefined)
  const spell = (name: string, each: Metric) => {
    const value = shown?.[each] ?? null
    if (value === null) return [`${name} —`]
    const spelt = convertedFigures(value, truth.rate, each, manner)
    return spelt.map((words) => `${name} ${shown?.estimated ? '≈ ' : ''}${words}`)
  }
  // Beside a yield stand the figures of both offers.
  const said = card.terms.map((term) => term.join(' ')).slice(0, isYield ? 1 : undefined)
  const rest = isYield ? [] : others.map((each) => spell(metricName(each, manner), each))
  const expected = row === null ? [] : [spell(title, metric), ...rest]
  const isSaid = said.length === expected.length && expected.every((spelt, at) => spelt.includes(said[at] ?? ''))
  const words = expected.map(([first]) => first).join(' | ')
  if (row !== null || !isYield) findings.holds('card: figures', isSaid, words, said.join(' | '))
  if (row !== null) says('window', windowWords(frame))
  const own = row?.[metric] ?? null
  const inView = [...truth.rows.values()].flatMap((each) => each?.[metric] ?? [])
  const rank = card.lines.find((line) => line.includes(' in view, ')) ?? null
  if (own !== null && truth.rows.has(cell)) {
    const place = 1 + inView.filter((value) => value > own).length
    const words = `${count(place)} of ${count(inView.length)} in view, ${FIRST_OF[metric]} first.`
    // In a view that is not fully loaded, the page ranks what it knows, and says so.
    if (isWhole) findings.same('card: rank', words, rank)
    else findings.holds('card: rank', rank?.endsWith(PARTIAL) === true, PARTIAL, rank ?? 'none')
  } else findings.same('card: rank', null, rank)
  const reach = card.lines.some((line) => line.startsWith('Larger hexagons of these places reach over this one'))
  findings.same('card: places only reach over it', String(isReached && zones.length > 0), String(reach))
  checkPlaces(card, zones, { finest: isReached ? 'microzone' : finestAround(resolution), name }, findings)
}

const PARTIAL = ' first. Only the loaded part of this view counts.'

/** What a rank counts from. */
const FIRST_OF: Readonly<Record<Metric, string>> = {
  median_price_per_sqm: 'dearest',
  median_price: 'dearest',
  median_area: 'largest',
  average_price: 'dearest',
  listings: 'most',
  rental_yield: 'highest',
  difference: 'dearest',
  area_for_budget: 'most space',
  price_for_area: 'dearest',
}

const LEVELS = Object.keys(LEVEL_NAMES)

/** The finest level whose places may hold a whole hexagon. */
function finestAround(resolution: number): string {
  if (resolution <= 5) return 'province'
  return resolution <= 7 ? 'city' : 'microzone'
}

/** The places of a hexagon are those that may hold it, and the one that it is named after; the coarsest where none may. */
function checkPlaces(
  card: NonNullable<Seen['card']>,
  zones: readonly Zone[],
  { finest, name }: { finest: string; name: string | null },
  findings: Findings,
): void {
  const all = new Map(zones.flatMap((zone) => [zone, ...zone.ancestors]).map((place) => [place.geo_id, place]))
  const rank = ({ level }: { level: string }) => LEVELS.indexOf(level)
  const fromCoarse = [...all.values()].sort((a, b) => rank(a) - rank(b))
  const named = fromCoarse.find((place) => place.name === name)
  const around = fromCoarse.filter((place) => rank(place) <= Math.max(LEVELS.indexOf(finest), named ? rank(named) : 0))
  const places = around.length > 0 ? around : fromCoarse.slice(0, 1)
  const controls = new Set(['Compare this hexagon', 'Draw a circle here', 'Buy anyway', 'Close the card', ''])
  findings.sameSet(
    'card: places',
    places.map(placeName),
    card.buttons.filter((button) => !controls.has(button)),
  )
  for (const { level } of places)
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
  // The cells of a place that is stored more coarsely reach across its border.
  const market = zones.find(({ country, h3_res }) => countries.has(country) && h3_res >= resolution)
  if (market !== undefined) {
    // The cells that a place is listed with reach over the water.
    findings.holds(
      `${where}: ground of a market`,
      state !== 'not_covered',
      `a state of ground in ${market.name}`,
      `${state} (${cell})`,
    )
  }
  if (state === 'sea' || state === 'not_covered') {
    const finest = { lens: 'default', resolution: 8, currency: 'USD' }
    const within = resolution < 6 ? [] : cellToChildren(cell, 8)
    const rows = [...(await service.rowsOf(finest, within)).values()].filter((each) => each && !each.estimated)
    findings.same(`${where}: figures in a cell called ${state}`, 0, rows.length)
  }
  if (state === 'no_listings') {
    const { prices_available } = await service.lookUp(cellToParent(cell, resolution - 3))
    findings.same(`${where}: look-up of the tile`, 'false', String(prices_available))
  }
}
