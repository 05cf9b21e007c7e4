import { z } from 'zod'
import { namedStatements } from '../../../server/storage/named-statements.ts'
import type { PostgresServer } from '../../postgres/postgres-server.ts'
import type { Charge, Meter } from '../meter.ts'
import { type CallerLimiter, createMemoryCounts, MINUTE_MS, rateStateOf } from '../rate-limiter.ts'
import type { RemoteBreaker } from '../remote-breaker.ts'
import { postgresSpent } from './postgres-spent.ts'
import statementsSql from './postgres-statements.sql?raw'

const STATEMENTS = namedStatements('metering/postgres/postgres-statements.sql', statementsSql, [
  'take',
  'forgetMinutes',
  'forgetCalls',
])

const counts = z.array(z.object({ requests: z.int() }))

/** Counts against allowances and requests per minute, in the Postgres that has the accounts. */
export interface PostgresMetering {
  readonly meter: Meter
  readonly callers: CallerLimiter
}

export function createPostgresMetering(
  server: PostgresServer,
  { breaker, clock, noteUse }: { breaker: RemoteBreaker; clock: () => Date; noteUse: Meter['noteUse'] },
): PostgresMetering {
  const spent = postgresSpent(server)
  const charge: Meter['charge'] = (balance, allowance) =>
    breaker.attempt<Charge>(
      async () => {
        const used = await spent.charge(balance, allowance)
        return used === null ? { kind: 'spent', used: await spent.used(balance) } : { kind: 'charged', used }
      },
      () => ({ kind: 'unmetered' }),
    )
  return {
    meter: {
      charge,
      refund: (balance) =>
        breaker.attempt<void>(
          async () => spent.refund(balance),
          () => {},
        ),
      used: (balance) =>
        breaker.attempt<number | null>(
          async () => spent.used(balance),
          () => null,
        ),
      usedByDay: (account, since) =>
        breaker.attempt(
          async () => spent.usedByDay(account, since),
          () => [],
        ),
      noteUse,
      degraded: () => breaker.failing(),
    },
    callers: callersIn(server, breaker, clock),
  }
}

function callersIn(server: PostgresServer, breaker: RemoteBreaker, clock: () => Date): CallerLimiter {
  const memory = createMemoryCounts()
  let counted = Number.NaN
  const take = async (minute: number, key: string, limit: number) => {
    if (minute !== counted) {
      counted = minute
      await server.write(STATEMENTS.forgetMinutes, { minute })
      await server.write(STATEMENTS.forgetCalls)
    }
    return counts.parse(await server.write(STATEMENTS.take, { minute, key, limit }))[0]?.requests ?? null
  }
  return {
    async take(key, limit) {
      const ms = clock().getTime()
      const minute = Math.floor(ms / MINUTE_MS)
      const taken = await breaker.attempt(
        () => take(minute, key, limit),
        () => memory.take(minute, key, limit),
      )
      return rateStateOf(ms, limit, taken)
    },
    degraded: () => breaker.failing(),
  }
}
