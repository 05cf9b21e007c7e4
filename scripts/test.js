// @ts-check
// Runs all tests: the static checks in parallel with the build and the unit tests, then the journeys, until a step fails.
// `--changed` and `--changed=REV` run only what is affected by changes since the last commit, or since REV; `--all`, alone
// or with it, also runs the tests tagged as nightly (CONTRIBUTING.md says which those are). The last line has the totals.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { changedFiles, touchesJourneys } from './changed-files.js'
import { ensureChromium } from './chromium.js'
import { MARKET_FOLDER, makeMarket } from './journeys-market.js'
import { runCheck } from './run-check.js'
import { runNode, runTool } from './run-tool.js'
import { temporaryFolder } from './temporary-folder.js'
import { printSlowest, readPlaywrightReport, readVitestReport } from './test-reports.js'

const { since, nightly } = selectionOf(process.argv.slice(2))
// Of these tests alone, because killed programs leave files behind.
const temporary = mkdtempSync(join(temporaryFolder(), 'squaremetre-test-run-'))
// Servers that refuse to run as root pass it on the way to folders of their own.
chmodSync(temporary, 0o711)
const environment = { ...process.env, TMPDIR: temporary }
const market = join(temporary, 'market')
const totals = { passed: 0, failed: 0 }
/** @type {import('./test-reports.js').TestRun[]} */
const runs = []

const ok = await runSteps()
rmSync(temporary, { recursive: true, force: true })
printSlowest(runs, 20)
console.log(`\ntests: ${totals.passed} passed, ${totals.failed} failed`)
process.exitCode = ok ? 0 : 1

async function runSteps() {
  const [checked, tested] = await Promise.all([
    step('static checks', runCheck),
    step('build', async () => (await runNode('scripts/build.js')).ok).then(
      (built) => built && step('unit, integration and architecture', () => besideMarket(runVitest)),
    ),
  ])
  if (!checked || !tested) return false
  if (!hasJourneys()) {
    console.log('\n── browser journeys: skipped, because no change affects them')
    return true
  }
  return step('browser journeys', runPlaywright)
}

/**
 * @param {string} name
 * @param {() => Promise<boolean>} run
 */
async function step(name, run) {
  console.log(`\n── ${name}`)
  const start = performance.now()
  const before = totals.failed
  const passed = await run()
  console.log(`── ${name}: ${passed ? 'passed' : 'FAILED'} in ${((performance.now() - start) / 1000).toFixed(1)} s`)
  // A failed step without tests counts as one failure, so that the last line never looks like a success.
  if (!passed && totals.failed === before) totals.failed++
  return passed
}

/**
 * Makes the journeys' market while the unit tests, which often wait, run.
 * @param {() => Promise<boolean>} run
 */
async function besideMarket(run) {
  const [passed] = await Promise.all([run(), hasJourneys() && makeMarket(market)])
  return passed
}

function hasJourneys() {
  return since === null || touchesJourneys(changedFiles(since))
}

async function runVitest() {
  const file = join(temporary, 'unit.json')
  const which = since === null ? [] : [`--changed${since && `=${since}`}`, '--passWithNoTests']
  if (!nightly) which.push('--tags-filter=!nightly')
  const args = ['run', ...which, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const { ok } = await runTool('vitest', args, { env: environment })
  return count(readVitestReport(file)) && ok
}

async function runPlaywright() {
  const file = join(temporary, 'journeys.json')
  const made = { CHROMIUM_PATH: ensureChromium(), [MARKET_FOLDER]: market }
  const env = {
    ...environment,
    ...made,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    // A filter on the command line would not reach the projects that others depend on.
    ...(!nightly && { WITHOUT_NIGHTLY: '1' }),
  }
  const { ok } = await runTool('playwright', ['test', '--reporter=list,json'], { env })
  return count(readPlaywrightReport(file)) && ok
}

/**
 * Adds a runner's report to the totals; returns false when there is none.
 * @param {import('./test-reports.js').Report | null} report
 */
function count(report) {
  if (report === null) return false
  totals.passed += report.passed
  totals.failed += report.failed
  runs.push(...report.runs)
  return true
}

/**
 * Returns the revision to compare with ('' for the last commit, null to run everything), and whether nightly tests run.
 * @param {string[]} args
 */
function selectionOf(args) {
  const changed = args.map((arg) => /^--changed(?:=(\S+))?$/.exec(arg)).find((match) => match !== null)
  const nightly = args.includes('--all')
  if (args.length !== (changed ? 1 : 0) + (nightly ? 1 : 0)) {
    console.error(
      `Expected no argument, --all, --changed or --changed=REV, or --all with --changed, found "${args.join(' ')}"`,
    )
    process.exit(2)
  }
  return { since: changed ? (changed[1] ?? '') : null, nightly }
}
