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

/** The balance that a request is charged to. */
export interface Balance {
  readonly account: number
  readonly quota_group: MeteredGroup
  readonly cycle: string
  /** The day of the request, `YYYY-MM-DD`, UTC. */
  readonly day: string
  /** Names the call where it is to be charged once however often it is sent; only a Redis obeys it. */
  readonly once?: string
}

// Nullish here and not where it is used: creating a zod schema takes longer than checking a value.
const total = z.object({ used: z.int() }).nullish()
const dayUse = z.object({ day: z.string(), quota_group: z.enum(METERED_GROUPS), used: z.int() })
export type DayUse = z.infer<typeof dayUse>

/** What accounts have spent, per cycle and per day; both counts change in one transaction. */
export interface SpentStore {
  /** Charges one request and returns the new total; null when the allowance is spent. */
  charge(balance: Balance, allowance: number): number | null
  /** Takes back the charge of a failed request. */
  refund(balance: Balance): void
  used(balance: Omit<Balance, 'day'>): number
  /** Requests by day and group since a day, newest first. */
  usedByDay(account: number, since: string): DayUse[]
  /** Resets a cycle's balances to zero. */
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
