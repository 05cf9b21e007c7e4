import { type BrowserContext, test as base, type ConsoleMessage, expect, type Page } from '@playwright/test'
import { MapPage } from './map-page.ts'

interface Journey {
  map: MapPage
  /** Lines of the console that belong to what a journey brings about; the browser's own, of requests that fail. */
  expected: RegExp | null
}

/** A test on the page of the running application, which fails on any error of the page and on any request elsewhere. */
export const test = base.extend<Journey>({
  expected: [null, { option: true }],
  page: async ({ page, expected }, use) => {
    const faults = watch(page, expected)
    await use(page)
    expect(faults).toEqual([])
  },
  map: async ({ page }, use) => use(new MapPage(page)),
})

/** From the next page on, the browser asks to save data: nothing is bought then but what is in view. */
export async function saveData(page: Page): Promise<void> {
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
}

/** Notes what goes wrong in a page from now on: errors, lines in the console, requests that leave for another origin. */
export function watch(page: Page, expected: RegExp | null = null): string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`error: ${error.stack ?? error.message}`))
  page.on('console', (line) => {
    const text = `${line.text()} ${line.location().url}`
    if (line.type() === 'error' && !isTileNotHeld(line) && !expected?.test(text)) faults.push(`console: ${text}`)
  })
  noteForeignRequests(page.context(), () => page.url(), faults)
  return faults
}

/** The browser itself writes a line for each 404, and one is how the proxy says that a tile, a rate or an area was not bought yet. */
function isTileNotHeld(line: ConsoleMessage): boolean {
  return line.text().includes('404') && /^\/api\/(tiles|rates|areas)\//.test(new URL(line.location().url).pathname)
}

function noteForeignRequests(context: BrowserContext, address: () => string, faults: string[]): void {
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    const page = address()
    const isOwn = !page.startsWith('http') || origin === new URL(page).origin
    if (protocol.startsWith('http') && !isOwn) faults.push(`request to another origin: ${request.url()}`)
  })
}

export { expect }
