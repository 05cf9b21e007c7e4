import { Cluster, Redis } from 'ioredis'
import type { Logger } from 'pino'
import { LedgerUnreachable } from './ledger.ts'
import { parseRedisAddress, type RedisAddress } from './redis-address.ts'

// Milliseconds.
const COMMAND = 2_000
const CONNECT = 5_000
const LONGEST_RECONNECT = 1_000
const STALL = 1_000
/** The message of ioredis when a command times out. */
const TIMED_OUT = 'Command timed out'

export interface RedisConnection {
  readonly client: Redis | Cluster
  /**
   * Returns a command's reply. Rejects with `LedgerUnreachable` on any error within seconds, or at once when a command
   * has just timed out.
   */
  ask<T>(command: () => Promise<T>): Promise<T>
  /** Rejects with `LedgerUnreachable` unless every server responds now. */
  check(): Promise<void>
  /** Milliseconds since a server came back; infinite when none was away. */
  sinceReturn(): number
  close(): void
}

/** Connects to a Redis; rejects when it cannot be reached. */
export async function connectRedis(url: string, log: Logger): Promise<RedisConnection> {
  const address = parseRedisAddress(url)
  if (address === null) throw new Error('LEDGER_URL is not a valid Redis address')
  const client = address.kind === 'single' ? openSingle(address) : openCluster(address)
  let returned = Number.NEGATIVE_INFINITY
  let isUp = false
  const noteReturn = () => {
    if (isUp) returned = performance.now()
  }
  const outage = watchOutage(log)
  client.on('error', (error: Error) => outage.begin(error.message))
  client.on('ready', noteReturn)
  client.on('+node', noteReturn)
  // In a cluster, one server may be away while the others answer.
  const stall = address.kind === 'single' ? STALL : 0
  let stalledUntil = 0
  const ask = async <T>(command: () => Promise<T>): Promise<T> => {
    if (performance.now() < stalledUntil) throw new LedgerUnreachable('the last command timed out a moment ago')
    try {
      const answer = await command()
      stalledUntil = 0
      // In a cluster, one server may respond while another is away.
      if (address.kind === 'single') outage.end()
      return answer
    } catch (error) {
      outage.begin(error instanceof Error ? error.message : String(error))
      if (error instanceof Error && error.message === TIMED_OUT) stalledUntil = performance.now() + stall
      throw new LedgerUnreachable(error)
    }
  }
  try {
    await inTime(client.connect())
    await inTime(client.get('squaremetre'))
  } catch (error) {
    client.disconnect()
    const where = address.nodes.map(({ host, port }) => `${host}:${port}`).join(',')
    throw new Error(`the Redis at ${where} (LEDGER_URL) cannot be reached: ${String(error)}`, { cause: error })
  }
  isUp = true
  const check = async () => {
    // While a cluster is away, it knows no server.
    const servers = client instanceof Cluster ? client.nodes('master') : [client]
    if (servers.length === 0) throw new LedgerUnreachable('no server of the cluster is known')
    await ask(() => Promise.all(servers.map((server) => server.ping())))
    outage.end()
  }
  return { client, ask, check, sinceReturn: () => performance.now() - returned, close: () => client.disconnect() }
}

/** Logs once that the store is away, and once that it is back. */
function watchOutage(log: Logger) {
  let isAway = false
  return {
    begin: (reason: string) => {
      if (!isAway) log.error({ reason }, 'the ledger store cannot be reached; nothing is bought')
      isAway = true
    },
    end: () => {
      if (isAway) log.info('the ledger store can be reached again')
      isAway = false
    },
  }
}

/** Limits the wait, because even a stopped server accepts connections. */
async function inTime<T>(done: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('it does not respond')), 2 * CONNECT)
  })
  return Promise.race([done, late]).finally(() => clearTimeout(timer))
}

// No command is queued or resent while a server is away: the caller gets the error at once.
function commonOptions({ tls, username, password }: RedisAddress) {
  return {
    // The older protocol, which every server and every compatible service supports.
    protocol: 2 as const,
    commandTimeout: COMMAND,
    connectTimeout: CONNECT,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    ...(tls ? { tls: {} } : {}),
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
  }
}

function reconnectAfter(times: number): number {
  return Math.min(times * 100, LONGEST_RECONNECT)
}

function openSingle(address: RedisAddress): Redis {
  const [{ host, port }] = address.nodes
  const own = { lazyConnect: true, enableOfflineQueue: false, retryStrategy: reconnectAfter, db: address.database }
  return new Redis({ ...commonOptions(address), ...own, host, port })
}

function openCluster(address: RedisAddress): Cluster {
  return new Cluster([...address.nodes], {
    lazyConnect: true,
    enableOfflineQueue: false,
    clusterRetryStrategy: reconnectAfter,
    slotsRefreshTimeout: COMMAND,
    // Does not wait for a slot whose server is away.
    maxRedirections: 4,
    redisOptions: commonOptions(address),
  })
}
