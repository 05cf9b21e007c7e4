import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { meter } from '../src/contract/proxy-api.ts'
import { startStrangeService } from '../src/testing/strange-service/start-strange-service.ts'
import { expect, freshTest, test } from './shared/journey.ts'
import { expectNoViolationNightly } from './shared/no-violation.ts'
import { startSeparately } from './shared/separate-application.ts'
import { enterOn, tabTo } from './shared/tab-to.ts'

freshTest(
  'by keyboard alone: a quarter is found in the tree, read, ranked and followed back in time for the calls that were said',
  async ({ page }) => {
    const application = await startSeparately('large')
    // The map buys nothing unasked, so every call is one that this journey makes.
    await page.addInitScript(() => localStorage.setItem('squaremetre.spending', 'ask'))
    try {
      await page.goto(`${application.address}/?at=41.39500,2.16800,12.20`)
      await tabTo(page.getByRole('tab', { name: 'Map' }))
      await page.keyboard.press('ArrowRight')
      const tree = page.getByRole('tree', { name: 'Places' })
      await tabTo(tree)
      // It opens at the place in view.
      await expect(active(tree)).toHaveAccessibleName(/, Neighbourhood, /)
      await page.keyboard.press('ArrowLeft')
      await expect(active(tree)).toHaveAccessibleName(/, District, /)
      await expect(active(tree)).toHaveAttribute('aria-expanded', 'true')
      // A machine that is busy presses the keys so slowly that each begins a new text.
      await expect(async () => {
        await page.keyboard.type('grac')
        await expect(active(tree)).toHaveAccessibleName('Gràcia, District, Figures up to Oct 2026', { timeout: 2_000 })
      }).toPass({ timeout: 15_000 })
      await expectNoViolationNightly(page, 'tree open')
      expect(await callsSpent(page, application.address), 'the tree is free').toBe(0)

      await page.keyboard.press('Enter')
      const place = page.getByRole('region', { name: 'Gràcia' })
      await expect(place).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(tree, 'a place that is closed leads back to its row').toBeFocused()
      await expect(active(tree)).toHaveAccessibleName(/^Gràcia, District/)
      await page.keyboard.press('Enter')
      await expect(place).toBeFocused()
      await expect(place).toContainText('The rest costs about 1 call')
      await expect(place).toContainText('Up to thirteen periods cost about 1 call.')
      await enterOn(place.getByRole('button', { name: 'Buy the history' }))
      await expect(place.getByRole('img', { name: /period.*in Aug/ })).toBeVisible()
      await expect(place.getByRole('button', { name: 'Buy the history' })).toBeHidden()
      await expect(
        place.getByRole('status').filter({ hasText: /^The history has been bought: \d+ calls?\.$/ }),
      ).toBeAttached()
      await expect(place.getByText('Figures by period'), 'the focus goes on where it was').toBeFocused()
      // The newest period is one of them, so nothing is left to buy.
      await expect(place.getByRole('img', { name: /^\d+ cell medians from/ })).toBeVisible()
      await expect(place).not.toContainText('The rest costs')
      await expect(place.getByRole('list', { name: 'Parts of this place' })).toContainText(/1.*\$[\d,]+\/m²/)
      expect(await callsSpent(page, application.address)).toBe(1)

      await enterOn(place.getByRole('button', { name: 'Rank it among neighbouring places' }))
      await expect(place.getByRole('heading', { name: /^In / }), 'what the list is about').toBeFocused()
      await expect(place.getByRole('list', { name: 'Neighbouring places' })).toContainText('Gràcia')
      await expect(place).toContainText(/all figures are available for \d+ of \d+ places/)
      await expectNoViolationNightly(page, 'place open')
      expect(await callsSpent(page, application.address), 'ranking what is held is free').toBe(1)

      await enterOn(place.getByText('Save as a file'), 'Shift+Tab')
      const files = place.getByRole('group', { name: 'This place and its parts' })
      await expect(files.getByRole('button', { name: 'CSV' })).toBeEnabled()
      await tabTo(files.getByRole('button', { name: 'CSV' }))
      const download = page.waitForEvent('download')
      await page.keyboard.press('Enter')
      const [head = '', own = '', ...parts] = (await readFile(await (await download).path(), 'utf8'))
        .trimEnd()
        .split('\r\n')
      expect(head).toMatch(/^name,level,geo_id,part_of,rank,size_km2,state,metric,least,/)
      expect(own).toMatch(/^Gràcia,macrozone,[^,]+,,,[\d.]+,complete,median_price_per_sqm,\d/)
      await expect(place).toContainText(`${parts.length + 1} places were saved.`)
      expect(parts.map((line) => Number(line.split(',')[4])).sort()[0], 'the dearest part is first').toBe(1)
      const history = place.getByRole('group', { name: 'History of this place' })
      await tabTo(history.getByRole('button', { name: 'CSV' }))
      const second = page.waitForEvent('download')
      await page.keyboard.press('Enter')
      const [columns = '', ...periods] = (await readFile(await (await second).path(), 'utf8')).trimEnd().split('\r\n')
      expect(columns).toMatch(/^name,geo_id,metric,least,lower_quartile,middle,/)
      expect(periods.at(-1)).toMatch(/^Gràcia,[^,]+,median_price_per_sqm,.+,2026-11-01,/)
      await expect(place).toContainText(`${periods.length} periods were saved.`)
      await expectNoViolationNightly(page, 'place saved')

      await enterOn(place.getByRole('button', { name: 'Report to print' }), 'Shift+Tab')
      const report = page.getByRole('dialog', { name: 'What property costs: Gràcia' })
      await expect(report.getByRole('img', { name: /^\d+ cell medians from/ })).toBeVisible()
      await expect(report.getByRole('table', { name: /^Its parts/ }).getByRole('row')).toHaveCount(parts.length + 1)
      await expectNoViolationNightly(page, 'report open')
      await page.keyboard.press('Escape')
      await expect(report).toBeHidden()
      await expect(place.getByRole('button', { name: 'Report to print' })).toBeFocused()
      await enterOn(place.getByRole('button', { name: 'Compare this place' }))
      const area = page.getByTestId('tray').getByRole('region', { name: 'Gràcia' })
      await expect(area.getByRole('img', { name: `${periods.length} periods, from ` })).toBeVisible()
      expect(await callsSpent(page, application.address), 'taking along and comparing are free').toBe(1)
    } finally {
      await application.stop()
    }
  },
)

test('a country is opened, chosen and left again in the sheet of a phone @phone-only', async ({ page, map }) => {
  await map.open()
  const calls = await map.calls()
  await page.getByRole('button', { name: 'Places' }).tap()
  const tree = page.getByRole('tree', { name: 'Places' })
  await expect(active(tree)).toHaveAccessibleName(/, Neighbourhood, /)
  await expectNoViolationNightly(page, 'tree in the sheet')
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  expect(wide, 'nothing scrolls sideways').toBe(false)
  await map.changes('place', () => tree.getByRole('treeitem', { name: /^Eixample, District/ }).tap())
  const place = page.getByRole('region', { name: 'Eixample' })
  await expect(place).toContainText('Distribution of cell medians')
  await place.getByRole('button', { name: 'Rank it among neighbouring places' }).tap()
  await expect(place.getByRole('list', { name: 'Neighbouring places' })).toContainText('Eixample')
  await expectNoViolationNightly(page, 'place in the sheet')
  await page.getByRole('button', { name: 'All places' }).tap()
  await expect(tree.getByRole('treeitem', { name: /^Eixample, District/ })).toHaveAttribute('aria-selected', 'true')
  expect(await map.calls(), 'the view holds it').toEqual(calls)
})

freshTest(
  'ten thousand places are read page by page, opened by mouse, and only the rows in sight are drawn @nightly',
  async ({ page, map }) => {
    freshTest.setTimeout(400_000)
    const lands = Array.from({ length: 10_000 }, (_, at) => ({
      country: 'es',
      name: `Place ${String(at).padStart(5, '0')}`,
      lat: 40 + (at % 30) / 30,
      lng: -4 + Math.floor(at / 30) / 30,
      radius_km: 0.5,
    }))
    const service = await startStrangeService({ lands, countries: ['es'], filters: {} })
    const application = await startSeparately(
      'none',
      {},
      { address: new URL(service.url).origin, token: service.token },
    )
    // The map buys nothing, so every metered call would be one of the tree.
    await page.addInitScript(() => localStorage.setItem('squaremetre.spending', 'held-only'))
    try {
      await page.goto(`${application.address}/?at=41.00000,-3.00000,6.00`)
      await map.tab('Places')
      const tree = page.getByRole('tree', { name: 'Places' })
      const spain = tree.getByRole('treeitem', { name: /^Spain/ })
      await expect(spain).toBeVisible()
      if ((await spain.getAttribute('aria-expanded')) === 'false') await spain.locator('span').first().click()
      await expect(tree.getByRole('treeitem', { name: /^Place 00000/ })).toBeVisible()
      // A page arrives after it was requested, and only then is the end further down.
      const goToEnd = async () => {
        await page.keyboard.press('End')
        return active(tree).getAttribute('aria-label')
      }
      for (const end of ['00099', '00199', '00299', '00399']) await expect.poll(goToEnd).toMatch(`Place ${end}`)
      // Keys that come too slowly begin a new text, and a busy machine types slowly.
      await expect(async () => {
        await page.keyboard.type('Place 0015')
        await expect(active(tree)).toHaveAccessibleName(/^Place 0015\d/, { timeout: 2_000 })
      }).toPass()
      expect(await tree.getByRole('treeitem').count()).toBeLessThan(60)
      await expectNoViolationNightly(page, 'a long tree')
      await active(tree).click()
      await expect(page.getByRole('region', { name: /^Place 0015\d/ })).toBeVisible()
      expect(asked(service.free), 'no page was requested twice or unasked').toBeLessThan(10)
      expect(service.used).toBe(0)
    } finally {
      await application.stop()
      await service.close()
    }
  },
)

freshTest('a first visit opens where there are figures in a Spain without Barcelona @nightly', async ({ page }) => {
  const lands = [{ country: 'es', name: 'Madrid', lat: 40.42, lng: -3.7, radius_km: 15 }]
  const service = await startStrangeService({ lands, countries: ['es'], filters: {} })
  const application = await startSeparately('none', {}, { address: new URL(service.url).origin, token: service.token })
  try {
    await page.goto(application.address)
    await expect(page).toHaveURL(/at=40\.4\d*,-3\.[67]/)
  } finally {
    await application.stop()
    await service.close()
  }
})

freshTest.describe('without look-ups', () => {
  // The browser's own console lines about them.
  freshTest.use({ expected: /status of 404/ })

  freshTest(
    'a service without any endpoint of places has its figures on the map, and the tree says that it has no names @nightly',
    async ({ page, map }) => {
      const lands = [{ country: 'es', name: 'Madrid', lat: 40.42, lng: -3.7, radius_km: 15 }]
      const service = await startStrangeService({ lands, countries: ['es'], filters: {} })
      service.rules.freeFault = (path) => (path.startsWith('/geo') ? { kind: 'code', code: 'not_found' } : null)
      const application = await startSeparately(
        'none',
        {},
        { address: new URL(service.url).origin, token: service.token },
      )
      try {
        await map.open(`${application.address}/?at=40.42000,-3.70000,10.00`)
        await expect(map.legend).toContainText('Observed')
        await map.search.fill('madrid')
        await expect(page.getByRole('option').first()).toContainText('not listed by the service')
        await map.search.fill('')
        await map.tab('Places')
        await expect(page.getByText('This service has no places by name.')).toBeVisible()
        await expect(page.getByText('The request was refused')).toHaveCount(0)
      } finally {
        await application.stop()
        await service.close()
      }
    },
  )
})

/** How many pages of Spain's places a service was asked for. */
function asked(free: readonly string[]): number {
  return free.filter((target) => target.includes('/geo?') && target.includes('parent=es')).length
}

/** The metered calls that the proxy at an address has made. */
async function callsSpent(page: Page, address: string): Promise<number> {
  return meter.parse(await (await page.request.get(`${address}/api/meter`)).json()).calls_spent
}

/** The row that the tree names as active. */
function active(tree: Locator): Locator {
  return tree.locator('[role=treeitem][data-active]')
}
