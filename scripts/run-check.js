// @ts-check
import { runNode, runTool } from './run-tool.js'

const QUIET = { quiet: true }

// The native compiler, several times as fast; `typescript` itself stays at 6, which dependency-cruiser needs.
const TSC = 'node_modules/native-typescript/bin/tsc'
// By default each of its four checkers works out for itself what they all need, which takes a third more processor time.
const ONE_CHECKER = '--singleThreaded'

/** @type {Readonly<Record<string, () => Promise<import('./run-tool.js').Ended>>>} */
const CHECKS = {
  'format and lint': () => runTool('biome', ['check', '.'], QUIET),
  types: () => runNode(TSC, [ONE_CHECKER], QUIET),
  'types of the servers': () => runNode(TSC, [ONE_CHECKER, '--project', 'tsconfig.servers.json'], QUIET),
  'types of the page': () => runNode(TSC, [ONE_CHECKER, '--project', 'tsconfig.page.json'], QUIET),
  'words in every language': () => runNode('scripts/words.js', ['--check'], QUIET),
  // Outside a git checkout, knip needs settings that it reports as unnecessary inside one.
  'unused code and packages': () => runTool('knip', ['--no-config-hints'], QUIET),
}

/** Runs all static checks in parallel and prints each one's output when it ends; resolves to true when all passed. */
export async function runCheck() {
  const passed = await Promise.all(
    Object.entries(CHECKS).map(async ([name, check]) => {
      const { ok, output, seconds } = await check()
      process.stdout.write(`── ${name}: ${ok ? 'passed' : 'FAILED'} in ${seconds.toFixed(1)} s\n${output}`)
      return ok
    }),
  )
  return passed.every(Boolean)
}
