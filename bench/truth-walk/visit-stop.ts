import type { Page } from '@playwright/test'
import { cellToBoundary, cellToLatLng, cellToParent, getResolution, latLngToCell } from 'h3-js'
import { buyRest, follow } from './browser.ts'
import { checkCircle, checkPlace } from './check-area.ts'
import { askForClasses, isPublished, type ProxySource, type Said } from './check-breaks.ts'
import { checkCard, checkState } from './check-cell.ts'
import { checkColors, type Lying, pixelOf } from './check-colors.ts'
import { breaksIn, checkLegend, type ViewTruth } from './check-legend.ts'
import { checkOwner, type DecidedClasses } from './check-owner.ts'
import { checkTable } from './check-table.ts'
import { isRentLens, otherOffer, rowsWithMetric } from './derive-metric.ts'
import type { Dice } from './dice.ts'
import { type Contradiction, Findings } from './findings.ts'
import { readHoldings } from './holdings.ts'
import { type PanelSeen, readPage, type Seen, settle } from './read-page.ts'
import type { Method } from './recompute-breaks.ts'
import { cellsOnScreen, type Row, type Selection, type ServiceAnswers, type Sight } from './service-answers.ts'
import { linkOf, type Stop } from './stops.ts'
import {
  convertedFigures,
  count,
  isMoney,
  LOCALE,
  type Manner,
  metricName,
  money,
  plain,
  stateWords,
  windowWords,
} from './words.ts'

/** What a stop is compared with. */
export interface Walk {
  readonly page: Page
  readonly service: ServiceAnswers
  readonly proxy: ProxySource
  readonly decided: DecidedClasses
  readonly dice: Dice
}

/** The result of one stop. */
export interface Visited {
  readonly contradictions: readonly Contradiction[]
  readonly made: ReadonlyMap<string, number>
  readonly link: string
}

/** Opens a stop, reads everything on the page, then the card of a cell and the tips of two, and compares it all. */
export async function visitStop(walk: Walk, stop: Stop): Promise<Visited> {
  const { page, dice } = walk
  await page.mouse.move(2, 2)
  await follow(page, linkOf(stop))
  await buyRest(page)
  const findings = new Findings()
  const { seen, said } = await readWithClasses(walk, stop)
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  const sight: Sight = { ...stop.view, width, height }
  const truth = await truthOf(walk, stop, seen, sight)
  checkLegend(seen, truth, findings)
  checkRate(seen, stop, truth, findings)
  const selection = { lens: stop.lens, resolution: truth.resolution, currency: 'USD' }
  const { decided, proxy } = walk
  const owner = { seen, said, proxy, truth, selection, view: stop.view, decided, method: stop.method }
  await checkOwner(owner, walk.service, findings)
  await checkAreas(walk, stop, seen, truth, findings)
  // The page may have taken newer classes since: those that it shows with the picture count.
  await checkColors(
    page,
    await readPage(page),
    { truth, sight, theme: stop.theme, lyingOf: await lyingIn(walk, stop) },
    dice,
    findings,
  )
  const isTooWide = seen.legend.lines.some((line) => line.includes('too wide to load in full'))
  await checkTips(walk, stop, truth, { sight, isTooWide }, findings)
  const isWhole = Number(seen.legend.data.notBought) === 0 && !isTooWide
  if (truth.rows.size > 0) await checkOneCard(walk, stop, { truth, isWhole }, findings)
  if (isWhole && dice.chance(0.4)) {
    await follow(page, `${linkOf(stop)}&table=1`)
    await checkTable(page, truth, findings)
  }
  return { contradictions: findings.contradictions, made: findings.made, link: seen.search }
}

/** The page asks for provisional classes this often, in milliseconds; a purchase may have changed them since. */
const CLASSES_ASKED_MS = 21_000
/** The proxy reuses what it has computed for some time, so the page may get the same once or twice more. */
const CLASSES_ASKED_TIMES = 4

/** Reads the page, and what the proxy gives as classes at that time: until they agree, or should have agreed. */
async function readWithClasses({ page, proxy }: Walk, stop: Stop): Promise<{ seen: Seen; said: Said | null }> {
  const { lens, metric, method, view } = stop
  for (let times = 1; ; times++) {
    const seen = await readPage(page)
    if (!isPublished(metric)) return { seen, said: null }
    const { asOf = '', resolution } = seen.legend.data
    const selection = { lens, resolution: Number(resolution), currency: 'USD' }
    const said = await askForClasses(proxy, { as_of: asOf, selection, metric, at: view })
    const breaks = breaksIn(seen.search)
    if (isAgreed(said, breaks, seen.legend.offer, method) || times === CLASSES_ASKED_TIMES) return { seen, said }
    await page.waitForTimeout(CLASSES_ASKED_MS)
    await settle(page)
  }
}

/** True where the page has the classes that the proxy gives, or offers those of another territory. */
function isAgreed(said: Said, breaks: ReturnType<typeof breaksIn>, offer: string | null, method: Method): boolean {
  const owner = /^(?:provisional|of):(.*)/.exec(breaks?.owner ?? '')?.[1]
  if (owner === undefined || said.kind === 'none') return true
  return said.territory.geo_id === owner ? String(said.breaks?.[method]) === String(breaks?.at) : offer !== null
}

async function truthOf({ service, proxy }: Walk, stop: Stop, { legend }: Seen, sight: Sight): Promise<ViewTruth> {
  const resolution = Number(legend.data.resolution)
  const selection: Selection = { lens: stop.lens, resolution, currency: 'USD' }
  const cells = cellsOnScreen(sight, resolution)
  const rows = await rowsWithMetric(stop, selection, (each) => service.rowsOf(each, cells))
  const { asOf = '' } = legend.data
  // Over a metric without money, or where it describes nothing, the legend does not say so.
  const isUnknown =
    isMoney(stop.metric) && legend.heading !== ''
      ? legend.lines.some((line) => line.includes(`the ${stop.currency} rate is not known yet`))
      : !(await isRateHeld(proxy, asOf, stop.currency))
  const currency = isUnknown ? 'USD' : stop.currency
  const frame = await service.frame({ ...selection, currency })
  const rate = currency === 'USD' ? 1 : await rateOf(service, selection, currency, rows)
  const manner = { currency, isRent: isRentLens(stop.lens), records: await recordsOf(service) }
  return { metric: stop.metric, title: titleOf(stop, manner), rows, frame, resolution, manner, rate }
}

/** Whether the proxy can convert a period's figures, which it says for free. */
async function isRateHeld({ page }: ProxySource, as_of: string, currency: string): Promise<boolean> {
  return currency === 'USD' || (await fetch(`${page}/api/rates/${as_of}/${currency}`)).status === 200
}

/** Returns the metric as headings name it, with what it is computed with. */
function titleOf({ metric, budget, size }: Stop, manner: Manner): string {
  switch (metric) {
    case 'rental_yield':
      return 'Gross rental yield'
    case 'difference':
      return 'Difference from a place'
    case 'area_for_budget':
      return `Space for ${money(budget, 'USD')}${manner.isRent ? ' a month' : ''}`
    case 'price_for_area':
      return `${manner.isRent ? 'Rent' : 'Price'} of ${size} m²`
    default:
      return metricName(metric, manner)
  }
}

/** What the service's figures are of: sales where all of its markets say so. */
async function recordsOf(service: ServiceAnswers): Promise<Manner['records']> {
  const markets = (await service.coverage()).filter((market) => market.prices_available || market.records)
  return markets.length > 0 && markets.every(({ records }) => records === 'sales') ? 'sales' : 'listings'
}

/** Units of a currency per US dollar, from the dearest cell in both; without a price in view, from any market's. */
async function rateOf(
  service: ServiceAnswers,
  selection: Selection,
  currency: string,
  rows: ReadonlyMap<string, Row | null>,
): Promise<number> {
  const priced = [...rows.values()].filter((row) => row?.median_price)
  const dearest = priced.sort((a, b) => (b?.median_price ?? 0) - (a?.median_price ?? 0))[0] ?? null
  if (!dearest?.median_price) return rateAnywhere(service, selection, currency)
  const shown = await service.rowsOf({ ...selection, currency }, [dearest.h3])
  return (shown.get(dearest.h3)?.median_price ?? Number.NaN) / dearest.median_price
}

async function rateAnywhere(service: ServiceAnswers, selection: Selection, currency: string): Promise<number> {
  const markets = (await service.coverage()).filter((market) => market.prices_available)
  for (const { country } of markets) {
    for (const { geo_id } of await service.children(country)) {
      const anything = { lens: 'default', resolution: Math.min(6, selection.resolution), currency: 'USD' }
      const rows = await service.rowsIn(anything, { geo_id })
      const priced = rows.find(({ median_price }) => median_price !== null)
      if (priced) return rateOf(service, anything, currency, new Map([[priced.h3, priced]]))
    }
  }
  throw new Error('expected a price in some market, found none')
}

function checkRate(
  { legend }: Seen,
  stop: Stop,
  { metric, manner: { currency }, rate, frame }: ViewTruth,
  findings: Findings,
): void {
  const said = legend.lines.find((line) => line.startsWith('Converted at')) ?? null
  if (currency === 'USD' || !isMoney(metric) || rate === 1) return
  const digits = { minimumSignificantDigits: 4, maximumSignificantDigits: 4 }
  const day = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
  const at = new Intl.NumberFormat(LOCALE, digits).format(rate)
  const words = `Converted at ${at} ${stop.currency} per USD as of ${day.format(Date.parse(frame.fx_date))}.`
  if (legend.heading !== '') findings.same('legend: rate', words, said)
}

async function checkAreas(walk: Walk, stop: Stop, seen: Seen, truth: ViewTruth, findings: Findings): Promise<void> {
  const { service } = walk
  const selectionOf = (panel: PanelSeen): Selection => {
    const said = panel.lines.map((line) => /, at resolution (\d)/.exec(line)?.[1]).find((each) => each !== undefined)
    return { lens: stop.lens, resolution: Number(said), currency: truth.manner.currency }
  }
  const areaRows = async (selection: Selection, selector: Readonly<Record<string, string>>) => {
    const byCell = async (each: Selection) =>
      new Map((await service.rowsIn(each, selector)).map((row): [string, Row | null] => [row.h3, row]))
    return [...(await rowsWithMetric(stop, selection, byCell)).values()].filter((row) => row !== null)
  }
  const source = { service, areaRows }
  if (stop.circle !== null) {
    findings.holds('circle: panel', seen.circle !== null, 'a panel', 'none')
    if (seen.circle) await checkCircle(seen.circle, stop.circle, selectionOf(seen.circle), truth, source, findings)
  }
  if (stop.place === null) return
  findings.holds('place: card', seen.place !== null, 'a card', 'none')
  if (seen.place === null) return
  const selection = selectionOf(seen.place)
  const isCoarser = seen.place.lines.some((line) => line.includes('the finest possible here'))
  findings.same('place: resolution', String(selection.resolution < stop.place.resolution), String(isCoarser))
  await checkPlace(seen.place, stop.place.zone, selection, truth, source, findings)
}

/** Tells whether a cell lies inside the chosen place; a wash covers those outside. */
async function lyingIn({ service }: Walk, { place }: Stop): Promise<(cell: string) => Lying> {
  if (place === null) return () => 'inside'
  const cells = new Set(await service.cellsOf(place.zone.geo_id, null))
  const [first] = cells
  // A country's cells are not listed, and its outline is not drawn.
  if (first === undefined) return () => 'inside'
  const own = getResolution(first)
  return (cell) => {
    const points = [cellToLatLng(cell), ...cellToBoundary(cell)]
    const inside = points.filter(([lat, lng]) => cells.has(latLngToCell(lat, lng, own))).length
    if (inside === points.length) return 'inside'
    // A small place may lie between the points of a large cell.
    const isLarge =
      getResolution(cell) < own && [...cells].some((each) => cellToParent(each, getResolution(cell)) === cell)
    return inside === 0 && !isLarge ? 'outside' : 'across'
  }
}

/** Points at two cells, and compares their tips. */
async function checkTips(
  walk: Walk,
  stop: Stop,
  truth: ViewTruth,
  { sight, isTooWide }: { sight: Sight; isTooWide: boolean },
  findings: Findings,
): Promise<void> {
  const { page, dice, service } = walk
  const cells = [...truth.rows.keys()]
  for (let tries = 0, tips = 0; tries < 12 && tips < 2 && cells.length > 0; tries++) {
    const cell = dice.pick(cells)
    const { x, y } = pixelOf(cellToLatLng(cell), sight)
    const isOpen = await page.evaluate(
      (at) => document.elementFromPoint(at.x, at.y)?.matches('[data-testid=map] canvas') ?? false,
      { x, y },
    )
    if (!isOpen) continue
    tips++
    await page.mouse.move(x + 2, y + 2)
    await page.mouse.move(x, y)
    const tip = page.getByTestId('hover-tip')
    await tip.waitFor({ state: 'visible' })
    const lines = (await tip.innerText()).split('\n').flatMap((line) => plain(line.trim()) || [])
    const row = truth.rows.get(cell) ?? null
    const shown = await shownRow(walk, stop, truth, cell)
    const value = shown?.[truth.metric] ?? null
    const floor = truth.frame.snapshot.min_listings_by_res[String(truth.resolution)]
    const states = ['observed', 'estimated', 'too_few', 'no_listings', 'not_covered', 'not_bought', 'sea']
    const words = (each: string) =>
      stop.metric === 'rental_yield' ? yieldWords(each, lines) : lines.includes(stateWords(each, floor, truth.manner))
    // In a very wide view, the page requests only the middle.
    const isBeyond = lines.some((line) => line.startsWith('Not loaded: this view is too wide'))
    if (isBeyond && isTooWide) continue
    const state = states.find(words) ?? `none of ${states}: ${lines.join(' / ')}`
    if (state === 'not_bought') {
      checkUnbought('tip', walk, stop, { cell, truth }, findings)
      continue
    }
    const { zones } = await service.lookUp(cell)
    await checkState('tip', state, { cell, row, zones }, truth, service, findings)
    if (value === null) continue
    const named = stop.metric === 'median_price_per_sqm' ? '' : ` ${truth.title}`
    const spelt = convertedFigures(value, truth.rate, truth.metric, truth.manner).map(
      (each) => `${shown?.estimated ? '≈ ' : ''}${each}${named}`,
    )
    const isSaid = spelt.some((each) => lines.includes(each))
    findings.holds('tip: figure', isSaid, spelt[0] ?? '', lines.join(' / '))
    findings.holds('tip: window', lines.includes(windowWords(truth.frame)), windowWords(truth.frame), lines.join(' / '))
  }
  await page.mouse.move(2, 2)
}

async function checkOneCard(
  walk: Walk,
  stop: Stop,
  { truth, isWhole }: { truth: ViewTruth; isWhole: boolean },
  findings: Findings,
): Promise<void> {
  const { page, dice, service } = walk
  const withFigure = [...truth.rows].flatMap(([cell, row]) => (row ? cell : []))
  const cell = dice.pick(withFigure.length > 0 && dice.chance(0.7) ? withFigure : [...truth.rows.keys()])
  await follow(page, linkOf(stop, cell))
  await settle(page)
  const { card } = await readPage(page)
  findings.holds('card: shown', card !== null, 'a card', 'none')
  if (card === null) return
  if (card.state === 'not_bought') {
    checkUnbought('card', walk, stop, { cell, truth }, findings)
    return
  }
  const row = truth.rows.get(cell) ?? null
  const shown = await shownRow(walk, stop, truth, cell)
  await checkCard(card, { cell, row, shown, isWhole }, truth, service, findings)
}

/** What the page calls not bought must not be held: for a yield, not both of its figures. */
function checkUnbought(
  where: string,
  { proxy }: Walk,
  { lens, metric }: Stop,
  { cell, truth }: { cell: string; truth: ViewTruth },
  findings: Findings,
): void {
  const isHeld = (each: string) => {
    const selection = { lens: each, resolution: truth.resolution, currency: 'USD' }
    return readHoldings(proxy.dataDir, truth.frame.as_of, selection).some((cells) => cells.includes(cell))
  }
  const lenses = metric === 'rental_yield' ? [lens, otherOffer(lens)] : [lens]
  findings.same(`${where}: held although called not bought`, 'false', String(lenses.every(isHeld)))
}

async function shownRow({ service }: Walk, stop: Stop, truth: ViewTruth, cell: string): Promise<Row | null> {
  const { resolution, manner } = truth
  const selection = { lens: stop.lens, resolution, currency: manner.currency }
  return (await rowsWithMetric(stop, selection, (each) => service.rowsOf(each, [cell]))).get(cell) ?? null
}

/** True where a tip says of a yield's cell what the state means, in whichever words. */
function yieldWords(state: string, lines: readonly string[]): boolean {
  const said = (pattern: RegExp) => lines.some((line) => pattern.test(line))
  if (state === 'observed') return said(/^From sale and rent/)
  if (state === 'estimated') return said(/^≈ Estimated: (both|the sale|the rent) figure/)
  if (state === 'too_few') return said(/^No (yield|sale|rent|sale and no rent figure)\b/)
  return said(new RegExp(`^((Sale|Rent): )?${/[^.]*/.exec(YIELD_STATES[state] ?? 'unknown')?.[0]}`, 'i'))
}

const YIELD_STATES: Readonly<Record<string, string>> = {
  no_listings: 'No (listings|sales) here',
  not_covered: 'The statistics service does not seem to cover',
  not_bought: 'The figures here have not been bought',
  sea: 'Sea',
}

/** Compares the calls left, as the page says them, with the service's count for the page's own account. */
export async function checkMeter(
  page: Page,
  usage: { used: number; remaining: number },
  findings: Findings,
): Promise<void> {
  const text = await page.getByRole('region', { name: 'Calls and settings' }).innerText()
  findings.holds(
    'meter: calls left',
    text.includes(`${count(usage.remaining)} of`),
    `${count(usage.remaining)} of …`,
    text,
  )
}
