import { z } from 'zod'
import type { PostgresServer } from '../../postgres/postgres-server.ts'
import byDaySql from '../spent-by-day.sql?raw'
import { type Balance, dayUses, SPENT_STATEMENTS, type SpentStore } from '../spent-store.ts'
import chargeSql from './postgres-charge.sql?raw'
import refundSql from './postgres-refund.sql?raw'

const totals = z.array(z.object({ used: z.int() }))
const outcomes = z.tuple([z.object({ charged: z.int().nullable(), known: z.boolean() })])

const UNIQUE_VIOLATION = '23505'

/** What accounts have spent, in a Postgres that services on several hosts share. */
export function postgresSpent({ read, write }: PostgresServer): SpentStore {
  const used = async (balance: Omit<Balance, 'day'>) =>
    totals.parse(await read(SPENT_STATEMENTS.used, { ...balance }))[0]?.used ?? 0
  const chargeOnce = async (balance: Balance, allowance: number) => {
    const [{ charged, known }] = outcomes.parse(await write(chargeSql, { ...balance, allowance }))
    return known ? used(balance) : charged
  }
  return {
    async charge(balance, allowance) {
      try {
        return await chargeOnce(balance, allowance)
      } catch (error) {
        // Another service has charged the same call in this moment.
        if ((error as { code?: unknown }).code !== UNIQUE_VIOLATION) throw error
        return chargeOnce(balance, allowance)
      }
    },
    refund: async (balance) => void (await write(refundSql, { ...balance })),
    used,
    usedByDay: async (account, since) => dayUses.parse(await read(byDaySql, { account, since })),
    refill: async (account, cycle, at) => void (await write(SPENT_STATEMENTS.refill, { account, cycle, at })),
  }
}
