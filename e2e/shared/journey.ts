import {
  type BrowserContext,
  test as base,
  type ConsoleMessage,
  expect,
  type Page,
  type Request,
} from '@playwright/test'
import { drawFewFrames } from './few-frames.ts'
import { MapPage } from './map-page.ts'
import { type OpenPage, openPageOf } from './open-page.ts'
import { addressOfWorker } from './shared-application.ts'

interface Journey {
  map: MapPage
  /** Console lines that a journey causes on purpose, such as the browser's own about failed requests. */
  expected: RegExp | null
}

interface Worker {
  openPage: OpenPage
}

/**
 * A test on a new page in a new browser profile. It fails on any error of the page and on any request to another origin.
 * For journeys about loading, about what is fetched, or about another application.
 */
export const freshTest = base.extend<Journey, Worker>({
  expected: [null, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are used from the pattern.
  baseURL: async ({}, use, { parallelIndex }) => use(addressOfWorker(parallelIndex)),
  context: async ({ context }, use) => {
    await drawFewFrames(context)
    await context.addInitScript(() =>
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) =>
        console.error(`the content policy refused ${effectiveDirective} ${blockedURI} in ${sourceFile}`),
      ),
    )
    await use(context)
  },
  page: async ({ page, expected }, use) => {
    const watched = watch(page, expected)
    await use(page)
    expect(watched.faults).toEqual([])
  },
  map: async ({ page }, use) => use(new MapPage(page)),
  openPage: [
    async ({ browser }, use, { project, parallelIndex }) => {
      const openPage = await openPageOf(browser, addressOfWorker(parallelIndex), project.use)
      await use(openPage)
      await openPage.close()
    },
    { scope: 'worker' },
  ],
})

/**
 * A test on a page that stays open from journey to journey, because loading it takes longer than everything else. Each
 * journey starts with nothing stored and no panel open, but with everything loaded so far, as for somebody who has used
 * the page for a while. Addresses are opened without loading the page again.
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

/** Makes the browser request reduced data use from the next page on; then only the view itself is bought. */
export async function saveData(page: Page): Promise<void> {
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
}

/** Records a page's errors, console lines and requests to other origins until it is stopped. */
export function watch(page: Page, expected: RegExp | null = null): { faults: string[]; stop(): void } {
  const faults: string[] = []
  const noteError = (error: Error) => faults.push(`error: ${error.stack ?? error.message}`)
  const noteLine = (line: ConsoleMessage) => {
    const text = `${line.text()} ${line.location().url}`
    if (line.type() === 'error' && !expected?.test(text)) faults.push(`console: ${text}`)
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
