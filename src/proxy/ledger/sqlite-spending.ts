import type Database from 'libsql'
import addHeldTold from './add-held-told.sql?raw'
import countCall from './count-call.sql?raw'
import forgetCallCounts from './forget-call-counts.sql?raw'
import type { CallCap, DaySpending, Ledger, LensSpending } from './ledger.ts'
import selectCallCount from './select-call-count.sql?raw'
import selectSpendingByDay from './select-spending-by-day.sql?raw'
import selectSpendingByLens from './select-spending-by-lens.sql?raw'

/** The part of a ledger that counts calls and tells what was spent. */
export type SpendingStore = Pick<Ledger, 'takeCall' | 'spent' | 'noteHeld' | 'spendingByDay' | 'spendingByLens'>

/** Counts in the ledger's own file, whose tables are there already. */
export function sqliteSpending(db: Database.Database): SpendingStore {
  const count = db.prepare(selectCallCount)
  const add = db.prepare(countCall)
  const drop = db.prepare(forgetCallCounts)
  const held = db.prepare(addHeldTold)
  const byDay = db.prepare(selectSpendingByDay)
  const byLens = db.prepare(selectSpendingByLens)
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
  const addHeld = db.transaction((day: string, cells: number) => held.run(day, cells)).immediate
  return {
    takeCall: async (caps) => (caps.length === 0 ? null : take(caps)),
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
  }
}
