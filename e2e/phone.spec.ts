import type { Locator, Page } from '@playwright/test'
import { cellToLatLng } from 'h3-js'
import { readHexes } from '../src/contract/service/hexes/received-hexes.ts'
import { expect, freshTest, test } from './shared/journey.ts'
import { expectNoViolationNightly } from './shared/no-violation.ts'

test('the legend opens from its strip, and the map moves under one finger @phone-only', async ({ page, map }) => {
  await map.open()
  for (const [opener, sheet] of [
    ['Filters', 'Panel'],
    ['Places', 'Panel'],
    [/calls left/, 'Calls and settings'],
  ] as const) {
    await page.getByRole('button', { name: opener }).press('Enter')
    await expect(page.getByRole('region', { name: sheet, exact: true }), 'a sheet takes the focus').toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: opener }), 'and gives it back').toBeFocused()
  }
  const strip = page.getByRole('button', { name: /^Median price per m²/ })
  await expect(strip).toHaveAttribute('aria-expanded', 'false')
  await expect(strip).toContainText(/Aug\s–\u2060\sOct\s2026, resolution 8/)
  await strip.tap()
  await expect(map.legend).toContainText('At least 5 listings per cell.')
  const cell = map.legend.getByRole('group', { name: 'Classes, lowest to highest' }).getByRole('button')
  expect(await cell.count()).toBeGreaterThan(3)
  await expectUsableByTouch(page)
  for (const [button, shows] of [
    ['Classes', 'Breaks in USD'],
    ['What do these numbers mean?', '34 days after its label'],
  ] as const) {
    await map.legend.getByRole('button', { name: button }).tap()
    await expect(map.legend).toContainText(shows)
    const box = await map.legend.boundingBox()
    expect(box?.height, 'a third of the map stays in sight').toBeLessThan((2 / 3) * 844)
    await expectUsableByTouch(page)
    await map.legend.getByRole('button', { name: 'Back' }).tap()
  }
  await page.getByRole('button', { name: 'Legend' }).tap()
  await expect(map.legend).not.toContainText('At least 5 listings per cell.')
  await expectUsableByTouch(page)

  const before = map.view()
  await map.changes('at', () => drag(page, { x: 195, y: 420 }, { x: 95, y: 420 }))
  expect(map.view().lng).toBeGreaterThan(before.lng)

  await strip.tap()
  await expect(map.legend).toContainText('At least 5 listings per cell.')
  await page.getByRole('button', { name: 'Draw a circle' }).tap()
  await expect(strip, 'the map has the room while something is drawn on it').toHaveAttribute('aria-expanded', 'false')
  await page.getByRole('button', { name: 'Cancel' }).tap()
  await expect(map.legend, 'and the legend is as it was').toContainText('At least 5 listings per cell.')
  await map.changes('cell', () => page.touchscreen.tap(195, 250))
  await expect(map.card).toBeVisible()
  await expect(strip, 'the card has the room').toHaveAttribute('aria-expanded', 'false')
  await expectUsableByTouch(page)
})

test('finding a place and reading a circle use sheets over the map @phone-only', async ({ page, map }) => {
  await map.open()
  const calls = await map.calls()
  await map.search.tap()
  await map.search.fill('qrazzia')
  await page.getByRole('option', { name: 'Gràcia Did you mean this?' }).tap()
  await expect(page.getByRole('option').first(), 'a correction is searched for').toContainText('District in Barcelona')
  const isPressable = firstOptionTakesPress(page)
  const found = await map.find('gracia', 'District in Barcelona, Catalunya, Spain')
  expect(await isPressable, 'a result takes a tap as soon as it is there').toBe(true)
  await expectUsableByTouch(page)
  await map.changes('at', () => found.tap())
  await expect(page.getByRole('search'), 'the keyboard goes, the place in the page stays').toBeFocused()
  const place = page.getByRole('region', { name: 'Gràcia' })
  await expect(place.getByRole('heading', { name: 'Gràcia' })).toBeInViewport({ ratio: 1 })
  expect(await map.layers()).toContain('place-outline')
  await expectUsableByTouch(page)
  await place.getByRole('button', { name: 'Close this place' }).tap()
  await expect(place).toBeHidden()

  await page.getByRole('button', { name: 'Draw a circle' }).tap()
  const help = page.getByRole('region', { name: 'Drawing' })
  await expect(help).toContainText('or tap its centre')
  await page.keyboard.press('Shift')
  await expect(help, 'a phone can have a keyboard').toContainText('With keys:')
  await map.changes('area', () => drag(page, { x: 195, y: 380 }, { x: 255, y: 380 }))
  await map.drawn()
  const radius = map.circle.getByRole('textbox', { name: 'Radius' })
  await map.changes('area', async () => {
    await radius.fill('1.5')
    await radius.press('Enter')
  })
  await expect(map.definition(map.circle, 'Middle cell')).toContainText('$')
  await expectUsableByTouch(page)
  await page.getByRole('button', { name: /^Remove / }).tap()
  await expect(map.circle).toBeHidden()
  expect(await map.calls(), 'the view holds both').toEqual(calls)
})

test('a tapped hexagon moves out from under its card, no farther than needed and only once @phone-only', async ({
  page,
  map,
}) => {
  await map.open()
  const opened = map.view()
  await map.changes('cell', () => page.touchscreen.tap(195, 250))
  await expect(map.card.getByRole('list', { name: 'Places that contain this hexagon' })).toBeVisible()
  await map.drawn()
  expect(map.view(), 'a cell in sight stays where it is').toEqual(opened)
  await page.getByRole('button', { name: 'Close the card' }).tap()

  const tapped = { x: 195, y: 640 }
  await map.changes('cell', () => page.touchscreen.tap(tapped.x, tapped.y))
  const cell = map.parameter('cell') ?? ''
  await expect.poll(() => map.openPixelOf(cell)).not.toBeNull()
  await map.drawn()
  const [pixel, card] = [await map.openPixelOf(cell), await map.card.boundingBox()]
  if (!pixel || !card) throw new Error('expected the cell and its card in sight')
  expect(card.y - pixel.y, 'it lies close above the card').toBeLessThan(120)
  expect(Math.abs(pixel.x - tapped.x), 'it has not moved to the side').toBeLessThan(40)
  expect(map.view().zoom).toBe(opened.zoom)

  await map.changes('at', () => drag(page, { x: 195, y: 200 }, { x: 195, y: 350 }))
  await expect(map.card).toBeVisible()
  expect(await map.openPixelOf(cell), 'the finger has the last word').toBeNull()

  // The panels begin as they do when a link is opened.
  await page.setViewportSize({ width: 1024, height: 600 })
  await expect(page.getByTestId('sheet')).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(map.card, 'what a link is about is in sight').toBeVisible()
})

test('a place is shown completely above its card on a short screen @phone-only @nightly', async ({ page, map }) => {
  await page.setViewportSize({ width: 390, height: 640 })
  await map.open()
  const calls = await map.calls()
  await map.search.tap()
  const found = await map.find('gracia', 'District in Barcelona, Catalunya, Spain')
  await map.changes('at', () => found.tap())
  const answer = await page.request.get(`/public/v1/geo/${map.parameter('place')}/hexes`)
  const { cells } = readHexes(await answer.json())
  expect(cells.length).toBeGreaterThan(3)
  for (const cell of cells) expect(await map.openPixelOf(cell), cell).not.toBeNull()
  await expectNoViolationNightly(page, 'a place on a short screen')
  expect(await map.calls(), 'the view holds it').toEqual(calls)
})

freshTest('a link to a country too wide for a phone shows its middle @phone-only @nightly', async ({ map }) => {
  await map.open('?place=es')
  // The middle of the screen lies lower than that of the map that is seen: the sheet covers its lower half.
  await expect.poll(() => map.view().lat, 'Spain with its islands is not zoomed out of sight').toBeGreaterThan(10)
  const madrid = await map.pixelOf({ lat: 40.4, lng: -3.7 })
  expect(madrid.y).toBeGreaterThan(0)
  expect(madrid.y).toBeLessThan(330)
})

test('a link to a place takes its classes from the place above the sheet, not from under it @phone-only @nightly', async ({
  page,
  map,
  baseURL,
}) => {
  const { results } = await (await page.request.get('/public/v1/geo/search?q=Sitges')).json()
  const { geo_id } = results[0]
  const { cells } = readHexes(await (await page.request.get(`/public/v1/geo/${geo_id}/hexes`)).json())
  const south = Math.min(...cells.map((cell) => cellToLatLng(cell)[0]))
  const asked: number[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.startsWith('/api/scales/')) asked.push(Number(searchParams.get('lat')))
  })
  await map.open(`${baseURL}/?place=${geo_id}`)
  await expect.poll(() => asked.at(-1)).toBeLessThan(41.3)
  expect(asked.at(-1)).toBeGreaterThan(south)
  expect(map.view().lat, 'the middle of the map is under the sheet').toBeLessThan(south)
})

test('the panel’s tabs, calls and theme are in sheets, one at a time @phone-only @nightly', async ({ page, map }) => {
  await map.open()
  await page.getByRole('button', { name: 'Filters' }).tap()
  const filters = page.getByRole('region', { name: 'Filters' })
  await expectUsableByTouch(page)
  await map.changes('lens', () => filters.getByRole('radio', { name: 'To rent' }).tap())
  await page.getByRole('tab', { name: 'Places' }).tap()
  await expect(filters).toBeHidden()
  await expectUsableByTouch(page)
  await page.getByRole('tab', { name: 'Map' }).tap()
  await expect(filters).toBeVisible()
  await page.getByRole('button', { name: /calls left/ }).tap()
  await expect(filters).toBeHidden()
  const sheet = page.getByRole('region', { name: 'Calls and settings' })
  await expect(sheet).toContainText(/This view: /)
  await expectUsableByTouch(page)

  // The view is sent, taken along, kept on the device and opened again, and the tour is taken, for nothing.
  const { spent } = await map.calls()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const saved = async (button: Locator) => {
    const download = page.waitForEvent('download')
    await button.tap()
    return (await download).suggestedFilename()
  }
  await sheet.getByRole('button', { name: 'Copy the link' }).tap()
  await expect(sheet).toContainText('The link is copied.')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
  expect(await saved(sheet.getByRole('button', { name: 'Picture (PNG)' }))).toMatch(/\.png$/)
  const inView = sheet.getByRole('group', { name: 'Hexagons in view' })
  expect(await saved(inView.getByRole('button', { name: 'CSV' }))).toMatch(/^squaremetre-2026-11-01-res\d\.csv$/)
  await sheet.getByRole('button', { name: 'Report to print' }).tap()
  const report = page.getByRole('dialog', { name: /^What property costs/ })
  await expect(report.getByRole('heading', { name: 'How these figures were made' })).toBeVisible()
  await expectNoViolationNightly(page, 'report open')
  await expectUsableByTouch(page)
  await report.getByRole('button', { name: 'Close', exact: true }).tap()
  await expect(report).toBeHidden()
  await page.getByRole('button', { name: /calls left/ }).tap()
  await sheet.getByLabel('Name of this view').fill('Home')
  await page.keyboard.press('Enter')
  const kept = sheet.getByRole('button', { name: 'Home', exact: true })
  await expect(kept).toBeVisible()
  await expectNoViolationNightly(page, 'a view is kept')
  await expectUsableByTouch(page)
  await kept.tap()
  await expect(sheet).toBeHidden()
  await page.getByRole('button', { name: /calls left/ }).tap()
  await sheet.getByRole('button', { name: 'Take the tour' }).tap()
  await expect(page.getByRole('region', { name: 'What the colours mean' })).toBeVisible()
  await expectNoViolationNightly(page, 'the tour')
  await expectUsableByTouch(page)
  await page.getByRole('button', { name: 'End the tour' }).tap()
  expect((await map.calls()).spent).toBe(spent)

  await page.getByRole('button', { name: /calls left/ }).tap()
  await map.changes('theme', () => sheet.getByRole('radio', { name: 'Dark' }).tap())
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('a finger pulls a sheet down, and legend and attribution stay in sight on its side and at 320 pixels @phone-only', async ({
  page,
  map,
}) => {
  await map.open()
  const sheet = page.getByTestId('sheet')
  for (const size of [
    { width: 390, height: 844 },
    { width: 320, height: 640 },
    { width: 844, height: 390 },
  ]) {
    await page.setViewportSize(size)
    await page.getByRole('button', { name: 'Filters' }).tap()
    await expect(page.getByRole('tab', { name: 'Map' })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: /^Median price per m²(?! Colour by)/ })).toBeInViewport({ ratio: 1 })
    await expect(page.getByText('© OpenStreetMap contributors, GeoNames, Natural Earth').first()).toBeInViewport({
      ratio: 1,
    })
    await expectUsableByTouch(page)
    await expectNoViolationNightly(page, 'a sheet on a small screen')
    const box = await sheet.boundingBox()
    if (!box) throw new Error('expected a sheet')
    const x = box.x + box.width / 2
    await drag(page, { x, y: box.y + 8 }, { x, y: box.y + 40 })
    await expect(sheet, 'a short pull keeps it').toBeVisible()
    await sheet.evaluate((each) => each.scrollTo({ top: each.scrollHeight }))
    await drag(page, { x, y: box.y + 8 }, { x, y: box.y + 140 })
    await expect(sheet, 'a long one closes it, also where it is scrolled').toBeHidden()
  }
})

/** Checks that nothing is wider than the screen, and tap targets except links in text are at least 44 pixels high. */
async function expectUsableByTouch(page: Page): Promise<void> {
  const faults = await page.evaluate(() => {
    const small = [
      ...document.querySelectorAll<HTMLElement>('button, [role=radio], [role=option], input, [role=tab]'),
    ].filter((element) => {
      // The box of a choice is hidden in its label, which takes the tap.
      const { width, height } = (element.closest('label') ?? element).getBoundingClientRect()
      // What only screen readers find lies in a box of one pixel.
      const isBoxed = (element.parentElement?.getBoundingClientRect().width ?? 0) <= 1
      const isSeen =
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && width > 1 && !isBoxed
      // The mark of a handle on the map is smaller than what takes the tap.
      const reach = Number.parseFloat(getComputedStyle(element, '::after').height) || 0
      return isSeen && Math.max(height, reach) < 44
    })
    const wide = document.documentElement.scrollWidth > window.innerWidth ? ['the page scrolls sideways'] : []
    const words = small.map((element) => {
      const { width, height } = element.getBoundingClientRect()
      const name = element.getAttribute('aria-label') ?? element.textContent
      return `${element.tagName} "${name}": ${Math.round(width)} × ${Math.round(height)}`
    })
    return [...wide, ...words]
  })
  expect(faults).toEqual([])
}

/** Whether a tap on the first result of the search meets it in the first frame that has it. */
function firstOptionTakesPress(page: Page): Promise<boolean> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const look = () => {
          // An option without a size is not on the screen yet.
          const options = [...document.querySelectorAll('[role=option]')]
          const option = options.find((each) => each.getBoundingClientRect().height > 0)
          if (option === undefined) return void requestAnimationFrame(look)
          const { x, y, height } = option.getBoundingClientRect()
          resolve(option.contains(document.elementFromPoint(x + 9, y + height / 2)))
        }
        look()
      }),
  )
}

test('a tap and a second one that moves zoom the map, and open no card @phone-only @nightly-phone', async ({
  page,
  map,
}) => {
  await map.open('?at=41.39500,2.16800,10.80')
  const opened = map.view()
  await map.changes('at', async () => {
    await page.touchscreen.tap(195, 250)
    await drag(page, { x: 195, y: 250 }, { x: 195, y: 350 })
  })
  await expect.poll(() => map.view().zoom).toBeGreaterThan(opened.zoom + 0.2)
  await expect.poll(() => map.parameter('cell')).toBeNull()
})

test('two fingers zoom the map, and leave a circle as it was, even where one of them is on its handle @phone-only @nightly-phone', async ({
  page,
  map,
}) => {
  // A link of this screen, so the circle stays where it is, above the sheet.
  await map.open('?at=41.30042,2.16800,10.36&on=390x844&area=c41.39500,2.16800,3:0')
  const handle = page.getByRole('slider', { name: 'Radius of A' })
  const opened = map.view()
  const circle = map.parameter('area')
  const box = await handle.boundingBox()
  if (!box) throw new Error('expected the handle of a radius')
  const y = box.y + box.height / 2
  const onHandle = { id: 0, x: box.x + box.width / 2, y }
  const onMap = { id: 1, x: onHandle.x - 120, y }
  const fingers = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { id: number; x: number; y: number }[]) =>
    fingers.send('Input.dispatchTouchEvent', { type, touchPoints })
  await map.changes('at', async () => {
    await touch('touchStart', [onHandle])
    await touch('touchMove', [{ ...onHandle, x: onHandle.x + 12 }])
    await touch('touchStart', [{ ...onHandle, x: onHandle.x + 12 }, onMap])
    for (const by of [20, 40, 60]) {
      await touch('touchMove', [
        { ...onHandle, x: onHandle.x + 12 + by },
        { ...onMap, x: onMap.x - by },
      ])
    }
    await touch('touchEnd', [])
  })
  expect(map.view().zoom).toBeGreaterThan(opened.zoom + 0.2)
  expect(map.parameter('area')).toBe(circle)
  await expect(handle).toHaveAttribute('aria-valuenow', '3')
})

/** Drags one finger from one point to another. */
async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  const finger = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  await touch('touchStart', [from])
  for (const part of [0.25, 0.5, 0.75, 1]) {
    await touch('touchMove', [{ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }])
  }
  await touch('touchEnd', [])
  await finger.detach()
}
