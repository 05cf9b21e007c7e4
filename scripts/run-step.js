// @ts-check
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const BIN = fileURLToPath(new URL('../node_modules/.bin/', import.meta.url))

/**
 * Runs a tool of node_modules to its end. What it prints is kept, or shown as it comes when `shown`.
 * @param {string} tool
 * @param {readonly string[]} args
 * @param {{ shown?: boolean, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<{ ok: boolean, output: string, seconds: number }>}
 */
export async function runStep(tool, args, { shown = false, env = process.env } = {}) {
  const start = performance.now()
  const child = spawn(BIN + tool, args, {
    env,
    stdio: shown ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    // npm makes .cmd files there.
    shell: process.platform === 'win32',
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      output += text
    })
  }
  const [code] = await once(child, 'close')
  return { ok: code === 0, output, seconds: (performance.now() - start) / 1000 }
}
