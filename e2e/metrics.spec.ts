import type { Locator } from '@playwright/test'
import { cellsAround, heldFigures } from './shared/held-figures.ts'
import { expect, freshTest as test } from './shared/journey.ts'
import type { MapPage } from './shared/map-page.ts'
import { type SeparateApplication, startSeparately } from './shared/separate-application.ts'

let application: SeparateApplication
test.afterEach(() => application.stop())

test('derived metrics are computed from what is held, and a yield states the cost of the other offer first @nightly', async ({
  page,
  map,
}) => {
  application = await startSeparately('standard', { SPENDING_MODE: 'ask' })
  await map.open(`${application.address}?at=41.39500,2.16800,11.60`)
  const offer = page.getByRole('button', { name: /^Buy this view: (?:about )?\d+ calls?, [\d,]+ cells$/ })
  await buyView(map, offer)
  const sales = await map.calls()
  const sale = await figuresInSight(map, 'default')

  await map.colourBy('Space for a budget')
  await expect(map.legend.getByRole('heading')).toHaveText('Space for $300,000 in m²')
  const field = map.panel.getByRole('textbox', { name: 'Budget' })
  await field.fill('0')
  await field.press('Enter')
  await expect(map.panel).toContainText('0 is too small: enter at least 1.')
  expect(map.parameter('budget')).toBe('300000')
  await field.fill('450000')
  await map.changes('budget', () => field.press('Enter'))
  const [cell = '', price] = [...sale].find(([, figure]) => !figure.estimated) ?? []
  const perSqm = price?.median_price_per_sqm ?? Number.NaN
  await map.changes('cell', () => chooseCell(map, cell))
  await expect(map.definition(map.card, 'Space for \\$450,000')).toHaveText(`${Math.round(450_000 / perSqm)} m²`)
  const least = map.panel.getByRole('textbox', { name: 'For at least' })
  await least.fill('90')
  await map.changes('min_area', () => least.press('Enter'))
  await expect(map.legend).toContainText(/At least 90 m² in \d+ of [\d,]+ hexagons; the others are faded\./)
  await least.fill('')
  await map.changes('min_area', () => least.press('Enter'))
  await expect(map.legend.getByTestId('enough-space')).toHaveCount(0)
  expect(await map.calls(), 'computed on the page').toEqual(sales)

  await map.find('gracia', 'District in Barcelona, Catalunya, Spain')
  await map.changes('place', () => page.keyboard.press('Enter'))
  await map.colourBy('Difference from a place')
  await expect(map.legend.getByRole('heading')).toHaveText('Difference from Gràcia in %')
  const figure = map.panel.getByTestId('baseline').getByText(/^\$[\d,]+\/m²$/)
  const baseline = Number((await figure.innerText()).split('/')[0]?.replaceAll(/\D/g, ''))
  expect(baseline).toBeGreaterThan(1_000)
  expect(map.parameter('area')).toMatch(new RegExp(`^p${map.parameter('place')}:0`))
  const linked = new URL(page.url())
  linked.searchParams.delete('place')
  linked.searchParams.set('at', '41.39500,2.16800,11.60')
  linked.searchParams.set('cell', cell)
  await map.goTo(linked.search)
  const more = Math.round(100 * (perSqm / baseline - 1))
  await expect(map.definition(map.card, 'Difference from Gràcia')).toHaveText(
    `${more > 0 ? '+' : '−'}${Math.abs(more)}%`,
  )
  await map.goTo('?at=41.39500,2.16800,11.60&metric=difference')
  await map.find('gracia', 'District in Barcelona, Catalunya, Spain')
  await map.changes('place', () => page.keyboard.press('Enter'))
  await expect(map.legend, 'the place found is compared with').toContainText('Difference from Gràcia')
  await map.goTo(linked.search)
  expect(await map.calls()).toEqual(sales)

  await map.colourBy('Gross rental yield')
  await expect(offer).toBeEnabled()
  expect((await map.counts()).notBought, 'rents wait for the viewer').toBeGreaterThan(100)
  expect(await map.calls(), 'nothing is bought unasked').toEqual(sales)
  await buyView(map, offer)
  const rent = await figuresInSight(map, 'ad_sub_type=rent')
  const both = await firstOpen(
    map,
    [...sale.keys()].filter((id) => id !== cell && rent.has(id)),
  )
  const value = (1200 * perSqmOf(rent, both)) / perSqmOf(sale, both)
  await map.changes('cell', () => chooseCell(map, both))
  await expect(map.definition(map.card, 'Gross rental yield')).toHaveText(new RegExp(`^(≈ )?${percent(value)}$`))
  const alone = await firstOpen(
    map,
    [...sale.keys()].filter((id) => !rent.has(id)),
  )
  await map.changes('cell', () => chooseCell(map, alone))
  await expect(map.card).toContainText('No rent figure: fewer listings than the floor')
  const after = await map.calls()
  await page.reload()
  await map.drawn()
  expect(await map.calls(), 'the link opens at no cost').toEqual(after)
})

type Figures = Awaited<ReturnType<typeof figuresInSight>>

/** Returns what the proxy holds under a lens of the cells around the middle of the map, the nearest first. */
async function figuresInSight(map: MapPage, lens: string) {
  const shown = { ...(await map.shown()), lens }
  const held = await heldFigures(map.page, shown, cellsAround(map.view(), shown.resolution, 9))
  const figures = [...held].flatMap(([cell, figure]) => (figure === null ? [] : [[cell, figure] as const]))
  return new Map(figures)
}

function perSqmOf(figures: Figures, cell: string): number {
  return figures.get(cell)?.median_price_per_sqm ?? Number.NaN
}

function percent(value: number): string {
  return `${new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 }).format(value)}%`.replace('.', '\\.')
}

async function buyView(map: MapPage, offer: Locator): Promise<void> {
  await offer.click()
  await expect(offer).toBeHidden()
  await expect(map.legend).toHaveAttribute('data-not-bought', '0')
  await expect(map.legend).toHaveAttribute('data-loading', '0')
  await map.drawn()
}

/** Returns the first of some cells that no panel, card or label of the page covers. */
async function firstOpen(map: MapPage, cells: readonly string[]): Promise<string> {
  for (const cell of cells) if ((await map.openPixelOf(cell)) !== null) return cell
  throw new Error(`expected one of ${cells.length} cells in sight, found all covered`)
}

async function chooseCell(map: MapPage, cell: string): Promise<void> {
  const pixel = await map.openPixelOf(cell)
  if (pixel === null) throw new Error(`expected the cell ${cell} in sight, found it covered`)
  await map.page.mouse.click(pixel.x, pixel.y)
}
