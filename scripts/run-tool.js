// @ts-check
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const BIN = fileURLToPath(new URL('../node_modules/.bin/', import.meta.url))
const IS_WINDOWS = process.platform === 'win32'

/**
 * @typedef {{ ok: boolean, output: string, seconds: number }} Ended
 * @typedef {{ quiet?: boolean, env?: NodeJS.ProcessEnv, shell?: boolean }} Options
 */

/**
 * Runs a tool of node_modules to its end. Its output is shown as it comes, or returned when `quiet`.
 * @param {string} tool
 * @param {readonly string[]} args
 * @param {Options} [options]
 */
export function runTool(tool, args, options = {}) {
  // On Windows npm creates .cmd files there, which only a shell can run.
  return IS_WINDOWS
    ? run(`"${BIN}${tool}.cmd"`, args, { ...options, shell: true })
    : run(`${BIN}${tool}`, args, options)
}

/**
 * Runs a script of this checkout to its end.
 * @param {string} script
 * @param {readonly string[]} [args]
 * @param {Options} [options]
 */
export function runNode(script, args = [], options = {}) {
  return run(process.execPath, [script, ...args], options)
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @param {Options} options
 * @returns {Promise<Ended>}
 */
async function run(program, args, { quiet = false, env = process.env, shell = false }) {
  const start = performance.now()
  const child = spawn(program, args, { env, shell, stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit' })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      output += text
    })
  }
  const [code] = await once(child, 'close')
  return { ok: code === 0, output, seconds: (performance.now() - start) / 1000 }
}
