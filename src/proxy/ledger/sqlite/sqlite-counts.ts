import type Database from 'libsql'
import { namedStatements } from '../../../server/storage/named-statements.ts'
import type { CallCap, CountLedger, DaySpending, LensSpending } from '../ledger.ts'
import statements from './count-statements.sql?raw'
import selectSpendingByDay from './select-spending-by-day.sql?raw'
import selectSpendingByLens from './select-spending-by-lens.sql?raw'

const STATEMENTS = namedStatements('ledger/count-statements.sql', statements, [
  'countCall',
  'returnCall',
  'selectCallCount',
  'forgetCallCounts',
  'addHeldTold',
  'selectTotals',
])

/** Counts in the ledger's own file; its tables must exist. */
export function sqliteCounts(db: Database.Database): CountLedger {
  const count = db.prepare(STATEMENTS.selectCallCount)
  const add = db.prepare(STATEMENTS.countCall)
  const drop = db.prepare(STATEMENTS.forgetCallCounts)
  const held = db.prepare(STATEMENTS.addHeldTold)
  const byDay = db.prepare(selectSpendingByDay)
  const byLens = db.prepare(selectSpendingByLens)
  const totals = db.prepare(STATEMENTS.selectTotals)
  const spent = (name: string) => (count.get(name) as { calls: number } | undefined)?.calls ?? 0
  const take = db.transaction((caps: readonly CallCap[]) => {
    const reached = caps.find(({ name, most }) => spent(name) >= most)
    if (reached !== undefined) return reached.name
    for (const { name } of caps) {
      add.run(name)
      drop.run(name)
    }
    return null
  }).immediate
  const giveBack = db.prepare(STATEMENTS.returnCall)
  const giveBackAll = db.transaction((names: readonly string[]) => {
    for (const name of names) giveBack.run(name)
  }).immediate
  const addHeld = db.transaction((day: string, cells: number) => held.run(day, cells)).immediate
  return {
    takeCall: async (caps) => (caps.length === 0 ? null : take(caps)),
    returnCall: async (names) => giveBackAll(names),
    spent: async (names) => names.map(spent),
    noteHeld: async (day, cells) => void addHeld(day, cells),
    spendingByDay: async (since) =>
      (byDay.all(since, since) as DaySpending[]).map(({ day, calls, bought_cells, held_cells }) => ({
        day,
        calls,
        bought_cells,
        held_cells,
      })),
    spendingByLens: async (most) =>
      (byLens.all(most) as LensSpending[]).map(({ lens, calls, bought_cells }) => ({ lens, calls, bought_cells })),
    totals: async () => {
      // libsql adds its own key to every row.
      const { tiles_held, calls_spent } = totals.get() as { tiles_held: number; calls_spent: number }
      return { tiles_held, calls_spent }
    },
  }
}
