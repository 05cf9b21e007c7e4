// @ts-check
// Everything that has to hold, one step after the other, up to the first that fails. The last line is the count.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from './chromium.js'

const reports = mkdtempSync(join(tmpdir(), 'squaremetre-reports-'))
const unit = join(reports, 'unit.json')
const journeys = join(reports, 'journeys.json')
const totals = { passed: 0, failed: 0 }

/** @type {[name: string, run: () => boolean][]} */
const STEPS = [
  ['format and lint', () => npx('biome', 'check', '.')],
  ['types', () => npx('tsc', '--noEmit')],
  ['unused code and packages', () => npx('knip')],
  ['build', () => ran(process.execPath, ['scripts/build.js'])],
  ['unit, integration and architecture', runVitest],
  ['browser journeys', runPlaywright],
]

let ok = true
for (const [name, run] of STEPS) {
  console.log(`\n── ${name}`)
  const start = performance.now()
  const before = totals.failed
  ok = run()
  console.log(`── ${name}: ${ok ? 'passed' : 'FAILED'} in ${((performance.now() - start) / 1000).toFixed(1)} s`)
  // A step that is not made of tests counts as one, so that the last line never reads as if all were well.
  if (!ok && totals.failed === before) totals.failed++
  if (!ok) break
}
rmSync(reports, { recursive: true, force: true })
console.log(`\ntests: ${totals.passed} passed, ${totals.failed} failed`)
process.exitCode = ok ? 0 : 1

function runVitest() {
  const ok = npx('vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${unit}`)
  const report = readReport(unit)
  totals.passed += report?.numPassedTests ?? 0
  totals.failed += report?.numFailedTests ?? 0
  return ok && report !== null
}

function runPlaywright() {
  process.env.CHROMIUM_PATH = ensureChromium()
  process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = journeys
  const ok = npx('playwright', 'test', '--reporter=list,json')
  const stats = readReport(journeys)?.stats
  totals.passed += (stats?.expected ?? 0) + (stats?.flaky ?? 0)
  totals.failed += stats?.unexpected ?? 0
  return ok && stats !== undefined
}

/** @param {string} file */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    console.log(`no report of the tests: ${error instanceof Error ? error.message : error}`)
    return null
  }
}

/** @param {string[]} args */
function npx(...args) {
  return ran('npx', ['--no-install', ...args])
}

/**
 * @param {string} program
 * @param {string[]} args
 */
function ran(program, args) {
  return spawnSync(program, args, { stdio: 'inherit' }).status === 0
}
