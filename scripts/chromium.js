// @ts-check
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

// One without the browser's own windows comes first: all journeys together take an eighth less time in it.
const NAMES = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'google-chrome',
  'google-chrome-stable',
  'chromium-browser',
  'microsoft-edge',
]
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]
const INSTALL_LIMIT_MS = 240_000

/**
 * Returns the Chromium for browser tests: the one in CHROMIUM_PATH, Playwright's own, or an installed one; null when none
 * runs. Throws when the one in CHROMIUM_PATH does not run.
 * @returns {string | null}
 */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (!runs(named)) throw new Error(`expected CHROMIUM_PATH to name a working Chromium, found "${named}"`)
    return named
  }
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin']
  const installed = folders.filter(Boolean).flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return [chromium.executablePath(), ...installed, ...PLACES].find(runs) ?? null
}

/**
 * Finds a Chromium, or installs one: Playwright's download, else Debian's package.
 * Throws an error with instructions when neither works.
 * @returns {string}
 */
export function ensureChromium() {
  const found = findChromium()
  if (found) return found
  console.log('Found no Chromium on this machine; installing one')
  attempt('npx', ['playwright', 'install', 'chromium'])
  const downloaded = findChromium()
  if (downloaded) return downloaded
  if (existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    attempt('apt-get', ['update'])
    for (const name of ['chromium-headless-shell', 'chromium']) {
      if (attempt('apt-get', ['install', '-y', '--no-install-recommends', name])) break
    }
  }
  const packaged = findChromium()
  if (packaged) return packaged
  throw new Error(
    'The browser tests need Chromium. Run "npx playwright install --with-deps chromium", or install Chromium ' +
      'or Chrome in another way (Debian: "apt-get install chromium"), or set CHROMIUM_PATH=/path/to/chromium.',
  )
}

/** @param {string} path */
function runs(path) {
  if (!existsSync(path)) return false
  // Some packages install a program of that name that only prints what to install.
  const { status } = spawnSync(path, ['--version'], { timeout: 30_000, stdio: 'ignore' })
  return status === 0
}

/**
 * Returns whether a command succeeded.
 * @param {string} program
 * @param {string[]} args
 */
function attempt(program, args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status, error } = spawnSync(program, args, { stdio: 'inherit', timeout: INSTALL_LIMIT_MS, env })
  if (status !== 0) console.log(`"${program} ${args.join(' ')}" failed${error ? `: ${error.message}` : ''}`)
  return status === 0
}
