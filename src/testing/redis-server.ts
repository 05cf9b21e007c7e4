import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'

/** A Redis of the test's own, in a folder of its own. */
export interface TestRedis {
  /** As LEDGER_URL has it. */
  readonly url: string
  /** Stops it where it stands; connections stay open, and nothing is answered. */
  freeze(): void
  thaw(): void
  /** Ends it as a crash does, and starts it again over the same folder. */
  restart(): Promise<void>
  /** Ends it as a crash does. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Removes everything that it keeps. */
  clear(): Promise<void>
  close(): Promise<void>
}

const MISSING =
  'redis-server is not on the PATH, and these tests need it: install it, on Debian or Ubuntu by "apt-get install redis-server", on macOS by "brew install redis"'

/** Starts a `redis-server` on a free port; rejects with how to install it where there is none. */
export async function startRedis(): Promise<TestRedis> {
  const server = await startServer([])
  return {
    ...server,
    url: `redis://127.0.0.1:${server.port}`,
    clear: async () => void (await server.run(['FLUSHALL'])),
  }
}

/** Starts a cluster of three servers without replicas. */
export async function startRedisCluster(): Promise<Pick<TestRedis, 'url' | 'clear' | 'close'>> {
  const nodes = await Promise.all([0, 1, 2].map(() => startServer(['--cluster-enabled', 'yes'])))
  const [first] = nodes
  if (first === undefined) throw new Error('no server was started')
  const slots = [0, 5_461, 10_923, 16_384]
  await Promise.all(
    nodes.map((node, index) =>
      node.run(['CLUSTER', 'ADDSLOTSRANGE', String(slots[index]), String((slots[index + 1] ?? 0) - 1)]),
    ),
  )
  for (const { port } of nodes.slice(1)) await first.run(['CLUSTER', 'MEET', '127.0.0.1', String(port)])
  for (const node of nodes) {
    while (!String(await node.run(['CLUSTER', 'INFO'])).includes('cluster_state:ok')) await sleep(50)
  }
  return {
    url: `redis+cluster://${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}`,
    clear: async () => {
      await Promise.all(nodes.map((node) => node.run(['FLUSHALL'])))
    },
    close: async () => {
      await Promise.all(nodes.map((node) => node.close()))
    },
  }
}

async function startServer(more: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'redis-'))
  const port = await freePort()
  let running: ChildProcess | null = null
  const run = async (command: readonly string[]): Promise<unknown> => {
    const [name = '', ...args] = command
    const client = new Redis({ host: '127.0.0.1', port, lazyConnect: true, retryStrategy: null })
    // Rejects what is awaited, too.
    client.on('error', () => {})
    try {
      await client.connect()
      return await client.call(name, ...args)
    } finally {
      client.disconnect()
    }
  }
  const start = async () => {
    running = spawn(
      'redis-server',
      ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'yes', ...more],
      { stdio: 'ignore' },
    )
    let fault: Error | null = null
    running.once('error', (error: NodeJS.ErrnoException) => {
      fault = error.code === 'ENOENT' ? new Error(MISSING, { cause: error }) : error
    })
    while (!(await isReady(run))) {
      if (fault !== null) throw fault
      if (running.exitCode !== null) throw new Error(`redis-server ended with ${running.exitCode}`)
      await sleep(20)
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
    port,
    run,
    start,
    kill,
    freeze: () => void running?.kill('SIGSTOP'),
    thaw: () => void running?.kill('SIGCONT'),
    restart: async () => {
      await kill()
      await start()
    },
    close: async () => {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function isReady(run: (command: readonly string[]) => Promise<unknown>): Promise<boolean> {
  try {
    return (await run(['PING'])) === 'PONG'
  } catch {
    // Not listening yet, or still reading what it kept.
    return false
  }
}

/** A cluster's bus takes the port 10,000 above, which must exist too. */
async function freePort(): Promise<number> {
  for (;;) {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    server.close()
    await once(server, 'close')
    if (address !== null && typeof address === 'object' && address.port < 55_000) return address.port
  }
}
