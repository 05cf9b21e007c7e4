import type { Page } from '@playwright/test'
import { readHexes } from '../src/contract/service/hexes/received-hexes.ts'
import { startStrangeService } from '../src/testing/strange-service/start-strange-service.ts'
import { ODD_SPELLINGS } from '../src/testing/strange-visits/strange-services.ts'
import { expect, freshTest, test } from './shared/journey.ts'
import type { MapPage } from './shared/map-page.ts'
import { expectNoViolationNightly } from './shared/no-violation.ts'
import { startSeparately } from './shared/separate-application.ts'
import { tabTo } from './shared/tab-to.ts'

// The browser's own console lines without a network.
test.use({ expected: /ERR_INTERNET_DISCONNECTED/ })

test('by keyboard alone: a neighbourhood is found by its name, flown to, outlined, and left again', async ({
  page,
  map,
}) => {
  await map.open()
  const before = { view: map.view(), layers: await map.layers(), calls: await map.calls() }
  expect(before.layers).not.toContain('place-outline')

  const announced = await announcements(page)
  await tabTo(map.search)
  await page.keyboard.type('gracia')
  const first = page.getByRole('option').first()
  await expect(first).toContainText('District in Barcelona, Catalunya, Spain')
  await expect(first).toContainText('Figures up to Oct 2026')
  await expectNoViolationNightly(page, 'search open')

  await page.keyboard.press('ArrowDown')
  await expect(first).toHaveAttribute('data-focused', 'true')
  await expect(map.search, 'the focus stays in the field').toBeFocused()
  await map.changes('at', () => page.keyboard.press('Enter'))
  await expect(page.getByRole('listbox')).toBeHidden()
  await expect(page.getByTestId('place-voice')).toHaveText('Gràcia, District in Barcelona, Catalunya, Spain.')
  const said = await announced()
  expect(said.length).toBeGreaterThan(0)
  expect(
    said.filter((words) => words.startsWith('0 ')),
    'nobody has searched for nothing',
  ).toEqual([])

  const place = page.getByRole('region', { name: 'Gràcia' })
  await expect(place).toContainText('District')
  await expect(place.getByRole('navigation', { name: 'Located in' }).getByRole('button')).toHaveText([
    'Spain',
    'Catalunya',
    'Barcelona province',
    'Barcelona',
  ])
  await expect.poll(() => map.layers()).toContain('place-outline')
  await expectInView(map, await cellsOfPlace(map))
  await expectNoViolationNightly(page, 'place found')

  await page.goBack()
  await map.drawn()
  await expect(place).toBeHidden()
  expect(map.parameter('place')).toBeNull()
  expect(await map.layers()).not.toContain('place-outline')
  expect(map.view()).toEqual(before.view)
  expect(await map.calls(), 'the view that was left holds all of it').toEqual(before.calls)
})

test('a postcode that the service does not know opens no other place', async ({ page, map }) => {
  await map.open()
  const results = page.getByRole('region', { name: 'Search results' })
  for (const [typed, says] of [
    ['08012', 'No results for “08012”.'],
    ['SW1A 1AA', 'No results for “SW1A 1AA”.'],
  ] as const) {
    await map.search.fill(typed)
    await map.search.press('Enter')
    await expect(results).toContainText(says)
    expect(map.parameter('place'), typed).toBeNull()
    expect(map.parameter('found'), typed).toBeNull()
  }
  await map.search.fill('08012 Barcelona')
  await map.changes('place', () => map.search.press('Enter'))
  await expect(page.getByRole('region', { name: 'Barcelona', exact: true })).toContainText('City')
})

freshTest(
  'Enter goes to the first result, even before it has come, and no late answer replaces it @nightly',
  async ({ page, map }) => {
    await map.open()
    const { spent } = await map.calls()
    await test.step('an answer that comes late is not shown', async () => {
      let release = () => {}
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      await page.route(/api\/search\?q=valencia/, async (route) => {
        await held
        // The page has given it up by then.
        await route.continue().catch(() => undefined)
      })
      const givenUp = page.waitForEvent('requestfailed', (request) => /api\/search\?q=valencia/.test(request.url()))
      const asked = page.waitForRequest(/api\/search\?q=valencia/)
      await map.search.fill('valencia')
      await asked
      await expect(page.getByRole('status').getByText('Searching…')).toBeVisible()
      await expect(page.getByRole('listbox')).toBeHidden()
      await expect(page.locator('[data-live-announcer]', { hasText: 'option' })).toHaveCount(0)
      await map.find('gracia', 'Gràcia')
      await givenUp
      release()
      await expect(page.getByRole('option').first()).toContainText('Gràcia')
      await map.search.fill('')
    })
    await test.step('without a network the search says so, and goes on by itself as soon as there is one', async () => {
      await page.context().setOffline(true)
      await map.search.fill('sevilla')
      const results = page.getByRole('region', { name: 'Search results' })
      await expect(results).toContainText('You are offline, and the server did not answer.')
      const heard = await page.evaluateHandle(hearOptions)
      const failed = () => page.waitForEvent('requestfailed', (request) => /api\/search\?q=sevilla/.test(request.url()))
      for (let tries = 0; tries < 4; tries++) await failed()
      expect(await heard.jsonValue(), 'no options are counted while it is tried again').toEqual([])
      await page.route(/api\/search\?q=sevilla/, async (route) => {
        await expect(results, 'a sign that it is tried again').toContainText('Trying again…')
        await route.continue().catch(() => undefined)
      })
      await results.getByRole('button', { name: 'Try again' }).click()
      await failed()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.context().setOffline(false)
      await expect(page.getByRole('option').first()).toContainText('Also called “Sevilla”')
      await map.search.fill('')
    })
    expect((await map.calls()).spent, 'searching is free').toBe(spent)
    await map.search.fill('gracia')
    await map.changes('place', () => page.keyboard.press('Enter'))
    await expect(page.getByRole('region', { name: 'Gràcia' })).toContainText('District')
    await expect(page.getByRole('listbox')).toBeHidden()
    await expect(map.search).toHaveValue('')

    await test.step('a second search, and two quarters are compared at no cost', async () => {
      const before = (await map.calls()).spent
      await map.changes('area', () => page.getByRole('button', { name: 'Compare this place' }).click())
      await map.find('eixample', 'District in Barcelona')
      const { lat } = map.view()
      await page.keyboard.press('Enter')
      const difference = page.getByTestId('difference')
      await expect(difference).toHaveText(/^(≈ )?[+−]\$[\d,]+\/m² \([+−]\d+%\)$/)
      await expect(difference, 'the answer is in sight').toBeInViewport({ ratio: 1 })
      await expect.poll(() => map.view().lat, 'the map moves south, to both quarters').toBeLessThan(lat - 0.005)
      expect((await map.calls()).spent).toBe(before)
    })

    await test.step('a known place without a market is marked, and so is it in its link', async () => {
      const before = (await map.calls()).spent
      await map.changes('found', async () => (await map.find('Ulaanbaatar', 'not listed by the service')).click())
      const about = page.getByRole('region', { name: 'About the place found' })
      const mark = map.map.getByRole('img', { name: 'Ulaanbaatar' })
      for (const turn of ['chosen', 'opened by its link']) {
        await expect(about, turn).toContainText('The service lists no place called Ulaanbaatar (Mongolia)')
        await expect(mark, turn).toBeVisible()
        if (turn === 'chosen') await map.open(`?${new URLSearchParams({ found: map.parameter('found') ?? '' })}`)
      }
      expect(map.view().lat).toBeCloseTo(47.91, 1)
      await about.getByRole('button', { name: 'Dismiss' }).click()
      await expect(mark).toBeHidden()
      expect(map.parameter('found')).toBeNull()
      expect((await map.calls()).spent, 'nothing is metered').toBe(before)
    })
  },
)

test('a country is searched alone, a misspelt name is corrected in one step, and Escape closes the search', async ({
  page,
  map,
}) => {
  await map.open()
  const [start, calls] = [page.url(), await map.calls()]
  await map.find('gracai', 'Gràcia')

  // While the list is open, everything beside it is hidden from readers of the screen.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /Country of the search/ }).click()
  await page.getByRole('option', { name: 'Australia' }).click()
  await map.search.fill('Newcastle')
  await expect(page.getByRole('option').first(), 'not the larger one in England').toContainText('Australia')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /Country of the search/ }).click()
  await page.getByRole('option', { name: 'All countries' }).click()

  await map.search.fill('qrazzia')
  await expect(page.getByText('No results for “qrazzia”.')).toBeVisible()
  await expectNoViolationNightly(page, 'a correction')
  await page.getByRole('option', { name: 'Gràcia Did you mean this?' }).click()
  await expect(map.search).toHaveValue('Gràcia')
  await expect(page.getByRole('option').first()).toContainText('District in Barcelona')

  await map.search.fill('xqzvvk')
  await expect(page.getByText('No results for “xqzvvk”.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toBeHidden()
  expect(page.url()).toBe(start)
  expect(await map.calls(), 'searching is free').toEqual(calls)
})

test('coordinates, cells and the parents of a place can be opened @nightly', async ({ page, map }) => {
  await map.open()
  const calls = await map.calls()
  await map.find('41.4036, 2.1744', 'Point with listings, Spain')
  await expect(page.getByRole('option').nth(1)).toContainText('Neighbourhood in ')
  await map.changes('at', async () => {
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
  })
  expect(map.view().lat).toBeCloseTo(41.4036, 3)
  expect(map.view().lng).toBeCloseTo(2.1744, 3)

  await map.search.fill('95, 2')
  await expect(page.getByText('“95, 2” is not on Earth')).toBeVisible()

  await map.search.fill('88394460e9fffff')
  await map.changes('cell', () => page.getByRole('option', { name: '88394460e9fffff H3 cell' }).click())
  await expect(map.card).toContainText('88394460e9fffff')
  await map.changes('at', () => map.card.getByRole('button', { name: 'Eixample' }).click())
  const place = page.getByRole('region', { name: 'Eixample' })
  await expect(place).toContainText('District')
  expect(await map.calls(), 'all of it is in the first view').toEqual(calls)
  await map.changes('at', () => place.getByRole('button', { name: 'Catalunya' }).click())
  await expect(page.getByRole('region', { name: 'Catalunya' })).toContainText('Region')
  const { observed, estimated } = await map.counts()
  expect(observed + estimated).toBeGreaterThan(10)
})

freshTest(
  'places and figures come from a service that spells what it may otherwise @nightly',
  async ({ page, map }) => {
    const madrid = { country: 'es', name: 'Madrid', lat: 40.42, lng: -3.7, radius_km: 25 }
    const euros = {
      currency: 'EUR',
      currencies: ['EUR'],
      unitsPerUsd: (name: string) => (name === 'EUR' ? 0.9213 : null),
    }
    const service = await startStrangeService({ ...ODD_SPELLINGS, ...euros, lands: [madrid] })
    const address = new URL(service.url).origin
    const application = await startSeparately('none', {}, { address, token: service.token })
    try {
      await page.goto(`${application.address}/?at=40.41000,-3.69000,11.60`)
      await map.drawn()
      expect((await map.counts()).observed).toBeGreaterThan(10)
      const used = service.used
      await expect(await map.find('madr', 'Madrid')).toContainText('Region')
      expect(service.used, 'searching is free').toBe(used)
      await map.changes('place', () => page.keyboard.press('Enter'))
      await expect(page.getByRole('region', { name: 'Madrid' })).toContainText('Region')
      await expect.poll(() => map.layers()).toContain('place-outline')
      await expect
        .poll(async () => (await map.calls()).spent - service.used, { message: 'every call is on the meter' })
        .toBe(0)

      await expect(map.legend).toContainText('€')
      const spaceFor = (budget: string) =>
        `${application.address}/?at=40.41000,-3.69000,11.60&metric=area_for_budget&budget=${budget}`
      await page.goto(spaceFor('300000EUR'))
      await map.drawn()
      expect((await map.counts()).observed, 'euros count as the figures do').toBeGreaterThan(10)
      await page.goto(spaceFor('300000'))
      await expect(page.getByText('The budget is in USD, whose rate is not known. Enter it in EUR.')).toBeVisible()
    } finally {
      await page.goto('about:blank')
      await application.stop()
      await service.close()
    }
  },
)

/** Returns the cells of the chosen place, as the service lists them. */
async function cellsOfPlace(map: MapPage): Promise<string[]> {
  const answer = await map.page.request.get(`/public/v1/geo/${map.parameter('place')}/hexes`)
  return [...readHexes(await answer.json()).cells]
}

async function expectInView(map: MapPage, cells: readonly string[]): Promise<void> {
  expect(cells.length).toBeGreaterThan(2)
  for (const cell of cells) expect(await map.openPixelOf(cell), `cell ${cell} is in sight`).not.toBeNull()
}

/** Collects what the page tells screen readers about lists from now on. */
async function announcements(page: Page): Promise<() => Promise<string[]>> {
  const said: string[] = []
  await page.exposeFunction('noteSaid', (words: string) => said.push(words))
  await page.evaluate(() => {
    const note = ({ addedNodes }: MutationRecord) => {
      for (const node of addedNodes) {
        const words = node instanceof Element && node.closest('[data-live-announcer]') ? node.textContent : null
        if (words) void (window as unknown as { noteSaid(words: string): Promise<void> }).noteSaid(words)
      }
    }
    new MutationObserver((records) => records.forEach(note)).observe(document, { subtree: true, childList: true })
  })
  return async () => said
}

/** Returns a list that takes on what a screen reader says about options from now on. */
function hearOptions(): string[] {
  const heard: string[] = []
  const listener = new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes])
    const said = added.filter(({ parentElement }) => parentElement?.closest('[data-live-announcer]'))
    heard.push(...said.flatMap(({ textContent }) => (textContent?.includes('option') ? textContent : [])))
  })
  listener.observe(document.body, { childList: true, subtree: true })
  return heard
}
