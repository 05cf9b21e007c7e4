// @ts-check
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

const NAMES = ['chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser', 'microsoft-edge']
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]
const INSTALL_LIMIT_MS = 240_000

/**
 * The Chromium of this machine that browser tests run in: the one that CHROMIUM_PATH names, Playwright's own, or one that
 * is installed; null when none runs. Throws when the one that CHROMIUM_PATH names does not run.
 * @returns {string | null}
 */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (!runs(named)) throw new Error(`CHROMIUM_PATH="${named}" is not a Chromium that runs`)
    return named
  }
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin']
  const installed = folders.filter(Boolean).flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return [chromium.executablePath(), ...installed, ...PLACES].find(runs) ?? null
}

/**
 * Finds a Chromium, installing one where there is none: Playwright's download, else Debian's package.
 * Throws an error that says what to do when neither can be had.
 * @returns {string}
 */
export function ensureChromium() {
  const found = findChromium()
  if (found) return found
  console.log('No Chromium on this machine: installing one')
  attempt('npx', ['playwright', 'install', 'chromium'])
  const downloaded = findChromium()
  if (downloaded) return downloaded
  if (existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    attempt('apt-get', ['update'])
    attempt('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'])
  }
  const packaged = findChromium()
  if (packaged) return packaged
  throw new Error(
    'No Chromium for the browser tests. Either run "npx playwright install --with-deps chromium", or install Chromium ' +
      'or Chrome by other means (Debian: "apt-get install chromium"), or name one: CHROMIUM_PATH=/path/to/chromium npm test',
  )
}

/** @param {string} path */
function runs(path) {
  if (!existsSync(path)) return false
  // Some packages leave a program of that name that only says what to install.
  const { status } = spawnSync(path, ['--version'], { timeout: 30_000, stdio: 'ignore' })
  return status === 0
}

/**
 * @param {string} program
 * @param {string[]} args
 */
function attempt(program, args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status, error } = spawnSync(program, args, { stdio: 'inherit', timeout: INSTALL_LIMIT_MS, env })
  if (status !== 0) console.log(`"${program} ${args.join(' ')}" did not work${error ? `: ${error.message}` : ''}`)
}
