import { Cluster, Redis } from 'ioredis'
import type { Logger } from 'pino'
import { LedgerUnreachable } from './ledger.ts'
import { parseRedisAddress, type RedisAddress } from './redis-address.ts'

// Milliseconds.
const COMMAND = 2_000
const CONNECT = 5_000
const LONGEST_RECONNECT = 1_000
const STALL = 1_000
/** What ioredis says where a command's time is over. */
const TIMED_OUT = 'Command timed out'

export interface RedisConnection {
  readonly client: Redis | Cluster
  /**
   * What a command answers; rejects with `LedgerUnreachable` for every fault, within seconds, and at once where a command
   * has just waited in vain.
   */
  ask<T>(command: () => Promise<T>): Promise<T>
  /** Milliseconds since a server came back, infinite while none was away. */
  sinceReturn(): number
  close(): void
}

/** Connects to a Redis; rejects when it cannot be reached. */
export async function connectRedis(url: string, log: Logger): Promise<RedisConnection> {
  const address = parseRedisAddress(url)
  if (address === null) throw new Error('LEDGER_URL is not the address of a Redis')
  const client = address.kind === 'single' ? openSingle(address) : openCluster(address)
  let returned = Number.NEGATIVE_INFINITY
  let isUp = false
  const noteReturn = () => {
    if (isUp) returned = performance.now()
  }
  client.on('error', (error: Error) => log.warn({ reason: error.message }, 'the ledger store is away'))
  client.on('ready', noteReturn)
  client.on('+node', noteReturn)
  // Of a cluster, one server may be away while the others answer.
  const stall = address.kind === 'single' ? STALL : 0
  let stalledUntil = 0
  const ask = async <T>(command: () => Promise<T>): Promise<T> => {
    if (performance.now() < stalledUntil) throw new LedgerUnreachable('it has just not answered in time')
    try {
      const answer = await command()
      stalledUntil = 0
      return answer
    } catch (error) {
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
  return { client, ask, sinceReturn: () => performance.now() - returned, close: () => client.disconnect() }
}

/** A server that is stopped takes connections all the same. */
async function inTime<T>(done: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('it does not answer')), 2 * CONNECT)
  })
  return Promise.race([done, late]).finally(() => clearTimeout(timer))
}

// Nothing is queued for a server that is away, and nothing sent again unasked: who waits for an answer is told at once.
function commonOptions({ tls, username, password }: RedisAddress) {
  return {
    // The older protocol, which every server and every service that stands in for one speaks.
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
    // A slot whose server is away is not waited for.
    maxRedirections: 4,
    redisOptions: commonOptions(address),
  })
}
