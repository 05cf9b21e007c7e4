import { readFile } from 'node:fs/promises'
import { drawFewFrames } from './shared/few-frames.ts'
import { cellsAround, heldFigures } from './shared/held-figures.ts'
import { expect, freshTest as test, watch } from './shared/journey.ts'
import { MapPage } from './shared/map-page.ts'
import { expectNoViolationNightly } from './shared/no-violation.ts'
import { type SeparateApplication, startSeparately } from './shared/separate-application.ts'
import { enterOn, tabTo } from './shared/tab-to.ts'

let application: SeparateApplication
test.afterEach(() => application.stop())

test('a change since an earlier period is bought on request, once, and names both periods', async ({ page, map }) => {
  application = await startSeparately('standard')
  await map.open(`${application.address}?at=41.39500,2.16800,11.60`)
  const before = await map.calls()

  await enterOn(map.panel.getByRole('button', { name: /Colour by/ }))
  await expect(page.getByRole('listbox')).toBeVisible()
  await map.changes('metric', async () => {
    await page.keyboard.type('Change since')
    await page.keyboard.press('Enter')
  })
  expect(map.parameter('since')).toBe('2025-11')
  const offer = page
    .getByTestId('earlier-offer')
    .getByRole('button', { name: /^Buy Oct 2025: (?:about )?1 call, [\d,]+ cells$/ })
  await expect(offer).toBeEnabled()
  expect((await map.counts()).notBought, 'the year before waits for the viewer').toBeGreaterThan(100)
  expect(await map.calls(), 'nothing is bought unasked').toEqual(before)
  await expectNoViolationNightly(page, 'a change that is offered')
  await enterOn(offer)
  await expect(offer).toBeHidden()
  await expect(map.legend).toHaveAttribute('data-not-bought', '0')
  await map.drawn()
  const after = await map.calls()
  expect(after, 'the history has an allowance of its own').toEqual({ spent: before.spent + 1, used: before.used })
  await expect(map.legend.getByRole('heading')).toHaveText('Change since Oct 2025 in %')
  await expect(map.legend).toContainText(
    /Aug\s–\u2060\sOct\s2026, rolling three months against Aug\s–\u2060\sOct\s2025/,
  )

  const shown = await map.shown()
  const cells = cellsAround(map.view(), 8, 4)
  const now = await heldFigures(page, shown, cells)
  const then = await heldFigures(page, { ...shown, as_of: '2025-11-01' }, cells)
  const [cell = ''] = cells.filter((id) => now.get(id) && then.get(id))
  const percent = Math.round(
    100 * ((now.get(cell)?.median_price_per_sqm ?? 0) / (then.get(cell)?.median_price_per_sqm ?? 0) - 1),
  )
  await map.open(`${application.address}${new URL(page.url()).search}&cell=${cell}`)
  const sign = percent > 0 ? '\\+' : ''
  await expect(map.definition(map.card, 'Change since Oct 2025')).toHaveText(new RegExp(`^(≈ )?${sign}${percent}%$`))
  await expect(map.definition(map.card, 'Median per m², Aug\\s–\\u2060\\sOct\\s2025')).toHaveText(/^(≈ )?\$[\d,]+\/m²$/)

  await page.getByRole('button', { name: 'Share and export' }).click()
  const download = page.waitForEvent('download')
  const inView = page.getByRole('group', { name: 'Hexagons in view' })
  await inView.getByRole('button', { name: 'CSV' }).click()
  const [head = '', first = ''] = (await readFile(await (await download).path(), 'utf8')).split('\r\n')
  expect(head).toContain(',change_pct,')
  const at = (column: string) => first.split(',')[head.split(',').indexOf(column)]
  expect([at('as_of'), at('since_as_of'), at('since_window_start')]).toEqual(['2026-11-01', '2025-11-01', '2025-08-01'])
  expect(await map.calls(), 'the link opened at no cost').toEqual(after)
  await page.keyboard.press('Escape')

  const change = new URL(page.url()).search
  await map.goTo('?at=41.39500,2.16800,11.60&currency=EUR')
  await expect(map.legend, 'the rate of the newest period is known').toContainText('EUR per USD')
  await map.goTo(`${change}&currency=EUR`)
  const earlier = map.definition(map.card, 'Median per m², Aug\\s–\\u2060\\sOct\\s2025')
  await expect(earlier, 'at the rate of another period it would be no price of its own').toHaveText(
    /^(≈ )?\$[\d,]+\/m²$/,
  )
})

test('months that are paid for are shown and played for nothing, by keyboard, mouse and finger @nightly', async ({
  page,
  map,
  browser,
}) => {
  application = await startSeparately('standard')
  await map.open(`${application.address}?at=41.39500,2.16800,11.60&metric=change&since=2025-11`)
  const offer = page.getByTestId('earlier-offer').getByRole('button', { name: /^Buy Oct 2025: / })
  await offer.click()
  await expect(offer).toBeHidden()
  await map.goTo('?at=41.39500,2.16800,11.60')
  const after = await map.calls()

  await test.step('the months that are paid for are shown and played at no cost', async () => {
    await enterOn(page.getByRole('button', { name: 'Months', exact: true }))
    const slider = page.getByRole('slider', { name: 'Month' })
    await expect(slider).toHaveAttribute('aria-valuetext', /^Oct\s2026 \(paid for\)$/)
    await expect(page.getByTestId('months')).toContainText(/\b2 of \d+ months are paid for in this view\./)
    await tabTo(slider)
    await map.changes('period', () => page.keyboard.press('Home'))
    expect(map.parameter('period')).toBe('2025-11')
    await expect(slider).toHaveAttribute('aria-valuetext', /^Oct\s2025 \(paid for\)$/)
    await expect(map.legend).toContainText(/Aug\s–\u2060\sOct\s2025, rolling three months/)
    expect((await map.shown()).as_of).toBe('2025-11-01')
    await expect(map.legend, 'what has no listings now had none then').toHaveAttribute('data-not-bought', '0')
    await expectNoViolationNightly(page, 'an earlier month')
    const play = page.getByRole('button', { name: 'Play' })
    await expect(play, 'not where the reader prefers reduced motion').toBeHidden()
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await map.changes('period', () => enterOn(play, 'Shift+Tab'))
    expect(map.parameter('period')).toBeNull()
    const stop = page.getByRole('button', { name: 'Stop', exact: true })
    await expect(stop).toBeFocused()
    await stop.click()
    await map.goTo('?at=41.39500,2.16800,11.60')
    await map.changes('period', () => slider.click({ position: { x: 4, y: 10 } }))
    expect(map.parameter('period'), 'the slider’s left end').toBe('2025-11')
    await page.getByRole('button', { name: 'Close the months' }).click()
    await map.goTo('?at=41.39500,2.16800,11.60&period=2025-11')
    await map.changes('period', () => slider.press('End'))
    await expect(slider, 'months that a link opened stay open').toHaveAttribute(
      'aria-valuetext',
      /^Oct\s2026 \(paid for\)$/,
    )
    await map.goTo('?at=41.39500,2.16800,11.60')
    await map.colourBy('Change since an earlier period')
    await expect(offer).toBeHidden()
    expect(await map.calls()).toEqual(after)
  })

  await test.step('the same by finger on a phone', async () => {
    const phone = await browser.newContext({
      ...{ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
      ...{ locale: 'en-GB', timezoneId: 'UTC', reducedMotion: 'reduce' },
    })
    await drawFewFrames(phone)
    const screen = await phone.newPage()
    const { faults } = watch(screen)
    const onPhone = new MapPage(screen)
    await onPhone.open(`${application.address}?at=41.39500,2.16800,11.60`)
    await screen.getByRole('button', { name: 'Months', exact: true }).tap()
    const slider = screen.getByRole('slider', { name: 'Month' })
    await expect(slider).toBeInViewport({ ratio: 1 })
    await onPhone.changes('period', () => slider.tap({ position: { x: 4, y: 10 } }))
    expect(onPhone.parameter('period'), 'the slider’s left end').toBe('2025-11')
    await expectNoViolationNightly(screen, 'an earlier month on a phone')
    await screen.getByRole('button', { name: 'Filters' }).tap()
    await onPhone.panel.getByRole('button', { name: /Colour by/ }).tap()
    await onPhone.changes('metric', () => screen.getByRole('option', { name: 'Change since an earlier period' }).tap())
    await expectNoViolationNightly(screen, 'a change on a phone')
    expect(await onPhone.calls(), 'what is held is free').toEqual(after)
    expect(faults).toEqual([])
    await phone.close()
  })
})
