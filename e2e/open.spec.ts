import { latLngToCell } from 'h3-js'
import type { Figure } from '../src/domain/figure.ts'
import { dollars } from './shared/dollars.ts'
import { cellsAround, heldFigures, type Point } from './shared/held-figures.ts'
import { expect, freshTest, test } from './shared/journey.ts'
import type { MapPage, Pixel } from './shared/map-page.ts'
import { type Color, colorsAt, nearestColor } from './shared/screen-colors.ts'

const OPEN_SEA = '?at=41.10000,3.20000,11.60'

freshTest.describe('with every pixel', () => {
  freshTest.use({ deviceScaleFactor: 1 })

  freshTest(
    'opening the address shows hexagons under the names, and what their colours mean @phone',
    async ({ page, map, isMobile }) => {
      await map.open()
      await expect(page).toHaveTitle(/Squaremetre/)
      await expect(page.getByText('Simulated market')).toBeVisible()

      const order = [
        'land',
        'too-few-dots',
        'estimated-cells',
        'observed-cells',
        'sea',
        'coast',
        'borders',
        'quarters',
        'towns',
        'cities',
      ]
      expect((await map.layers()).filter((layer) => order.includes(layer))).toEqual(order)

      const { observed, estimated, tooFew, failed, notBought, loading } = await map.counts()
      expect(Math.min(observed, estimated, tooFew)).toBeGreaterThan(isMobile ? 5 : 20)
      expect({ failed, notBought, loading }).toEqual({ failed: 0, notBought: 0, loading: 0 })

      if (isMobile) await page.getByRole('button', { name: /^Median price per m²/ }).click()
      await expect(map.legend.getByRole('heading')).toHaveText('Median price per m² in USD')
      await expect(map.legend).toContainText(/Aug\s–\u2060\sOct\s2026, rolling three months/)
      await expect(map.legend).toContainText('At least 5 listings per cell. Extreme prices left out.')
      const cells = map.legend.getByRole('list', { name: 'Cells in view' })
      await expect(cells).toContainText(new RegExp(`Observed\\s*${observed}`))
      await expect(cells).toContainText(new RegExp(`Estimated\\s*${estimated}`))
      if (isMobile) return
      await expectColorsOfLegend(map)
      const [left, right] = await page.getByRole('tablist', { name: 'Panel' }).evaluate((list) => {
        const [box, first, last] = [list, list.firstElementChild, list.lastElementChild].map(
          (each) => each?.getBoundingClientRect() ?? new DOMRect(),
        )
        return [(first?.left ?? 0) - (box?.left ?? 0), (box?.right ?? 0) - (last?.right ?? 0)]
      })
      expect(right, 'the tabs are in line with the search on either side').toBeCloseTo(left ?? Number.NaN)
    },
  )
})

freshTest('what is typed before the panels have arrived stays in the search field', async ({ page }) => {
  let arrive = () => {}
  const held = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route('**/assets/start-page-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('textbox', { name: 'Find a place' }).fill('graci')
  arrive()
  const search = page.getByRole('combobox', { name: 'Find a place' })
  await expect(search).toHaveValue('graci')
  await expect(search).toBeFocused()
})

test('a hexagon shows its figure and certainty under the pointer, and in a card that stays', async ({ page, map }) => {
  await map.open()
  const inSight = await cellsInSight(map)

  const observed = inSight.find(({ figure }) => figure?.estimated === false)
  if (!observed?.figure) throw new Error('expected an observed cell in sight, found none')
  await map.hover(observed.pixel)
  await expect(map.tip).toContainText(`${dollars(observed.figure.median_price_per_sqm)}/m²`)
  await expect(map.tip).toContainText(observed.figure.name ?? '')
  await expect(map.tip).toContainText('From listings in this hexagon.')
  await expect(map.tip).toContainText(/Aug\s–\u2060\sOct\s2026, rolling three months/)
  await map.choose(observed.pixel)
  await expect(map.card).toHaveAttribute('data-state', 'observed')
  await expect(map.definition(map.card, 'Median price per m²')).toHaveText(
    `${dollars(observed.figure.median_price_per_sqm)}/m²`,
  )
  await expect(map.definition(map.card, 'Median price')).toHaveText(dollars(observed.figure.median_price))
  await expect(map.card.getByRole('list', { name: 'Places that contain this hexagon' })).toContainText(
    /City\s*Barcelona.*Country\s*Spain/s,
  )
  expect(await map.layers()).toContain('selected-cell')

  const estimated = inSight.find(({ figure }) => figure?.estimated)
  if (!estimated?.figure) throw new Error('expected an estimated cell in sight, found none')
  await map.hover(estimated.pixel)
  await expect(map.tip).toContainText(`≈ ${dollars(estimated.figure.median_price_per_sqm)}/m²`)
  await expect(map.tip).toContainText('pooled with the six neighbouring hexagons')

  const empty = inSight.find(({ figure }) => figure === null)
  if (!empty) throw new Error('expected an empty cell in sight, found none')
  await map.hover(empty.pixel)
  await expect(map.tip).toHaveText(/^No figure: fewer listings than the floor \(\d+\), or none\.$/)
  await map.choose(empty.pixel)
  await expect(map.card).toContainText('No figure: fewer listings than the floor')
  await expect(map.card.getByRole('definition')).toHaveCount(0)
  await map.changes('cell', () => page.getByRole('button', { name: 'Close the card' }).click())
  await expect(map.card).toBeHidden()
})

test('in the open sea nothing is counted, nothing is bought, and nothing is zero', async ({ map }) => {
  const before = await map.calls()
  await map.open(OPEN_SEA)
  const { sea, ...others } = await map.counts()
  expect(sea).toBeGreaterThan(500)
  expect(Object.values(others)).toEqual(Object.values(others).map(() => 0))
  const middle = await map.pixelOf(map.view())
  await map.hover(middle)
  await expect(map.tip).toHaveText('Sea.')
  await map.choose(middle)
  await expect(map.card).toContainText('Sea. No listings here, according to the service’s free look-up.')
  await expect(map.card.getByRole('definition')).toHaveCount(0)
  expect(await map.calls()).toEqual(before)
})

test('a link to a hexagon says its state, wherever the map is @nightly', async ({ map }) => {
  const says = async (at: string, point: Point, resolution: number, state: string, words: string | RegExp) => {
    const cell = latLngToCell(point.lat, point.lng, resolution)
    await map.open(`?at=${at}&cell=${cell}`)
    await expect(map.card).toHaveAttribute('data-state', state)
    await expect(map.card).toContainText(words)
  }
  const [barcelona, lisbon, sea] = [
    { lat: 41.4036, lng: 2.1744 },
    { lat: 38.72, lng: -9.14 },
    { lat: 40.2, lng: 2.5 },
  ]
  await map.open('?at=41.39500,2.16800,10.80')
  const { resolution } = await map.shown()
  await says('41.39500,2.16800,10.80', barcelona, resolution, 'observed', 'From listings in this hexagon.')
  await says('38.72000,-9.14000,7.50', barcelona, resolution, 'observed', 'From listings in this hexagon.')
  await says('38.72000,-9.14000,7.50&res=6', lisbon, 6, 'not_covered', 'does not seem to cover this market')
  await says('40.20000,2.50000,9.00&res=6', sea, 6, 'sea', 'Sea.')
  await says('41.39500,2.16800,10.80', { lat: -33.87, lng: 151.2 }, 4, 'not_bought', 'have not been bought')

  await map.open('?at=-17.80000,178.00000,9.00&circle=-17.80000,178.00000,20')
  await expect(map.circle).toContainText('The statistics service does not seem to cover this area')
  expect((await map.counts()).tooFew).toBe(0)
})

test('a view without figures says why, and leads to the nearest ones', async ({ page, map }) => {
  await map.open('?at=40.20000,2.50000,11.00')
  const notice = page.getByRole('region', { name: 'No figures here' })
  await expect(notice).toContainText('There is only sea in view.')
  await map.changes('at', () => notice.getByRole('button').click())
  await expect(notice).toBeHidden()
  const { observed, estimated } = await map.counts()
  expect(observed + estimated).toBeGreaterThan(0)
})

freshTest('a map that is given too small a canvas as it is resized is sharp again @nightly', async ({ page, map }) => {
  await map.open('?at=41.39500,2.16800,11.60')
  const canvas = map.map.locator('canvas').first()
  await canvas.evaluate((it: HTMLCanvasElement) => {
    const gl = it.getContext('webgl2') as WebGL2RenderingContext
    const small = gl.drawingBufferWidth / 2
    const own = Object.getOwnPropertyDescriptor(WebGL2RenderingContext.prototype, 'drawingBufferWidth')
    let reads = 0
    // A buffer that still has another size when the library compares it with what it wanted.
    Object.defineProperty(gl, 'drawingBufferWidth', {
      get: () => {
        if (reads >= 2) return own?.get?.call(gl)
        it.dataset.smallReads = String(++reads)
        return small
      },
    })
  })
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  await page.setViewportSize({ width: width - 40, height })
  await expect(canvas).toHaveAttribute('data-small-reads', '2')
  const sharpness = () => canvas.evaluate((it: HTMLCanvasElement) => it.width / (it.clientWidth * devicePixelRatio))
  await expect.poll(sharpness).toBeCloseTo(1, 2)
})

test('a drawing context that the browser takes away comes back whole @nightly', async ({ page, map }) => {
  await map.open('?at=41.39500,2.16800,11.60')
  const layers = await map.layers()
  const colorsOf = async () => {
    const observed = (await cellsInSight(map)).filter(({ figure }) => figure?.estimated === false).slice(0, 12)
    return colorsAt(
      page,
      observed.map(({ pixel }) => pixel),
    )
  }
  const before = await colorsOf()
  await map.map.evaluate((element) => {
    element.removeAttribute('data-ready')
    const lost = element.querySelector('canvas')?.getContext('webgl2')?.getExtension('WEBGL_lose_context')
    lost?.loseContext()
    // The page has to notice the loss first, as it does when a GPU is reset.
    requestAnimationFrame(() => setTimeout(() => lost?.restoreContext()))
  })
  await map.drawn()
  expect(await map.layers()).toEqual(layers)
  expect(await colorsOf()).toEqual(before)

  await test.step('without a GPU, the same hexagons are a table', async () => {
    // A tab of its own: other journeys go on in this one.
    const tab = await page.context().newPage()
    await tab.addInitScript(() => {
      const own = HTMLCanvasElement.prototype.getContext
      HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...[kind, ...rest]: [string]) {
        return kind === 'webgl2' && sessionStorage.getItem('gpu') !== 'back'
          ? null
          : (own as (...args: unknown[]) => null).call(this, kind, ...rest)
      }
    })
    await tab.goto(page.url())
    await expect(tab.getByText('The map needs WebGL 2')).toBeVisible()
    await expect(tab.getByRole('row').nth(3)).toBeVisible()
    const isScrolled = () =>
      tab
        .getByRole('grid', { name: 'Hexagons in view' })
        .evaluate((rows) => rows.scrollHeight > rows.clientHeight && rows.getBoundingClientRect().bottom < innerHeight)
    await expect.poll(isScrolled, 'all rows can be reached').toBe(true)
    await expect(tab.getByRole('button', { name: 'Two maps' })).toBeHidden()
    await tab.getByRole('tab', { name: 'Compare' }).click()
    const panel = tab.getByRole('tabpanel', { name: 'Compare' })
    await expect(panel.getByRole('button', { name: 'Draw an outline' })).toBeHidden()
    await panel.getByRole('button', { name: 'Draw a circle' }).click()
    await expect(panel.getByText(/^Circle of/).first()).toBeVisible()
    await tab.evaluate(() => sessionStorage.setItem('gpu', 'back'))
    await tab.getByRole('button', { name: 'Try again' }).click()
    await expect(tab.getByTestId('map')).toBeVisible()
    await tab.close()
  })
})

interface CellInSight {
  readonly cell: string
  readonly pixel: Pixel
  /** Null for a bought cell without figures. */
  readonly figure: Figure | null
}

/** Returns the uncovered cells near the middle of the view, nearest first, with what the proxy holds of them. */
async function cellsInSight(map: MapPage): Promise<CellInSight[]> {
  const shown = await map.shown()
  const cells = cellsAround(map.view(), shown.resolution, 7)
  const held = await heldFigures(map.page, shown, cells)
  const inSight: CellInSight[] = []
  for (const cell of cells) {
    const [figure, pixel] = [held.get(cell), await map.openPixelOf(cell)]
    if (figure !== undefined && pixel) inSight.push({ cell, pixel, figure })
  }
  return inSight
}

/** Checks that a more expensive hexagon has the colour of the same or a higher class. */
async function expectColorsOfLegend(map: MapPage): Promise<void> {
  const observed = (await cellsInSight(map)).filter(({ figure }) => figure?.estimated === false)
  observed.sort((a, b) => perSqm(a.figure) - perSqm(b.figure))
  const pixels = observed.map(({ pixel }) => pixel)
  const [colors, swatches] = [await colorsAt(map.page, pixels), await classColors(map)]
  const classes = colors.map((color) => nearestColor(color, swatches))
  // A few have a place name over their middle.
  const known = classes.filter((index) => index !== null)
  expect(known.length).toBeGreaterThan(0.7 * observed.length)
  expect(known).toEqual(known.toSorted((a, b) => a - b))
  expect(new Set(known).size).toBeGreaterThan(3)
}

/** Returns the colours of the legend's classes, lowest first. */
async function classColors(map: MapPage): Promise<Color[]> {
  const buttons = map.legend.getByRole('group', { name: 'Classes, lowest to highest' }).getByRole('button')
  const texts = await buttons.evaluateAll((each) =>
    each.map(({ lastElementChild }) => (lastElementChild ? getComputedStyle(lastElementChild).backgroundColor : '')),
  )
  return texts.map((text) => {
    const [red = 0, green = 0, blue = 0] = (text.match(/\d+/g) ?? []).map(Number)
    return [red, green, blue]
  })
}

function perSqm(figure: Figure | null): number {
  return figure?.median_price_per_sqm ?? Number.NaN
}
