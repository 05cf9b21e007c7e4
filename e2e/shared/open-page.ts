import type { Browser, Page, PlaywrightTestOptions, ViewportSize } from '@playwright/test'
import { drawFewFrames } from './few-frames.ts'
import { goTo, MapPage } from './map-page.ts'

/** A page of the application that stays open for all journeys of a worker. */
export interface OpenPage {
  readonly page: Page
  /** Restores the page to its state after opening, except for what it has loaded. */
  reset(): Promise<void>
  /** Goes to a query of the application, or to the first address, as the back and forward buttons do. */
  goTo(query: string): Promise<void>
  close(): Promise<void>
}

/** Too little for the software GPU to draw much. */
const LOW = 300
/** A size on the other side of the breakpoints between the panels of a desktop and of a phone. */
const OTHER_SHELL = { desktop: { width: 390, height: LOW }, phone: { width: 700, height: 520 } }

/** Opens the application at an address in a context with a project's settings. */
export async function openPageOf(
  browser: Browser,
  baseURL: string,
  settings: Partial<PlaywrightTestOptions>,
): Promise<OpenPage> {
  const { viewport, locale, timezoneId, hasTouch, isMobile, deviceScaleFactor, contextOptions } = settings
  if (!viewport) throw new Error('expected the project to have a viewport')
  const given = Object.fromEntries(
    Object.entries({ locale, timezoneId, hasTouch, isMobile, deviceScaleFactor }).filter(
      ([, value]) => value !== undefined,
    ),
  )
  const context = await browser.newContext({ ...contextOptions, ...given, baseURL, viewport })
  await drawFewFrames(context)
  // The page is as for somebody who has used it for a while, and has declined the tour.
  await context.addInitScript(() => localStorage.setItem('squaremetre.tour', 'seen'))
  const page = await context.newPage()
  await new MapPage(page).open()
  const home = new URL(page.url()).search
  return {
    page,
    reset: async () => {
      await page.mouse.move(0, 0)
      await page.emulateMedia({ colorScheme: null })
      // What the page says of an earlier journey's link stays until it is dismissed.
      const dismiss = page.getByRole('region', { name: 'About the link' }).getByRole('button', { name: 'Dismiss' })
      if (await dismiss.isVisible()) await dismiss.click()
      await closePanels(page, viewport, isMobile ? 'phone' : 'desktop', async () => {
        await goTo(page, home)
        await page.evaluate(() => {
          localStorage.clear()
          sessionStorage.clear()
        })
      })
    },
    goTo: (query) => goTo(page, query || home),
    close: () => context.close(),
  }
}

/**
 * Recreates all panels by switching from desktop to phone, or the other way round, and back; `between` runs while the
 * page is small, so that little is drawn.
 */
async function closePanels(
  page: Page,
  viewport: ViewportSize,
  shell: 'phone' | 'desktop',
  between: () => Promise<void>,
): Promise<void> {
  await page.setViewportSize(OTHER_SHELL[shell])
  await shows(page, shell === 'phone' ? 'desktop' : 'phone')
  await between()
  // The map writes it again once it is drawn at its old size.
  await page.getByTestId('map').evaluate((map) => map.removeAttribute('data-ready'))
  await page.setViewportSize(viewport)
  await shows(page, shell)
  await page.waitForFunction((width) => {
    const map = document.querySelector<HTMLElement>('[data-testid=map]')
    return map?.dataset.ready !== undefined && map.querySelector('canvas')?.clientWidth === width
  }, viewport.width)
}

async function shows(page: Page, shell: 'phone' | 'desktop'): Promise<void> {
  const label = shell === 'phone' ? 'Search and filters' : 'Search, filters and legend'
  await page.getByRole('complementary', { name: label, exact: true }).waitFor({ state: 'attached' })
}
