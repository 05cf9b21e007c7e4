// @ts-check
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { buildData } from './build-data.js'
import { buildSbom } from './build-sbom.js'
import { buildWorker } from './build-worker.js'
import { compressPage } from './compress-page.js'
import { isFresh, replaceFolder, stampOf } from './freshness.js'

const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
const SELF = fileURLToPath(import.meta.url)
const COMMON = ['package-lock.json', 'scripts/build.js', 'src/domain', 'src/contract']

const SERVER = {
  folder: `${ROOT}/dist/cli`,
  inputs: [...COMMON, 'src/server', 'src/proxy', 'src/service', 'src/cli'],
}
const PAGE = {
  folder: `${ROOT}/dist/web`,
  inputs: [
    ...COMMON,
    'vite.config.ts',
    'scripts/build-basemap.js',
    'scripts/build-coast.js',
    'scripts/land/label-points.js',
    'scripts/land/sea-around.js',
    'scripts/page-licenses.js',
    'scripts/page-chunks.js',
    'scripts/licenses',
    'scripts/compress-page.js',
    'scripts/first-words.js',
    'scripts/page-catalogues.js',
    'scripts/page-words.js',
    'scripts/widget-words.js',
    'index.html',
    'src/web',
  ],
}

/**
 * Builds the command line with service and proxy to dist/cli/main.js, what only some commands need to chunks beside it,
 * and the proxy's worker thread, unless they are up to date. Takes about two seconds.
 */
export async function buildServer() {
  await buildData({ log })
  await buildWorker({ log })
  const stamp = stampOf(ROOT, SERVER.inputs)
  if (isFresh(SERVER.folder, stamp)) return
  await timed('Building the command line', async () => {
    const { build } = await import('vite')
    await replaceFolder(SERVER.folder, stamp, (outDir) =>
      build({
        configFile: false,
        root: ROOT,
        logLevel: 'warn',
        publicDir: false,
        // Native packages must stay in node_modules, and bundling the others has no benefit.
        ssr: { external: true },
        build: {
          ssr: 'src/cli/main.ts',
          outDir,
          target: 'node20',
          minify: false,
          // Without the comment that names it: the package has no maps, and some tools complain when one is missing.
          sourcemap: 'hidden',
          rolldownOptions: { output: { entryFileNames: 'main.js', chunkFileNames: '[name]-[hash].js' } },
        },
      }),
    )
  })
}

/** Builds the page to dist/web, unless it is up to date. */
export async function buildPage() {
  const { buildBasemap } = await import('./build-basemap.js')
  await buildBasemap({ log })
  const stamp = pageStamp()
  if (isFresh(PAGE.folder, stamp)) return
  await timed('Building the page', async () => {
    const { build } = await import('vite')
    await replaceFolder(PAGE.folder, stamp, async (outDir) => {
      await build({
        root: ROOT,
        configFile: `${ROOT}/vite.config.ts`,
        logLevel: 'warn',
        build: { outDir, emptyOutDir: true },
      })
      await compressPage(outDir)
    })
  })
}

/** Builds the page in a separate process, so that other work can go on; returns its folder. */
export async function buildPageApart() {
  if (isFresh(PAGE.folder, pageStamp())) return PAGE.folder
  // Tests and Vite's server count as development, which would build the page with React's development version.
  const env = { ...process.env, NODE_ENV: 'production' }
  const child = spawn(process.execPath, [SELF, 'page'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      output += text
    })
  }
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`The page could not be built:\n${output}`)
  return PAGE.folder
}

function pageStamp() {
  return stampOf(ROOT, [...PAGE.inputs, 'public'])
}

/** @param {string} line */
function log(line) {
  process.stderr.write(`${line}\n`)
}

/**
 * @param {string} what
 * @param {() => Promise<void>} work
 */
async function timed(what, work) {
  const start = performance.now()
  await work()
  log(`${what}: ${((performance.now() - start) / 1000).toFixed(1)} s`)
}

if (process.argv[1] === SELF) {
  const what = process.argv[2]
  if (what === 'page') await buildPage()
  else if (what === 'server') await buildServer()
  else {
    await Promise.all([buildServer(), buildPageApart()])
    await buildSbom()
  }
}
