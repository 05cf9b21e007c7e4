// Measures what opening the map loads: the sizes of the frame that is painted first and of everything, against a page
// that only imports the libraries of the map.
//   npm run bench -- page-load
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { buildPage } from '../scripts/build.js'
import { printTable } from './shared/table.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
const FRAME_GZIP_MAX = 110_000
const TOTAL_RATIO_MAX = 1.15

/** React, the map's libraries and h3-js as the page imports them, and nothing else. */
const BARE = `
import 'maplibre-gl/dist/maplibre-gl.css'
import { MapLibreOverlay } from '@deck.gl/maplibre'
import { FillStyleExtension, PathStyleExtension } from '@deck.gl/extensions'
import { PathLayer, ScatterplotLayer, SolidPolygonLayer } from '@deck.gl/layers'
import { cellsToMultiPolygon, cellToBoundary, cellToChildren, gridDisk, latLngToCell } from 'h3-js'
import { Map as GlMap, NavigationControl, ScaleControl, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { createElement, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
setWorkerUrl(workerUrl)
window.bare = [MapLibreOverlay, FillStyleExtension, PathStyleExtension, PathLayer, ScatterplotLayer, SolidPolygonLayer,
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
  const total = sizesOf(page, programs(page))
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
    [row('the frame', frame), row('everything', total), row('bare libraries', bare)],
  )
  console.log(
    `the frame should have at most ${kilobytes(FRAME_GZIP_MAX)} kB with gzip, and the ratio of everything be at most ` +
      `${TOTAL_RATIO_MAX}`,
  )
  return frame.gzip <= FRAME_GZIP_MAX && ratio <= TOTAL_RATIO_MAX ? 0 : 1
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

function programs(page: string): string[] {
  return readdirSync(join(page, 'assets'))
    .filter((name) => /\.(js|mjs|css)$/.test(name))
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
    return sizesOf(root, programs(root))
  } finally {
    rmSync(root, { recursive: true })
    rmSync(entry, { recursive: true })
  }
}
