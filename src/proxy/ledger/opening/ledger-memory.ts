import type { Edition } from '../../../contract/proxy-api.ts'
import { figuresText } from '../../../domain/currency.ts'
import { largeCache } from '../../../server/storage/large-cache.ts'
import type { Ledger } from '../ledger.ts'
import { LedgerUnreachable } from '../ledger.ts'

const MOST = 10_000

/**
 * Wraps a ledger: while its store is down, reads return their last result. Tiles cached in this process are then still
 * found, and the meter still works. Nothing is granted, counted or bought from memory.
 */
export function rememberAnswers(ledger: Ledger): Ledger {
  const editions = largeCache<string, Edition>(MOST)
  const spent = largeCache<string, number>(MOST)
  const lessons = largeCache<string, { value: unknown }>(MOST)
  const generation = remembered(ledger.generation)
  const totals = remembered(ledger.totals)
  return {
    ...ledger,
    generation,
    totals,
    edition: async (name) => {
      const key = `${name.as_of} ${figuresText(name)} ${name.resolution}`
      try {
        const edition = await ledger.edition(name)
        if (edition !== null) editions.set(key, edition)
        return edition
      } catch (error) {
        const known = error instanceof LedgerUnreachable ? editions.get(key) : undefined
        if (known === undefined) throw error
        return known
      }
    },
    learned: async (name) => {
      try {
        const value = await ledger.learned(name)
        lessons.set(name, { value })
        return value
      } catch (error) {
        const known = error instanceof LedgerUnreachable ? lessons.get(name) : undefined
        if (known === undefined) throw error
        return known.value
      }
    },
    spent: async (names) => {
      try {
        const counts = await ledger.spent(names)
        names.forEach((name, index) => {
          spent.set(name, counts[index] ?? 0)
        })
        return counts
      } catch (error) {
        if (!(error instanceof LedgerUnreachable)) throw error
        return names.map((name) => spent.get(name) ?? 0)
      }
    },
  }
}

function remembered<T>(ask: () => Promise<T>): () => Promise<T> {
  let last: { value: T } | null = null
  return async () => {
    try {
      last = { value: await ask() }
      return last.value
    } catch (error) {
      if (last === null || !(error instanceof LedgerUnreachable)) throw error
      return last.value
    }
  }
}
