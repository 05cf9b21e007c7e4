import type { Logger } from 'pino'
import type { RedisAddress } from '../../../server/storage/redis-address.ts'
import { connectInTime, redisClient, warnOfEviction } from '../../../server/storage/redis-client.ts'
import { METERED_GROUPS, type MeteredGroup } from '../../plans/plans.ts'
import type { StoreFaults } from '../circuit-breaker.ts'
import type { Charge, Meter } from '../meter.ts'
import { type CallerLimiter, createMemoryCounts, MINUTE_MS, rateStateOf } from '../rate-limiter.ts'
import { createRemoteBreaker } from '../remote-breaker.ts'
import type { Balance, DayUse } from '../spent-store.ts'
import chargeLua from './charge.lua?raw'
import refundLua from './refund.lua?raw'
import takeLua from './take.lua?raw'

/** What accounts have spent and how often they ask, counted in a Redis that several services share. */
export interface RedisMetering {
  readonly meter: Meter
  readonly callers: CallerLimiter
  close(): void
}

interface MeteringOptions {
  readonly address: RedisAddress
  readonly clock: () => Date
  readonly faults: StoreFaults
  readonly log: Logger
  /** The count kept with the accounts, from which a cycle's count continues; null when it cannot be read. */
  readonly usedBefore: Meter['used']
  /** Records the last day on which a token was used; remains in the account store. */
  readonly noteUse: Meter['noteUse']
}

/** Longer than any cycle; the counts of a cycle that does not end stay. */
const KEEP_CYCLE_S = 400 * 86_400
const KEEP_MINUTE_S = 120
/** Longer than a balancer or a client keeps trying. */
const KEEP_ONCE_S = 600
const ENDLESS = 'ever'
/** Outcomes of the script that charges. */
const CHARGED = 1
const UNKNOWN = -1

// One script needs keys of one slot, hence the braces.
const cycleKey = ({ account, quota_group, cycle }: Omit<Balance, 'day'>) =>
  `squaremetre:{account ${account}}:spent:${quota_group}:${cycle}`
const daysKey = (account: number) => `squaremetre:{account ${account}}:days`
const keysOf = ({ once, ...balance }: Balance) => [
  ...[cycleKey(balance), daysKey(balance.account)],
  ...(once === undefined ? [] : [`squaremetre:{account ${balance.account}}:once:${once}`]),
]

/**
 * Connects; rejects when the Redis cannot be reached. While it is down later, requests are served without being
 * counted.
 */
export async function openRedisMetering(options: MeteringOptions): Promise<RedisMetering> {
  const { client, close: disconnect } = await connect(options.address)
  await warnOfEviction(client, { log: options.log, loss: 'what accounts have spent, so they may spend it again' })
  const probe = () => client.set('squaremetre:probe', '1', 'EX', KEEP_MINUTE_S)
  const breaker = createRemoteBreaker(probe, options.faults)
  const charge = async (balance: Balance, allowance: number): Promise<Charge> => {
    const keys = keysOf(balance)
    const keep = balance.cycle.startsWith(ENDLESS) ? 0 : KEEP_CYCLE_S
    const field = `${balance.day} ${balance.quota_group}`
    const chargeFrom = async (before: number | '') => {
      const reply = await client.eval(chargeLua, keys.length, ...keys, allowance, field, before, keep, KEEP_ONCE_S)
      return reply as [used: number, outcome: number]
    }
    let [used, outcome] = await chargeFrom('')
    if (outcome === UNKNOWN) {
      const before = await options.usedBefore(balance)
      // Beginning at zero would give part of the allowance twice.
      if (before === null) return { kind: 'unmetered' }
      ;[used, outcome] = await chargeFrom(before)
    }
    return { kind: outcome === CHARGED ? 'charged' : 'spent', used }
  }
  const used = async (balance: Omit<Balance, 'day'>) => {
    const count = await client.get(cycleKey(balance))
    return count === null ? options.usedBefore(balance) : Number(count)
  }
  const memory = createMemoryCounts()
  return {
    meter: {
      charge: (balance, allowance) =>
        breaker.attempt<Charge>(
          () => charge(balance, allowance),
          () => ({ kind: 'unmetered' }),
        ),
      refund: (balance) =>
        breaker.attempt<void>(
          async () => {
            const keys = keysOf(balance)
            await client.eval(refundLua, keys.length, ...keys, `${balance.day} ${balance.quota_group}`)
          },
          () => {},
        ),
      used: (balance) =>
        breaker.attempt<number | null>(
          () => used(balance),
          () => null,
        ),
      usedByDay: (account, since) =>
        breaker.attempt<readonly DayUse[]>(
          async () => daysSince(await client.hgetall(daysKey(account)), since),
          () => [],
        ),
      noteUse: options.noteUse,
      degraded: () => breaker.failing(),
    },
    callers: {
      async take(key, limit) {
        const ms = options.clock().getTime()
        const minute = Math.floor(ms / MINUTE_MS)
        const taken = await breaker.attempt(
          async () => {
            const reply = await client.eval(takeLua, 1, `squaremetre:{${key}}:rate:${minute}`, limit, KEEP_MINUTE_S)
            return Number(reply) < 0 ? null : Number(reply)
          },
          () => memory.take(minute, key, limit),
        )
        return rateStateOf(ms, limit, taken)
      },
      degraded: () => breaker.failing(),
    },
    close() {
      breaker.close()
      disconnect()
    },
  }
}

/** Gives an account its full allowance for the rest of its cycle. */
export async function refillInRedis(address: RedisAddress, account: number, cycle: string): Promise<void> {
  const { client, close } = await connect(address)
  try {
    // Zero, not absent: an absent count would continue from that of the account store.
    for (const quota_group of METERED_GROUPS) await client.set(cycleKey({ account, quota_group, cycle }), '0')
  } finally {
    close()
  }
}

async function connect(address: RedisAddress) {
  const client = redisClient(address)
  // Each command reports it too.
  client.on('error', () => {})
  await connectInTime(client, address, 'METERING_URL')
  return { client, close: () => client.disconnect() }
}

function daysSince(counts: Readonly<Record<string, string>>, since: string): DayUse[] {
  return Object.entries(counts)
    .map(([field, used]): DayUse => {
      const [day = '', group] = field.split(' ')
      return { day, quota_group: group as MeteredGroup, used: Number(used) }
    })
    .filter(({ day, used }) => day >= since && used > 0)
    .sort((a, b) => (a.day === b.day ? (a.quota_group < b.quota_group ? -1 : 1) : a.day < b.day ? 1 : -1))
}
