import { Cluster, Redis } from 'ioredis'
import type { Logger } from 'pino'
import { hidePassword, type RedisAddress } from './redis-address.ts'

/** How long a command may take, in ms. */
const COMMAND = 2_000
const CONNECT = 5_000
const LONGEST_RECONNECT = 1_000

/** A server without TLS takes a handshake for the beginning of a command, and waits for the rest. */
const TIMEOUT = /timeout|timedout|timed out|does not respond/i
const TLS_HINT = '; rediss:// connects over TLS: write redis:// if that port has none'

/** The message of ioredis when a command times out. */
export const TIMED_OUT = 'Command timed out'

/**
 * A client that is not connected yet. Afterwards it reconnects by itself; meanwhile no command is queued or resent, so
 * that the caller gets the error at once.
 */
export function redisClient(address: RedisAddress): Redis | Cluster {
  return address.kind === 'single' ? openSingle(address) : openCluster(address)
}

/**
 * Connects, and rejects when the server cannot be used: even a stopped one accepts connections. Then the client is
 * disconnected, and the error has the address, the setting that names it, and the reason.
 */
export async function connectInTime(
  client: Redis | Cluster,
  address: RedisAddress,
  setting: 'LEDGER_URL' | 'METERING_URL',
): Promise<void> {
  // Only this event reports the server's last message before it closed the connection, and a missing database.
  let said: Error | null = null
  const note = (error: Error) => {
    said ??= error
  }
  client.on('error', note)
  try {
    await inTime(client.connect())
    await inTime(client.get('squaremetre'))
    if (said !== null) throw said
  } catch (error) {
    client.disconnect()
    const where = address.nodes.map(({ host, port }) => `${host}:${port}`).join(',')
    // Without its cause: an error of the client has the command that failed, which can be the one with the password.
    const reason = hidePassword(reasonOf(said ?? error), address)
    const hint = address.tls && TIMEOUT.test(reason) ? TLS_HINT : ''
    throw new Error(`the Redis at ${where} (${setting}) cannot be reached: ${reason}${hint}`)
  } finally {
    client.off('error', note)
  }
}

const KEEPS_ALL = 'noeviction'

/** Warns of a store that deletes keys once it is full; `loss` is what is then lost. */
export async function warnOfEviction(
  client: Redis | Cluster,
  { log, loss }: { log: Logger; loss: string },
): Promise<void> {
  const servers = client instanceof Cluster ? client.nodes('master') : [client]
  try {
    const told = await Promise.all(servers.map((server) => server.info('memory')))
    const policies = new Set(told.flatMap((info) => /^maxmemory_policy:(\S+)/m.exec(info)?.[1] ?? []))
    policies.delete(KEEPS_ALL)
    if (policies.size === 0) return
    const found = { maxmemory_policy: [...policies].join(', '), expected: KEEPS_ALL }
    log.warn(found, `once it is full, this Redis deletes ${loss}`)
  } catch (error) {
    // Some hosters let nobody ask. Where the store has just gone, its next command says so.
    const reason = error instanceof Error ? error.message : String(error)
    log.info({ reason, expected: KEEPS_ALL }, 'this Redis does not tell its maxmemory-policy')
  }
}

/** A cluster's error has that of its last server. */
function reasonOf(error: unknown): string {
  const { lastNodeError } = error as { lastNodeError?: unknown }
  if (lastNodeError instanceof Error) return reasonOf(lastNodeError)
  const inner = error instanceof AggregateError ? error.errors : []
  return [
    ...new Set([error, ...inner].flatMap((of) => (of instanceof Error && of.message !== '' ? of.message : []))),
  ].join(', ')
}

async function inTime<T>(done: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('it does not respond')), 2 * CONNECT)
  })
  return Promise.race([done, late]).finally(() => clearTimeout(timer))
}

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
    // Does not wait for a slot whose server is down.
    maxRedirections: 4,
    redisOptions: commonOptions(address),
  })
}
