import {
  type BrowserContext,
  test as base,
  type ConsoleMessage,
  expect,
  type Page,
  type Request,
} from '@playwright/test'
import { MapPage } from './map-page.ts'
import { type OpenPage, openPageOf } from './open-page.ts'

interface Journey {
  map: MapPage
  /** Lines of the console that belong to what a journey brings about; the browser's own, of requests that fail. */
  expected: RegExp | null
}

interface Worker {
  openPage: OpenPage
}

/**
 * A test on a page of its own, loaded in a new browser profile, which fails on any error of the page and on any request
 * elsewhere. For journeys about loading, about what is fetched, or about another application.
 */
export const freshTest = base.extend<Journey, Worker>({
  expected: [null, { option: true }],
  page: async ({ page, expected }, use) => {
    const watched = watch(page, expected)
    await use(page)
    expect(watched.faults).toEqual([])
  },
  map: async ({ page }, use) => use(new MapPage(page)),
  openPage: [
    async ({ browser }, use, { project }) => {
      const openPage = await openPageOf(browser, project.use)
      await use(openPage)
      await openPage.close()
    },
    { scope: 'worker' },
  ],
})

/**
 * A test on a page that stays open from journey to journey, where loading the page would take longer than all else. Each
 * begins with nothing stored, no panel open, and what was loaded before still loaded, as for somebody who has used the
 * page for a while. Addresses are gone to without loading the page again.
 */
export const test = freshTest.extend({
  page: async ({ openPage, expected }, use) => {
    const watched = watch(openPage.page, expected)
    await openPage.reset()
    await use(openPage.page)
    watched.stop()
    expect(watched.faults).toEqual([])
  },
  map: async ({ openPage, page }, use) => use(new MapPage(page, openPage.goTo)),
})

/** From the next page on, the browser asks to save data: nothing is bought then but what is in view. */
export async function saveData(page: Page): Promise<void> {
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
}

/** Notes what goes wrong in a page until it is stopped: errors, lines in the console, requests that leave for another origin. */
export function watch(page: Page, expected: RegExp | null = null): { faults: string[]; stop(): void } {
  const faults: string[] = []
  const noteError = (error: Error) => faults.push(`error: ${error.stack ?? error.message}`)
  const noteLine = (line: ConsoleMessage) => {
    const text = `${line.text()} ${line.location().url}`
    if (line.type() === 'error' && !isTileNotHeld(line) && !expected?.test(text)) faults.push(`console: ${text}`)
  }
  page.on('pageerror', noteError)
  page.on('console', noteLine)
  const stopRequests = noteForeignRequests(page.context(), () => page.url(), faults)
  return {
    faults,
    stop: () => {
      page.off('pageerror', noteError)
      page.off('console', noteLine)
      stopRequests()
    },
  }
}

/** The browser itself writes a line for each 404, and one is how the proxy says that a tile, a rate or an area was not bought yet. */
function isTileNotHeld(line: ConsoleMessage): boolean {
  return line.text().includes('404') && /^\/api\/(tiles|rates|areas)\//.test(new URL(line.location().url).pathname)
}

function noteForeignRequests(context: BrowserContext, address: () => string, faults: string[]): () => void {
  const note = (request: Request) => {
    const { protocol, origin } = new URL(request.url())
    const page = address()
    const isOwn = !page.startsWith('http') || origin === new URL(page).origin
    if (protocol.startsWith('http') && !isOwn) faults.push(`request to another origin: ${request.url()}`)
  }
  context.on('request', note)
  return () => context.off('request', note)
}

export { expect }
