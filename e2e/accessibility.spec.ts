import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing in the main states, ${theme} @phone`, async ({ page, map, isMobile }) => {
    await page.emulateMedia({ colorScheme: theme })
    await map.open()
    // Both themes have the same content; only the colours differ.
    const rules = theme === 'light' ? null : ['color-contrast', 'link-in-text-block']
    const expectNothingFound = (state: string) => expectNoViolation(page, state, rules)
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

    await map.changes('circle', () => page.getByRole('button', { name: 'Draw a circle' }).click())
    await map.circle.getByRole('textbox', { name: 'Radius' }).fill('900')
    await page.keyboard.press('Enter')
    await expect(map.circle).toContainText('at most 500 km')
    await expectNothingFound('circle drawn, radius refused')

    const { x, y } = await map.pixelOf(map.view())
    await map.changes('cell', () => page.mouse.click(x, isMobile ? 300 : y))
    await expect(map.card).toBeVisible()
    await expectNothingFound('card open')
  })
}

async function expectNoViolation(page: Page, state: string, rules: string[] | null): Promise<void> {
  const axe = new AxeBuilder({ page })
  if (rules) axe.withRules(rules)
  const { violations } = await axe.analyze()
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id} (${help}): ${html}\n${failureSummary}`),
  )
  expect(found, state).toEqual([])
}
