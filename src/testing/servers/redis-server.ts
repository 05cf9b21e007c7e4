import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { freePort } from './free-port.ts'
import { type ServerProgram, startServerProgram } from './server-program.ts'

/** A Redis for one test. */
export interface TestRedis extends ServerProgram {
  /** Address in the form of LEDGER_URL. */
  readonly url: string
  /** Kills it as in a crash, and restarts it over the same folder. */
  restart(): Promise<void>
  /** Deletes all its data. */
  clear(): Promise<void>
  /** Runs a command over a connection of its own, and returns the reply. */
  run(command: readonly string[]): Promise<unknown>
}

/** How many connections a Redis has, without the one that asks. */
export async function countConnections(redis: TestRedis): Promise<number> {
  return (
    String(await redis.run(['CLIENT', 'LIST']))
      .trim()
      .split('\n').length - 1
  )
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
  const port = await freePort()
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
  const program = await startServerProgram({
    command: 'redis-server',
    args: (folder) => [
      ...['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'yes'],
      ...more,
    ],
    missing: MISSING,
    // It rejects commands while it does not listen yet, and while it loads its data.
    isReady: async () => (await run(['PING'])) === 'PONG',
  })
  return {
    ...program,
    port,
    run,
    restart: async () => {
      await program.kill()
      await program.start()
    },
  }
}
