import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, freshTest as test } from './shared/journey.ts'
import { expectNoViolation } from './shared/no-violation.ts'
import { type Program, runCommand, startProgram } from './shared/program.ts'

// The browser's own console line for a link that was already used.
test.use({ expected: /status of 410/ })

/** A cell without listings: the answer is empty, and counted. */
const METERED = '/stats/current?lat=-48.88&lng=-123.39&radius_km=1'

let dataDir: string
let service: Program

test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'squaremetre-e2e-accounts-'))
  service = await startProgram(['service', '--port', '0'], { DATA_DIR: dataDir })
})

test.afterAll(async () => {
  await service?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const operate = (...args: string[]) => runCommand(args, { DATA_DIR: dataDir })

test('a link signs in to a page where a token is created, used and revoked @phone @nightly-phone', async ({
  page,
  isMobile,
}) => {
  await page.emulateMedia({ colorScheme: isMobile ? 'dark' : 'light' })
  const account = 'acme'
  await operate('account', 'create', account)
  const link = await operate('account', 'link', account)
  await page.goto(link)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/account$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(account)

  await page.getByLabel('Kind').selectOption('Read and write')
  await page.getByRole('button', { name: 'Create token' }).click()
  const token = (await page.getByText(/^svc_live_rw_[\w-]{43}$/).textContent()) ?? ''
  await expectNoViolation(page, 'the account’s page')
  expect(await statusOf('/usage', token)).toBe(200)
  expect(await statusOf(METERED, token)).toBe(200)

  await page.goto(page.url().replace('/tokens', ''))
  await expect(page.getByText(token)).toHaveCount(0)
  await expect(page.getByText('19,999')).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(token.slice(0, 20)) })).toContainText('Read and write')
  await expectNoSidewaysScroll(page)
  await page.getByText('Revoke', { exact: true }).click()
  await page.getByRole('button', { name: /^Revoke svc_live_rw_/ }).click()
  await expect(page.getByText(/^Revoked on/)).toBeVisible()
  expect(await statusOf('/usage', token)).toBe(401)

  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link has been used')
})

async function statusOf(path: string, token: string): Promise<number> {
  const answer = await fetch(service.address + path, { headers: { Authorization: `Bearer ${token}` } })
  return answer.status
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { content, shown } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    shown: document.documentElement.clientWidth,
  }))
  expect(content).toBe(shown)
}
