import { join } from 'node:path'
import type { Route } from '@playwright/test'
import Database from 'libsql'
import { expect, saveData, freshTest as test } from './shared/journey.ts'
import { goTo, type MapPage } from './shared/map-page.ts'
import { type SeparateApplication, startSeparately, startWithService } from './shared/separate-application.ts'
import { sharedApplication } from './shared/shared-application.ts'

// Tiles around a view are bought with it, so only a long way leads to missing ones.
test.beforeEach(({ page }) => saveData(page))

// The browser's own console lines for requests without a response.
test.use({
  expected:
    /ERR_(EMPTY_RESPONSE|CONNECTION_RESET|CONNECTION_REFUSED|SOCKET_NOT_CONNECTED)|ERR_INCOMPLETE_CHUNKED_ENCODING|status of (40[02]|429|50[23])/,
})

let application: SeparateApplication | null = null

test.afterEach(async () => {
  await application?.stop()
  application = null
})

test('a refused purchase is explained in plain words, held figures stay, and a retry buys', async ({ page, map }) => {
  application = await startSeparately('standard')
  const { account, operate, address } = application
  await map.open(`${address}/?at=41.39500,2.16800,10.80`)
  const held = await map.counts()
  expect(held.observed).toBeGreaterThan(20)

  await operate('account', 'lapse', account)
  await map.pan('ArrowUp', 4)
  await expect(map.legend).toContainText(
    'The subscription behind this page is not active. The operator of this page needs to renew it.',
  )
  await expect(map.legend).toContainText(/Quote [\w-]+ when you contact support/)
  const lapsed = await map.counts()
  expect(lapsed.notBought).toBeGreaterThan(100)
  expect(lapsed.observed).toBeGreaterThan(0)
  expect(await map.layers()).toContain('tile-outlines')

  await operate('account', 'renew', account)
  await map.legend.getByRole('button', { name: 'Try again' }).click()
  await expect(map.legend).not.toContainText('The subscription')
  await expect(map.legend).toHaveAttribute('data-not-bought', '0')
  await map.drawn()
  expect((await map.counts()).tooFew).toBeGreaterThan(lapsed.tooFew)

  spendAll(account)
  await map.pan('ArrowUp', 4)
  await expect(map.legend).toContainText(
    /This cycle’s allowance is spent; it resets on 1 \w+ \d{4}\. Search and everything already paid for keep/,
  )
  await expect(page.getByText('0 of 20,000 calls left')).toBeVisible()
  await map.find('gracia', 'District in Barcelona')
})

test('when the service and then the proxy end, the page keeps its figures and says so @nightly', async ({
  page,
  map,
}) => {
  const own = await startWithService('standard')
  application = own
  await map.open(`${application.address}/?at=41.39500,2.16800,10.80`)
  const start = { address: page.url(), view: map.view(), counts: await map.counts() }

  await own.service.end()
  await map.pan('ArrowUp', 4)
  // After a few failed attempts the proxy pauses its requests.
  await expect(map.legend).toContainText(
    /The statistics service cannot be reached|The statistics service failed several times .* tries again in/,
  )
  expect((await map.counts()).failed).toBeGreaterThan(100)
  expect(await map.layers()).toContain('failed-tiles')

  await application.endProxy()
  await map.pan('ArrowDown', 4)
  await expect(map.legend).toHaveAttribute('data-observed', String(start.counts.observed))
  await map.hover(await map.pixelOf(start.view))
  await expect(map.tip).toContainText('/m²')
  await map.choose(await map.pixelOf(start.view))
  await expect(map.definition(map.card, 'Median price per m²')).toContainText('$')
  await expect(map.card).toContainText('The server did not answer. You can still use what is already loaded.')

  await map.search.fill('gracia')
  const results = page.getByRole('region', { name: 'Search results' })
  await expect(results).toContainText('The server did not answer. You can still use what is already loaded.')
  await page.keyboard.press('Escape')

  await map.pan('ArrowDown', 4)
  await expect(map.legend).toContainText('The server did not answer. You can still use what is already loaded.')
  const failed = await map.counts()
  expect(failed.failed).toBeGreaterThan(0)
  expect(failed.observed).toBeGreaterThan(0)

  await application.restartProxy()
  await map.open(start.address)
  expect(await map.counts(), 'what was bought is there again').toEqual(start.counts)
})

test('a link with a resolution outside the plan and a broken part opens what it can, and says so @nightly', async ({
  page,
  map,
}) => {
  application = await startSeparately('starter')
  await map.open(
    `${application.address}/?at=41.39500,2.16800,10.80&circle=41.39500,2.16800,9&circle_res=8&cell=z&lens=property_type%3Dcastle&period=2041-01`,
  )
  await expect(map.legend).toHaveAttribute('data-resolution', '6')
  const { observed, estimated } = await map.counts()
  expect(observed + estimated).toBeGreaterThan(5)
  await expect(map.legend).toContainText(
    'The plan does not allow resolution 8. You see resolution 6, the finest that it allows.',
  )
  await expect(map.legend).toContainText('Oct 2026, one month')
  await expect(page.getByText(/of 1,000 calls left/)).toBeVisible()

  await expect(map.circle).toContainText(
    'The plan does not allow resolution 8. The figures are at resolution 6, the finest possible here.',
  )
  await expect(map.circle.getByRole('img')).toHaveAccessibleName(/^\d+ cell medians? from/)
  await expect(map.circle).toContainText(/at resolution 6, Oct\s2026/)
  expect(map.parameter('area')).toBe('c41.39500,2.16800,9:08')
  const notice = page.getByRole('region', { name: 'About the link' })
  await expect(notice).toContainText('The link’s hexagon could not be read and was left out: “z”.')
  await expect(notice).toContainText('does not have the filter “Property type: castle”, so it was left out.')
  await expect(notice).toContainText('has no figures of Dec 2040')
  expect([map.parameter('lens'), map.parameter('period')], 'neither stays in the link').toEqual([null, null])
  await notice.getByRole('button', { name: 'Dismiss' }).click()
  await expect(notice).toBeHidden()
})

test('after a purchase that failed, another view is offered at its own cost @nightly-desktop', async ({
  page,
  map,
}) => {
  application = await startSeparately('standard')
  const offer = page.getByTestId('earlier-offer')
  const buy = offer.getByRole('button', { name: /^Buy Oct 2025: / })
  await map.open(`${application.address}/?at=41.39500,2.16800,11.60&period=2025-11`)
  await expect(buy).toBeEnabled()
  await map.goTo('?at=40.41700,-3.70300,11.60&period=2025-11')
  await page.route('**/api/earlier-tiles', (route) => route.fulfill({ status: 502 }))
  await buy.click()
  await expect(offer.getByRole('button', { name: 'Try again' })).toBeVisible()

  await map.goTo('?at=41.39500,2.16800,11.60&period=2025-11')
  await expect(buy).toBeEnabled()
  await expect(offer.getByRole('button', { name: 'Try again' })).toBeHidden()
})

test('a page opened while the service is down loads by itself once it is back @nightly', async ({ page, map }) => {
  const own = await startWithService('standard')
  application = own
  await own.service.end()
  await page.goto(`${application.address}/?at=41.39500,2.16800,10.80`)
  await expect(map.legend).toContainText(/cannot be reached|failed several times/)
  await expect(map.legend.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(page.getByText('Calls left: unknown')).toBeVisible()

  await own.service.restart()
  await figuresArrive(map)
  await expect(map.legend).not.toContainText(/cannot be reached|failed several times/)
  await expect(page.getByRole('radio', { name: 'To rent' })).toBeVisible()
  await expect(page.getByText(/of 20,000 calls left/)).toBeVisible()
})

test('while the period is unknown or late the page says so, and shows it once it is there @nightly', async ({
  page,
  map,
}) => {
  const isLate = (await (await page.request.get('/api/period')).text()).replace(/"as_of":"[^"]*"/, '"as_of":null')
  const period = '**/api/period'
  await page.route(period, (route) => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }))
  await page.goto('/?at=41.39500,2.16800,11.60')
  await expect(map.legend).toContainText('The server answered with status 502.')

  await page.route(period, (route) => route.fulfill({ contentType: 'application/json', body: isLate }))
  const again = map.legend.getByRole('button', { name: 'Try again' })
  const isShownLate = map.legend.getByText('The statistics service has no current figures at the moment')
  // On a slow machine the page may have tried again by itself before the click.
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 2_000 })
    await expect(isShownLate).toBeVisible({ timeout: 2_000 })
  }).toPass()

  const isLookedFor = isLate.replace(/\}$/, ',"is_looked_for":true}')
  await page.route(period, (route) => route.fulfill({ contentType: 'application/json', body: isLookedFor }))
  await expect(map.legend).toContainText('has is not known yet')
  await expect(map.legend).not.toContainText('has no current figures at the moment')

  let letFiguresCome = () => {}
  const figures = new Promise<void>((resolve) => {
    letFiguresCome = resolve
  })
  await page.route(/\/api\/(tiles|held|purchases)/, (route) => figures.then(() => route.continue()))
  await page.unroute(period)
  const isLoading = page.getByText('Still loading figures. They appear as soon as they arrive.')
  await expect(isLoading).toBeVisible()
  letFiguresCome()
  await figuresArrive(map)
  await expect(isLoading).toBeHidden()
  await expect(map.legend).not.toContainText(/no current figures|not known yet/)
})

/** Requests that the page can do without: how each fails, and what the page says about it. */
const DISPENSABLE = [
  ['**/public/v1/coverage', { status: 200, contentType: 'text/html', body: '<html></html>' }, 'which markets'],
  ['**/api/meter', { status: 200, contentType: 'application/json', body: '{"x":1}' }, 'the calls left'],
  ['**/api/scales/**', null, 'The classes that every reader has here could not be loaded.'],
  ['**/api/ground*', { status: 500, body: '<h1>Oops</h1>' }, 'Until it is known which hexagons lie in the sea'],
  ['**/geo/lookup*', { status: 500, body: '{"error":' }, 'The server answered with status 500.'],
  ['**/assets/CellTable*', null, 'The table could not be loaded. Check the connection.'],
  ['**/meta/filters', { status: 200, contentType: 'text/html', body: '<p>Log in' }, 'the filters and currencies'],
  // Never answered, which the page notices after fifteen seconds; MapLibre itself would wait.
  ['**/basemap/**', 'nothing', 'the map under the hexagons'],
  // Asked for once the map is drawn, or is given up.
  ['**/api/basemap', { status: 500, body: '<h1>Oops</h1>' }, 'the choice of streets'],
] as const

function fail(route: Route, response: Parameters<Route['fulfill']>[0] | 'nothing' | null): Promise<void> | undefined {
  if (response === 'nothing') return
  return response === null ? route.abort('connectionreset') : route.fulfill(response)
}

test.describe('with single requests failing', () => {
  test.use({
    expected:
      /net::ERR_|status of (401|404|500)|Unable to preload CSS|dynamically imported module|The (map|table) stopped/,
  })

  test('what fails is named and tried again on request, and nothing else on the page breaks @nightly', async ({
    page,
    map,
  }) => {
    const address = '/?at=41.39500,2.16800,11.60&cell=88394460e9fffff&table=1'
    // A purchase would bring the calls left with it.
    await page.goto(address)
    await map.drawn()
    for (const [pattern, response] of DISPENSABLE) await page.route(pattern, (route) => fail(route, response))
    await page.goto('about:blank')
    await page.goto(address)
    for (const [, , words] of DISPENSABLE) await expect(page.locator('body')).toContainText(words)
    await expect(map.legend).toHaveAttribute('data-observed', /^[1-9]\d+$/)
    await expect.poll(() => map.layers()).toContain('observed-cells')

    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const again = page.getByRole('button', { name: 'Try again' })
    await expect(async () => {
      if (await again.first().isVisible()) await again.first().click({ timeout: 1_000 })
      await expect(again).toHaveCount(0, { timeout: 1_000 })
    }).toPass()
    await map.drawn()
    await expect(map.legend).toContainText('Classes of Barcelona')
    await expect(map.card).toContainText('Spain')
    await expect(page.getByText(/of 20,000 calls left/)).toBeVisible()
  })

  test('parts of the program that fail or hang are named, and those that come late are taken @nightly', async ({
    page,
    map,
  }) => {
    await page.route('**/assets/webgl*', (route) => route.abort('connectionreset'))
    await page.route('**/assets/CellTable*', () => {})
    await page.route('**/assets/de-*', () => {})
    await page.goto('/?at=41.39500,2.16800,11.60&table=1&lang=de')
    const body = page.locator('body')
    await expect(body).toContainText('Your language could not be loaded, so the page is in English.')
    await expect(body).toContainText('The map could not be loaded.')
    await expect(body).toContainText('The table is taking a long time to load.', { timeout: 60_000 })

    // From here on, hanging requests continue.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await expect(page.getByRole('grid')).toBeVisible()
    await page.getByRole('button', { name: 'Seite neu laden' }).click()
    await expect(map.legend).toContainText('Medianpreis pro m²')
    await expect.poll(() => map.layers(), { timeout: 60_000 }).toContain('observed-cells')
  })

  test('a part that a newer version of the page no longer has says so, and reloading opens that version @nightly', async ({
    page,
    map,
  }) => {
    await page.route(/assets\/(CellTable|records-geoparquet)/, (route) => route.fulfill({ status: 404 }))
    await map.open('?at=41.39500,2.16800,11.60')
    const address = page.url()
    await page.route(/\/$/, async (route) => {
      const body = (await (await route.fetch()).text()).replace(/assets\/index-[^.]+/, 'assets/index-Newer')
      await route.fulfill({ contentType: 'text/html', body })
    })
    await page.getByRole('button', { name: 'Share and export' }).click()
    await page.getByRole('button', { name: 'GeoParquet' }).first().click()
    await expect(page.getByText(/This part of the page .* replaced by a newer one.* Nothing was saved\./)).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Table', exact: true }).click()
    const notice = page.getByRole('alert').filter({ hasText: 'has been replaced by a newer one' })
    await expect(notice).toContainText('The table belongs to a version of this page')
    await page.unrouteAll()
    await notice.getByRole('button', { name: 'Reload the page' }).click()
    await expect(page.getByRole('grid')).toBeVisible()
    expect(page.url().replace(/&table=1/, '')).toBe(address)
  })

  test('names of towns that do not come hold up nothing', async ({ page, map }) => {
    await page.route('**/assets/town-names-*', () => {})
    await page.goto('/?at=41.39500,2.16800,11.60')
    await expect(map.legend).toContainText('Classes of Barcelona')
    await expect(page.locator('body')).not.toContainText('Your language could not be loaded')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  test('a page whose first program fails or hangs says so, and is loaded again @nightly', async ({ page }) => {
    const note = page.locator('#first-note')
    const failed = 'The page could not be loaded. Check the connection, then reload.'
    await page.route('**/assets/index-*.js', (route) => route.abort('connectionreset'))
    await page.goto('/')
    await expect(note).toHaveText(failed)
    await page.unrouteAll()

    await page.route('**/assets/start-page-*.js', (route) => route.abort('internetdisconnected'))
    await page.goto('/')
    await expect(note).toHaveText(failed)
    await page.unrouteAll()
    await expect(page.getByRole('tab', { name: 'Places' })).toBeVisible()
    expect(await page.evaluate(() => sessionStorage.length), 'the next failure is the first').toBe(0)

    await page.route('**/assets/start-page-*.js', () => {})
    await page.goto('/?lang=fr', { waitUntil: 'commit' })
    await expect(note).toHaveText(/^La page met du temps à charger/, { timeout: 60_000 })
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  test('a map under the hexagons that could not be loaded comes by itself, or at once on request @nightly', async ({
    page,
    map,
  }) => {
    await map.open('?at=41.39500,2.16800,11.60')
    const tiles = '**/basemap/**'
    const failed = map.legend.getByText('Could not be loaded: the map under the hexagons.')
    for (const [place, response, isAsked] of [
      ['40.41700,-3.70300', null, false],
      ['28.46800,-16.25400', { status: 404 }, true],
      ['41.15000,-8.61000', 'nothing', false],
    ] as const) {
      await page.route(tiles, (route) => fail(route, response))
      await goTo(page, `?at=${place},11.60`)
      await expect(failed).toBeVisible()
      await page.unroute(tiles)
      const arrives = page.waitForResponse(tiles, { timeout: 30_000 })
      if (isAsked) await map.legend.getByRole('button', { name: 'Try again' }).click()
      expect((await arrives).ok()).toBe(true)
      await expect(failed).toBeHidden()
      await map.drawn()
    }
  })

  test('a viewer whose sign-in has ended is told so in their language, and goes on once signed in @nightly', async ({
    page,
    map,
  }) => {
    await page.goto('/?at=41.39500,2.16800,11.60&lang=de')
    await map.drawn()
    const signIn = { status: 302, headers: { Location: 'https://login.example/' } }
    await page.route(/\/(api|public)\//, (route) =>
      route.fulfill(route.request().url().includes('/api/search') ? { status: 401 } : signIn),
    )
    await goTo(page, '?at=40.41700,-3.70300,11.60&lang=de')
    await expect(map.legend).toContainText('vielleicht müssen Sie sich neu anmelden.')
    await expect(map.legend.getByRole('button', { name: 'Seite neu laden' })).toBeVisible()
    await page.getByRole('combobox', { name: 'Ort suchen' }).fill('gracia')
    await expect(page.getByRole('region', { name: 'Suchergebnisse' })).toContainText('Sie müssen sich neu anmelden.')
    await page.keyboard.press('Escape')

    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await figuresArrive(map)
    await expect(page.locator('body')).not.toContainText('neu anmelden')
  })

  test('classes that could not be loaded come by themselves once they can be', async ({ page, map }) => {
    const scales = '**/api/scales/**'
    await page.route(scales, (route) => route.abort('connectionreset'))
    await page.goto('/?at=41.39500,2.16800,11.60')
    await expect(map.legend).toContainText('The classes that every reader has here could not be loaded.')
    await figuresArrive(map)

    await page.unroute(scales)
    await expect(map.legend).toContainText('Classes of Barcelona')
    await expect(map.legend).not.toContainText('could not be loaded')
  })
})

/** Waits for figures of many cells; a map without any counts as drawn. */
async function figuresArrive(map: MapPage): Promise<void> {
  await expect(map.legend).toHaveAttribute('data-observed', /^[1-9]\d+$/, { timeout: 60_000 })
}

/** Makes the service count an account's whole allowance as used, as if by calls. */
function spendAll(account: string): void {
  const accounts = new Database(join(sharedApplication().dataDir, 'service', 'accounts.sqlite'))
  const spent = accounts
    .prepare('UPDATE spent SET used = 20000 WHERE account = (SELECT id FROM account WHERE name = ?)')
    .run(account)
  expect(spent.changes).toBe(1)
  accounts.close()
}

test('where the quote of an earlier period is refused, trying again asks for it, and buys nothing @nightly-desktop', async ({
  page,
  map,
}) => {
  application = await startSeparately('standard')
  const bought: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/earlier-tiles')) bought.push(request.url())
  })
  await page.route('**/api/earlier-tiles?dry_run=1', async (route) => {
    const response = await route.fetch()
    const refusal = {
      code: 'internal_error',
      message: 'Not now.',
      request_id: null,
      resets_at: null,
      retry_after_s: null,
    }
    await route.fulfill({ response, json: { ...(await response.json()), refusal } })
  })
  await map.open(`${application.address}/?at=41.39500,2.16800,11.60&period=2025-11`)
  const offer = page.getByTestId('earlier-offer')
  await expect(offer.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await offer.getByRole('button', { name: 'Try again' }).click()

  await expect(offer.getByRole('button', { name: /^Buy Oct 2025: / })).toBeEnabled()
  expect(bought).toEqual([])
})
