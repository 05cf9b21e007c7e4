import { expect, test } from '@playwright/test'

test('opening the address shows the page, without an error @phone', async ({ page }) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await page.goto('/')
  await expect(page).toHaveTitle(/Squaremetre/)
  expect(errors).toEqual([])
})
