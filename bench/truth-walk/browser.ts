import { type Browser, type BrowserContext, chromium, type Page, type ViewportSize } from '@playwright/test'
import { findChromium } from '../../scripts/chromium.js'
import { openLegend, settle } from './read-page.ts'
import { LOCALE } from './words.ts'

/** Lets Chromium draw maps without a GPU. */
export const FLAGS = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-background-networking',
]

/** Starts the Chromium that the journeys use. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === null) throw new Error('expected a Chromium on the PATH or in CHROMIUM_PATH, found none')
  return chromium.launch({ executablePath, args: FLAGS })
}

/** A reader's device, as far as it is not the walk's own. */
export interface Device {
  readonly timezoneId?: string
  /** Pixels of the screen for one of the page's, to a side. */
  readonly deviceScaleFactor?: number
  readonly locale?: string
}

/** How long a page may take to load, in milliseconds: a busy machine draws large maps slowly without a GPU. */
const LOAD_LIMIT_MS = 240_000

/** Opens a new profile, which has nothing stored; phones have a touch screen. */
export async function openProfile(
  browser: Browser,
  viewport: ViewportSize,
  { timezoneId = 'UTC', deviceScaleFactor = 1, locale = LOCALE }: Device = {},
): Promise<BrowserContext> {
  const isPhone = viewport.width < 700
  const profile = await browser.newContext({
    viewport,
    locale,
    timezoneId,
    deviceScaleFactor,
    reducedMotion: 'reduce',
    ...(isPhone && { hasTouch: true, isMobile: true }),
  })
  profile.setDefaultNavigationTimeout(LOAD_LIMIT_MS)
  return profile
}

/** Opens a link on a page that is already open, as the back button would, and waits for all of it, legend included. */
export async function follow(page: Page, query: string): Promise<void> {
  await page.evaluate((search) => {
    history.pushState(null, '', search)
    dispatchEvent(new PopStateEvent('popstate'))
  }, query)
  await settle(page)
  await openLegend(page)
}

/** Buys what an area is missing, as long as the page offers it. */
export async function buyRest(page: Page): Promise<void> {
  for (let round = 0; round < 4; round++) {
    const buttons = page.getByRole('button', { name: 'Buy the rest' })
    if ((await buttons.count()) === 0) return
    await buttons.first().click()
    await settle(page)
  }
}
