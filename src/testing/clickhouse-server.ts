import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { testEngine } from '../../scripts/test-engine.js'

/** A ClickHouse for one test, with its own folder. */
export interface TestClickhouse {
  /** `127.0.0.1:port`, of the HTTP interface. */
  readonly host: string
  /** The process that runs now. */
  pid(): number
  /** Returns the result of a statement as text. */
  ask(sql: string): Promise<string>
  /** Kills it as in a crash. */
  kill(): Promise<void>
  /** Suspends it: connections stay open, and nothing is answered. */
  freeze(): void
  thaw(): void
  start(): Promise<void>
  close(): Promise<void>
}

const LISTEN = fileURLToPath(new URL('clickhouse-listen.py', import.meta.url))

/** Whether the tests' ClickHouse is installed. Says so where it is not, because its tests are then skipped. */
export function hasClickhouse(): boolean {
  if (testEngine() !== null) return true
  console.warn(
    'SKIPPED: the tests on ClickHouse. "node scripts/test-engine.js" installs it (566 MB, outside node_modules).',
  )
  return false
}

/** Starts a server on free ports. */
export async function startClickhouse(): Promise<TestClickhouse> {
  const library = testEngine()
  if (library === null)
    throw new Error('expected the ClickHouse of the tests; install it by "node scripts/test-engine.js"')
  const folder = mkdtempSync(join(tmpdir(), 'clickhouse-'))
  const [http, tcp] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${http}`
  let running: ChildProcess | null = null
  const start = async () => {
    let said = ''
    const child = spawn('python3', [LISTEN, library, join(folder, 'data'), String(http), String(tcp)], {
      stdio: ['ignore', 'ignore', 'pipe'],
      cwd: folder,
    })
    running = child
    child.once('error', (error) => {
      said = `python3, which starts the ClickHouse of the tests, cannot be run: ${error.message}`
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    while (!(await isReady(url))) {
      if (child.exitCode !== null || said.startsWith('python3,')) throw new Error(`ClickHouse has ended: ${said}`)
      await sleep(50)
    }
  }
  const kill = async () => {
    if (running === null || running.exitCode !== null || running.signalCode !== null) return
    const gone = once(running, 'exit')
    running.kill('SIGKILL')
    await gone
  }
  await start()
  return {
    host: `127.0.0.1:${http}`,
    pid: () => running?.pid ?? Number.NaN,
    ask: async (sql) => {
      const answer = await fetch(url, { method: 'POST', body: sql })
      const text = await answer.text()
      if (!answer.ok) throw new Error(text)
      return text.trim()
    },
    kill,
    start,
    freeze: () => void running?.kill('SIGSTOP'),
    thaw: () => void running?.kill('SIGCONT'),
    close: async () => {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await (await fetch(`${url}/ping`)).text()).startsWith('Ok')
  } catch {
    return false
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return address !== null && typeof address === 'object' ? address.port : freePort()
}
