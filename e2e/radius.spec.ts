import type { Locator, Page } from '@playwright/test'
import { quantileSorted } from 'd3-array'
import { areaFigures } from '../src/contract/area.ts'
import { meter } from '../src/contract/proxy-api.ts'
import { readHexes } from '../src/contract/service/hexes/received-hexes.ts'
import { dollars } from './shared/dollars.ts'
import { cellsInCircle, heldFigures, type Shown } from './shared/held-figures.ts'
import { expect, test } from './shared/journey.ts'
import type { MapPage } from './shared/map-page.ts'
import { expectNoViolationNightly } from './shared/no-violation.ts'

test('a circle of 2 km shows how the medians of its cells are spread, whatever the map shows @nightly', async ({
  page,
  map,
}) => {
  await map.open('?at=41.39500,2.16800,12.20')
  const spent = await callsSpent(page)
  await map.drawCircle()
  await type(map, '3')
  await type(map, '2')
  expect(map.parameter('area')).toBe('c41.39500,2.16800,2:08')
  expect(await map.layers()).toContain('areas')
  await expect(map.circle.getByRole('heading', { level: 2 })).toHaveText('Circle of 2 km radius')
  await expectDistribution(map)
  const told = await map.circle.innerText()
  expect(told).toContain('at resolution 8')
  expect(told, 'cells at the edge are whole').toContain('counts if its centre lies in the circle')
  expect(await callsSpent(page), 'the view holds it').toBe(spent)

  // Links from before circles had a resolution choose the same one.
  for (const view of ['at=41.39500,2.16800,6.00', 'at=41.39500,2.16800,12.20&res=7']) {
    await map.open(`?${view}&circle=41.39500,2.16800,2`)
    await expect.poll(() => map.circle.innerText()).toBe(told)
    expect(map.parameter('area')).toBe('c41.39500,2.16800,2:08')
  }
})

test('a circle can be drawn around a hexagon and around a picked point', async ({ page, map }) => {
  await map.open()
  const spent = await callsSpent(page)
  const zoomIn = page.getByRole('button', { name: 'Zoom in' })
  const before = await zoomIn.boundingBox()
  await map.choose(await map.pixelOf({ lat: 41.4036, lng: 2.1744 }))
  expect(await zoomIn.boundingBox(), 'a card moves no controls that it does not cover').toEqual(before)
  await map.changes('area', () => page.getByRole('button', { name: 'Draw a circle here' }).click())
  await expectDistribution(map)

  const cell = map.parameter('cell')
  await map.circle.getByRole('button', { name: 'Pick' }).click()
  await expect(page.getByRole('region', { name: 'Drawing' })).toContainText('Click the map to place the centre.')
  const { x, y } = await map.pixelOf({ lat: 41.38, lng: 2.14 })
  await map.changes('area', () => page.mouse.click(x, y))
  const { lat, lng } = circleOf(map)
  expect(lat).toBeCloseTo(41.38, 2)
  expect(lng).toBeCloseTo(2.14, 2)
  expect(map.parameter('cell'), 'the click is for the circle alone').toBe(cell)
  await expectDistribution(map)

  await map.changes('area', () => page.getByRole('button', { name: /^Remove / }).click())
  expect(await map.layers()).not.toContain('areas')
  expect(await callsSpent(page), 'the view holds both').toBe(spent)

  await map.changes('at', () => page.mouse.dblclick(x, y))
  await page.goBack()
  await map.drawn()
  expect(map.parameter('cell'), 'a double click zooms, and opens no card to go back to').toBe(cell)
})

test('an invalid radius is refused with the valid range', async ({ page, map }) => {
  await map.open('?at=41.39500,2.16800,11.60&circle=41.39500,2.16800,2')
  const spent = await callsSpent(page)
  const radius = map.circle.getByRole('textbox', { name: 'Radius' })
  for (const [typed, words] of [
    ['0', '0 km is too small: enter at least 0.1 km.'],
    ['900', '900 km is too large: enter at most 500 km.'],
    ['', 'Enter a radius from 0.1 to 500 km.'],
  ] as const) {
    await radius.fill(typed)
    await radius.press('Enter')
    await expect(map.circle).toContainText(words)
    await expect(radius).toHaveAccessibleDescription(words)
    expect(map.parameter('area')).toBe('c41.39500,2.16800,2:08')
  }
  // The page is English.
  await type(map, '1,5')
  await expect(map.circle).not.toContainText(/too small|too large|Enter a radius/)
  await expectDistribution(map)

  await type(map, '400')
  await expect(map.circle).toContainText('at resolution 6')
  expect(map.parameter('area')).toMatch(/:06$/)
  await map.open('?at=41.39500,2.16800,11.60&circle=41.39500,2.16800,400&circle_res=7')
  await expect(map.circle).toContainText('At resolution 7 this area has too many cells.')
  await expect(map.circle).toContainText('at resolution 6')
  expect(await callsSpent(page), 'a circle beyond the view waits for the viewer').toBe(spent)
})

test('a circle that extends beyond the view takes one purchase, which nobody makes again', async ({ page, map }) => {
  await map.open('?at=37.38900,-5.98400,13.00&circle=37.38900,-5.98400,25')
  const wanted = cellsInCircle(circleOf(map), 8)
  const buyRest = map.circle.getByRole('button', { name: 'Buy the rest' })
  await expect(map.circle).toContainText(/The rest costs (?:about )?\d+ calls?, [\d,]+ cells?\./)
  const before = await callsSpent(page)
  await buyRest.click()
  await expect.poll(() => toldCells(map)).toBe(wanted.length)
  await expect(buyRest).toBeHidden()
  const after = await callsSpent(page)
  expect(after).toBeGreaterThan(before)

  await page.reload()
  await map.drawn()
  await expect.poll(() => toldCells(map)).toBe(wanted.length)
  await expect(buyRest).toBeHidden()
  expect(await callsSpent(page)).toBe(after)
})

test('a place shows how the medians of its cells are spread, at the resolution of its link @nightly', async ({
  page,
  map,
}) => {
  await map.open('?at=41.39500,2.16800,12.20')
  await map.search.fill('Barcelona')
  await page.getByRole('option', { name: /Province in Catalunya/ }).click()
  await map.drawn()
  const card = page.getByRole('region', { name: 'Barcelona' })
  await expect(card).toContainText('at resolution 8')
  await expect.poll(() => map.parameter('place_res')).toBe('8')
  // The figures of resolution 6 are bought by the view of the whole province, once the flight there has ended.
  await expect.poll(() => map.parameter('at')).not.toBe('41.39500,2.16800,12.20')
  await map.drawn()
  const place = map.parameter('place') ?? ''
  const spent = await callsSpent(page)
  await map.open(`?at=41.39500,2.16800,12.20&place=${place}&place_res=6`)
  await expect(card.getByRole('img', { name: /^\d+ cell medians from/ })).toBeVisible()
  await expect(card).toContainText('at resolution 6')
  const page1 = readHexes(await (await page.request.get(`/public/v1/geo/${place}/hexes?res=6`)).json())
  expect(page1.nextCursor, 'all cells are on one page').toBeNull()
  await expect.poll(() => toldCells(map, card)).toBe(page1.cells.length)
  await card.getByRole('button', { name: 'Rank it among neighbouring places' }).click()
  await expect(card.getByRole('list', { name: 'Neighbouring places' })).toContainText('Barcelona')
  await expectNoViolationNightly(page, 'a place by mouse')
  expect(await callsSpent(page), 'the two views hold it').toBe(spent)
})

/** Returns how many of an area's cells its panel counts. */
async function toldCells(map: MapPage, panel: Locator = map.circle): Promise<number> {
  const terms = ['Observed', '≈ Estimated', 'No figure', 'No listings']
  const counts = await Promise.all(
    terms.map(async (term) => {
      const [text = '0'] = await map.definition(panel, term).allTextContents()
      return Number(text.replaceAll(',', ''))
    }),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

async function callsSpent(page: Page): Promise<number> {
  const { calls_spent } = meter.parse(await (await page.request.get('/api/meter')).json())
  return calls_spent
}

/** Types a radius in km and commits it. */
async function type(map: MapPage, km: string): Promise<void> {
  const radius = map.circle.getByRole('textbox', { name: 'Radius' })
  await map.changes('area', async () => {
    await radius.fill(km)
    await radius.press('Enter')
  })
}

function circleOf(map: MapPage): { lat: number; lng: number; radius_km: number } {
  const [, circle = ''] = /^c([^:]*):/.exec(map.parameter('area') ?? '') ?? []
  const [lat, lng, radius_km] = circle.split(',').map(Number)
  if (lat === undefined || lng === undefined || radius_km === undefined)
    throw new Error('expected a circle in the address, found none')
  return { lat, lng, radius_km }
}

/** Reads the medians of the circle in the address from the proxy, which has all their digits. Spends nothing. */
async function exactMedians(map: MapPage, { as_of, lens, resolution }: Shown): Promise<number[]> {
  const { origin } = new URL(map.page.url())
  const { lat, lng, radius_km } = circleOf(map)
  const path = `/api/areas/${as_of}/${encodeURIComponent(lens)}/${resolution}?lat=${lat}&lng=${lng}&radius_km=${radius_km}`
  const answer = await map.page.request.get(origin + path)
  return areaFigures.parse(await answer.json()).median_price_per_sqm.filter((median) => median !== null)
}

/** Computes from h3 and what is held what the panel must show for the circle in the address. */
async function expectDistribution(map: MapPage): Promise<void> {
  // The resolution follows the circle into the address.
  await expect.poll(() => map.parameter('area')).toMatch(/:\d\d$/)
  const shown = { ...(await map.shown()), resolution: Number(map.parameter('area')?.at(-1)) }
  const cells = cellsInCircle(circleOf(map), shown.resolution)
  // A part of the circle can be held before the rest is bought.
  await expect(map.definition(map.circle, 'Observed')).toBeVisible()
  const figures = [...(await heldFigures(map.page, shown, cells)).values()]
  expect(figures.length, 'all of it is held').toBe(cells.length)
  const observed = figures.filter((figure) => figure?.estimated === false)
  const estimated = figures.filter((figure) => figure?.estimated)
  expect(observed.length).toBeGreaterThan(1)

  const says = (term: string, value: string) => expect(map.definition(map.circle, term)).toHaveText(value)
  await says('Observed', String(observed.length))
  await says('≈ Estimated', String(estimated.length))
  await says('No figure', String(cells.length - observed.length - estimated.length))

  const sorted = (await exactMedians(map, shown)).sort((a, b) => a - b)
  // Tiles have them rounded down.
  const rounded = figures.flatMap((figure) => figure?.median_price_per_sqm ?? []).sort((a, b) => a - b)
  expect(sorted.map((median, index) => Math.abs(median - (rounded[index] ?? 0)) < 1)).toEqual(rounded.map(() => true))
  const at = (share: number) => `${dollars(quantileSorted(sorted, share) ?? null)}/m²`
  await says('Middle cell', at(0.5))
  await says('Middle half', `${at(0.25)} to ${at(0.75)}`)
  await expect(map.circle.getByRole('img')).toHaveAccessibleName(
    `${sorted.length} cell medians from ${at(0)} to ${at(1)}; the middle half from ${at(0.25)} to ${at(0.75)}; ` +
      `the middle cell ${at(0.5)}.`,
  )
}
