import { z } from 'zod'
import { namedStatements } from '../../server/named-statements.ts'
import { METERED_GROUPS, type MeteredGroup } from '../plans/plans.ts'
import { type SqliteDatabase, writeAlone } from '../storage/sqlite.ts'
import byDaySql from './spent-by-day.sql?raw'
import chargeSql from './spent-charge.sql?raw'
import statementsSql from './spent-statements.sql?raw'

const STATEMENTS = namedStatements('metering/spent-statements.sql', statementsSql, [
  'used',
  'chargeDay',
  'refund',
  'refundDay',
  'refill',
])

/** What is counted against an allowance. */
export interface Balance {
  readonly account: number
  readonly quota_group: MeteredGroup
  readonly cycle: string
  /** The day, UTC, under which it is shown; `YYYY-MM-DD`. */
  readonly day: string
}

// Optional here and not where it is used: zod takes longer to make a schema than to check by it.
const total = z.object({ used: z.int() }).nullish()
const dayUse = z.object({ day: z.string(), quota_group: z.enum(METERED_GROUPS), used: z.int() })
export type DayUse = z.infer<typeof dayUse>

/** What accounts have spent, of each cycle and on each day; a count and its day are one transaction. */
export interface SpentStore {
  /** Counts one request and answers the new total; null when the allowance is spent. */
  charge(balance: Balance, allowance: number): number | null
  /** Takes back one request that could not be answered. */
  refund(balance: Balance): void
  used(balance: Omit<Balance, 'day'>): number
  /** Requests by day and group from a day on, the newest first. */
  usedByDay(account: number, since: string): DayUse[]
  /** Begins a cycle's balances anew at nothing. */
  refill(account: number, cycle: string, at: string): void
  /** Throws when nothing can be written. */
  probe(): void
}

export function spentStoreOf(database: SqliteDatabase): SpentStore {
  const prepare = (sql: string) => database.prepare<Record<string, unknown>>(sql)
  const charge = prepare(chargeSql)
  const chargeDay = prepare(STATEMENTS.chargeDay)
  const used = prepare(STATEMENTS.used)
  const chargeBoth = database.transaction((balance: Balance, allowance: number) => {
    const charged = total.parse(charge.get({ ...balance, allowance }))?.used ?? null
    if (charged !== null) chargeDay.run({ ...balance })
    return charged
  })
  const refundBoth = database.transaction((balance: Balance) => {
    for (const sql of [STATEMENTS.refund, STATEMENTS.refundDay]) prepare(sql).run({ ...balance })
  })
  return {
    charge: (balance, allowance) => chargeBoth.immediate(balance, allowance),
    refund: (balance) => void refundBoth.immediate(balance),
    used: (balance) => total.parse(used.get({ ...balance }))?.used ?? 0,
    usedByDay: (account, since) => z.array(dayUse).parse(prepare(byDaySql).all({ account, since })),
    refill: (account, cycle, at) =>
      writeAlone(database, () => void prepare(STATEMENTS.refill).run({ account, cycle, at })),
    probe: () => writeAlone(database, () => {}),
  }
}
