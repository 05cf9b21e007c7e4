import type { Browser, Page, ViewportSize } from '@playwright/test'
import { type Device, openProfile } from './browser.ts'
import { STATE_NAMES } from './checks/check-legend.ts'
import type { Findings } from './findings.ts'
import { openLegend, readPage, type Seen, settle } from './read-page.ts'

interface Screen extends ViewportSize {
  readonly device?: Device
}

const LARGEST: Screen = { width: 1920, height: 1200 }
/** From the day before to the day after, seen from the walk. */
const SCREENS: readonly Screen[] = [
  { width: 390, height: 844, device: { timezoneId: 'Pacific/Kiritimati', deviceScaleFactor: 2 } },
  { width: 768, height: 1024, device: { timezoneId: 'America/Los_Angeles' } },
  { width: 1440, height: 900, device: { timezoneId: 'Asia/Kolkata', deviceScaleFactor: 1.5 } },
  LARGEST,
]
const IN_GERMAN: Screen = { ...LARGEST, device: { locale: 'de-DE', timezoneId: 'Europe/Berlin' } }

/**
 * Opens one link at four sizes, in four time zones and on screens of different density, each in a new profile, and once in
 * another language. Compares what must not depend on any of that.
 */
export async function compareScreens(
  browser: Browser,
  pageUrl: string,
  link: string,
  findings: Findings,
): Promise<void> {
  const seenOn = (screen: Screen) => openTwice(() => openOn(browser, `${pageUrl}/${link}`, screen), screen)
  // Provisional classes change with what is bought, so the largest screen comes first, and once more with the others.
  const first = await seenOn(LARGEST)
  for (const screen of SCREENS) {
    const about = `screens: ${screen.width} × ${screen.height} ${screen.device?.timezoneId ?? ''}`
    const seen = await seenOn(screen)
    // A screen that shows nothing of a market may have no classes, and none in its address, whatever a wider one shows.
    const hasClasses = !isOutsideMarkets(seen) || classesOf(seen).length > 0
    findings.same(about, sameEverywhere(first, hasClasses), sameEverywhere(seen, hasClasses))
  }
  findings.same('screens: in German', sameInAnyLanguage(first), sameInAnyLanguage(await seenOn(IN_GERMAN)))
}

/** Opens a link on a screen, in a new profile, and reads it. */
async function openOn(browser: Browser, url: string, { width, height, device }: Screen): Promise<Seen> {
  const profile = await openProfile(browser, { width, height }, device)
  try {
    const page = await profile.newPage()
    await page.goto(url)
    await settle(page)
    return await readOpened(page)
  } finally {
    await profile.close()
  }
}

/** Opens a screen once more where it did not come to rest the first time, and says so. */
async function openTwice(open: () => Promise<Seen>, { width, height }: Screen): Promise<Seen> {
  try {
    return await open()
  } catch (error) {
    console.log(`opening ${width} × ${height} once more: ${String(error).split('\n')[0]}`)
    return open()
  }
}

/** Reads the page, and on a phone also what is folded away: the legend, and the panel of a circle or a place. */
async function readOpened(page: Page): Promise<Seen> {
  const area = new URL(page.url()).searchParams.has('area') ? 'Areas' : 'Places'
  const opens = page.getByRole('button', { name: area, exact: true })
  if (await opens.isVisible()) await opens.click()
  await settle(page)
  const panel = await readPage(page)
  await openLegend(page)
  const seen = await readPage(page)
  return { ...seen, circle: seen.circle ?? panel.circle, place: seen.place ?? panel.place }
}

function isOutsideMarkets({ legend }: Seen): boolean {
  return STATE_NAMES.every(([state]) => state === 'notCovered' || Number(legend.data[state]) === 0)
}

function classesOf({ legend }: Seen): (string | undefined)[] {
  return legend.classes.map(({ label }) => label.split(':')[0])
}

function sameEverywhere(seen: Seen, hasClasses: boolean): string {
  const { search, legend, circle, place } = seen
  const parameters = new URLSearchParams(search)
  return JSON.stringify({
    breaks: hasClasses ? parameters.get('breaks') : null,
    owner: hasClasses ? parameters.get('classes') : null,
    areas: parameters.getAll('area'),
    resolution: legend.data.resolution,
    asOf: legend.data.asOf,
    heading: legend.heading.replace(/\s+/g, ' '),
    ownerWords: hasClasses ? legend.owner.split('.')[0] : null,
    classes: hasClasses ? classesOf(seen) : null,
    circle: circle && [circle.title, circle.terms, circle.chart],
    place: place && [place.title, place.terms, place.chart],
  })
}

/** What is the same in every language: the address, and what the legend counts. */
function sameInAnyLanguage({ search, legend }: Seen): string {
  const parameters = new URLSearchParams(search)
  const [breaks, owner] = [parameters.get('breaks'), parameters.get('classes')]
  return JSON.stringify({ breaks, owner, areas: parameters.getAll('area'), legend: legend.data })
}
