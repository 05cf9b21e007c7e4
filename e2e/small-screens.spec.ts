import type { Locator } from '@playwright/test'
import { readHexes } from '../src/contract/service/hexes/received-hexes.ts'
import { expect, freshTest, test } from './shared/journey.ts'

test('a table on a phone has whole headings and room for rows @phone-only @nightly', async ({ page, map }) => {
  await map.open('?at=41.39500,2.16800,11.60&table=1')
  const grid = page.getByRole('grid', { name: 'Hexagons in view' })
  for (const size of [
    { width: 390, height: 844 },
    { width: 320, height: 640 },
    { width: 844, height: 390 },
  ]) {
    await page.setViewportSize(size)
    await expect(grid.getByRole('columnheader')).toHaveCount(3)
    await expect.poll(() => cutHeadings(grid), `${size.width} wide`).toEqual([])
    expect((await grid.boundingBox())?.height ?? 0).toBeGreaterThan(2 * 44)
  }
})

freshTest(
  'a sheet does not scroll sideways with text of twice the size @phone-only @nightly',
  async ({ page, map }) => {
    await page.setViewportSize({ width: 320, height: 568 })
    await map.open('?at=39.46500,-0.37700,12.20&area=c39.46500,-0.37700,2:0&area=c39.48000,-0.35000,2:1')
    await page.addStyleTag({ content: 'html { font-size: 200% }' })
    const sheet = page.getByTestId('sheet')
    for (const tab of ['Compare', 'Places', 'Map']) {
      await sheet.getByRole('tab', { name: tab }).tap()
      await expect(sheet.getByRole('tab', { name: tab })).toBeInViewport({ ratio: 1 })
      expect(await sheet.evaluate((box) => box.scrollWidth - box.clientWidth), tab).toBe(0)
    }
    // The map has the room above the sheet, and the sheet that of the legend.
    await expect(map.legend).toBeHidden()
    expect((await sheet.boundingBox())?.y).toBeGreaterThan(568 * 0.4)
    expect((await sheet.boundingBox())?.height).toBeGreaterThan(568 * 0.45)
  },
)

test('a table keeps its heading and close button in sight while its sheet scrolls @phone-only', async ({
  page,
  map,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await map.open('?at=41.39500,2.16800,11.60&table=1')
  const grid = page.getByRole('grid', { name: 'Hexagons in view' })
  await expect(grid.getByRole('row').nth(1)).toBeVisible()
  await page.getByTestId('sheet').evaluate((sheet) => sheet.scrollTo(0, 1_000))
  await grid.getByRole('row').nth(1).focus()
  expect(await page.getByTestId('sheet').evaluate((sheet) => sheet.scrollTop)).toBeGreaterThan(0)
  await expect(page.getByRole('heading', { name: 'Hexagons in view' })).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'Close the table' }).tap()
  await expect(grid).toBeHidden()
})

freshTest.describe('on a tablet', () => {
  freshTest.use({ viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true })

  freshTest(
    'rows are as high as a finger, and a link leaves the focus where it is @nightly-desktop',
    async ({ page, map }) => {
      await map.open('?at=41.39500,2.16800,11.60&table=1')
      const row = page.getByRole('grid', { name: 'Hexagons in view' }).getByRole('row').nth(1)
      await expect.poll(async () => (await row.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(44)
      expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
      await page.getByRole('tab', { name: 'Places' }).tap()
      const place = page.getByRole('treeitem').first()
      await expect.poll(async () => (await place.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(44)
    },
  )
})

/** Returns the headings of a table that are cut, or reach beyond it. */
function cutHeadings(grid: Locator): Promise<string[]> {
  return grid.evaluate((element) => {
    const end = element.getBoundingClientRect().right
    return [...element.querySelectorAll('[role=columnheader] span')].flatMap((label) => {
      const isCut = label.scrollWidth > label.clientWidth + 1 || label.scrollHeight > label.clientHeight + 1
      return isCut || label.getBoundingClientRect().right > end ? [label.textContent ?? ''] : []
    })
  })
}

freshTest(
  'a phone’s table breaks no word of its headings in any language @phone-only @nightly',
  async ({ page, map }) => {
    for (const [lang, title] of [
      ['de', 'Medianpreis pro m²'],
      ['fr', 'Prix médian au m²'],
      ['es', 'Precio mediano por m²'],
    ] as const) {
      await map.open(`?at=41.39500,2.16800,11.60&table=1&lang=${lang}`)
      const grid = page.getByRole('grid')
      await expect(grid.getByRole('columnheader', { name: title })).toBeVisible()
      expect(await brokenWords(grid), lang).toEqual([])
    }
  },
)

/** Returns the words in a table's headings that go on in another line. */
function brokenWords(grid: Locator): Promise<string[]> {
  return grid.evaluate((element) =>
    [...element.querySelectorAll('[role=columnheader] span')].flatMap(({ firstChild: text }) =>
      [...(text?.textContent ?? '').matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
        const range = document.createRange()
        if (text === null) return []
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        return range.getClientRects().length > 1 ? [word] : []
      }),
    ),
  )
}

freshTest(
  'on a small phone, an open legend below a notice is cut, not the page @phone-only @nightly',
  async ({ page, map }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await map.open('?at=41.39500,2.16800,11.60&cell=zz')
    await expect(page.getByRole('region', { name: 'About the link' })).toBeVisible()
    await map.legend.getByRole('button').first().tap()
    for (const part of [null, 'Classes'] as const) {
      if (part !== null) await map.legend.getByRole('button', { name: part }).tap()
      const box = await map.legend.boundingBox()
      expect((box?.y ?? 0) + (box?.height ?? 0), `${part}`).toBeLessThanOrEqual(640)
    }
  },
)

test('enlarged to 400 %, a card and the open legend have most of the window @phone-only @nightly', async ({
  page,
  map,
}) => {
  await page.setViewportSize({ width: 320, height: 256 })
  await map.open('?at=41.39500,2.16800,11.60&cell=88394460e9fffff')
  const heightOf = async (part: Locator) => (await part.boundingBox())?.height ?? 0
  await expect.poll(() => heightOf(page.getByTestId('sheet'))).toBeGreaterThan(128)
  await page.getByRole('button', { name: 'Close the card' }).tap()
  const strip = map.legend.getByRole('button').first()
  await expect(strip).toBeInViewport({ ratio: 1 })
  await strip.tap()
  await expect.poll(() => heightOf(map.legend)).toBeGreaterThan(100)
  await expect(map.legend).toBeInViewport({ ratio: 1 })
})

test('on its side, a phone has the legend beside an open sheet @phone-only @nightly', async ({ page, map }) => {
  await page.setViewportSize({ width: 844, height: 390 })
  await map.open('?at=41.39500,2.16800,11.60')
  await page.getByRole('button', { name: 'Filters' }).tap()
  const sheet = await page.getByTestId('sheet').boundingBox()
  const legend = await map.legend.boundingBox()
  if (!sheet || !legend) throw new Error('expected a sheet and the legend')
  expect(legend.x).toBeGreaterThanOrEqual(sheet.x + sheet.width)
  expect(sheet.height).toBeGreaterThan(250)
})

test('on its side, a phone has the caption of the second map below the attribution @phone-only @nightly', async ({
  page,
  map,
}) => {
  await page.setViewportSize({ width: 844, height: 390 })
  await map.open('?at=41.39500,2.16800,11.60&beside=ad_sub_type%3Drent')
  await page.getByRole('button', { name: 'Filters' }).tap()
  await expect(page.getByTestId('sheet')).toBeVisible()
  const attribution = await page
    .getByText('© OpenStreetMap contributors, GeoNames, Natural Earth')
    .first()
    .boundingBox()
  const caption = await page.locator('[data-map]').getByText('To rent', { exact: true }).boundingBox()
  if (!attribution || !caption) throw new Error('expected an attribution and a caption')
  expect(caption.y).toBeGreaterThanOrEqual(attribution.y + attribution.height)
})

test('on its side, a phone shows a place completely above the legend @phone-only', async ({ page, map }) => {
  await page.setViewportSize({ width: 844, height: 390 })
  await map.open('?at=41.39500,2.16800,11.60')
  await map.search.tap()
  const found = await map.find('gracia', 'District in Barcelona, Catalunya, Spain')
  await map.changes('at', () => found.tap())
  const answer = await page.request.get(`/public/v1/geo/${map.parameter('place')}/hexes`)
  const { cells } = readHexes(await answer.json())
  expect(cells.length).toBeGreaterThan(3)
  for (const cell of cells) expect(await map.openPixelOf(cell), cell).not.toBeNull()
})

test('on a small phone, the open legend leaves the captions of two maps in sight @phone-only @nightly', async ({
  page,
  map,
}) => {
  await map.open('?at=41.39500,2.16800,11.60&beside=ad_sub_type%3Drent')
  for (const [width, height] of [
    [320, 568],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height })
    await map.legend.getByRole('button').first().tap()
    await expect(page.getByTestId('two-maps')).toBeHidden()
    const top = (await map.legend.boundingBox())?.y ?? 0
    for (const words of ['For sale', 'To rent']) {
      const caption = await page.locator('[data-map]').getByText(words, { exact: true }).boundingBox()
      expect((caption?.y ?? height) + (caption?.height ?? 0), words).toBeLessThan(top)
    }
    await map.legend.getByRole('button', { name: 'Legend' }).tap()
    await expect(page.getByTestId('two-maps')).toBeVisible()
  }
})

freshTest('a long offer stays within its bar on a small phone @phone-only @nightly', async ({ page, map }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await map.open('?at=41.39500,2.16800,11.60&lang=es')
  await page.getByRole('button', { name: 'Meses' }).tap()
  const bar = page.getByTestId('months')
  const offer = bar.getByRole('button', { name: /^Comprar el resto: .* celdas?$/ })
  await offer.waitFor()
  expect(rightOf(await offer.boundingBox())).toBeLessThan(rightOf(await bar.boundingBox()))
})

function rightOf(box: { x: number; width: number } | null): number {
  return (box?.x ?? Number.NaN) + (box?.width ?? 0)
}

test('on a tablet, buttons have the size of a fingertip @phone-only @nightly', async ({ page, map }) => {
  await page.setViewportSize({ width: 820, height: 1180 })
  await map.open()
  for (const name of ['Country of the search', 'Share and export', 'Draw a circle', 'Zoom in']) {
    const box = await page.getByRole('button', { name }).boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0), name).toBeGreaterThanOrEqual(44)
  }
})

freshTest('on a phone’s side, the three tabs share a row @phone-only @nightly', async ({ page, map }) => {
  await page.setViewportSize({ width: 844, height: 390 })
  await map.open('?at=41.39500,2.16800,11.60&area=c41.39500,2.16800,2:08&lang=es')
  await expect(page.getByRole('tab', { name: 'Comparar', selected: true })).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  const tops = await page.getByRole('tab').evaluateAll((tabs) => tabs.map((tab) => tab.getBoundingClientRect().top))
  expect([tops.length, new Set(tops).size]).toEqual([3, 1])
})

freshTest('a compared circle stays in sight when the phone is turned @phone-only @nightly', async ({ page, map }) => {
  await map.open('?at=41.33196,2.16800,10.94&on=390x844&area=c41.39500,2.16800,2:08')
  const sheet = page.getByTestId('sheet')
  await expect(sheet).toBeVisible()
  const middle = () => map.pixelOf({ lat: 41.395, lng: 2.168 })
  expect((await middle()).y).toBeLessThan((await sheet.boundingBox())?.y ?? 0)

  await page.setViewportSize({ width: 844, height: 390 })
  await expect.poll(async () => (await sheet.boundingBox())?.height).toBeGreaterThan(300)
  await expect.poll(async () => (await middle()).x, 'beside the sheet').toBeGreaterThan(380)
  await map.drawn()
  const { y } = await middle()
  expect(y).toBeGreaterThan(60)
  expect(y, 'above the legend').toBeLessThan((await map.legend.boundingBox())?.y ?? 0)
})
