import { drawFewFrames } from './shared/few-frames.ts'
import { expect, freshTest, test } from './shared/journey.ts'
import { MapPage } from './shared/map-page.ts'

const SCREENS = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1200 },
] as const

/** What a reader sees of the classes: whose they are, and their ranges. */
async function classesOf(map: MapPage) {
  const open = map.page.getByRole('button', { name: /^Median price per m²(?! Colour by)/ })
  if (await open.isVisible()) await open.click()
  const ranges = map.legend.getByRole('group', { name: 'Classes, lowest to highest' }).getByRole('button')
  await expect(ranges.first()).toBeVisible()
  const names = await ranges.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')?.split(':')[0]))
  return {
    breaks: map.parameter('breaks'),
    owner: map.parameter('classes'),
    resolution: (await map.shown()).resolution,
    words: await map.page.getByTestId('classes').getByRole('paragraph').innerText(),
    names,
  }
}

freshTest(
  'a link has the same classes in four new browsers of different size @nightly',
  async ({ browser, baseURL, contextOptions }) => {
    const onScreen = async (viewport: (typeof SCREENS)[number], query: string) => {
      const context = await browser.newContext({
        ...contextOptions,
        ...(baseURL && { baseURL }),
        viewport,
        // A quarter of the pixels to draw.
        deviceScaleFactor: 0.5,
        locale: 'en-GB',
      })
      await drawFewFrames(context)
      const map = new MapPage(await context.newPage())
      await map.open(query)
      const seen = { ...(await classesOf(map)), search: new URL(map.page.url()).search }
      await context.close()
      return seen
    }
    // The first one buys what decides the classes.
    const [phone, tablet, desktop, large] = SCREENS
    const { search, ...first } = await onScreen(desktop, '')
    expect(first.words).toMatch(/^Classes of Barcelona/)
    expect(first.owner).toMatch(/^of:/)
    expect(first.names.length).toBeGreaterThan(2)
    for (const screen of [phone, tablet, large]) {
      expect(await onScreen(screen, '?at=41.395,2.168,11.6')).toMatchObject(first)
    }
    expect(await onScreen(phone, search)).toMatchObject(first)
  },
)

test('classes stay when the map moves into another territory, until the reader chooses the others', async ({
  page,
  map,
}) => {
  await map.open()
  const before = await classesOf(map)
  expect(before.words).toMatch(/^Classes of Barcelona/)
  await map.pan('ArrowLeft', 3)
  await map.pan('ArrowDown', 2)
  const offer = page.getByTestId('classes').getByRole('button', { name: /^Use the classes of / })
  await expect(offer).toBeVisible()
  const moved = await classesOf(map)
  expect([moved.breaks, moved.owner, moved.names]).toEqual([before.breaks, before.owner, before.names])
  const offered = (await offer.innerText()).replace('Use the classes of ', '')

  await map.changes('breaks', () => offer.click())
  const accepted = await classesOf(map)
  expect(accepted.words).toContain(`Classes of ${offered}`)
  expect(accepted.owner).not.toBe(before.owner)
  await expect(offer).toBeHidden()

  await page.goBack()
  await map.drawn()
  expect((await classesOf(map)).breaks).toBe(before.breaks)
})

test('a class that is pointed at, focused or pressed stands out on the map, and a pressed one in its link', async ({
  page,
  map,
}) => {
  await map.open()
  const columns = map.legend.getByRole('group', { name: 'Classes, lowest to highest' }).getByRole('button')
  const readout = map.legend.getByText('Choose a class to see only its cells.')
  /** Checks which classes are shown at full strength: one alone, or all. */
  const expectStrong = async (index: number | 'all') => {
    const strong = () =>
      columns.evaluateAll((all) => all.flatMap((each, i) => ('faded' in (each as HTMLElement).dataset ? [] : [i])))
    const all = Array.from({ length: await columns.count() }, (_, i) => i)
    await expect.poll(strong).toEqual(index === 'all' ? all : [index])
  }
  await expectStrong('all')
  await expect(columns.nth(2), 'its words are spoken once').toHaveAccessibleDescription('')
  await columns.nth(2).hover()
  await expectStrong(2)
  await expect(readout).toBeHidden()
  await page.mouse.move(700, 10)
  await expectStrong('all')
  await expect(readout).toBeVisible()

  await columns.nth(0).focus()
  await page.keyboard.press('Tab')
  await expectStrong(1)
  await page.keyboard.press('Enter')
  await columns.nth(1).blur()
  await expect(columns.nth(1)).toHaveAttribute('aria-pressed', 'true')
  await expectStrong(1)
  const [from, below] = map.parameter('breaks')?.replace(/^8:/, '').split(',') ?? []
  expect(map.parameter('class')).toBe(`${from}..${below}`)

  // With other classes the same place means other figures.
  await map.changes('breaks', () => page.getByRole('radio', { name: 'To rent' }).click())
  await expectStrong('all')

  await map.changes('breaks', () => page.getByRole('radio', { name: 'For sale' }).click())
  await expectStrong(1)
  await columns.nth(1).click()
  await columns.nth(1).blur()
  await page.mouse.move(700, 10)
  await expectStrong('all')
  expect(map.parameter('class')).toBeNull()
})

test('the classes of a country and of a city in it are apart', async ({ map }) => {
  await map.open('?at=41.395,2.168,7')
  const country = await classesOf(map)
  expect(country.words).toMatch(/^Classes of Spain/)
  await map.open('?at=41.395,2.168,11.6')
  const city = await classesOf(map)
  expect(city.words).toMatch(/^Classes of Barcelona/)
  expect(city.breaks?.split(':')[1]).not.toBe(country.breaks?.split(':')[1])
  await map.open('?at=41.395,2.168,7')
  expect(await classesOf(map)).toEqual(country)
})

test('a view of the sea has the classes of the nearest market, and says so', async ({ map }) => {
  await map.open('?at=41.33,2.35,11.6')
  await expect(map.page.getByTestId('classes')).toContainText('Classes of Spain')
  expect(map.parameter('breaks')).not.toBeNull()
})

test('a link from before classes had owners keeps its breaks', async ({ map }) => {
  await map.open('?at=41.40000,2.16000,11.60&breaks=8:4000,5000,6000')
  const seen = await classesOf(map)
  expect(seen.words).toMatch(/^Classes fitted to a view/)
  expect(seen.names).toEqual([
    'under $4,000/m²',
    '$4,000/m² to $5,000/m²',
    '$5,000/m² to $6,000/m²',
    '$6,000/m² and more',
  ])
})

test('methods, breaks set by hand, the lock and the palette are in the address, and colours request nothing', async ({
  page,
  map,
}) => {
  await map.open()
  const before = await classesOf(map)
  const control = page.getByRole('button', { name: 'Classes', exact: true })
  await control.click()
  const form = page.getByRole('dialog', { name: 'Classes' })
  await form.getByRole('button', { name: /Method/ }).click()
  await map.changes('method', () => page.getByRole('option', { name: /Jenks/ }).click())
  expect(map.parameter('method')).toBe('jenks')
  expect(map.parameter('classes')).toBe(before.owner)
  expect(map.parameter('breaks')).not.toBe(before.breaks)

  // A browser may fetch the page's icon again when the address changes.
  const requests: string[] = []
  page.on('request', (request) => request.resourceType() === 'fetch' && requests.push(request.url()))
  await map.changes('palette', () => form.getByRole('radio', { name: 'Viridis' }).press('Space'))
  expect(map.parameter('palette')).toBe('viridis')
  expect(requests).toEqual([])

  const breaks = form.getByRole('textbox', { name: /^Breaks in USD/ })
  await breaks.fill('5000 4000')
  await breaks.press('Enter')
  await expect(form).toContainText('Expected 1 to 8 numbers in ascending order')
  await breaks.fill('4000 6000 8000')
  await map.changes('breaks', () => breaks.press('Enter'))
  expect([map.parameter('breaks'), map.parameter('classes'), map.parameter('lock')]).toEqual([
    '8:4000,6000,8000',
    'hand',
    '1',
  ])
  await page.keyboard.press('Escape')
  const byHand = await classesOf(map)
  expect(byHand.words).toContain('Classes set by hand, locked')
  expect(byHand.names).toEqual([
    'under $4,000/m²',
    '$4,000/m² to $6,000/m²',
    '$6,000/m² to $8,000/m²',
    '$8,000/m² and more',
  ])

  await map.changes('lens', () => page.getByRole('radio', { name: 'To rent' }).click())
  expect(map.parameter('breaks')).toBe('8:4000,6000,8000')
  await page.goBack()
  await map.drawn()
  await control.click()
  await map.changes('breaks', () => form.getByRole('button', { name: /everybody/ }).click())
  expect(map.parameter('classes')).toBe(before.owner)
  await map.changes('breaks', () => form.getByRole('button', { name: 'Fit to view' }).click())
  expect(map.parameter('classes')).toBeNull()
  await expect(map.page.getByTestId('classes')).toContainText('Classes fitted to a view')
})
