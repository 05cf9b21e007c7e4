import type { Page } from '@playwright/test'
import { expect, test } from './shared/journey.ts'
import { LOOKS, meterOf } from './shared/looks.ts'
import type { MapPage } from './shared/map-page.ts'

// A picture of each state on a desktop, and of half of them on a phone. `npm run visual` draws all sizes and schemes for
// people to look at.
const ON_PHONES = ['first view', 'place', 'areas', 'legend open']
const DARK = ['country', 'tree', 'hexagon', 'place']

for (const [index, { name, arrive }] of LOOKS.entries()) {
  const tag = ON_PHONES.includes(name) ? ' @phone' : ''
  test(`the page looks as it did: ${name}${tag}`, async ({ page, map, isMobile }) => {
    // Half of the states are seen in either scheme.
    await page.emulateMedia({ colorScheme: DARK.includes(name) !== isMobile ? 'dark' : 'light' })
    // The journey before may have left the mouse over a class or a hexagon; over the product's name it does nothing.
    if (!isMobile) await page.mouse.move(80, 33)
    await arrive(map, isMobile)
    await map.drawn()
    // The ring of the keyboard's focus depends on the journey before.
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    // A busy software GPU can leave an old frame on the screen until the next one, which looks as stable as the new one.
    let attempts = 0
    await expect(async () => {
      if (attempts++ > 0) await drawAgain(page, map)
      await expect(page).toHaveScreenshot(`${index}-${name.replace(' ', '-')}.png`, {
        mask: [meterOf(page)],
        maskColor: '#888',
        // A desktop's journeys have half as many pixels.
        scale: 'device',
        // Another build of Chromium smooths edges and hints letters differently.
        threshold: 0.25,
        maxDiffPixelRatio: 0.01,
      })
    }).toPass({ timeout: 30_000 })
  })
}

/** Makes the map draw another frame, as when its window changes. */
async function drawAgain(page: Page, map: MapPage): Promise<void> {
  const size = page.viewportSize() ?? { width: 0, height: 0 }
  await page.setViewportSize({ ...size, height: size.height - 1 })
  await page.setViewportSize(size)
  await map.drawn()
}
