// @ts-check
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

/**
 * @typedef {{ seconds: number, file: string, title: string }} TestRun
 * @typedef {{ passed: number, failed: number, runs: TestRun[] }} Report
 * @typedef {{ file: string, title: string, suites?: Suite[], specs?: Spec[] }} Suite
 * @typedef {{ file: string, title: string, tests: { projectName: string, results: { duration: number }[] }[] }} Spec
 */

/**
 * Reads the report of Vitest's JSON reporter; prints the reason and returns null when there is none.
 * @param {string} file
 * @returns {Report | null}
 */
export function readVitestReport(file) {
  const report = readJson(file)
  if (report === null) return null
  /** @type {{ name: string, assertionResults: { duration?: number | null, fullName: string }[] }[]} */
  const files = report.testResults
  const runs = files.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ duration, fullName }) => {
      return { seconds: (duration ?? 0) / 1000, file: relative(process.cwd(), name), title: fullName }
    }),
  )
  return { passed: report.numPassedTests, failed: report.numFailedTests, runs }
}

/**
 * Reads the report of Playwright's JSON reporter; prints the reason and returns null when there is none.
 * @param {string} file
 * @returns {Report | null}
 */
export function readPlaywrightReport(file) {
  const report = readJson(file)
  if (report === null) return null
  const { expected, flaky, unexpected } = report.stats
  return { passed: expected + flaky, failed: unexpected, runs: report.suites.flatMap(runsOf) }
}

/**
 * Prints the slowest tests, slowest first.
 * @param {readonly TestRun[]} runs
 * @param {number} most
 */
export function printSlowest(runs, most) {
  const slowest = runs.toSorted((a, b) => b.seconds - a.seconds).slice(0, most)
  if (slowest.length === 0) return
  console.log(`\n── the slowest ${slowest.length} of ${runs.length} tests`)
  for (const { seconds, file, title } of slowest) console.log(`${seconds.toFixed(1).padStart(6)} s  ${file}  ${title}`)
}

/**
 * @param {Suite} suite
 * @returns {TestRun[]}
 */
function runsOf({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests.map(({ projectName, results }) => ({
      seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
      file: `e2e/${file}`,
      title: `${title} (${projectName})`,
    })),
  )
  return [...own, ...suites.flatMap(runsOf)]
}

/** @param {string} file */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    console.log(`The test report could not be read: ${error instanceof Error ? error.message : error}`)
    return null
  }
}
