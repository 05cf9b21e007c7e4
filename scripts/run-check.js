// @ts-check
import { runTool } from './run-tool.js'

/** @type {Readonly<Record<string, readonly string[]>>} */
const CHECKS = {
  'format and lint': ['biome', 'check', '.'],
  types: ['tsc'],
  'types of the servers': ['tsc', '--project', 'tsconfig.servers.json'],
  'types of the page': ['tsc', '--project', 'tsconfig.page.json'],
  // Outside a git checkout, knip needs settings that it would call needless in one.
  'unused code and packages': ['knip', '--no-config-hints'],
}

/** Runs all static checks at once and prints what each says when it ends; resolves to whether all passed. */
export async function runCheck() {
  const passed = await Promise.all(
    Object.entries(CHECKS).map(async ([name, [tool = '', ...args]]) => {
      const { ok, output, seconds } = await runTool(tool, args, { quiet: true })
      process.stdout.write(`── ${name}: ${ok ? 'passed' : 'FAILED'} in ${seconds.toFixed(1)} s\n${output}`)
      return ok
    }),
  )
  return passed.every(Boolean)
}
