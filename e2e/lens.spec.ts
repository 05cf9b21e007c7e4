import { cellsAround, heldFigures } from './shared/held-figures.ts'
import { expect, test } from './shared/journey.ts'
import type { MapPage } from './shared/map-page.ts'
import { expectNoViolationNightly } from './shared/no-violation.ts'

const WINDOW = /Aug\s–\u2060\sOct\s2026, rolling three months/

test('rents have other figures for the same window, and the back button returns to sales', async ({ page, map }) => {
  await map.open()
  const buying = await medians(map)
  await expect(map.legend).toContainText(WINDOW)
  const scale = map.legend.getByRole('group', { name: 'Classes, lowest to highest' })
  await expect(scale.getByRole('button').first()).toHaveAccessibleName(/^under \$\d,\d{3}\/m²/)

  await map.changes('lens', () => page.getByRole('radio', { name: 'To rent' }).click())
  expect(map.parameter('lens')).toBe('ad_sub_type=rent')
  await expect(map.panel.getByRole('button', { name: /Colour by/ })).toContainText('Median rent per m²')
  await expect(map.legend).toContainText(WINDOW)
  await expect(scale.getByRole('button').first()).toHaveAccessibleName(/^under \$\d\d(\.\d)?\/m²/)
  const renting = await medians(map)
  expect(renting.length).toBeGreaterThan(20)
  expect(Math.max(...renting)).toBeLessThan(Math.min(...buying) / 10)

  await page.goBack()
  await map.drawn()
  await expect(page.getByRole('radio', { name: 'For sale' })).toBeChecked()
  expect(await medians(map)).toEqual(buying)
})

test('a price range in US dollars leaves only figures within it', async ({ page, map }) => {
  await map.open()
  const all = await map.counts()
  await page.getByRole('button', { name: 'Price and detail' }).click()
  const range = page.getByRole('group', { name: 'Price in USD' })
  const [least, most] = [range.getByRole('textbox').first(), range.getByRole('textbox').last()]
  await map.changes('lens', async () => {
    await least.fill('300,000')
    await least.press('Enter')
  })
  await map.changes('lens', async () => {
    await most.fill('600000')
    await most.press('Enter')
  })
  expect(map.parameter('lens')).toBe('max_price_usd=600000&min_price_usd=300000')
  await expect(map.legend).toContainText(WINDOW)
  const some = await map.counts()
  expect(some.observed).toBeGreaterThan(0)
  expect(some.observed + some.estimated).toBeLessThan(all.observed + all.estimated)
  const prices = await medians(map, 'median_price')
  expect(Math.min(...prices)).toBeGreaterThanOrEqual(300_000)
  expect(Math.max(...prices)).toBeLessThanOrEqual(600_000)

  await least.fill('700000')
  await least.press('Enter')
  await expect(page.getByRole('alert')).toContainText('the previous range still applies')
  expect(map.parameter('lens')).toBe('max_price_usd=600000&min_price_usd=300000')

  await map.changes('lens', () => page.getByRole('button', { name: 'Reset the filters' }).click())
  expect(await map.counts()).toEqual(all)
})

test('changing the coloured metric costs no call, and property type and rooms filter', async ({ page, map }) => {
  await map.open()
  const before = await map.calls()
  await map.colourBy('Median size')
  await expect(map.legend.getByRole('heading')).toHaveText('Median size in m²')
  expect(await map.calls()).toEqual(before)

  await page.getByRole('button', { name: /Property type/ }).click()
  await map.changes('lens', () => page.getByRole('option', { name: 'Apartment' }).click())
  await page.getByRole('button', { name: /Rooms/ }).click()
  await map.changes('lens', () => page.getByRole('option', { name: '3', exact: true }).click())
  expect(map.parameter('lens')).toBe('property_type=apartment&rooms=3')
  expect((await medians(map, 'median_area')).length).toBeGreaterThan(0)
})

/** Returns one median of the cells around the middle of the view, as the proxy holds them. */
async function medians(
  map: MapPage,
  which: 'median_price' | 'median_price_per_sqm' | 'median_area' = 'median_price_per_sqm',
): Promise<number[]> {
  const shown = await map.shown()
  const held = await heldFigures(map.page, shown, cellsAround(map.view(), shown.resolution, 7))
  return [...held.values()].flatMap((figure) => figure?.[which] ?? [])
}

test('a colouring that needs an amount says so on the map, and leads to the field @phone @nightly-phone', async ({
  page,
  map,
  isMobile,
}) => {
  await map.open('?at=41.39500,2.16800,11.60')
  if (!isMobile) await map.tab('Places')
  const notice = page.getByRole('region', { name: 'No colours' })
  await expect(notice).toBeHidden()
  for (const [colouring, words] of [
    ['area_for_budget', 'Enter a budget to see how much space it pays for.'],
    ['price_for_area', 'Enter a size to see what that much space costs.'],
    ['difference', 'There is no price to compare with yet.'],
    ['change', 'Changes are counted from an earlier period, and none is chosen.'],
  ]) {
    await map.goTo(`?at=41.39500,2.16800,11.60&metric=${colouring}`)
    await expect(notice).toContainText(words ?? '')
    if (isMobile) await expect(map.legend, 'a phone has room for it once').not.toContainText(words ?? '')
    else await expect(map.legend, 'so does the legend').toContainText(words ?? '')
    await expect(map.legend.getByRole('group', { name: 'Classes, lowest to highest' })).toHaveCount(0)
  }
  await map.goTo('?at=41.39500,2.16800,11.60&metric=area_for_budget')
  await expectNoViolationNightly(page, 'no colours')
  await notice.getByRole('button', { name: 'Change what colours show' }).press('Enter')
  await expect(notice).toBeHidden()
  await expect(map.legend, 'while the notice is hidden, too').toContainText('Enter a budget')
  const filters = page.getByRole('region', { name: 'Filters' })
  await expect(filters).toBeFocused()
  const budget = filters.getByRole('textbox', { name: 'Budget' })
  await budget.fill('300000')
  await map.changes('budget', () => budget.press('Enter'))
  if (isMobile) await page.getByRole('button', { name: 'Close the panel' }).tap()
  else await map.tab('Places')
  await expect(map.legend).toContainText('Space for $300,000')
  await expect(notice).toBeHidden()
})
