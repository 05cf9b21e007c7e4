import { z } from 'zod'
import { type SqliteDatabase, writeAlone } from '../storage/sqlite.ts'
import byDaySql from './spent-by-day.sql?raw'
import chargeSql from './spent-charge.sql?raw'
import { type Balance, type DayUse, dayUses, SPENT_STATEMENTS, type SpentStore } from './spent-store.ts'

// Nullish here and not where it is used: creating a zod schema takes longer than checking a value.
const total = z.object({ used: z.int() }).nullish()

/** What a file of accounts counts, at once. */
export interface SqliteSpent extends SpentStore {
  charge(balance: Balance, allowance: number): number | null
  refund(balance: Balance): void
  used(balance: Omit<Balance, 'day'>): number
  usedByDay(account: number, since: string): DayUse[]
  refill(account: number, cycle: string, at: string): void
  /** Throws when nothing can be written. */
  probe(): void
}

export function sqliteSpent(database: SqliteDatabase): SqliteSpent {
  const prepare = (sql: string) => database.prepare<Record<string, unknown>>(sql)
  const charge = prepare(chargeSql)
  const chargeDay = prepare(SPENT_STATEMENTS.chargeDay)
  const used = prepare(SPENT_STATEMENTS.used)
  const chargeBoth = database.transaction((balance: Balance, allowance: number) => {
    const charged = total.parse(charge.get({ ...balance, allowance }))?.used ?? null
    if (charged !== null) chargeDay.run({ ...balance })
    return charged
  })
  const refundBoth = database.transaction((balance: Balance) => {
    for (const sql of [SPENT_STATEMENTS.refund, SPENT_STATEMENTS.refundDay]) prepare(sql).run({ ...balance })
  })
  return {
    charge: (balance, allowance) => chargeBoth.immediate(balance, allowance),
    refund: (balance) => void refundBoth.immediate(balance),
    used: (balance) => total.parse(used.get({ ...balance }))?.used ?? 0,
    usedByDay: (account, since) => dayUses.parse(prepare(byDaySql).all({ account, since })),
    refill: (account, cycle, at) =>
      writeAlone(database, () => void prepare(SPENT_STATEMENTS.refill).run({ account, cycle, at })),
    probe: () => writeAlone(database, () => {}),
  }
}
