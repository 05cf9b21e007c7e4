// Measures what opening the map loads: the script and style of the frame that is painted first, and of all that a browser
// has loaded once the map is drawn, against a page that only imports the libraries of the map. Also prints how far what
// was painted moved while the page loaded, at the size of a desktop and of a phone.
//   npm run bench -- page-load
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Browser, ViewportSize } from '@playwright/test'
import { build } from 'vite'
import { buildPage } from '../scripts/build.js'
import { printTable } from './shared/table.ts'
import { launchBrowser, openProfile } from './truth-walk/browser.ts'
import { openMarket } from './truth-walk/markets.ts'
import { settle } from './truth-walk/read-page.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
const FRAME_GZIP_MAX = 110_000
const TOTAL_RATIO_MAX = 1.15
const SHIFT_MAX = 0.01
const SCREENS = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }
const LISTINGS = 60_000
const PROGRAM = /\.(js|mjs|css)$/

/** React, the map's libraries and h3-js as the page imports them, and nothing else. */
const BARE = `
import 'maplibre-gl/dist/maplibre-gl.css'
import { MapLibreOverlay } from '@deck.gl/maplibre'
import { FillStyleExtension, PathStyleExtension } from '@deck.gl/extensions'
import { PathLayer, SolidPolygonLayer } from '@deck.gl/layers'
import { cellsToMultiPolygon, cellToBoundary, cellToChildren, gridDisk, latLngToCell } from 'h3-js'
import { Map as GlMap, NavigationControl, ScaleControl, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { createElement, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
setWorkerUrl(workerUrl)
window.bare = [MapLibreOverlay, FillStyleExtension, PathStyleExtension, PathLayer, SolidPolygonLayer,
  cellsToMultiPolygon, cellToBoundary, cellToChildren, gridDisk, latLngToCell, GlMap, NavigationControl, ScaleControl,
  createElement, StrictMode, createRoot]
`

interface Sizes {
  readonly gzip: number
  readonly brotli: number
}

/** Measures and prints; returns the exit code, 1 when a bound is broken. */
export async function main(): Promise<number> {
  await buildPage()
  const page = join(ROOT, 'dist/web')
  const frame = sizesOf(page, filesOfFrame(page))
  const { desktop, phone } = await openEach()
  const total = sizesOf(page, desktop.programs)
  const bare = await sizesOfBare()
  const ratio = total.brotli / bare.brotli
  const row = (name: string, { gzip, brotli }: Sizes) => [
    name,
    kilobytes(gzip),
    kilobytes(brotli),
    (brotli / bare.brotli).toFixed(2),
  ]
  printTable(
    ['script and style', 'gzip, kB', 'Brotli, kB', 'ratio'],
    [row('the frame', frame), row('all until the map is drawn', total), row('bare libraries', bare)],
  )
  console.log(`layout shift: ${desktop.shift.toFixed(4)} on a desktop, ${phone.shift.toFixed(4)} on a phone`)
  console.log(
    `the frame should have at most ${kilobytes(FRAME_GZIP_MAX)} kB with gzip, the ratio of all be at most ` +
      `${TOTAL_RATIO_MAX}, and the layout shift at most ${SHIFT_MAX}`,
  )
  const isShifting = Math.max(desktop.shift, phone.shift) > SHIFT_MAX
  return frame.gzip <= FRAME_GZIP_MAX && ratio <= TOTAL_RATIO_MAX && !isShifting ? 0 : 1
}

/** What opening the page loaded and moved. */
interface Opened {
  /** Scripts and styles, by their paths below the page's folder. */
  readonly programs: readonly string[]
  /** The cumulative layout shift. */
  readonly shift: number
}

/** Opens the page over a simulated market on each screen, in a new profile each time. */
async function openEach(): Promise<Record<keyof typeof SCREENS, Opened>> {
  const folder = mkdtempSync(join(tmpdir(), 'squaremetre-bench-'))
  const source = { name: 'demo', now: '2026-11-10T12:00:00Z', listings: LISTINGS, file: null } as const
  const market = await openMarket(folder, source)
  const browser = await launchBrowser()
  try {
    return {
      desktop: await openPage(browser, market.page, SCREENS.desktop),
      phone: await openPage(browser, market.page, SCREENS.phone),
    }
  } finally {
    await browser.close()
    await market.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function openPage(browser: Browser, address: string, screen: ViewportSize): Promise<Opened> {
  const profile = await openProfile(browser, screen)
  try {
    const page = await profile.newPage()
    await page.goto(address)
    await settle(page)
    const { paths, shifts } = await page.evaluate(readTimeline)
    return {
      programs: paths.map((path) => path.slice(1)).filter((path) => PROGRAM.test(path)),
      shift: cumulativeShift(shifts),
    }
  } finally {
    await profile.close()
  }
}

interface Shift {
  readonly startTime: number
  readonly value: number
}

/** Runs in the page: returns the paths of its resources, and its layout shifts. */
async function readTimeline(): Promise<{ paths: string[]; shifts: Shift[] }> {
  const paths = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
  const entries = await new Promise<PerformanceEntryList>((resolve) => {
    const observer = new PerformanceObserver((list) => {
      observer.disconnect()
      resolve(list.getEntries())
    })
    observer.observe({ type: 'layout-shift', buffered: true })
    // Where nothing has moved, the observer is never called.
    setTimeout(() => resolve([]), 500)
  })
  const shifts = entries as unknown as Shift[]
  return { paths, shifts: shifts.map(({ startTime, value }) => ({ startTime, value })) }
}

/** Returns the cumulative layout shift: the largest sum of shifts within 5 s that follow each other within 1 s. */
function cumulativeShift(shifts: readonly Shift[]): number {
  const sums: { first: number; last: number; sum: number }[] = []
  for (const { startTime, value } of shifts) {
    const open = sums.at(-1)
    if (open && startTime - open.last < 1000 && startTime - open.first < 5000) {
      open.last = startTime
      open.sum += value
    } else sums.push({ first: startTime, last: startTime, sum: value })
  }
  return Math.max(0, ...sums.map(({ sum }) => sum))
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1)
}

/** Everything that index.html names, so that the browser loads it before or with the first paint. */
function filesOfFrame(page: string): string[] {
  const html = readFileSync(join(page, 'index.html'), 'utf8')
  const named = [...html.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)].flatMap(([, file]) => file ?? [])
  if (named.length === 0) throw new Error('expected scripts and styles in index.html, found none')
  return named
}

function allPrograms(page: string): string[] {
  return readdirSync(join(page, 'assets'))
    .filter((name) => PROGRAM.test(name))
    .map((name) => `assets/${name}`)
}

function sizesOf(folder: string, files: readonly string[]): Sizes {
  const contents = files.map((file) => readFileSync(join(folder, file)))
  return {
    gzip: contents.reduce((sum, content) => sum + gzipSync(content).length, 0),
    brotli: contents.reduce((sum, content) => sum + brotliCompressSync(content).length, 0),
  }
}

async function sizesOfBare(): Promise<Sizes> {
  const root = mkdtempSync(join(tmpdir(), 'bare-page-'))
  // Below the checkout, so that its packages are found.
  const entry = join(ROOT, 'node_modules/.cache/bare-page')
  mkdirSync(entry, { recursive: true })
  try {
    writeFileSync(join(entry, 'bare.js'), BARE)
    writeFileSync(join(entry, 'index.html'), '<!doctype html><script type="module" src="./bare.js"></script>')
    await build({
      root: entry,
      configFile: join(ROOT, 'vite.config.ts'),
      publicDir: false,
      logLevel: 'error',
      build: { outDir: root, emptyOutDir: true },
    })
    return sizesOf(root, allPrograms(root))
  } finally {
    rmSync(root, { recursive: true })
    rmSync(entry, { recursive: true })
  }
}
