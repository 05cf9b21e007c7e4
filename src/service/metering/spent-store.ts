import { z } from 'zod'
import { namedStatements } from '../../server/storage/named-statements.ts'
import { METERED_GROUPS, type MeteredGroup } from '../plans/plans.ts'
import statementsSql from './spent-statements.sql?raw'

/** Some are for SQLite only, because Postgres charges and refunds in one statement each. */
export const SPENT_STATEMENTS = namedStatements('metering/spent-statements.sql', statementsSql, [
  'used',
  'chargeDay',
  'refund',
  'refundDay',
  'refill',
])

/** At once from a file, later from a store elsewhere. */
export type MaybeLater<T> = T | Promise<T>

/** The balance that a request is charged to. */
export interface Balance {
  readonly account: number
  readonly quota_group: MeteredGroup
  readonly cycle: string
  /** The day of the request, `YYYY-MM-DD`, UTC. */
  readonly day: string
  /** Names a call that is charged once however often it is sent; only stores shared by services obey it. */
  readonly once?: string
}

const dayUse = z.object({ day: z.string(), quota_group: z.enum(METERED_GROUPS), used: z.int() })
export const dayUses = z.array(dayUse)
export type DayUse = z.infer<typeof dayUse>

/** What accounts have spent, per cycle and per day; both counts change in one transaction. */
export interface SpentStore {
  /** Charges one request and returns the new total; null when the allowance is spent. */
  charge(balance: Balance, allowance: number): MaybeLater<number | null>
  /** Takes back the charge of a failed request. */
  refund(balance: Balance): MaybeLater<void>
  used(balance: Omit<Balance, 'day'>): MaybeLater<number>
  /** Requests by day and group since a day, newest first. */
  usedByDay(account: number, since: string): MaybeLater<DayUse[]>
  /** Resets a cycle's balances to zero. */
  refill(account: number, cycle: string, at: string): MaybeLater<void>
}
