import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The instant that the clock of every journey stands at. */
const NOW = '2026-11-15T12:00:00Z'
const LISTINGS = '200000'
const START_LIMIT_MS = 240_000

/** Starts the real thing, as `npm start` does, on a smaller demonstration market; its end is what this answers. */
export default async function startApplication(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'squaremetre-e2e-'))
  const child = spawn(process.execPath, ['bin/squaremetre.js', 'start', '--demo-listings', LISTINGS], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      SERVICE_NOW: NOW,
      PORT: '0',
      HOST: '127.0.0.1',
      SERVICE_BASE_URL: '',
      SERVICE_TOKEN: '',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    process.env.E2E_BASE_URL = await addressOf(child)
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}

async function addressOf(child: ChildProcess): Promise<string> {
  let output = ''
  return new Promise((found, failed) => {
    const limit = setTimeout(
      () => failed(new Error(`not up after ${START_LIMIT_MS / 1000} s:\n${output}`)),
      START_LIMIT_MS,
    )
    child.once('exit', (code) => failed(new Error(`ended with ${code} before it was up:\n${output}`)))
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text
        const address = /http:\/\/localhost:\d+/.exec(output)
        if (!address) return
        clearTimeout(limit)
        found(address[0])
      })
    }
  })
}
