// @ts-check
// Installs the ClickHouse that the tests of figures in ClickHouse run on: `node scripts/test-engine.js`. It is 566 MB, so
// it is not a dependency: it is in a folder of its own in the home directory, for all checkouts. Tests without it are skipped.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const PACKAGE = '@chdb/lib-linux-x64-gnu'
const SOURCE = fileURLToPath(new URL('test-engine/', import.meta.url))
const CACHE = join(homedir(), '.cache', 'squaremetre')

/** Returns the path of the library; null when it is not installed. */
export function testEngine() {
  const library = join(folder(), 'node_modules', PACKAGE, 'libchdb.so')
  return existsSync(library) ? library : null
}

function folder() {
  const { dependencies } = JSON.parse(readFileSync(join(SOURCE, 'package.json'), 'utf8'))
  return join(CACHE, `test-engine-${dependencies[PACKAGE]}`)
}

/** Installs the library as locked, in one step, unless it is there. */
function install() {
  if (testEngine() !== null) return console.log(`ClickHouse for the tests is in ${folder()}`)
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return console.error(`There is no ClickHouse for ${process.platform} on ${process.arch}: its tests are skipped.`)
  }
  mkdirSync(CACHE, { recursive: true })
  const draft = mkdtempSync(join(CACHE, 'test-engine-'))
  try {
    for (const name of ['package.json', 'package-lock.json']) cpSync(join(SOURCE, name), join(draft, name))
    const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', draft]
    if (spawnSync('npm', args, { stdio: 'inherit' }).status !== 0) throw new Error(`npm could not install ${PACKAGE}`)
    renameSync(draft, folder())
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) install()
