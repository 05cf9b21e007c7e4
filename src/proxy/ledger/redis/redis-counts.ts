import { figuresText } from '../../../domain/currency.ts'
import type { CountLedger, DaySpending, LensSpending } from '../ledger.ts'
import type { CostName } from './redis-keys.ts'
import type { RedisStore } from './redis-store.ts'
import takeCall from './take-call.lua?raw'

const DAY_MS = 86_400_000
/** Days before yesterday whose counts each call drops; a proxy that was idle for longer leaves some behind. */
const DAYS_DROPPED = 30

/** Totals of the receipts of one lens and resolution; written atomically with them. */
interface Tally {
  readonly lens: string
  readonly tiles: number
  readonly byDay: readonly { day: string; calls: number; cells: number }[]
}

/** Counts calls, and returns what was spent. */
export function redisCounts(store: RedisStore): CountLedger {
  const { client, ask } = store.connection
  const { keys } = store
  return {
    takeCall: async (caps) => {
      const [first] = caps
      if (first === undefined) return null
      const places = [
        ...caps.map(({ name }) => keys.calls(dayOf(name))),
        ...daysBefore(dayOf(first.name)).map(keys.calls),
      ]
      const counted = caps.flatMap(({ name, most }) => [name, most])
      const reached = Number(await ask(() => client.eval(takeCall, places.length, ...places, ...counted)))
      return caps[reached - 1]?.name ?? null
    },
    returnCall: async (names) => {
      await Promise.all(names.map((name) => ask(() => client.hincrby(keys.calls(dayOf(name)), name, -1))))
    },
    spent: (names) =>
      Promise.all(
        names.map(async (name) => Number((await ask(() => client.hget(keys.calls(dayOf(name)), name))) ?? 0)),
      ),
    noteHeld: async (day, cells) => void (await ask(() => client.hincrby(keys.held, day, cells))),
    spendingByDay: async (since) => {
      const held = Object.entries(await ask(() => client.hgetall(keys.held)))
      return byDay(await tallies(store), held, since)
    },
    spendingByLens: async (most) => byLens(await tallies(store)).slice(0, most),
    totals: async () => {
      const all = await tallies(store)
      const calls = all.flatMap((tally) => tally.byDay.map((day) => day.calls))
      return { tiles_held: sum(all.map(({ tiles }) => tiles)), calls_spent: sum(calls) }
    },
  }
}

/** The names of caps start with their day. */
function dayOf(name: string): string {
  return name.slice(0, 10)
}

function daysBefore(day: string): string[] {
  return Array.from({ length: DAYS_DROPPED }, (_, index) =>
    dayOf(new Date(Date.parse(day) - (index + 2) * DAY_MS).toISOString()),
  )
}

async function tallies({ connection: { client, ask }, keys, editions }: RedisStore): Promise<Tally[]> {
  const names = new Map<string, CostName>(
    (await editions()).map((name) => [`${figuresText(name)} ${name.resolution}`, name]),
  )
  return Promise.all(
    [...names.values()].map(async (name) =>
      readTally(figuresText(name), await ask(() => client.hgetall(keys.tally(name)))),
    ),
  )
}

function readTally(lens: string, fields: Record<string, string>): Tally {
  const days = Object.keys(fields).flatMap((field) => (field.startsWith('calls ') ? [field.slice(6)] : []))
  const byDay = days.map((day) => ({
    day,
    calls: Number(fields[`calls ${day}`]),
    cells: Number(fields[`cells ${day}`]),
  }))
  return { lens, tiles: Number(fields.tiles ?? 0), byDay }
}

function byDay(all: readonly Tally[], held: readonly [string, string][], since: string): DaySpending[] {
  const days = new Map<string, DaySpending>()
  const add = (day: string, more: Omit<DaySpending, 'day'>) => {
    const { calls, bought_cells, held_cells } = days.get(day) ?? { calls: 0, bought_cells: 0, held_cells: 0 }
    days.set(day, {
      day,
      calls: calls + more.calls,
      bought_cells: bought_cells + more.bought_cells,
      held_cells: held_cells + more.held_cells,
    })
  }
  for (const tally of all) {
    for (const { day, calls, cells } of tally.byDay) add(day, { calls, bought_cells: cells, held_cells: 0 })
  }
  for (const [day, cells] of held) add(day, { calls: 0, bought_cells: 0, held_cells: Number(cells) })
  return [...days.values()].filter(({ day }) => day >= since).sort((a, b) => (a.day < b.day ? 1 : -1))
}

function byLens(all: readonly Tally[]): LensSpending[] {
  const lenses = new Map<string, LensSpending>()
  for (const { lens, byDay } of all) {
    const { calls, bought_cells } = lenses.get(lens) ?? { calls: 0, bought_cells: 0 }
    lenses.set(lens, {
      lens,
      calls: calls + sum(byDay.map((day) => day.calls)),
      bought_cells: bought_cells + sum(byDay.map((day) => day.cells)),
    })
  }
  return [...lenses.values()].sort((a, b) => b.calls - a.calls || (a.lens < b.lens ? -1 : 1))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
