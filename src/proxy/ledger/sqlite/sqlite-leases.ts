import type Database from 'libsql'
import { namedStatements } from '../../../server/storage/named-statements.ts'
import type { LeaseLedger, LeaseTerm } from '../ledger.ts'
import statements from './lease-statements.sql?raw'
import { isTakenOver, watchedSince } from './lease-watch.ts'

const STATEMENTS = namedStatements('ledger/lease-statements.sql', statements, [
  'selectClock',
  'selectLease',
  'insertLease',
  'watchLease',
  'renewLease',
  'deleteLease',
])

interface Row {
  readonly holder: string
  readonly until: number
  readonly watched_since: number | null
  readonly watched_at: number | null
}

/** Leases in the ledger's own file, timed by the clock of the machine. */
export function sqliteLeases(db: Database.Database): LeaseLedger {
  const clock = db.prepare(STATEMENTS.selectClock)
  const select = db.prepare(STATEMENTS.selectLease)
  const insert = db.prepare(STATEMENTS.insertLease)
  const watch = db.prepare(STATEMENTS.watchLease)
  const prolong = db.prepare(STATEMENTS.renewLease)
  const drop = db.prepare(STATEMENTS.deleteLease)
  const now = () => (clock.get() as { now: number }).now

  const grant = (name: string, holder: string, { ttl, grace }: LeaseTerm, at: number): boolean => {
    const row = select.get(name) as Row | undefined
    if (row === undefined || row.holder === holder) return insert.run(name, holder, at + ttl).changes === 1
    if (at <= row.until) return false
    const since = watchedSince(row, at, grace)
    if (isTakenOver(since, at, grace)) return insert.run(name, holder, at + ttl).changes === 1
    watch.run(since, at, name)
    return false
  }
  const lease = db.transaction((names: readonly string[], holder: string, term: LeaseTerm) => {
    const at = now()
    return names.filter((name) => grant(name, holder, term, at))
  }).immediate
  const renew = db.transaction((names: readonly string[], holder: string, ttl: number) => {
    const until = now() + ttl
    return names.filter((name) => prolong.run(until, name, holder).changes === 1)
  }).immediate
  const release = db.transaction((names: readonly string[], holder: string) => {
    for (const name of names) drop.run(name, holder)
  }).immediate
  return {
    lease: async (names, holder, term) => lease(names, holder, term),
    renew: async (names, holder, ttl) => renew(names, holder, ttl),
    release: async (names, holder) => void release(names, holder),
  }
}
