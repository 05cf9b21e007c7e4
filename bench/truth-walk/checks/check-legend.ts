import type { Findings } from '../findings.ts'
import type { Seen } from '../read-page.ts'
import type { Frame, Row } from '../service-answers.ts'
import { breakFigure, count, counted, isMoney, type Manner, type Metric, unitOf, windowWords } from '../words.ts'

/** What a view is about, as its address says, and what the service says of it. */
export interface ViewTruth {
  readonly metric: Metric
  /** The metric with what it is computed with, as headings name it. */
  readonly title: string
  /** The cells on the screen, with their rows in US dollars and the metric's own value. */
  readonly rows: ReadonlyMap<string, Row | null>
  readonly frame: Frame
  readonly resolution: number
  readonly manner: Manner
  /** Units of the shown currency per US dollar. */
  readonly rate: number
}

/** The legend's attributes that count cells, but for the sea, and what they are called. */
export const STATE_NAMES: readonly (readonly [attribute: string, label: string])[] = [
  ['observed', 'Observed'],
  ['estimated', '≈ Estimated'],
  ['tooFew', 'No figure'],
  ['noListings', 'No listings'],
  ['notCovered', 'Not covered'],
  ['notBought', 'Not bought'],
  ['finerThanPlan', 'Finer than the plan'],
  ['failed', 'Failed'],
  ['loading', 'Loading'],
]

/** More cells than this are not all in the tiles that the page takes for one view. */
const CELLS_COUNTED_MAX = 30_000

/** Compares what the legend says of figures, window, unit and states. */
export function checkLegend(seen: Seen, truth: ViewTruth, findings: Findings): void {
  const { legend } = seen
  const { metric, title, rows, frame, resolution, manner } = truth
  const all = [...rows.values()].filter((row) => row !== null)
  const numbers = Object.fromEntries(Object.entries(legend.data).map(([name, value]) => [name, Number(value)]))
  const of = (name: string) => numbers[name] ?? 0
  const unbought = of('notBought')
  findings.same('states: period', frame.as_of, legend.data.asOf ?? null)
  if (unbought === 0) {
    findings.same('states: observed', all.filter(({ estimated }) => !estimated).length, of('observed'))
    findings.same('states: estimated', all.filter(({ estimated }) => estimated).length, of('estimated'))
  }
  const names = [...STATE_NAMES.map(([attribute]) => attribute), 'sea']
  const total = names.reduce((sum, name) => sum + of(name), 0)
  // In a very wide view the page counts only the middle, and says that it is too wide.
  const isCut = total < rows.size && rows.size > CELLS_COUNTED_MAX
  if (isCut) findings.holds('states: cells of a wide view', total > 0.9 * CELLS_COUNTED_MAX, `${rows.size}`, `${total}`)
  else findings.same('states: all cells on the screen', rows.size, total)
  for (const state of ['failed', 'loading', 'finerThanPlan']) findings.same(`states: ${state}`, 0, of(state))
  const isSea = of('sea') > 0 && of('sea') === total
  findings.same('states: sea', String(isSea), String(legend.lines.includes('This view lies in the sea.')))
  const listed = STATE_NAMES.filter(([name]) => name === 'observed' || name === 'estimated' || of(name) > 0)
  findings.sameSet(
    'states: list',
    isSea ? [] : listed.map(([name, label]) => `${label} ${count(of(name))}`),
    legend.counts.map((line) => line.join(' ')),
  )
  checkNotices(legend.lines, { isGrey: of('notCovered') > 0, isTooWide: unbought > 0 || isCut }, findings)
  // Before anything is held, there is no edition to describe.
  if (legend.heading === '' && of('observed') + of('estimated') + of('tooFew') === 0) return
  const unit = unitOf(metric, manner)
  const heading = unit === null ? title : `${title} in ${unit}`
  findings.same('legend: heading', heading, legend.heading.replace(/\s+/g, ' '))
  const floor = frame.snapshot.min_listings_by_res[String(resolution)]
  expectLine('legend: window', legend.lines, windowWords(frame), findings)
  expectLine('legend: floor', legend.lines, `At least ${floor} ${manner.records} per cell.`, findings)
  const trim = frame.snapshot.outlier_trim_pct
  const trimmed = trim === 0 ? 'No extreme prices left out.' : 'Extreme prices left out.'
  expectLine('legend: trim', legend.lines, trimmed, findings)
  if (unbought === 0) checkClasses(seen, truth, all, findings)
}

function expectLine(about: string, lines: readonly string[], words: string, findings: Findings): void {
  findings.holds(
    about,
    lines.some((line) => line.includes(words)),
    words,
    lines.join(' / '),
  )
}

function checkNotices(
  lines: readonly string[],
  { isGrey, isTooWide }: { isGrey: boolean; isTooWide: boolean },
  findings: Findings,
): void {
  const said = (words: string) => lines.some((line) => line.includes(words))
  findings.same('notices: too wide', String(isTooWide), String(said('too wide to load in full')))
  if (!isTooWide) findings.same('notices: grey area', String(isGrey), String(said('does not seem to cover the grey')))
}

/** Returns the breaks in the address, in US dollars, and whose they are. */
export function breaksIn(search: string): { at: readonly number[]; owner: string | null } | null {
  const parameters = new URLSearchParams(search)
  const raw = parameters.get('breaks')
  if (raw === null) return null
  return { at: (raw.split(':')[1] ?? '').split(',').map(Number), owner: parameters.get('classes') }
}

/** The breaks by which a map is drawn: in a currency that is converted, they are moved by up to one per cent to be round. */
export function breaksDrawn(at: readonly number[], factor: number): readonly number[] {
  if (factor === 1) return at
  const shown = at.map((value) => value * factor)
  const attempts = Array.from({ length: 11 }, (_, index) => shown.map((value) => Number(value.toPrecision(index + 2))))
  const round = attempts.find(
    (attempt) =>
      new Set(attempt).size === at.length &&
      attempt.every((value, index) => Math.abs(value - (shown[index] ?? 0)) <= 0.01 * Math.abs(value)),
  )
  return (round ?? shown).map((value) => value / factor)
}

/** The class of a value: as many breaks as are not above it. */
export function classAt(value: number, breaks: readonly number[]): number {
  return breaks.filter((at) => value >= at).length
}

function checkClasses({ search, legend }: Seen, truth: ViewTruth, all: readonly Row[], findings: Findings): void {
  const { metric, manner, rate } = truth
  const valued = all.flatMap((row) => {
    const value = row[metric] ?? null
    return value === null ? [] : [{ value, estimated: row.estimated }]
  })
  // Classes of a yield are the same everywhere, so an address need not have them.
  const breaks = breaksIn(search) ?? (metric === 'rental_yield' ? { at: YIELD_BREAKS } : null)
  if (breaks === null) {
    checkFitted(legend.classes, valued, findings)
    return
  }
  const factor = isMoney(metric) ? rate : 1
  const drawn = breaksDrawn(breaks.at, factor)
  const words = drawn.map((at) => breakFigure(at * factor, metric, manner))
  const labels = [
    `under ${words[0]}`,
    ...words.slice(1).map((to, index) => `${words[index]} to ${to}`),
    `${words.at(-1)} and more`,
  ]
  const expected = labels.map((label, index) => {
    const inside = valued.filter(({ value }) => classAt(value, drawn) === index)
    const estimated = inside.filter((each) => each.estimated).length
    return `${label}: ${counted(inside.length, 'cell')}, ${estimated} of them estimated`
  })
  for (const [index, label] of expected.entries())
    findings.same(`classes: class ${index}`, label, legend.classes[index]?.label ?? null)
  findings.same('classes: number', expected.length, legend.classes.length)
  const most = Math.max(...expected.map((_, i) => valued.filter(({ value }) => classAt(value, drawn) === i).length))
  const isOneSided = breaks.at.length > 1 && valued.length > 20 && most > 0.7 * valued.length
  findings.same('classes: one colour', String(isOneSided), String(legend.owner.includes('Most cells share one colour')))
}

/** In per cent. */
export const YIELD_BREAKS = [2, 3, 4, 5, 6, 8]

/** Classes that belong to no territory are fitted to the view: together they have all values, and no end is empty. */
function checkFitted(
  classes: Seen['legend']['classes'],
  valued: readonly { estimated: boolean }[],
  findings: Findings,
): void {
  const counts = classes.map(({ label }) => Number(/: ([\d,]+) cells?/.exec(label)?.[1]?.replaceAll(',', '')))
  findings.same(
    'classes: cells in fitted classes',
    valued.length,
    counts.reduce((sum, each) => sum + each, 0),
  )
  const estimated = classes.map(({ label }) => Number(/, (\d+) of them estimated/.exec(label)?.[1]))
  findings.same(
    'classes: estimated cells in fitted classes',
    valued.filter((each) => each.estimated).length,
    estimated.reduce((sum, each) => sum + each, 0),
  )
  if (valued.length > 0)
    findings.holds('classes: no empty end', counts[0] !== 0 && counts.at(-1) !== 0, 'none', String(counts))
}
