import type Database from 'libsql'
import { namedStatements } from '../../../server/storage/named-statements.ts'
import type { CallKeyLedger } from '../ledger.ts'
import statements from './call-key-statements.sql?raw'

const STATEMENTS = namedStatements('ledger/call-key-statements.sql', statements, [
  'selectCallKey',
  'insertCallKey',
  'shortenCallKey',
  'forgetCallKeys',
])

/** Keys of metered calls in the ledger's own file, so that a proxy that was killed sends its last calls with their keys. */
export function sqliteCallKeys(db: Database.Database): CallKeyLedger {
  const select = db.prepare(STATEMENTS.selectCallKey)
  const insert = db.prepare(STATEMENTS.insertCallKey)
  const shorten = db.prepare(STATEMENTS.shortenCallKey)
  const forget = db.prepare(STATEMENTS.forgetCallKeys)
  const take = db.transaction((call: string, key: string, ttl: number): string => {
    const known = select.get(call) as { key: string } | undefined
    if (known !== undefined) return known.key
    forget.run()
    insert.run(call, key, ttl)
    return key
  }).immediate
  // In a transaction for the reason given in sqlite-lessons.ts: a bare statement that fails to get the lock blocks later
  // commits.
  const end = db.transaction((call: string, ttl: number) => void shorten.run(ttl, call)).immediate
  return {
    takeCallKey: async (call, key, ttl) => take(call, key, ttl),
    endCallKey: async (call, ttl) => end(call, ttl),
  }
}
