import type { Response } from '@playwright/test'
import { drawFewFrames } from './shared/few-frames.ts'
import { expect, saveData, freshTest as test, watch } from './shared/journey.ts'
import { MapPage } from './shared/map-page.ts'

test('an address shows the same again in this browser and in another, without a metered call', async ({
  page,
  map,
  browser,
}) => {
  await map.open('?at=41.39500,2.16800,11.60')
  await map.changes('lens', () => page.getByRole('radio', { name: 'To rent' }).click())
  await map.drawCircle()
  await map.choose(await map.pixelOf({ lat: 41.395, lng: 2.155 }))
  // The classes are in the address once they are decided.
  await map.drawn()
  // What was bought for the circle may have decided the classes of a territory, which only a page opened later offers.
  await page.reload()
  await map.drawn()
  const address = page.url()
  const before = await whatIsSaid(map)
  const calls = await map.calls()
  expect(Math.min(before.counts.observed, before.counts.estimated)).toBeGreaterThan(0)

  const here = receiptsIn(page)
  await page.reload()
  await map.drawn()
  expect(page.url()).toBe(address)
  expect(await whatIsSaid(map)).toEqual(before)
  expect(await here.calls()).toEqual([])

  const context = await browser.newContext()
  await drawFewFrames(context)
  const elsewhere = await context.newPage()
  const { faults } = watch(elsewhere)
  const there = receiptsIn(elsewhere)
  const other = new MapPage(elsewhere)
  await elsewhere.goto(address)
  await other.drawn()
  expect(elsewhere.url()).toBe(address)
  expect(await whatIsSaid(other)).toEqual(before)
  expect(await there.calls()).toEqual([])
  await expect(elsewhere.getByText(/This view: no calls, [\d,]+ cells already paid for/)).toBeVisible()

  const tab = await context.newPage()
  await tab.goto('/icons/squaremetre.svg')
  await tab.evaluate(() => {
    localStorage.setItem('squaremetre.spending', 'held-only')
    localStorage.setItem('squaremetre.theme', 'dark')
    localStorage.setItem('squaremetre.currency', 'EUR')
  })
  await expect(elsewhere.locator('html'), 'tabs agree on the theme').toHaveAttribute('data-theme', 'dark')
  await expect(elsewhere, 'tabs agree on the currency').toHaveURL(/[?&]currency=EUR/)
  expect(faults).toEqual([])
  await context.close()

  expect(await map.calls(), 'the meter stands where it stood').toEqual(calls)
})

test('a new place costs calls, and returning to a place costs none @nightly', async ({ page, map }) => {
  await saveData(page)
  await map.open('?at=40.42000,-3.70000,10.80')
  await expect(page.getByText(/This view: \d+ calls?, [\d,]+ cells/)).toBeVisible()
  const start = { view: map.view(), counts: await map.counts(), calls: await map.calls() }
  await map.pan('ArrowRight', 4)
  const away = await map.calls()
  expect(away.spent).toBeGreaterThan(start.calls.spent)
  expect(away.used - start.calls.used).toBe(away.spent - start.calls.spent)

  await map.pan('ArrowLeft', 4)
  expect(map.view().lng).toBeCloseTo(start.view.lng, 3)
  expect(await map.counts()).toEqual(start.counts)
  expect(await map.calls()).toEqual(away)
  await expect(page.getByText(/This view: no calls, [\d,]+ cells already paid for/)).toBeVisible()
})

/** Returns the text of the page's view, circle and card. */
async function whatIsSaid(map: MapPage) {
  // The names of the cell's places arrive on the card after the figures.
  await expect(map.card.getByRole('list', { name: 'Places that contain this hexagon' })).toBeVisible()
  return {
    counts: await map.counts(),
    legend: await map.legend.textContent(),
    circle: await map.circle.textContent(),
    card: await map.card.textContent(),
    lens: await map.page.getByRole('radio', { checked: true }).allInnerTexts(),
    // What is under the pointer is not part of an address.
    layers: (await map.layers()).filter((layer) => !layer.startsWith('hovered-cell')),
  }
}

/** Records the calls of a page's purchases from now on; omits purchases without calls. */
function receiptsIn(page: MapPage['page']): { calls(): Promise<number[]> } {
  const made: Promise<number>[] = []
  page.on('response', (response) => {
    // Read at once: a browser that is asked later may have dropped it.
    if (new URL(response.url()).pathname === '/api/purchases') made.push(callsOf(response))
  })
  return { calls: async () => (await Promise.all(made)).filter((calls) => calls !== 0) }
}

async function callsOf(purchase: Response): Promise<number> {
  const lines = (await purchase.text()).trim().split('\n')
  return JSON.parse(lines.at(-1) ?? '').calls
}
