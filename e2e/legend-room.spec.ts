import type { Locator } from '@playwright/test'
import { expect, freshTest, test } from './shared/journey.ts'
import { goTo } from './shared/map-page.ts'

const BARCELONA = '?at=41.39500,2.16800,11.60'

const VIEWS = [
  { locale: 'en-GB', query: BARCELONA },
  { locale: 'fr-FR', query: BARCELONA },
  { locale: 'de-DE', query: `${BARCELONA}&currency=EUR` },
  { locale: 'en-GB', query: '?at=40.20000,-3.50000,5.50' },
]

for (const { locale, query } of VIEWS) {
  freshTest.describe(`${locale} ${query}`, () => {
    freshTest.use({ locale })

    freshTest('the legend has its height before its figures arrive @nightly', async ({ page, map }) => {
      let arrive = () => {}
      const held = new Promise<void>((resolve) => {
        arrive = resolve
      })
      await page.route('**/api/tiles/**', async (route) => {
        await held
        await route.continue()
      })
      await page.goto(`/${query}`)
      await expect(map.legend).toHaveAttribute('data-loading', /[1-9]/)
      const before = await map.legend.boundingBox()
      arrive()
      await expect(map.legend).toHaveAttribute('data-estimated', /[1-9]/)
      await expect(map.legend).not.toHaveAttribute('data-first')
      expect(await map.legend.boundingBox()).toEqual(before)
    })
  })
}

freshTest(
  'an open legend keeps its height while another view loads @phone @nightly',
  async ({ page, map, isMobile }) => {
    if (!isMobile) await page.setViewportSize({ width: 1024, height: 768 })
    await map.open(BARCELONA)
    await map.legend.getByRole('button', { name: /^Median price per m²/ }).click()
    await expect(map.legend.getByRole('list', { name: 'Cells in view' })).toBeVisible()
    const before = await map.legend.boundingBox()
    let arrive = () => {}
    const held = new Promise<void>((resolve) => {
      arrive = resolve
    })
    // Whether the view is held already or bought now.
    await page.route(/\/api\/(tiles\/|purchases)/, async (route) => {
      await held
      await route.continue()
    })
    await goTo(page, '?at=39.47000,-0.37500,11.60')
    await expect(map.legend).toHaveAttribute('data-observed', '0')
    expect(await map.legend.boundingBox(), 'while it loads').toEqual(before)
    arrive()
    await map.drawn()
    expect(await map.legend.boundingBox(), 'with its figures').toEqual(before)
  },
)

test('in a low window the legend closes to a strip, and the panel above has the room @nightly', async ({
  page,
  map,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await map.open(BARCELONA)
  const cells = map.legend.getByRole('list', { name: 'Cells in view' })
  await expect(cells).toBeHidden()
  await expect(page.getByRole('button', { name: 'Price and detail' })).toBeInViewport({ ratio: 1 })
  await map.legend.getByRole('button', { name: /^Median price per m²/ }).click()
  await expect(cells).toBeVisible()
  await map.legend.getByRole('button', { name: 'Legend' }).click()
  await expect(cells).toBeHidden()
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(cells).toBeVisible()

  // A place's page needs the room in a window of usual height, too.
  await goTo(page, `${BARCELONA}&place=es`)
  await expect(cells).toBeHidden()
  await map.legend.getByRole('button', { name: /^Median price per m²/ }).click()
  await expect(cells).toBeVisible()
  await map.tab('Map')
  await expect(cells).toBeVisible()

  // On a tablet, nothing lies over the panel beside it.
  await page.setViewportSize({ width: 768, height: 1024 })
  const right = await page.getByRole('region', { name: 'Calls and settings' }).boundingBox()
  const months = await page.getByRole('button', { name: 'Months' }).boundingBox()
  const legend = await map.legend.boundingBox()
  if (!right || !months || !legend) throw new Error('expected the calls, the months and the legend')
  expect(Math.min(right.x, months.x)).toBeGreaterThan(legend.x + legend.width)

  // What a link is about is brought into view beside the panel and below the card, which leave the attribution in sight.
  await page.goto(`/${BARCELONA}&on=1440x900&area=c41.39500,2.16800,2:08&cell=88394460e9fffff`)
  await map.drawn()
  await expect(map.card).toBeVisible()
  const isOpen = (part: Locator) =>
    part.evaluate((element) => {
      const { left, right, y, height } = element.getBoundingClientRect()
      const isFree = (x: number) => document.elementFromPoint(x, y + height / 2)?.closest('aside') === null
      return isFree(left) && isFree(right)
    })
  expect(await isOpen(page.getByRole('button', { name: /^Centre of A/ }))).toBe(true)
  expect(await isOpen(page.getByRole('slider', { name: /^Radius of/ }))).toBe(true)
  expect(await isOpen(page.getByText('© OpenStreetMap contributors'))).toBe(true)
})
