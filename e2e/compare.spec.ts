import { expect, freshTest, test } from './shared/journey.ts'
import type { MapPage } from './shared/map-page.ts'
import { expectNoViolationNightly } from './shared/no-violation.ts'
import { enterOn, tabTo } from './shared/tab-to.ts'

test('two areas are drawn, compared and bought together with the mouse, at the quoted cost', async ({ page, map }) => {
  await map.open('?at=39.46500,-0.37700,12.20')
  const held = (await map.calls()).spent
  await page.getByRole('button', { name: 'Draw a circle' }).click()
  const middle = await map.pixelOf({ lat: 39.465, lng: -0.377 })
  await drawing(map, () => page.mouse.click(middle.x, middle.y))
  expect(areasOf(map)[0], 'a click places a circle of the first radius').toMatch(/,2:0/)
  await page.getByRole('button', { name: 'Another circle' }).click()
  const [from, to] = [await map.pixelOf({ lat: 39.48, lng: -0.35 }), await map.pixelOf({ lat: 39.48, lng: -0.33 })]
  const shownRadius = map.map.locator('[data-radius]')
  await drawing(map, async () => {
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move((from.x + to.x) / 2, to.y, { steps: 3 })
    await page.mouse.move(to.x, to.y)
    await expect(shownRadius, 'the radius is told while it is dragged').toHaveAttribute('data-radius', /^1\.7\d km$/)
    await page.mouse.up()
  })
  await expect.poll(() => areasOf(map).every((area) => area.endsWith('8')), 'resolutions are chosen').toBe(true)
  const areas = areasOf(map)
  expect(areas).toHaveLength(2)
  expect(Number(/,([\d.]+):1/.exec(areas[1] ?? '')?.[1]), 'the radius is the way dragged').toBeCloseTo(1.72, 1)
  const tray = page.getByTestId('tray')
  await expect(tray.getByTestId('difference')).toHaveText(/^(≈ )?[+−]?\$[\d,]+\/m² \([+−]?\d+%\)$/)
  await expect(tray.getByRole('img')).toHaveAccessibleName(/^A, Circle of .+ B, Circle of /)
  expect((await map.calls()).spent, 'the view holds both').toBe(held)

  await drawing(map, () =>
    tray
      .getByRole('button', { name: /^Remove Circle/ })
      .first()
      .click(),
  )
  await drawing(map, () => tray.getByRole('button', { name: 'Undo' }).click())
  expect(areasOf(map)).toEqual(areas)
  await expectNoViolationNightly(page, 'areas of every kind')

  const radius = page.getByRole('slider', { name: /^Radius of/ })
  if (!(await radius.isVisible()))
    await tray
      .getByRole('button', { name: /^Open Circle/ })
      .first()
      .click()
  await expect(radius).toBeVisible()
  const handle = await radius.boundingBox()
  const [x, y] = [(handle?.x ?? 0) + (handle?.width ?? 0) / 2, (handle?.y ?? 0) + (handle?.height ?? 0) / 2]
  const at = map.parameter('at')
  for (const cancel of [() => radius.dispatchEvent('pointercancel'), () => page.keyboard.press('Escape')]) {
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 30, y, { steps: 3 })
    await expect(shownRadius).toHaveCount(1)
    await cancel()
    await page.mouse.up()
    await expect.poll(() => radius.boundingBox(), 'a cancelled drag leaves nothing moved').toEqual(handle)
    expect(areasOf(map)).toEqual(areas)
  }
  await drawing(map, async () => {
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 30, y, { steps: 3 })
    await expect(shownRadius).toHaveAttribute('data-radius', / km$/)
    await page.mouse.wheel(0, -300)
    await page.mouse.up()
  })
  await expect(shownRadius).toHaveCount(0)
  expect(map.parameter('at'), 'the map keeps still beneath a handle that is held').toBe(at)
  expect(map.parameter('cell'), 'the hexagon beneath stays closed').toBeNull()

  // Two circles that overlap, beyond the view, of another resolution each.
  await map.open('?at=39.46500,-0.37700,13.50&area=c38.90000,-0.30000,14:07&area=c38.90000,-0.20000,14:18')
  await expect(tray).toContainText('A at 7 and B at 8')
  await drawing(map, () => tray.getByRole('button', { name: 'Show all at resolution 8' }).click())
  const offer = tray.getByTestId('joint-rest')
  await expect(offer).toContainText(/The rest of A and B costs (?:about )?\d+ calls? together, [\d,]+ cells\./)
  await expect(
    tray.getByText(/^No figures at resolution \d have been bought here yet\.$/),
    'a card says why it has none',
  ).toHaveCount(2)
  const cost = Number(/costs (\d+) call/.exec(await offer.innerText())?.[1])
  const before = (await map.calls()).spent
  await offer.getByRole('button', { name: 'Buy all of it' }).click()
  await expect(offer).toBeHidden()
  await expect(tray.locator('[data-area=A] > section'), 'what was bought has the focus').toBeFocused()
  await expect(tray.getByTestId('difference')).toBeVisible()
  expect((await map.calls()).spent - before).toBe(cost)
})

const KML = `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document>
  <Placemark><name>Eixample</name><Polygon><outerBoundaryIs><LinearRing><coordinates>
    -0.38,39.455,0 -0.36,39.455,0 -0.36,39.475,0 -0.38,39.475,0 -0.38,39.455,0
  </coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>
  <Placemark><name>Office</name><Point><coordinates>-0.377,39.47,0</coordinates></Point></Placemark>
  <Placemark><name>Ring</name><LinearRing><coordinates>
    -0.38,39.455,0 -0.37,39.455,0 -0.37,39.465,0 -0.38,39.455,0
  </coordinates></LinearRing></Placemark>
  <Placemark><name>Metro</name><LineString><coordinates>-0.38,39.45 -0.36,39.48</coordinates></LineString></Placemark>
</Document></kml>`

test('outlines and points of a file that is dropped on the page are compared', async ({ page, map }) => {
  await map.open('?at=39.46500,-0.37700,12.20')
  const held = (await map.calls()).spent
  const dropped = await page.evaluateHandle((kml) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([kml], 'mine.kml'))
    return transfer
  }, KML)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toBeVisible()
  await map.map.dispatchEvent('dragover', { dataTransfer: dropped })
  await expect(page.getByText('Drop a file with outlines')).toBeVisible()
  await map.map.dispatchEvent('drop', { dataTransfer: dropped })
  const file = page.getByRole('group', { name: 'mine.kml' })
  await expect(page.getByRole('dialog'), 'nothing covers what is found').toBeHidden()
  await expect(file).toContainText('3 areas in this file.')
  await expect(file, 'not what had opened the dialog').toBeFocused()
  await expect(file).toContainText('1 line was left out.')
  await expectNoViolationNightly(page, 'areas of a file')
  const steps = () => page.evaluate(() => window.history.length)
  const before = await steps()
  await drawing(map, () => file.getByRole('button', { name: 'Add all' }).click())
  expect(await steps(), 'one step back takes all of them out').toBe(before + 1)
  const tray = page.getByTestId('tray')
  await expect(tray.getByRole('img')).toHaveAccessibleName(/^A, Eixample.+ B, Office/)
  await expect(file.getByRole('button', { name: 'Office is compared' })).toBeDisabled()
  expect((await map.calls()).spent, 'the view holds both').toBe(held)

  const table = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await tray
    .locator('input[type=file]')
    .setInputFiles([table('metres.csv', 'x,y\n440000,4470000\n'), table('pairs.csv', 'barrio,at\nSol,"41.40, 2.17"\n')])
  const both = page.getByRole('group', { name: 'metres.csv, pairs.csv' })
  await expect(both).toContainText('metres.csv: The coordinates 4470000, 440000 are not in degrees.')
  await expect(both).toContainText('Coordinates in one column were read with the latitude first.')
  await expect(both.getByRole('button', { name: 'Add Sol' })).toBeVisible()
  await both.getByRole('button', { name: 'Close metres.csv, pairs.csv' }).click()
  await expect(both).toBeHidden()
})

test('areas are drawn, ordered, named and changed by keyboard alone', async ({ page, map }) => {
  await map.open('?at=41.39500,2.16800,12.20&area=c41.41500,2.20000,1:0')
  const held = (await map.calls()).spent
  const tray = page.getByTestId('tray')
  await enterOn(tray.getByRole('button', { name: 'Draw an outline' }))
  await expect(map.map.locator('canvas')).toBeFocused()
  const spoken = page.getByTestId('cell-voice')
  await expect(spoken).toBeEmpty()
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const right = Array<string>(5).fill('ArrowRight')
  const down = Array<string>(4).fill('ArrowDown')
  await press('Space', ...right, 'Space', ...down, 'Space', ...right.map(() => 'ArrowLeft'))
  const help = page.getByRole('region', { name: 'Drawing' })
  await expect(help).toContainText('3 corners.')
  await expect(map.map.locator('[data-corner]'), 'each corner is marked').toHaveCount(3)
  await expect(spoken, 'the hexagon under the cross is spoken').toContainText(/figure|listings|estimated|sea/i)
  await press(...down.map(() => 'ArrowUp'), ...down.map(() => 'ArrowUp'), ...right, 'Space')
  await expect(help).toContainText('Edges would cross there.')
  await press(...down, ...down, ...right.map(() => 'ArrowLeft'), 'Space')
  await expect(help).toContainText('4 corners.')
  await drawing(map, () => press('Enter'))
  await expect(spoken).toBeEmpty()
  await expect(map.map.locator('[data-corner]')).toHaveCount(0)
  await expect(page.getByTestId('area-voice')).toHaveText(/^Drawn area of .+ added\.$/)
  await expect.poll(() => areasOf(map)[1], 'its resolution is chosen').toMatch(/^g[\w-]+:18$/)

  await tabTo(tray.getByRole('button', { name: /^Move Drawn area/ }))
  await drawing(map, () => press('ArrowUp'))
  expect(areasOf(map)[0]).toMatch(/^g/)
  const first = tray.getByRole('region').first()
  await enterOn(first.getByRole('button', { name: /^Rename/ }))
  await page.keyboard.type('Near work')
  await drawing(map, () => press('Enter'))
  expect(areasOf(map)[0]).toMatch(/:Near work$/)
  await expect(first.getByRole('button', { name: 'Rename Near work' }), 'where it began').toBeFocused()
  await expect(tray.getByRole('textbox', { name: 'Name of the area' }), 'Enter ends it').toBeHidden()
  await tabTo(page.getByRole('button', { name: /^Corner 1 of B/ }))
  await drawing(map, () => press('ArrowUp'))
  await enterOn(tray.getByRole('button', { name: /^Open Circle/ }))
  const radius = page.getByRole('slider', { name: 'Radius of A' })
  await tabTo(radius)
  await drawing(map, () => press('ArrowRight'))
  expect(areasOf(map)[1]).toContain(',1.1:0')
  await expect(radius, 'its value is spoken').toHaveAttribute('aria-valuetext', '1.1 km')

  // A colour that is free, then the other area's.
  const colors = tray.getByRole('radiogroup', { name: 'Colour and letter' }).getByRole('radio')
  await tabTo(colors.first())
  for (const [way, letter] of [
    [['ArrowRight', 'ArrowRight', 'Space'], 'C'],
    [['ArrowLeft', 'Space'], 'B'],
  ] as const) {
    await drawing(map, () => press(...way))
    await expect(tray.locator(':focus'), 'the chosen colour keeps the focus').toHaveText(letter)
  }
  expect(areasOf(map).map((area) => /:(\d)/.exec(area)?.[1])).toEqual(['2', '1'])
  expect((await map.calls()).spent, 'the view holds both').toBe(held)
  await expectNoViolationNightly(page, 'areas by keyboard')
})

freshTest('the figures of six areas are in sight at once, and their chart below @nightly', async ({ page, map }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const lats = [41.4, 41.38, 41.42, 41.43, 41.395, 41.37]
  await map.open(`?at=41.39500,2.16800,11.60&${lats.map((lat, i) => `area=c${lat},2.16,1.2:${i}8`).join('&')}`)
  const cards = page.getByRole('list', { name: 'Compared areas' }).getByRole('listitem')
  await expect(page.getByTestId('difference')).toHaveCount(5)
  for (const card of await cards.all()) await expect(card).toBeInViewport({ ratio: 1 })
  await expect(page.getByTestId('tray').getByRole('img')).toBeInViewport()
  await expect(map.legend.getByRole('button', { expanded: false }), 'the legend makes room').toBeVisible()
  await map.tab('Map')
  await expect(map.legend.getByRole('list', { name: 'Cells in view' })).toBeVisible()
})

freshTest(
  'a phone opens links with what their makers saw in sight above its sheet, and reloads exactly @phone-only @nightly',
  async ({ page, map }) => {
    const [lats, lng] = [[41.4, 41.37, 41.34], 2.16]
    await map.open(`?at=41.39500,2.16800,11.60&${lats.map((lat, i) => `area=c${lat},${lng},1.2:${i}8`).join('&')}`)
    await expect(page.getByTestId('sheet')).toBeVisible()
    for (const lat of lats) expect(await isOnMap(map, { lat, lng }), `${lat}`).toBe(true)

    const found = await page.request.get('/public/v1/geo/search?q=gracia')
    const { geo_id } = (await found.json()).results[0]
    await map.open(`?at=41.38000,2.19000,12.20&on=1440x900&place=${geo_id}`)
    for (const corner of [
      { lat: 41.418, lng: 2.14 },
      { lat: 41.398, lng: 2.16 },
    ]) {
      expect(await isOnMap(map, corner), `${corner.lat}`).toBe(true)
    }
    expect(map.parameter('on')).toBe('390x844')
    await map.pan('ArrowRight', 2)
    const left = map.parameter('at')
    await page.reload()
    await map.drawn()
    expect(map.parameter('at'), 'where its reader left it').toBe(left)

    const corner = '41.44000,2.20000,14.00'
    await map.open(`?at=${corner}&on=1440x900&place=${geo_id}`)
    expect(map.parameter('at'), 'its maker did not see the place').toBe(corner)
  },
)

/** Whether a point of the ground is in sight: on the map itself or on a mark there. */
async function isOnMap(map: MapPage, at: { lat: number; lng: number }): Promise<boolean> {
  const { x, y } = await map.pixelOf(at)
  return map.page.evaluate(
    ([left, top]) => document.elementFromPoint(left, top)?.closest('[data-testid=map]') != null,
    [x, y] as const,
  )
}

test('a tapped hexagon is compared with a place on a phone @phone-only @nightly', async ({ page, map }) => {
  await map.open('?at=41.39500,2.16800,12.20&area=c41.39500,2.16800,2:0')
  const held = (await map.calls()).spent
  const tray = page.getByTestId('tray')
  await tray.getByRole('button', { name: 'Choose a place' }).tap()
  await expect(tray).toContainText('Find the place with the search.')
  await drawing(map, async () => (await map.find('gracia', 'District in Barcelona')).tap())
  await expect(tray.getByTestId('difference')).toBeVisible()
  const grip = await tray
    .getByRole('button', { name: /^Move / })
    .first()
    .boundingBox()
  expect(Math.min(grip?.width ?? 0, grip?.height ?? 0), 'a finger takes hold of it').toBeGreaterThanOrEqual(44)
  await tray.getByRole('button', { name: 'Draw a circle' }).tap()
  await expect(page.getByRole('region', { name: 'Drawing' })).toBeVisible()
  await drawing(map, () => page.touchscreen.tap(195, 300))
  expect(areasOf(map)).toHaveLength(3)
  expect((await map.calls()).spent).toBe(held)
  await expectNoViolationNightly(page, 'a place on a phone')
})

/** Does something that changes the areas, and waits until the result is drawn. */
async function drawing(map: MapPage, action: () => Promise<unknown>): Promise<void> {
  const before = areasOf(map).join(' ')
  await action()
  await expect.poll(() => areasOf(map).join(' ')).not.toBe(before)
  await map.drawn()
}

function areasOf(map: MapPage): string[] {
  return new URL(map.page.url()).searchParams.getAll('area')
}
