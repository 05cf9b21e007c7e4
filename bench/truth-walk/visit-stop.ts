import { cellToBoundary, cellToLatLng, cellToParent, getResolution, latLngToCell } from 'h3-js'
import { buyRest, follow } from './browser.ts'
import { askForClasses, isPublished, type Said } from './checks/check-breaks.ts'
import { checkCard } from './checks/check-cell.ts'
import { checkChosenAreas } from './checks/check-chosen-areas.ts'
import { checkColors, type Lying } from './checks/check-colors.ts'
import { breaksIn, checkLegend, type ViewTruth } from './checks/check-legend.ts'
import { checkOwner } from './checks/check-owner.ts'
import { checkTable } from './checks/check-table.ts'
import { checkTips } from './checks/check-tips.ts'
import { checkUnbought } from './checks/check-unbought.ts'
import { type Contradiction, Findings } from './findings.ts'
import { readPage, type Seen, settle } from './read-page.ts'
import type { Method } from './recompute-breaks.ts'
import type { Sight } from './service-answers.ts'
import { linkOf, type Stop } from './stops.ts'
import { shownRow, truthOf } from './view-truth.ts'
import type { Walk } from './walk.ts'
import { isMoney, LOCALE } from './words.ts'

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
  await checkChosenAreas(walk, stop, seen, truth, findings)
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
