// Lets Lighthouse open the page, and beside it a bare page with the same libraries that draws the same cells from the same
// proxy; prints both. Lighthouse is not a dependency: npx fetches it on the first run.
//   npm run bench -- lighthouse [--runs 1] [--folder FOLDER]
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Browser } from '@playwright/test'
import { build } from 'vite'
import { buildPage } from '../scripts/build.js'
import { findChromium } from '../scripts/chromium.js'
import { compressPage } from '../scripts/compress-page.js'
import type { BareScene } from './bare-page/page.ts'
import { median, printTable } from './shared/table.ts'
import { FLAGS, launchBrowser, openProfile } from './truth-walk/browser.ts'
import { openMarket } from './truth-walk/markets.ts'
import { settle } from './truth-walk/read-page.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
const LIGHTHOUSE = 'lighthouse@12'
/** The sizes of Lighthouse's own screens. */
const FORMS = {
  desktop: { screen: { width: 1350, height: 940 }, flags: ['--preset=desktop'] },
  mobile: { screen: { width: 412, height: 823 }, flags: [] },
} as const
type Form = keyof typeof FORMS
const LISTINGS = 60_000
/** How much lower than the bare page's the score may be. */
const SCORE_BELOW_MAX = 0.05
const SHIFT_MAX = 0.01
const MOBILE_FIRST_PAINT_MAX_MS = 1_800
const OTHER_CATEGORIES = ['accessibility', 'best-practices', 'seo'] as const

/** What Lighthouse reports, as far as it is read here. */
interface Report {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>
  readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>
}

/** Measures and prints; returns the exit code, 1 when a bound is broken. */
export async function main(args: readonly string[]): Promise<number> {
  const options = { runs: { type: 'string', default: '1' }, folder: { type: 'string' } } as const
  const { values } = parseArgs({ args: [...args], options })
  const runs = Number(values.runs)
  if (!(runs >= 1)) throw new Error(`expected --runs to be a number from 1 on, found "${values.runs}"`)
  // A named folder keeps the market for the next run, and Lighthouse's reports.
  const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'squaremetre-bench-'))
  mkdirSync(folder, { recursive: true })
  const pageDir = await buildBoth(folder)
  const source = { name: 'demo', now: '2026-11-10T12:00:00Z', listings: LISTINGS, file: null } as const
  const market = await openMarket(folder, source, pageDir)
  try {
    await noteScenes(market.page, pageDir)
    let isMissed = false
    for (const form of ['desktop', 'mobile'] as const) {
      const pages = { page: `${market.page}/`, bare: `${market.page}/bare.html?form=${form}` }
      const taken: Record<keyof typeof pages, Report[]> = { page: [], bare: [] }
      for (let run = 1; run <= runs; run++) {
        for (const name of ['page', 'bare'] as const) {
          taken[name].push(await report(pages[name], form, join(folder, `${form}-${name}-${run}.json`)))
        }
      }
      isMissed = print(form, taken) || isMissed
    }
    return isMissed ? 1 : 0
  } finally {
    await market.close()
    if (values.folder === undefined) rmSync(folder, { recursive: true, force: true })
  }
}

/** Builds the page, and the bare one into a copy of its folder, where it has the same server, basemap and compression. */
async function buildBoth(folder: string): Promise<string> {
  await buildPage()
  const pageDir = join(folder, 'page')
  rmSync(pageDir, { recursive: true, force: true })
  const bareDir = join(folder, 'bare')
  await build({
    root: join(ROOT, 'bench/bare-page'),
    configFile: join(ROOT, 'vite.config.ts'),
    publicDir: false,
    logLevel: 'error',
    build: { outDir: bareDir, emptyOutDir: true },
  })
  await compressPage(bareDir)
  cpSync(join(ROOT, 'dist/web'), pageDir, { recursive: true })
  cpSync(join(bareDir, 'assets'), join(pageDir, 'assets'), { recursive: true })
  renameSync(join(bareDir, 'index.html'), join(pageDir, 'bare.html'))
  return pageDir
}

/** Opens the page on each screen, which also buys its figures, and notes for the bare one what it has shown. */
async function noteScenes(address: string, pageDir: string): Promise<void> {
  const browser = await launchBrowser()
  try {
    for (const form of Object.keys(FORMS) as Form[]) {
      // The first visit buys the figures, and gets them with the purchase.
      await sceneOf(browser, address, form)
      const scene = await sceneOf(browser, address, form)
      if (scene.tiles.length === 0) throw new Error(`expected the page to load tiles of figures (${form}), found none`)
      writeFileSync(join(pageDir, `bare-${form}.json`), JSON.stringify(scene))
    }
  } finally {
    await browser.close()
  }
}

async function sceneOf(browser: Browser, address: string, form: Form): Promise<BareScene> {
  const profile = await openProfile(browser, FORMS[form].screen)
  try {
    const page = await profile.newPage()
    await page.goto(address)
    await settle(page)
    return await page.evaluate(() => {
      const [lat = 0, lng = 0, zoom = 0] = (new URLSearchParams(location.search).get('at') ?? '').split(',').map(Number)
      const urls = performance.getEntriesByType('resource').map(({ name }) => new URL(name))
      const tiles = urls.filter(({ pathname }) => pathname.startsWith('/api/tiles/'))
      return { view: { lat, lng, zoom }, tiles: [...new Set(tiles.map(({ pathname, search }) => pathname + search))] }
    })
  } finally {
    await profile.close()
  }
}

async function report(url: string, form: Form, file: string): Promise<Report> {
  const chromeFlags = ['--headless=new', ...FLAGS].join(' ')
  const output = ['--output=json', `--output-path=${file}`, '--quiet', `--chrome-flags=${chromeFlags}`]
  const child = spawn('npx', ['--yes', LIGHTHOUSE, url, ...output, ...FORMS[form].flags], {
    env: { ...process.env, CHROME_PATH: findChromium() ?? '' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`expected ${LIGHTHOUSE} to end with 0 for ${url} (${form}), found ${code}`)
  return JSON.parse(readFileSync(file, 'utf8')) as Report
}

/** Prints the medians of both pages; returns whether a goal is missed. */
function print(form: Form, taken: Readonly<Record<'page' | 'bare', readonly Report[]>>): boolean {
  const page = measuresOf(taken.page)
  const bare = measuresOf(taken.bare)
  const row = (name: string, { score, others, audits }: typeof page) => [
    name,
    score.toFixed(2),
    ...audits.map((value, index) => (index === SHIFT_AT ? value.toFixed(4) : value.toFixed(0))),
    others.map((value) => value.toFixed(2)).join(', '),
  ]
  printTable(
    [
      `${form}, ${availableParallelism()} cores`,
      'performance',
      ...AUDITS.map(({ title }) => title),
      OTHER_CATEGORIES.join(', '),
    ],
    [row('the page', page), row('bare page', bare)],
  )
  console.log('')
  const isLatePainted = form === 'mobile' && (page.audits[0] ?? 0) > MOBILE_FIRST_PAINT_MAX_MS
  const isShifting = (page.audits[SHIFT_AT] ?? 0) > SHIFT_MAX
  return (
    bare.score - page.score > SCORE_BELOW_MAX || page.others.some((value) => value < 1) || isLatePainted || isShifting
  )
}

const AUDITS = [
  { id: 'first-contentful-paint', title: 'first paint, ms' },
  { id: 'largest-contentful-paint', title: 'largest, ms' },
  { id: 'total-blocking-time', title: 'blocked, ms' },
  { id: 'speed-index', title: 'speed index, ms' },
  { id: 'cumulative-layout-shift', title: 'shift' },
] as const
const SHIFT_AT = AUDITS.findIndex(({ id }) => id === 'cumulative-layout-shift')

function measuresOf(reports: readonly Report[]) {
  const category = (name: string) => median(reports.map(({ categories }) => categories[name]?.score ?? 0))
  return {
    score: category('performance'),
    others: OTHER_CATEGORIES.map(category),
    audits: AUDITS.map(({ id }) => median(reports.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN))),
  }
}
