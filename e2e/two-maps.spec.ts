import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expect, freshTest as test } from './shared/journey.ts'
import { expectNoViolationNightly } from './shared/no-violation.ts'
import { type SeparateApplication, startSeparately } from './shared/separate-application.ts'
import { enterOn, tabTo } from './shared/tab-to.ts'

let application: SeparateApplication
test.afterEach(() => application.stop())

test('two maps have one camera, and the second is paid for like the first', {
  tag: ['@phone', '@nightly-desktop'],
}, async ({ page, map, isMobile }) => {
  application = await startSeparately('standard', { SPENDING_MODE: 'ask' })
  const offer = page.getByRole('button', { name: /^Buy this view: (?:about )?\d+ calls?, [\d,]+ cells$/ })
  await map.open(`${application.address}?at=41.39500,2.16800,11.60`)
  await offer.click()
  await expect(offer).toBeHidden()
  await map.drawn()
  const before = await map.calls()

  // By touch on a phone, by keyboard alone on a desktop.
  const activate = (control: Locator) => (isMobile ? control.tap() : enterOn(control))
  const opener = page.getByRole('button', { name: 'Two maps' })
  const along = (await opener.boundingBox())?.x
  await activate(opener)
  await expect(opener).toHaveAttribute('aria-expanded', 'true')
  expect((await opener.boundingBox())?.x, 'the buttons keep their places').toBe(along)
  await activate(page.getByRole('button', { name: /Second map/ }))
  await map.changes('beside', () => activate(page.getByRole('option', { name: 'To rent', exact: true })))
  expect(map.parameter('beside')).toBe('ad_sub_type=rent')
  await expect(offer).toBeEnabled()
  expect(await map.calls(), 'the second map waits for the viewer').toEqual(before)
  const calls = Number(/(\d+) call/.exec(await offer.innerText())?.[1])
  await activate(offer)
  await expect(offer).toBeHidden()
  const second = page.getByTestId('second-map')
  await drawn(second)
  const after = { spent: before.spent + calls, used: before.used + calls }
  expect(await map.calls(), 'as many calls as were said').toEqual(after)
  const own = page.getByTestId('own-classes')
  await expect(own, 'prices and rents have classes of their own').toHaveText([
    /^Median price per m² in USD< \$[\d.]+k≥ \$[\d.]+k$/,
    /^Median rent per m² in USD a month< \$\d\d?≥ \$\d\d$/,
  ])

  if (!isMobile) {
    await test.step('the picture shows both maps, and files have columns of both', async () => {
      await page.getByRole('button', { name: 'Share and export' }).click()
      const files = page.getByRole('dialog', { name: 'Share and export' })
      await expect(files).toContainText('Columns that begin with “second_” belong to the second map (To rent)')
      const picture = await saved(page, files.getByRole('button', { name: 'Picture of both maps (PNG)' }))
      const width = await second.locator('canvas').evaluate((canvas) => (canvas as HTMLCanvasElement).width)
      expect(picture.readUInt32BE(16)).toBe(2 * width)
      const inView = files.getByRole('group', { name: 'Hexagons in view' })
      const [head = '', ...rows] = (await saved(page, inView.getByRole('button', { name: 'CSV' })))
        .toString()
        .split('\r\n')
      const row = rows.find((each) => each.split(',observed,').length === 3) ?? ''
      // A place's name may be in quotes, with commas of its own.
      const at = (column: string) => row.split(',').at(head.split(',').indexOf(column) - head.split(',').length)
      expect([at('lens'), at('second_lens'), at('second_as_of')]).toEqual(['default', 'ad_sub_type=rent', '2026-11-01'])
      expect(Number(at('second_median_price_per_sqm'))).toBeLessThan(Number(at('median_price_per_sqm')))
      await page.keyboard.press('Escape')
    })
    const [left, right] = await Promise.all([map.map.boundingBox(), second.boundingBox()])
    expect(left?.width).toBe(right?.width)
    await map.changes('split', () => page.getByRole('radio', { name: 'Swipe' }).click())
    await drawn(second)
  }
  const line = page.getByRole('slider', { name: 'Line between the two maps' })
  if (!isMobile) {
    await tabTo(line)
    await page.keyboard.press('ArrowLeft')
    await expect(line).toHaveAttribute('aria-valuenow', '48')
  }
  await drag(page, line, 0.7)
  await expect(line).toHaveAttribute('aria-valuenow', '70')
  expect(await mapAt(page, 0.6), 'left of the line').toBe('map')
  expect(await mapAt(page, 0.8), 'right of it').toBe('second-map')
  await expectNoViolationNightly(page, 'two maps')

  if (!isMobile) {
    await test.step('the keys zoom the map that has the focus, and with it the other', async () => {
      const { zoom } = map.view()
      await tabTo(second.locator('canvas'))
      await map.changes('at', () => page.keyboard.press('Equal'))
      expect(map.view().zoom).toBeGreaterThan(zoom)
      await drawn(second)
    })
  }

  const area = isMobile ? '' : '&area=c41.39500,2.16800,2:0'
  await page.goto(`${application.address}?at=41.39500,2.16800,11.60&beside=ad_sub_type%3Drent&split=swipe${area}`)
  await map.drawn()
  await drawn(second)
  if (!isMobile) await expect(second.getByText('A', { exact: true }), 'the letter of the area').toBeVisible()
  expect(await map.calls(), 'the link opens at no cost').toEqual(after)
  const press = (control: Locator) => (isMobile ? control.tap() : control.click())
  await press(opener)
  await expect(second).toBeHidden()
  expect(map.parameter('beside')).toBeNull()
  await press(page.getByRole('button', { name: 'Two maps' }))
  await press(page.getByRole('button', { name: /Second map/ }))
  await map.changes('beside', () => press(page.getByRole('option', { name: 'To rent', exact: true })))
  await drawn(second)
  expect(await map.calls(), 'by mouse or finger, what is held is free, too').toEqual(after)
})

async function saved(page: Page, button: Locator): Promise<Buffer> {
  const download = page.waitForEvent('download')
  await button.click()
  return readFile(await (await download).path())
}

/** Waits until everything that the address needs is drawn on a map. */
async function drawn(map: Locator): Promise<void> {
  await expect
    .poll(() => map.evaluate((element) => element.dataset.ready === location.search), { timeout: 60_000 })
    .toBe(true)
}

/** Drags an element to a share of the screen's width. */
async function drag(page: Page, element: Locator, share: number): Promise<void> {
  const box = await element.boundingBox()
  if (!box) throw new Error('expected a line on the page, found none')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height * 0.45)
  await page.mouse.down()
  await page.mouse.move(share * (page.viewportSize()?.width ?? 0), box.y + box.height * 0.45, { steps: 4 })
  await page.mouse.up()
}

/** Returns the test id of the map at a share of the screen's width, in the middle of its height. */
async function mapAt(page: Page, share: number): Promise<string | undefined> {
  return page.evaluate(
    (at) =>
      document.elementFromPoint(at * innerWidth, innerHeight * 0.5)?.closest<HTMLElement>('[data-testid]')?.dataset
        .testid,
    share,
  )
}
