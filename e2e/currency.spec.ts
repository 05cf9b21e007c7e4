import { expect, freshTest, test } from './shared/journey.ts'
import type { MapPage } from './shared/map-page.ts'

const CHOICES = /Currency$/

async function chooseCurrency(map: MapPage, name: string | RegExp): Promise<void> {
  const { page } = map
  const field = page.getByRole('button', { name: CHOICES })
  if (!(await field.isVisible())) await page.getByRole('button', { name: 'Price and detail' }).click()
  await field.click()
  await map.changes('currency', () => page.getByRole('option', { name }).click())
}

freshTest(
  'another currency costs one call for all views of a period, and nothing after that',
  async ({ page, map }) => {
    await map.open()
    const before = await map.calls()
    const counts = await map.counts()
    await chooseCurrency(map, /^GBP/)
    await expect(map.legend).toContainText(/Converted at 0\.\d{3,4} GBP per USD as of .* 2026/)
    await expect(map.legend.getByRole('heading')).toHaveText('Median price per m² in GBP')
    await expect(map.legend.getByRole('button', { name: /^under £/ })).toBeVisible()
    expect(await map.counts()).toEqual(counts)
    const once = { spent: before.spent + 1, used: before.used + 1 }
    expect(await map.calls()).toEqual(once)

    await map.colourBy('Median price')
    await expect(map.legend.getByRole('button', { name: /^under £/ })).toBeVisible()
    await page.goBack()
    await page.goBack()
    await expect(map.legend.getByRole('heading')).toHaveText('Median price per m² in USD')
    await expect(map.legend).not.toContainText('Converted')
    await chooseCurrency(map, /^GBP/)
    await expect(map.legend).toContainText('Converted at')

    // The device remembers the currency, and the rate is held.
    await page.goto('/')
    await map.drawn()
    expect(map.parameter('currency')).toBe('GBP')
    await expect(map.legend).toContainText('Converted at')
    await page.getByRole('button', { name: 'Price and detail' }).click()
    await expect(page.getByRole('group', { name: 'Price in USD' })).toContainText('whichever currency is shown')
    await page.getByRole('button', { name: 'Share and export' }).click()
    await page.getByRole('button', { name: 'Report to print' }).click()
    await expect(page.getByRole('dialog', { name: /^What property costs/ })).toContainText('Converted at 0.')
    expect(await map.calls()).toEqual(once)
  },
)

freshTest('a budget in another currency reads alike in its field and in the legend @nightly', async ({ map }) => {
  await map.open('?at=41.39500,2.16800,11.60&metric=area_for_budget&budget=300000&currency=GBP')
  const field = map.panel.getByRole('textbox', { name: 'Budget' })
  await expect(map.legend.getByRole('heading')).toHaveText(/^Space for £\d{3},\d{3} in m²$/)
  await expect(map.legend.getByRole('heading')).toHaveText(`Space for £${await field.inputValue()} in m²`)
})

test('a currency that the service lacks is reported, and costs no call', async ({ page, map }) => {
  await map.open('?currency=XQQ')
  const before = await map.calls()
  const notice = page.getByRole('region', { name: 'About the link' })
  await expect(notice).toContainText('does not offer XQQ')
  await expect.poll(() => map.parameter('currency'), 'it is no longer in the link').toBeNull()
  expect(await map.calls()).toEqual(before)
})
