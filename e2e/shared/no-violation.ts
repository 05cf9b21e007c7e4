import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Checks that axe finds nothing on the page as it is; `rules` are those to apply, null for all. */
export async function expectNoViolation(page: Page, state: string, rules: string[] | null = null): Promise<void> {
  const axe = new AxeBuilder({ page })
  if (rules) axe.withRules(rules)
  const { violations } = await axe.analyze()
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id} (${help}): ${html}\n${failureSummary}`),
  )
  expect(found, state).toEqual([])
}
