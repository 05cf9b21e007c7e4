import { cellToLatLng } from 'h3-js'
import type { Cell } from '../src/domain/cell.ts'
import { startStrangeService } from '../src/testing/strange-service/start-strange-service.ts'
import { cellsAround, cellsInCircle, type Point } from './shared/held-figures.ts'
import { expect, saveData, freshTest as test } from './shared/journey.ts'
import { goTo, type MapPage } from './shared/map-page.ts'
import { startSeparately } from './shared/separate-application.ts'

// Far enough apart for tiles of their own.
const BARCELONA = { country: 'es', name: 'Barcelona', lat: 41.55, lng: 2.0, radius_km: 25 }
const MADRID = { country: 'es', name: 'Madrid', lat: 40.42, lng: -3.7, radius_km: 25 }
const SEVILLA = { country: 'es', name: 'Sevilla', lat: 37.39, lng: -5.98, radius_km: 25 }
const ZARAGOZA = { country: 'es', name: 'Zaragoza', lat: 41.65, lng: -0.88, radius_km: 25 }
const BILBAO = { country: 'es', name: 'Bilbao', lat: 43.2, lng: -2.9, radius_km: 25 }
const CUENCA = { lat: 39.9, lng: -2.2 }
const LISBON = { lat: 38.8, lng: -9.1 }
// In Portugal, and in one tile with ground of Spain.
const BEIRA = { lat: 40.3, lng: -7.1 }
const OPEN_SEA = { lat: 40.2, lng: 2.5 }
const OTHER_SEA = { lat: 38.6, lng: 4.8 }

// The browser's own console lines about the faults.
test.use({ expected: /status of (402|403|429|50[0-9])/ })

test('each state of a hexagon is drawn, counted and said where a service is really in it, and nowhere else @nightly', async ({
  page,
  map,
}) => {
  const service = await startStrangeService({ lands: [BARCELONA, MADRID, SEVILLA, ZARAGOZA, BILBAO], filters: {} })
  const address = new URL(service.url).origin
  const application = await startSeparately('none', {}, { address, token: service.token })
  await saveData(page)
  const see = (point: Point, more = '') => map.goTo(queryAt(point, more))
  try {
    await map.open(`${application.address}/${queryAt(BARCELONA)}`)
    const truth = service.truth()
    const near = cellsAround(BARCELONA, 8, 6) as Cell[]
    for (const [state, label, words, cell] of [
      ['observed', 'Observed', /From listings in this hexagon/, near.find((each) => truth(each)?.estimated === false)],
      ['estimated', '≈ Estimated', /≈ Estimated: pooled/, near.find((each) => truth(each)?.estimated)],
      ['too_few', 'No figure', /No figure: fewer listings than the floor/, near.find((each) => !truth(each))],
    ] as const) {
      await see(middleOf(cell))
      await expectState(map, state, label, words)
    }
    // The circle around them counts the same three, each cell once.
    await see(BARCELONA, `&circle=${BARCELONA.lat},${BARCELONA.lng},3&circle_res=8`)
    const inside = cellsInCircle({ ...BARCELONA, radius_km: 3 }, 8) as Cell[]
    const figures = inside.map((cell) => truth(cell))
    await expectCount(map, 'Observed', figures.filter((figure) => figure?.estimated === false).length)
    await expectCount(map, '≈ Estimated', figures.filter((figure) => figure?.estimated).length)
    await expectCount(map, 'No figure', figures.filter((figure) => figure === null).length)
    await page.getByRole('button', { name: /^Remove / }).click()

    const calls = service.calls.length
    await see(CUENCA)
    await expectState(map, 'no_listings', 'No listings', /No listings here, according to the service’s free look-up/)
    await see(LISBON)
    await expectState(map, 'not_covered', 'Not covered', /does not seem to cover this market/)
    expect(await map.layers()).toContain('uncovered-cells')
    await see(OPEN_SEA)
    await expectState(map, 'sea', 'Sea', /Sea\./)
    expect(service.calls.length, 'none of these is bought').toBe(calls)

    await choose(map, 'Never')
    await see(MADRID)
    await expectState(map, 'not_bought', 'Not bought', /have not been bought/)
    await see(OTHER_SEA)
    await expectState(map, 'sea', 'Sea', /Sea\./)
    await expect(map.legend).toHaveAttribute('data-not-bought', '0')
    // Beside Spain, unbought ground of a country without a market is not waiting to be bought.
    await see(BEIRA, '&res=6')
    await expectState(map, 'not_covered', 'Not covered', /does not seem to cover this market/)
    await expect(map.legend).toHaveAttribute('data-not-bought', /^[1-9]/)
    expect(service.calls.length).toBe(calls)
    await choose(map, 'Automatic')

    service.rules.finestResolution = 6
    await see(ZARAGOZA, `&cell=${cellsAround(ZARAGOZA, 8, 0)[0]}&circle=${ZARAGOZA.lat},${ZARAGOZA.lng},9&circle_res=8`)
    await expect(map.card).toHaveAttribute('data-state', 'finer_than_plan')
    await expect(map.card).toContainText('The plan does not allow this much detail.')
    await expect(map.legend).toContainText('The plan does not allow resolution 8. You see resolution 6')
    await expect(map.legend).toHaveAttribute('data-resolution', '6')
    await expect(map.circle).toContainText('The plan does not allow resolution 8.')

    service.rules.meteredFault = { kind: 'hang' }
    await goTo(page, queryAt(SEVILLA))
    await expectState(map, 'loading', 'Loading', /are on their way/)

    service.rules.meteredFault = { kind: 'code', code: 'internal_error' }
    await see(BILBAO)
    await expectState(map, 'failed', 'Failed', /could not be loaded/)
    await expect(map.legend.getByRole('button', { name: 'Try again' })).toBeVisible()
  } finally {
    await page.goto('about:blank')
    await application.stop()
    await service.close()
  }
})

function queryAt({ lat, lng }: Point, more = ''): string {
  return `?at=${lat.toFixed(5)},${lng.toFixed(5)},11.60${more}`
}

/** Checks what the legend, the tip and the card say of the cell in the middle of the view. */
async function expectState(map: MapPage, state: string, label: string, words: RegExp): Promise<void> {
  const attribute = `data-${state.replaceAll('_', '-')}`
  await expect(map.legend).toHaveAttribute(attribute, /^[1-9]\d*$/)
  const list = map.legend.getByRole('list', { name: 'Cells in view' })
  if (state === 'sea') {
    await expect(map.legend).toContainText('This view lies in the sea.')
    await expect(list).toHaveCount(0)
  } else {
    const count = Number(await map.legend.getAttribute(attribute))
    const counts = state === 'loading' ? map.legend : list
    await expect(counts).toContainText(new RegExp(`${label}\\s*${count.toLocaleString('en-GB')}(?!\\d)`))
  }
  const middle = await map.pixelOf(map.view())
  await map.hover(middle)
  await expect(map.tip).toContainText(words)
  await map.page.mouse.click(middle.x, middle.y)
  await expect(map.card).toHaveAttribute('data-state', state)
  await expect(map.card).toContainText(words)
  await map.page.getByRole('button', { name: 'Close the card' }).click()
}

function middleOf(cell: string | undefined): Point {
  if (cell === undefined) throw new Error('expected a cell in each state around Barcelona')
  const [lat, lng] = cellToLatLng(cell)
  return { lat, lng }
}

/** Checks how many cells of a state the circle's card counts. */
async function expectCount(map: MapPage, label: string, count: number): Promise<void> {
  await expect(map.definition(map.circle, label)).toHaveText(String(count))
  expect(count).toBeGreaterThan(0)
}

/** Chooses when figures are bought. */
async function choose(map: MapPage, mode: string): Promise<void> {
  await map.page.getByRole('button', { name: 'Calls and spending' }).click()
  await map.page.getByRole('radio', { name: mode }).click()
  await map.page.keyboard.press('Escape')
}
