import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { expect, test as sharedTest, freshTest as test } from './shared/journey.ts'
import { expectNoViolationNightly } from './shared/no-violation.ts'
import { colorsOn } from './shared/screen-colors.ts'
import { enterOn, tabTo } from './shared/tab-to.ts'

/** The first bytes of every PNG. */
const PNG = '89504e470d0a1a0a'

test('a first visit offers a tour, and a view is taken along for nothing', async ({ page, map }) => {
  await map.open()
  const tour = page.getByRole('region', { name: 'What the colours mean' })

  await test.step('the tour goes through the page and never comes back unasked', async () => {
    await page.getByRole('button', { name: 'Show me around' }).click()
    await expect(tour.getByRole('heading')).toBeFocused()
    await expect(map.legend).toHaveAttribute('data-tour-on', '')
    await expectNoViolationNightly(page, 'the tour')
    for (let step = 1; step < 5; step++) await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByRole('region', { name: 'What it costs' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.goto('/')
    await map.drawn()
    await expect(page.getByRole('button', { name: 'Show me around' })).toBeHidden()
  })

  await test.step('the numbers are explained, ? lists the keys, and / leads to the search', async () => {
    await map.legend.getByRole('button', { name: 'What do these numbers mean?' }).click()
    await expect(page.getByRole('dialog')).toContainText('34 days after its label')
    await expectNoViolationNightly(page, 'what the numbers mean')
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(keys).toContainText('Search for a place')
    await expectNoViolationNightly(page, 'the keys')
    await page.keyboard.press('Escape')
    await expect(keys).toBeHidden()
    await page.keyboard.press('/')
    await expect(page.getByRole('combobox', { name: 'Find a place' })).toBeFocused()
    await page.keyboard.press('Escape')
  })

  const { spent } = await map.calls()
  const files = page.getByRole('dialog', { name: 'Share and export' })
  await test.step('the view becomes a link, a picture and files that other programs read', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Share and export' }).click()
    await expectNoViolationNightly(page, 'sharing')
    await files.getByRole('button', { name: 'Copy the link' }).click()
    await expect(files).toContainText('The link is copied.')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
    const picture = await saved(page, () => files.getByRole('button', { name: 'Picture (PNG)' }).click())
    expect(picture.toString('hex', 0, 8)).toBe(PNG)
    // The words below the map make the picture higher than the window.
    const { width = 0, height = 0 } = page.viewportSize() ?? {}
    expect(picture.readUInt32BE(20) / picture.readUInt32BE(16)).toBeGreaterThan(height / width)

    const inView = files.getByRole('group', { name: 'Hexagons in view' })
    const csv = await saved(page, () => inView.getByRole('button', { name: 'CSV' }).click())
    const [head, ...lines] = csv.toString().trimEnd().split('\r\n')
    expect(head).toMatch(
      /^h3,place,state,median_price_per_sqm,.*,as_of,window_start,window_end,resolution,lens,default_filters,source,simulated$/,
    )
    expect(lines.every((line) => line.endsWith(',yes'))).toBe(true)
    const geojson = await saved(page, () => inView.getByRole('button', { name: 'GeoJSON' }).click())
    expect(JSON.parse(geojson.toString()).features).toHaveLength(lines.length)
    const parquet = await saved(page, () => inView.getByRole('button', { name: 'GeoParquet' }).click())
    expect([parquet.toString('latin1', 0, 4), parquet.toString('latin1', parquet.length - 4)]).toEqual(['PAR1', 'PAR1'])
    await page.keyboard.press('Escape')
  })
  expect((await map.calls()).spent).toBe(spent)
})

test('an area becomes a file and a report, and areas and views are kept on the device for nothing @nightly', async ({
  page,
  map,
}) => {
  await map.open()
  const { spent } = await map.calls()
  const files = page.getByRole('dialog', { name: 'Share and export' })
  const chip = page.locator('[data-handle="A middle"]')
  const colorOfArea = () =>
    chip.evaluate((element) => (getComputedStyle(element).backgroundColor.match(/\d+/g) ?? []).map(Number))
  /** Takes a picture; returns its colour beside the letter of the area. */
  const letterOnPicture = async () => {
    await page.getByRole('button', { name: 'Share and export' }).press('Enter')
    const picture = await saved(page, () => files.getByRole('button', { name: 'Picture (PNG)' }).click())
    await page.keyboard.press('Escape')
    const { x = 0, y = 0, width = 0, height = 0 } = (await chip.boundingBox()) ?? {}
    const ratio = picture.readUInt32BE(16) / (page.viewportSize()?.width ?? 0)
    const [color] = await colorsOn(page, picture, [{ x: (x + width / 2 - 8) * ratio, y: (y + height / 2) * ratio }])
    return color
  }

  const kept = page.getByRole('dialog', { name: 'Saved views and areas' })
  await test.step('an area becomes a file, and is kept on the device under a name', async () => {
    await map.drawCircle()
    const tray = page.getByTestId('tray')
    await tray.getByRole('button', { name: /^Save Circle of .* on this device$/ }).click()
    await tray.getByText('Save as a file').click()
    await expectNoViolationNightly(page, 'an area as a file')
    const area = tray.getByRole('group', { name: 'This area', exact: true })
    const [head = '', line = ''] = (await saved(page, () => area.getByRole('button', { name: 'CSV' }).click()))
      .toString()
      .split('\r\n')
    const record = Object.fromEntries(head.split(',').map((column, index) => [column, line.split(',')[index]]))
    expect(record).toMatchObject({ area: 'A', kind: 'circle', state: 'complete', currency: 'USD', lens: 'default' })
    expect(Number(record.lower_quartile)).toBeLessThan(Number(record.upper_quartile))
    const geojson = await saved(page, () => area.getByRole('button', { name: 'GeoJSON' }).click())
    expect(JSON.parse(geojson.toString()).features[0].geometry.type).toBe('Polygon')
    const cells = tray.getByRole('group', { name: 'Hexagons of this area' })
    const hexagons = await saved(page, () => cells.getByRole('button', { name: 'CSV' }).click())
    expect(hexagons.toString().trimEnd().split('\r\n').length - 1).toBe(Number(record.cells))
    const drawn = map.parameter('area')
    expect(await letterOnPicture()).toEqual(await colorOfArea())
    await page.getByRole('button', { name: 'Share and export' }).click()
    await files.getByRole('button', { name: 'Report to print' }).click()
    const report = page.getByRole('dialog', { name: /^What property costs: Circle of/ })
    await expect(report.getByRole('button', { name: 'Print or save as PDF' })).toBeEnabled()
    expect(await report.getByRole('img', { name: 'The map with its legend' }).count(), 'the map is on it').toBe(1)
    await expect(report).toContainText(/Circle of/)
    await expect(report).toContainText(/[\d.]+ km around 41\.\d{4}, 2\.\d{4}/)
    await expect(report.getByRole('columnheader', { name: 'Listings in observed cells' })).toBeVisible()
    await expectNoViolationNightly(page, 'the report')
    await report.getByRole('button', { name: 'Close', exact: true }).click()
    await map.changes('area', () => tray.getByRole('button', { name: /^Remove Circle/ }).click())
    await page.getByRole('button', { name: 'Saved views and areas' }).click()
    await expect(kept.getByRole('list', { name: 'Saved areas' }), 'where it lies').toContainText(
      / km around 41\.\d{4}, /,
    )
    await map.changes('area', () => kept.getByRole('button', { name: /^Circle of/ }).click())
    expect(map.parameter('area'), 'its name still describes it').toBe(drawn)
    await map.changes('area', () => tray.getByRole('button', { name: /^Remove Circle/ }).click())
    await page.getByRole('button', { name: 'Saved views and areas' }).click()
    await kept.getByRole('button', { name: /^Rename Circle/ }).click()
    await kept.getByLabel(/^New name of Circle/).fill('Near work')
    await page.keyboard.press('Enter')
    await expectNoViolationNightly(page, 'a renamed area')
    await map.changes('area', () => kept.getByRole('button', { name: 'Near work', exact: true }).click())
    expect(map.parameter('area')).toBe(`${drawn}:Near work`)
    await map.changes('area', () => tray.getByRole('button', { name: 'Remove Near work' }).click())
  })

  await test.step('a saved view is opened with its metric after a reload, renamed and deleted', async () => {
    await map.colourBy('Median price')
    const address = new URL(page.url()).search
    await page.getByRole('button', { name: 'Saved views and areas' }).click()
    await kept.getByLabel('Name of this view').fill('Home')
    await page.keyboard.press('Enter')
    await expect(kept.getByRole('button', { name: 'Home', exact: true })).toBeVisible()
    await expectNoViolationNightly(page, 'a saved view')
    await page.goto('/')
    await map.drawn()
    await page.getByRole('button', { name: 'Saved views and areas' }).click()
    await kept.getByRole('button', { name: 'Rename Home' }).click()
    await kept.getByLabel('New name of Home').fill('Our street')
    await page.keyboard.press('Enter')
    await kept.getByRole('button', { name: 'Our street', exact: true }).click()
    await expect(kept).toBeHidden()
    await expect(page).toHaveURL((url) => url.search === address)
    await page.getByRole('button', { name: 'Saved views and areas' }).click()
    const file = await saved(page, () => kept.getByRole('button', { name: 'Save as a file' }).click())
    await kept.getByRole('button', { name: 'Delete Our street' }).click()
    await expect(kept.getByRole('list', { name: 'Saved views' })).toBeHidden()
    const chooser = page.waitForEvent('filechooser')
    await kept.getByRole('button', { name: 'Read a file' }).click()
    await (await chooser).setFiles({ name: 'saved.json', mimeType: 'application/json', buffer: file })
    await expect(kept.getByRole('button', { name: 'Our street', exact: true })).toBeVisible()
  })
  expect((await map.calls()).spent).toBe(spent)
})

sharedTest(
  'by keyboard alone: help is read, and the view and an area are kept, sent, taken along and opened again for nothing @nightly',
  async ({ page, map }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await map.open()
    const calls = await map.calls()

    await enterOn(map.legend.getByRole('button', { name: 'What do these numbers mean?' }))
    await expect(page.getByRole('dialog')).toContainText('34 days after its label')
    await page.keyboard.press('Escape')
    await enterOn(page.getByRole('button', { name: 'About these figures' }))
    await enterOn(page.getByRole('button', { name: 'Take the tour' }))
    for (let step = 1; step < 5; step++) await enterOn(page.getByRole('button', { name: 'Next' }))
    await enterOn(page.getByRole('region', { name: 'What it costs' }).getByRole('button', { name: 'Done' }))
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(keys).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(keys).toBeHidden()

    const kept = page.getByRole('dialog', { name: 'Saved views and areas' })
    const home = kept.getByRole('button', { name: 'Home', exact: true })
    await enterOn(page.getByRole('button', { name: 'Saved views and areas' }))
    await tabTo(kept.getByLabel('Name of this view'))
    await page.keyboard.type('Home')
    await enterOn(kept.getByRole('button', { name: 'Save', exact: true }))
    await expect(home).toBeVisible()
    await expect(kept.getByRole('button', { name: 'Save', exact: true }), 'it keeps the focus').toBeFocused()
    await expect(kept.getByRole('status').filter({ hasText: 'The view is saved as Home.' })).toBeAttached()
    await expectNoViolationNightly(page, 'a view saved by keyboard')
    await page.keyboard.press('Escape')

    const share = page.getByRole('button', { name: 'Share and export' })
    const files = page.getByRole('dialog', { name: 'Share and export' })
    await enterOn(share)
    await enterOn(files.getByRole('button', { name: 'Copy the link' }))
    await expect(files).toContainText('The link is copied.')
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(link).toBe(page.url())
    const picture = await saved(page, () => enterOn(files.getByRole('button', { name: 'Picture (PNG)' })))
    expect(picture.toString('hex', 0, 8)).toBe(PNG)
    await enterOn(files.getByRole('button', { name: 'Report to print' }))
    const report = page.getByRole('dialog', { name: /^What property costs/ })
    await expect(report).toContainText(link)
    await page.keyboard.press('Escape')
    await expect(report).toBeHidden()

    await tabTo(map.map.locator('canvas'))
    await map.changes('at', () => page.keyboard.press('Equal'))
    await enterOn(page.getByRole('button', { name: 'Saved views and areas' }))
    await map.changes('at', () => enterOn(home))
    expect(page.url()).toBe(link)
    await enterOn(page.getByRole('button', { name: 'Saved views and areas' }))
    // React Aria may have given it to the dialog itself.
    const focused = page.locator('[role=dialog]:focus-within')
    await enterOn(kept.getByRole('button', { name: 'Delete Home' }))
    await expect(home).toBeHidden()
    await expect(focused, 'the focus stays in the dialog when the last row goes').toBeVisible()
    await page.keyboard.press('Escape')
    await expect(kept).toBeHidden()

    const tray = page.getByTestId('tray')
    await map.drawCircle()
    await enterOn(tray.getByRole('button', { name: /^Save Circle of .* on this device$/ }))
    await expect.poll(() => map.parameter('area'), 'its resolution is chosen').toMatch(/:0\d$/)
    const drawn = map.parameter('area')
    await map.changes('area', () => enterOn(tray.getByRole('button', { name: /^Remove Circle/ })))
    await enterOn(page.getByRole('button', { name: 'Saved views and areas' }))
    await enterOn(kept.getByRole('button', { name: /^Rename Circle/ }))
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('Near work')
    await page.keyboard.press('Enter')
    const nearWork = kept.getByRole('button', { name: 'Near work', exact: true })
    await map.changes('area', () => enterOn(nearWork))
    expect(map.parameter('area')).toBe(`${drawn}:Near work`)
    await enterOn(page.getByRole('button', { name: 'Saved views and areas' }))
    await enterOn(kept.getByRole('button', { name: 'Delete Near work' }))
    await expect(nearWork).toBeHidden()
    await expect(focused, 'the focus stays in the dialog').toBeVisible()
    await page.keyboard.press('Escape')
    await expect(kept).toBeHidden()
    await map.changes('area', () => enterOn(tray.getByRole('button', { name: 'Remove Near work' })))
    expect((await map.calls()).spent).toBe(calls.spent)
  },
)

async function saved(page: Page, act: () => Promise<void>): Promise<Buffer> {
  const download: Promise<Download> = page.waitForEvent('download')
  await act()
  return readFile(await (await download).path())
}
