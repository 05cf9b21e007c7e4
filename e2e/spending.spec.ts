import type { Page, Response } from '@playwright/test'
import { cellToLatLng } from 'h3-js'
import { expect, saveData, freshTest as test } from './shared/journey.ts'
import { expectNoViolationNightly } from './shared/no-violation.ts'
import { type SeparateApplication, startSeparately } from './shared/separate-application.ts'

// The browser's own console lines about refused purchases.
test.use({ expected: /status of 402/ })

const BARCELONA = '?at=41.39500,2.16800,11.60'

let application: SeparateApplication

test.describe('with the operator’s limits', () => {
  test.afterEach(() => application.stop())

  test('ask-first mode shows the cost, buys nothing before consent, and a reload costs nothing @nightly', async ({
    page,
    map,
  }) => {
    application = await startSeparately('standard', { SPENDING_MODE: 'ask' })
    await map.open(`${application.address}${BARCELONA}&lens=ad_sub_type=rent&circle=41.39500,2.16800,2`)
    // What a circle brings gives its territory classes, for which the page asks without being loaded again.
    const hasClasses = async (response: Response) =>
      // A request that the page has replaced by another one has no body.
      response.url().includes('/api/scales/') && (await response.json().catch(() => null))?.kind === 'territory'
    const classes = page.waitForResponse(hasClasses, { timeout: 60_000 })
    await map.circle.getByRole('button', { name: 'Buy the rest' }).click()
    await classes
    const spoken = page.getByTestId('purchase-voice')
    await expect(spoken).toHaveText(/^Bought: \d+ calls?, [\d,]+ cells\.$/)
    await expect(map.legend, 'what a circle brought is on the map').toHaveAttribute('data-observed', /^[1-9]/)
    expect((await map.counts()).notBought).toBeGreaterThan(100)
    await expect.poll(() => map.layers()).toContain('observed-cells')

    const before = await callsSpent(page)
    await map.open(application.address + BARCELONA)
    const offer = page.getByRole('button', { name: /^Buy this view: (?:about )?\d+ calls?, [\d,]+ cells$/ })
    await expect(offer).toBeEnabled()
    const [, calls] = /: (?:about )?(\d+) calls?,/.exec((await offer.textContent()) ?? '') ?? []
    expect((await map.counts()).notBought).toBeGreaterThan(100)
    expect(await map.layers()).toContain('tile-outlines')
    expect((await callsSpent(page)).spent, 'nothing is bought unasked').toBe(before.spent)
    await expectNoViolationNightly(page, 'a view on offer')

    await offer.press('Enter')
    await expect(offer).toBeHidden()
    await expect(map.map.locator('canvas'), 'what was bought has the focus').toBeFocused()
    await expect(map.legend).toHaveAttribute('data-not-bought', '0')
    await expect(spoken).toHaveText(/^Bought: \d+ calls?, [\d,]+ cells\.$/)
    await expect(map.legend).toHaveAttribute('data-loading', '0')
    await map.drawn()
    const bought = await map.counts()
    expect(bought.observed).toBeGreaterThan(20)
    const after = await callsSpent(page)
    expect(after.spent).toBeGreaterThan(before.spent)
    // A new proxy learns during the purchase that the service accepts larger calls than planned.
    expect(after.spent - before.spent, 'it cost no more than was said').toBeLessThanOrEqual(Number(calls))

    await page.reload()
    await map.drawn()
    // Which tiles have no listings comes with the cost of the view.
    await expect.poll(() => map.counts()).toEqual(bought)
    await expect(offer).toBeHidden()
    expect(await callsSpent(page)).toEqual(after)

    await page.getByRole('button', { name: 'Calls and spending' }).click()
    const details = page.getByRole('dialog', { name: 'Calls and spending' })
    await expect(details).toContainText('Nothing is bought until you have seen what it costs.')
    await expect(details.getByRole('radio', { name: 'Automatic' })).toHaveCount(0)
    await expect(details.getByRole('img', { name: /^Calls by day from .*: \d+ in total/ })).toBeVisible()
    await expect(map.definition(details, 'For sale')).toHaveText(/^\d+ calls?$/)
    await expectNoViolationNightly(page, 'what was spent')
  })

  test('what was agreed to and failed is bought on “Try again”, without another offer @nightly', async ({
    page,
    map,
  }) => {
    await saveData(page)
    application = await startSeparately('standard', { SPENDING_MODE: 'ask' })
    const { account, address, operate } = application
    await map.open(address + BARCELONA)
    await operate('account', 'lapse', account)
    const offer = page.getByTestId('view-offer')
    await offer.getByRole('button', { name: /^Buy this view: / }).click()
    const again = map.legend.getByRole('button', { name: 'Try again' })
    await expect(again).toBeVisible()
    await operate('account', 'renew', account)

    const offers: string[] = []
    page.on('request', (request) => request.url().includes('dry_run') && offers.push(request.url()))
    // The proxy asks the service once a second at most whether the account is let in.
    await expect(async () => {
      await again.click()
      await expect(map.legend).toHaveAttribute('data-observed', /^[2-9]\d/, { timeout: 5_000 })
    }).toPass()
    expect(offers, 'nothing is offered once more').toEqual([])
  })

  test('a cap that stops a comparison is named beside the areas, which are offered again once it is raised @nightly', async ({
    page,
    map,
  }) => {
    await saveData(page)
    const settings = { SPENDING_MODE: 'ask', CALLS_PER_SESSION_PER_DAY: '1' }
    application = await startSeparately('standard', settings)
    const areas = '&area=c40.41700,-3.70300,2:08&area=c37.38900,-5.98400,2:18'
    await map.open(application.address + BARCELONA + areas)
    await map.tab('Compare')
    const together = page.getByRole('button', { name: 'Buy all of it' })
    await expect(together).toBeVisible()
    await page.getByRole('button', { name: /^Buy this view: / }).click()
    await expect(map.legend).toHaveAttribute('data-observed', /^[2-9]\d/)

    await page.reload()
    await map.drawn()
    await map.tab('Compare')
    await expect(map.panel).toContainText('You have spent your share of today’s calls; more can be bought')
    await expect(together).toBeHidden()
    Object.assign(settings, { CALLS_PER_SESSION_PER_DAY: '5' })
    await application.endProxy()
    await application.restartProxy()
    await expect(together, 'without a reload').toBeVisible({ timeout: 100_000 })
    await expect(map.panel).not.toContainText('You have spent your share')
  })

  test('a cap that is reached between two maps is named, since the second stays empty @nightly', async ({ map }) => {
    application = await startSeparately('standard', { CALLS_PER_DAY: '1' })
    await map.open(`${application.address}${BARCELONA}&beside=ad_sub_type%3Drent`)
    expect((await map.counts()).notBought, 'the first map has its figures').toBe(0)
    await expect(map.legend).toContainText('This page has spent all its calls for today; more can be bought from')
  })

  test('a reached cap shows when it resets, and search and bought figures keep working @nightly', async ({
    page,
    map,
  }) => {
    application = await startSeparately('standard', { CALLS_PER_DAY: '1' })
    await map.open(application.address + BARCELONA)
    const held = await map.counts()
    await map.pan('ArrowUp', 14)
    await expect(map.legend).toContainText(
      /This page has spent all its calls for today; more can be bought from .*\. Search and everything/,
    )
    expect((await map.counts()).notBought).toBeGreaterThan(100)
    expect((await callsSpent(page)).spent).toBe(1)
    await page.getByRole('button', { name: 'Calls and spending' }).click()
    const details = page.getByRole('dialog', { name: 'Calls and spending' })
    await expect(map.definition(details, 'Spent by everyone today')).toHaveText('1 of 1 call')
    await expect(details).toContainText('This page has spent all its calls for today')
    await expectNoViolationNightly(page, 'a reached cap')
    await page.keyboard.press('Escape')

    await map.find('gracia', 'District in Barcelona')
    await page.keyboard.press('Escape')
    await map.pan('ArrowDown', 14)
    expect((await map.counts()).observed).toBe(held.observed)
  })
})

test.describe('without the operator’s limits', () => {
  test.beforeAll(async () => {
    application = await startSeparately('standard')
  })
  test.afterAll(() => application.stop())

  test('a link to a place buys figures only there, and has its classes @nightly', async ({ page, map }) => {
    const { results } = await (await page.request.get(`${application.address}/public/v1/geo/search?q=Sevilla`)).json()
    const { geo_id } = results.find((row: { level: string }) => row.level === 'city')
    const bought: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/purchases') bought.push(...request.postDataJSON().parents)
    })
    await map.open(`${application.address}/?place=${geo_id}`)
    await map.legend.getByRole('button', { name: /^Median price per m²/ }).click()
    await expect(page.getByTestId('classes')).toContainText('Classes of Seville')
    expect(bought.length).toBeGreaterThan(0)
    for (const parent of bought) expect(cellToLatLng(parent)[1], 'far west of the first view').toBeLessThan(-4)
  })

  test('where a look-up finds nothing, the figures can be bought anyway @nightly', async ({ page, map }) => {
    await map.open(`${application.address}/?at=41.10000,3.20000,12.60`)
    expect((await map.counts()).sea).toBeGreaterThan(100)
    await map.choose(await map.pixelOf(map.view()))
    const before = await callsSpent(page)
    await expect(map.card).toContainText(
      /That can be wrong\. Buying the [\d,]+ cells that it leaves out of this view would cost (?:about )?\d+ calls?\./,
    )
    await expectNoViolationNightly(page, 'ground without listings')
    await map.card.getByRole('button', { name: 'Buy anyway' }).click()
    await expect(map.card).not.toContainText('That can be wrong')
    await expect(map.card).toHaveAttribute('data-state', 'sea')
    expect((await callsSpent(page)).spent).toBeGreaterThan(before.spent)
  })

  test('where no market seems to be, the figures can be bought anyway, too @nightly', async ({ page, map }) => {
    await map.open(`${application.address}/?at=35.70000,139.70000,7.00`)
    await expect(map.legend).toContainText('The service does not seem to cover the grey area, or not at this zoom.')
    await map.choose(await map.pixelOf(map.view()))
    await expect(map.card).toHaveAttribute('data-state', 'not_covered')
    await expect(map.card).toContainText(
      /That can be wrong\. Buying the [\d,]+ cells .* would cost (?:about )?\d+ calls?\./,
    )
    await page.keyboard.press('Escape')
    const before = await callsSpent(page)
    await map.legend.getByRole('button', { name: 'What would figures there cost?' }).click()
    await expect(map.legend).toContainText(/Buying the [\d,]+ cells .* would cost (?:about )?\d+ calls?\./)
    await expectNoViolationNightly(page, 'ground without a market')
    await map.legend.getByRole('button', { name: 'Buy anyway' }).click()
    await expect.poll(async () => (await callsSpent(page)).spent).toBeGreaterThan(before.spent)
    await expect(map.legend.getByRole('button', { name: /Buy anyway|What would figures there cost/ })).toHaveCount(0)
    await expect(map.legend, 'it is still not a market').toContainText('grey area')
  })

  test('what was left out of a circle can be bought anyway @nightly', async ({ page, map }) => {
    await map.open(`${application.address}/?at=41.00000,3.60000,12.00&circle=41.00000,3.60000,2`)
    await page.getByRole('button', { name: 'What would they cost?' }).click()
    const before = await callsSpent(page)
    await page.getByRole('button', { name: /^Buy anyway: (?:about )?\d+ calls?, [\d,]+ cells$/ }).click()
    await expect(page.getByText('left out:')).toHaveCount(0)
    expect((await callsSpent(page)).spent).toBeGreaterThan(before.spent)
  })

  test('a viewer who wants only bought figures sees only those, until they choose otherwise @nightly', async ({
    page,
    map,
  }) => {
    await map.open(`${application.address}/?at=41.10000,3.20000,11.60`)
    await page.getByRole('button', { name: 'Calls and spending' }).click()
    await page.getByRole('radio', { name: 'Never' }).click()
    await page.keyboard.press('Escape')
    const before = await callsSpent(page)

    await map.goTo(BARCELONA)
    await expect(map.legend).toContainText('Only what is already paid for is shown, as you chose.')
    expect((await map.counts()).notBought).toBeGreaterThan(100)
    await expect(page.getByTestId('view-offer')).toHaveCount(0)
    expect(await callsSpent(page)).toEqual(before)

    await page.getByRole('button', { name: 'Calls and spending' }).click()
    await page.getByRole('radio', { name: 'Automatic' }).click()
    await page.keyboard.press('Escape')
    await expect(map.legend).toHaveAttribute('data-not-bought', '0')
    // A purchase under way shows as loading, and its calls are counted once it arrives.
    await expect(map.legend).toHaveAttribute('data-loading', '0')
    await expect(map.legend).not.toContainText('Only what is already paid for')
    expect((await callsSpent(page)).spent).toBeGreaterThan(before.spent)
  })
})

/** Returns the metered calls of the separate application's proxy. */
async function callsSpent(page: Page): Promise<{ spent: number; used: number }> {
  const { calls_spent, used } = await (await page.request.get(`${application.address}/api/meter`)).json()
  return { spent: calls_spent, used }
}
