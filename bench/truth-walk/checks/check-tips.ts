import { cellToLatLng } from 'h3-js'
import type { Findings } from '../findings.ts'
import type { Sight } from '../service-answers.ts'
import type { Stop } from '../stops.ts'
import { shownRow } from '../view-truth.ts'
import type { Walk } from '../walk.ts'
import { convertedFigures, plain, stateWords, windowWords } from '../words.ts'
import { checkState } from './check-cell.ts'
import { pixelOf } from './check-colors.ts'
import type { ViewTruth } from './check-legend.ts'
import { checkUnbought } from './check-unbought.ts'

/** Points at two cells, and compares their tips. */
export async function checkTips(
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
