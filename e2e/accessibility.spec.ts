import { gridDistance } from 'h3-js'
import { expect, freshTest, test } from './shared/journey.ts'
import { expectNoViolation } from './shared/no-violation.ts'
import { enterOn, tabTo } from './shared/tab-to.ts'

// Each screen in one theme, and at night in the other one, too.
for (const [theme, at] of [
  ['light', '@nightly-phone'],
  ['dark', '@nightly-desktop'],
] as const) {
  test(`axe finds nothing in the main states, ${theme} @phone ${at}`, async ({ page, map, isMobile }) => {
    await page.emulateMedia({ colorScheme: theme })
    await map.open()
    const expectNothingFound = (state: string) => expectNoViolation(page, state)
    await expectNothingFound('opened')
    if (isMobile) {
      await page.getByRole('button', { name: /^Median price per m²/ }).tap()
      await expectNothingFound('legend open')
      await page.getByRole('button', { name: 'Legend' }).tap()
      await page.getByRole('button', { name: 'Filters' }).tap()
      await expectNothingFound('filters open')
      await page.getByRole('button', { name: /calls left/ }).tap()
      await expectNothingFound('calls open')
    } else {
      await page.getByRole('button', { name: 'Price and detail' }).click()
      await page.getByRole('button', { name: /Property type/ }).click()
      await expect(page.getByRole('option').first()).toBeVisible()
      await expectNothingFound('filters and a list of them open')
      await page.keyboard.press('Escape')
    }

    await map.find('gracia', 'Gràcia')
    await expectNothingFound('search open')
    await page.keyboard.press('ArrowDown')
    await map.changes('at', () => page.keyboard.press('Enter'))
    await expectNothingFound('place chosen')

    // A phone has the button behind the tab while a sheet is open.
    if (isMobile) await map.tab('Compare')
    await map.drawCircle()
    await map.circle.getByRole('textbox', { name: 'Radius' }).fill('900')
    await page.keyboard.press('Enter')
    await expect(map.circle).toContainText('at most 500 km')
    await expectNothingFound('circle drawn, radius refused')

    // Beside the letter of the circle, which has the middle of the view.
    const { x, y } = await map.pixelOf(map.view())
    await map.changes('cell', () => page.mouse.click(x, isMobile ? 300 : y + 60))
    await expect(map.card).toBeVisible()
    await expectNothingFound('card open')
  })
}

test('the mark of estimated cells is hatched in forced colours, too @nightly', async ({ page, map }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await map.open()
  const colors = await map.legend.locator('[data-state="estimated"]').evaluate((mark) => {
    const { backgroundImage, backgroundColor } = getComputedStyle(mark)
    return `${backgroundImage} ${backgroundColor}`.match(/rgb\([^)]*\)/g)
  })
  expect(new Set(colors).size).toBe(2)
})

test('by keyboard alone: walk from hexagon to neighbour, read a card, sort the table, and never lose the place', async ({
  page,
  map,
}) => {
  await map.open()
  const calls = await map.calls()
  const focused = page.locator(':focus')
  const spoken = page.getByTestId('cell-voice')
  await expect(page.getByTestId('view-voice')).toContainText(/^\d+ hexagons in view: \d+ with figures/)

  await enterOn(page.getByRole('button', { name: 'Skip to the map' }))
  await expect(map.map.locator('canvas')).toBeFocused()
  const walked: string[] = []
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowLeft']) {
    await page.keyboard.press(key)
    await page.keyboard.press('Enter')
    await expect(map.card).toBeVisible()
    walked.push(map.parameter('cell') ?? '')
    await expect(page.getByRole('region').filter({ has: map.card }), 'the card takes the focus').toBeFocused()
    await page.keyboard.press('Escape')
    await expect(map.card).toBeHidden()
    await expect(map.map.locator('canvas'), 'and gives it back').toBeFocused()
  }
  for (const [index, cell] of walked.slice(1).entries()) expect(gridDistance(walked[index] ?? '', cell)).toBe(1)
  await page.keyboard.press('ArrowUp')
  await expect(spoken).toContainText(/listings|estimated|figure|Sea/i)
  await expectNoViolation(page, 'walking')

  const table = page.getByRole('button', { name: 'Table', exact: true })
  await map.changes('table', () => enterOn(table))
  await map.changes('table', () => page.keyboard.press('Escape'))
  await expect(table, 'what opened the table has the focus again').toBeFocused()
  await map.changes('table', () => page.keyboard.press('t'))
  const grid = page.getByRole('grid', { name: 'Hexagons in view' })
  const header = grid.getByRole('columnheader', { name: 'Median price per m²' })
  await expect(header).toHaveAttribute('aria-sort', 'descending')
  await expectNoViolation(page, 'table open')
  const chooseRows = async (which: string) => {
    await enterOn(page.getByRole('button', { name: /Hexagons$/ }))
    await expect(page.getByRole('listbox')).toBeVisible()
    await page.keyboard.type(which)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: `${which} Hexagons` })).toBeFocused()
  }
  const enterRows = async () => {
    do await page.keyboard.press('Tab')
    while ((await grid.locator('[role=row]:focus').count()) === 0)
  }
  await chooseRows('All')
  await enterRows()
  await page.keyboard.press('End')
  const total = (await map.counts()).observed + (await map.counts()).estimated + (await map.counts()).tooFew
  const lastIndex = async () => Number(await grid.locator('[role=row]:focus').getAttribute('aria-rowindex'))
  await expect.poll(lastIndex, 'End reaches the last row').toBeGreaterThan(total)
  expect(total, 'there are more rows than are added at a time').toBeGreaterThan(250)
  await chooseRows('With figures')
  await enterRows()
  await page.keyboard.press('Home')
  await map.changes('cell', () => page.keyboard.press('Enter'))
  const dearest = await map.definition(map.card, 'Median price per m²').textContent()
  await expect(grid.getByRole('row', { selected: true })).toContainText(dearest ?? 'no figure')
  await tabTo(page.getByRole('textbox', { name: 'Place' }))
  await page.keyboard.type('eixample')
  const rows = async () => (await grid.getByRole('row').allTextContents()).slice(1)
  await expect.poll(async () => (await rows()).every((row) => row.includes('Eixample'))).toBe(true)
  expect((await rows()).length).toBeGreaterThan(0)
  await enterRows()
  await page.keyboard.press('t')
  await expect(grid, 'the key closes it from its rows, too').toBeHidden()
  await page.keyboard.press('t')
  await expect(grid).toBeVisible()
  await map.changes('cell', () => enterOn(page.getByRole('button', { name: 'Close the card' })))
  await enterOn(page.getByRole('button', { name: 'Close the table' }))
  await expect(grid).toBeHidden()
  await expect(focused, 'the focus has not fallen to the body').toHaveCount(1)

  const draw = page.getByRole('button', { name: 'Draw a circle' })
  await enterOn(draw)
  const drawn = page.getByRole('region', { name: 'Drawing' }).getByRole('status')
  await page.keyboard.press('Enter')
  await expect(drawn.last(), 'the radius is spoken').toHaveText('Radius: 2 km')
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key)
  await expect(drawn.last()).toHaveText('Radius: 2.1 km')
  await expect(map.map.locator('[data-radius]')).toHaveAttribute('data-radius', '2.1 km')
  await map.changes('area', () => page.keyboard.press('Enter'))
  await expect(page).toHaveTitle(/within 2\.1 km/)
  await expect(map.circle, 'the new circle takes the focus').toBeFocused()
  await tabTo(map.circle.getByRole('textbox', { name: 'Radius' }))
  await map.changes('area', async () => {
    await page.keyboard.type('1.5')
    await page.keyboard.press('Enter')
  })
  await expect(page).toHaveTitle(/within 1\.5 km/)
  await map.changes('area', () => enterOn(page.getByRole('button', { name: /^Remove / })))
  await expect(page.getByRole('button', { name: 'Undo' }), 'what takes it back has the focus').toBeFocused()
  await map.changes('area', () => page.keyboard.press('Enter'))
  await expect(map.circle).toBeVisible()
  expect(await map.calls(), 'the view holds all of it').toEqual(calls)
})

freshTest('a panel that a link opened gives the focus to the button that opens it @nightly', async ({ page, map }) => {
  for (const [query, close, opener] of [
    ['&table=1', 'Close the table', 'Table'],
    ['&beside=ad_sub_type%3Drent', 'Show one map', 'Two maps'],
  ] as const) {
    await map.open(`?at=41.39500,2.16800,11.60${query}`)
    await page.getByRole('button', { name: close }).press('Enter')
    await expect(page.getByRole('button', { name: opener, exact: true })).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Two maps' }), 'one that its button opened has the focus').toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Two maps', exact: true })).toBeFocused()

  const found = await map.find('gracia', 'Gràcia')
  await map.changes('at', () => found.click())
  await page.getByRole('button', { name: 'Compare this place' }).press('Enter')
  await expect(page.getByRole('region', { name: 'Gràcia' }), 'the area that took its place has the focus').toBeFocused()
})
