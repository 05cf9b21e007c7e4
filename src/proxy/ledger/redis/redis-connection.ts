import { Cluster, type Redis } from 'ioredis'
import type { Logger } from 'pino'
import { hidePassword, parseRedisAddress } from '../../../server/storage/redis-address.ts'
import { connectInTime, redisClient, TIMED_OUT, warnOfEviction } from '../../../server/storage/redis-client.ts'
import { LedgerUnreachable } from '../ledger.ts'

// Milliseconds.
const STALL = 1_000
/** A full store refuses writes and goes on answering reads: it is well again only once it has refused nothing for so long. */
const QUIET = 60_000

export interface RedisConnection {
  readonly client: Redis | Cluster
  /**
   * Returns a command's reply. Rejects with `LedgerUnreachable` on any error within seconds, or at once when a command
   * has just timed out.
   */
  ask<T>(command: () => Promise<T>): Promise<T>
  /** Rejects with `LedgerUnreachable` unless every server responds now. */
  check(): Promise<void>
  /** Milliseconds since a server came back; infinite if none was ever down. */
  sinceReturn(): number
  close(): void
}

/** Connects to a Redis; rejects when it cannot be reached. */
export async function connectRedis(url: string, log: Logger): Promise<RedisConnection> {
  const address = parseRedisAddress(url)
  if (address === null) throw new Error('LEDGER_URL is not a valid Redis address')
  const client = redisClient(address)
  let returned = Number.NEGATIVE_INFINITY
  let isUp = false
  const noteReturn = () => {
    if (isUp) returned = performance.now()
  }
  const outage = watchOutage(log)
  client.on('error', ({ message }: Error) => outage.begin(hidePassword(message, address)))
  client.on('ready', noteReturn)
  client.on('+node', noteReturn)
  // In a cluster, one server may be down while the others respond.
  const stall = address.kind === 'single' ? STALL : 0
  let stalledUntil = 0
  const ask = async <T>(command: () => Promise<T>): Promise<T> => {
    if (performance.now() < stalledUntil) throw new LedgerUnreachable('the last command timed out a moment ago')
    try {
      const answer = await command()
      stalledUntil = 0
      // In a cluster, one server may respond while another is down.
      if (address.kind === 'single') outage.end()
      return answer
    } catch (error) {
      if (error instanceof Error && error.name === 'ReplyError') outage.refuse(error.message)
      else outage.begin(error instanceof Error ? error.message : String(error))
      if (error instanceof Error && error.message === TIMED_OUT) stalledUntil = performance.now() + stall
      throw new LedgerUnreachable(error)
    }
  }
  await connectInTime(client, address, 'LEDGER_URL')
  isUp = true
  await warnOfEviction(client, { log, loss: 'figures, which are then bought again' })
  const check = async () => {
    // While a cluster is down, the client knows no server.
    const servers = client instanceof Cluster ? client.nodes('master') : [client]
    if (servers.length === 0) throw new LedgerUnreachable('no server of the cluster is known')
    await ask(() => Promise.all(servers.map((server) => server.ping())))
    outage.end()
  }
  return { client, ask, check, sinceReturn: () => performance.now() - returned, close: () => client.disconnect() }
}

/** Logs once that the store is down or refuses commands, and once that it is back. */
function watchOutage(log: Logger) {
  let isAway = false
  let refused: number | null = null
  return {
    begin: (reason: string) => {
      if (!isAway) log.error({ reason }, 'the ledger store cannot be reached; nothing is bought')
      isAway = true
    },
    refuse: (reason: string) => {
      if (refused === null) log.error({ reason }, 'the ledger store refuses commands; nothing is bought')
      refused = performance.now()
    },
    end: () => {
      if (isAway) log.info('the ledger store can be reached again')
      isAway = false
      if (refused === null || performance.now() - refused < QUIET) return
      log.info('the ledger store no longer refuses commands')
      refused = null
    },
  }
}
