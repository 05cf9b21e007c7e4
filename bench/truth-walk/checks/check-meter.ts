import type { Page } from '@playwright/test'
import type { Findings } from '../findings.ts'
import { count } from '../words.ts'

/** Compares the calls left, as the page says them, with the service's count for the page's own account. */
export async function checkMeter(
  page: Page,
  usage: { used: number; remaining: number },
  findings: Findings,
): Promise<void> {
  const text = await page.getByRole('region', { name: 'Calls and settings' }).innerText()
  findings.holds(
    'meter: calls left',
    text.includes(`${count(usage.remaining)} of`),
    `${count(usage.remaining)} of …`,
    text,
  )
}
