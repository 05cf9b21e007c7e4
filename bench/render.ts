// Draws the same cells with the page's layers and with deck.gl's own, in one page on the software renderer, and prints how
// their frames compare: medians of three rounds, each with its own ratios.
//   npm run bench -- render [--cells 50000]
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Page } from '@playwright/test'
import { latLngToCell } from 'h3-js'
import { build, preview } from 'vite'
import type { Scene, Times } from './render/page.ts'
import { median, printTable } from './shared/table.ts'
import { launchBrowser } from './truth-walk/browser.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
const SIZE = { width: 1280, height: 800 }
/** Zooms at which a disk of 50,000 cells around Madrid fills the screen. */
const ZOOMS = { 8: 8.6, 5: 4.6 } as const
/**
 * How often each drawing is measured, in turn with the others: a machine that is busy for some seconds then slows one round of
 * all of them instead of one drawing, and the medians leave that round out.
 */
const ROUNDS = 3
const DRAWINGS = ['own', 'own, half estimated', 'stock, auto', 'stock, polygons'] as const

const COLUMNS = ['createMain', 'pan', 'redraw', 'recolor'] as const

/** What is compared with what, and the ratio that it should not exceed; null where that does not matter. */
interface Goal {
  readonly what: string
  readonly of: (times: Taken) => number
  readonly at: (resolution: number) => number | null
}

type Taken = Readonly<Record<(typeof DRAWINGS)[number], Times>>

const GOALS: readonly Goal[] = [
  { what: 'pan, own / stock polygons', of: (t) => t.own.pan / t['stock, polygons'].pan, at: () => 1.1 },
  {
    what: 'pan, own half estimated / stock polygons',
    of: (t) => t['own, half estimated'].pan / t['stock, polygons'].pan,
    at: () => 1.3,
  },
  {
    what: 'pan, own / stock auto',
    of: (t) => t.own.pan / t['stock, auto'].pan,
    at: (resolution) => (resolution === 8 ? 0.3 : null),
  },
  {
    what: 'first frame on the main thread, own / stock polygons',
    of: (t) => t.own.createMain / t['stock, polygons'].createMain,
    at: () => 0.4,
  },
  { what: 'recolour, own / own redraw', of: (t) => t.own.recolor / t.own.redraw, at: () => 1.1 },
]

/** Measures and prints; returns the exit code, 1 when a goal is missed. */
export async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { cells: { type: 'string', default: '50000' } } })
  const cells = Number(values.cells)
  if (!(cells >= 1000)) throw new Error(`expected --cells to be a number from 1000 on, found "${values.cells}"`)
  const served = await servePage()
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage({ viewport: SIZE })
    let isMissed = false
    for (const resolution of [8, 5] as const) {
      await page.goto(served.address)
      const taken = await measureAll(page, resolution, cells)
      printTimes(resolution, taken)
      isMissed = printRatios(resolution, taken) || isMissed
    }
    return isMissed ? 1 : 0
  } finally {
    await browser.close()
    await served.close()
  }
}

async function measureAll(page: Page, resolution: 5 | 8, cells: number): Promise<Taken[]> {
  const around = latLngToCell(40.42, -3.7, resolution)
  const zoom = ZOOMS[resolution] - Math.log2(cells / 50_000) / 2
  const rounds: Taken[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const taken: Partial<Record<(typeof DRAWINGS)[number], Times>> = {}
    for (const drawing of DRAWINGS) {
      const scene: Scene = { around, zoom, cells, drawing, repeats: 3, frames: 5 }
      taken[drawing] = await page.evaluate((asked) => window.measure(asked), scene)
    }
    rounds.push(taken as Taken)
  }
  return rounds
}

function printTimes(resolution: number, rounds: readonly Taken[]): void {
  const cells = rounds[0]?.own.cells.toLocaleString('en')
  printTable(
    [`${cells} cells at resolution ${resolution}, ms`, 'first frame, main thread', 'pan frame', 'redraw', 'recolour'],
    DRAWINGS.map((name) => [
      name,
      ...COLUMNS.map((column) => median(rounds.map((taken) => taken[name][column])).toFixed(0)),
    ]),
  )
}

function printRatios(resolution: number, rounds: readonly Taken[]): boolean {
  const rows = GOALS.map(({ what, of, at }) => ({ what, ratio: median(rounds.map(of)), goal: at(resolution) }))
  printTable(
    ['ratio', 'found', 'goal, at most'],
    rows.map(({ what, ratio, goal }) => [what, ratio.toFixed(2), goal === null ? '' : goal.toFixed(2)]),
  )
  console.log('')
  return rows.some(({ ratio, goal }) => goal !== null && ratio > goal)
}

/** Builds the page as the real one is built, and serves it. */
async function servePage(): Promise<{ address: string; close: () => Promise<void> }> {
  const outDir = mkdtempSync(join(tmpdir(), 'render-bench-'))
  // Below the checkout, so that its packages are found.
  const root = join(ROOT, 'node_modules/.cache/render-bench')
  mkdirSync(root, { recursive: true })
  const entry = '/bench/render/page.ts'
  writeFileSync(
    join(root, 'index.html'),
    `<!doctype html><body style="margin:0;height:100vh"><script type="module" src="${join(ROOT, entry)}"></script>`,
  )
  const shared = { root, configFile: join(ROOT, 'vite.config.ts'), publicDir: false, logLevel: 'error' } as const
  await build({ ...shared, build: { outDir, emptyOutDir: true } })
  const server = await preview({ ...shared, build: { outDir }, preview: { port: 0, host: '127.0.0.1' } })
  const address = server.resolvedUrls?.local[0]
  if (!address) throw new Error('expected the preview server to have an address, found none')
  return {
    address,
    close: async () => {
      await server.close()
      for (const folder of [outDir, root]) rmSync(folder, { recursive: true })
    },
  }
}
