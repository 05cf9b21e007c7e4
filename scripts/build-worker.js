// @ts-check
import { fileURLToPath } from 'node:url'
import { isFresh, replaceFolder, stampOf } from './freshness.js'
import { completeLicenses } from './page-licenses.js'

const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
const FOLDER = `${ROOT}/dist/worker`
const LICENSES = 'third-party-licenses.md'
const INPUTS = [
  'package-lock.json',
  'scripts/build-worker.js',
  'scripts/page-licenses.js',
  'scripts/licenses',
  'src/domain',
  'src/contract',
  'src/server',
  'src/proxy',
]

/**
 * Builds the proxy's worker thread to dist/worker/proxy.js, unless it is up to date. Threads do not share the modules of
 * their starter, and Node cannot run our sources, so this file is also what tests and benchmarks run. Code imports it as
 * `#worker/proxy.js` (`imports` in package.json).
 * @param {{ log: (line: string) => void }} options
 */
export async function buildWorker({ log }) {
  const stamp = stampOf(ROOT, INPUTS)
  if (isFresh(FOLDER, stamp)) return
  const start = performance.now()
  const { build } = await import('vite')
  await replaceFolder(FOLDER, stamp, (outDir) =>
    build({
      configFile: false,
      root: ROOT,
      logLevel: 'warn',
      publicDir: false,
      plugins: [completeLicenses(LICENSES)],
      // One file with its packages: a thread that loads them one by one takes almost three times as long to start.
      ssr: { noExternal: true },
      build: {
        ssr: 'src/proxy/worker.ts',
        outDir,
        license: { fileName: LICENSES },
        target: 'node20',
        minify: false,
        rolldownOptions: { output: { entryFileNames: 'proxy.js', codeSplitting: false } },
      },
    }),
  )
  log(`Building the worker thread: ${((performance.now() - start) / 1000).toFixed(1)} s`)
}
