import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Checks that axe finds nothing on the page as it is. */
export async function expectNoViolation(page: Page, state: string): Promise<void> {
  // axe guesses from what is painted whether a dialog covers the page, which can be a frame late.
  await expect(async () => expect(await violationsOn(page), state).toEqual([])).toPass({ timeout: 20_000 })
}

/** The same for a state that is not one of the main ones: nightly, because axe takes more than a second. */
export async function expectNoViolationNightly(page: Page, state: string): Promise<void> {
  if (!process.env.WITHOUT_NIGHTLY) await expectNoViolation(page, state)
}

async function violationsOn(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id} (${help}): ${html}\n${failureSummary}`),
  )
}
