import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'

/** A Redis for one test, with its own folder. */
export interface TestRedis {
  /** Address in the form of LEDGER_URL. */
  readonly url: string
  /** Suspends it: connections stay open, and nothing is answered. */
  freeze(): void
  thaw(): void
  /** Kills it as in a crash, and restarts it over the same folder. */
  restart(): Promise<void>
  /** Kills it as in a crash. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Deletes all its data. */
  clear(): Promise<void>
  close(): Promise<void>
}

const MISSING =
  'redis-server is not on the PATH, and these tests need it: install it, on Debian or Ubuntu by "apt-get install redis-server", on macOS by "brew install redis"'

/** Starts a `redis-server` on a free port; when it is missing, rejects with how to install it. */
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
    // Rejects pending commands too.
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
      if (running.exitCode !== null) throw new Error(`redis-server exited with code ${running.exitCode}`)
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
    // Not listening yet, or still loading its data.
    return false
  }
}

/** Finds a port for a cluster node, whose bus needs the port 10,000 above. */
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
