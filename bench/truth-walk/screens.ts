import type { Browser, Page, ViewportSize } from '@playwright/test'
import { openProfile } from './browser.ts'
import type { Findings } from './findings.ts'
import { readPage, type Seen, settle } from './read-page.ts'

const SCREENS = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
] as const
const LARGEST = { width: 1920, height: 1200 }

/** Opens one link at four sizes, each in a new profile, and compares what must not depend on the screen. */
export async function compareScreens(
  browser: Browser,
  pageUrl: string,
  link: string,
  findings: Findings,
): Promise<void> {
  const seenOn = async (viewport: ViewportSize) => {
    const profile = await openProfile(browser, viewport)
    const page = await profile.newPage()
    await page.goto(`${pageUrl}/${link}`)
    await settle(page)
    const seen = sameEverywhere(await readOpened(page))
    await profile.close()
    return seen
  }
  // Provisional classes change with what is bought, so the largest screen comes first, and once more with the others.
  const first = await seenOn(LARGEST)
  for (const viewport of [...SCREENS, LARGEST])
    findings.same(`screens: ${viewport.width} × ${viewport.height}`, first, await seenOn(viewport))
}

/** Reads the page, and on a phone also what is folded away: the legend, and the panel of a circle or a place. */
async function readOpened(page: Page): Promise<Seen> {
  const area = new URL(page.url()).searchParams.has('area') ? 'Areas' : 'Places'
  const opens = page.getByRole('button', { name: area, exact: true })
  if (await opens.isVisible()) await opens.click()
  await settle(page)
  const panel = await readPage(page)
  const strip = page.getByTestId('legend').locator('button[aria-expanded=false]').first()
  if (panel.legend.heading === '' && (await strip.isVisible())) await strip.click()
  const seen = await readPage(page)
  return { ...seen, circle: seen.circle ?? panel.circle, place: seen.place ?? panel.place }
}

function sameEverywhere({ search, legend, circle, place }: Seen): string {
  const parameters = new URLSearchParams(search)
  const classes = legend.classes.map(({ label }) => label.split(':')[0])
  return JSON.stringify({
    breaks: parameters.get('breaks'),
    owner: parameters.get('classes'),
    areas: parameters.getAll('area'),
    resolution: legend.data.resolution,
    asOf: legend.data.asOf,
    heading: legend.heading.replace(/\s+/g, ' '),
    ownerWords: legend.owner.split('.')[0],
    classes,
    circle: circle && [circle.title, circle.terms, circle.chart],
    place: place && [place.title, place.terms, place.chart],
  })
}
