import type Database from 'libsql'
import { figuresText } from '../../../domain/currency.ts'
import { namedStatements } from '../../../server/storage/named-statements.ts'
import type { OpenCall, OpenCallLedger } from '../ledger.ts'
import statements from './open-call-statements.sql?raw'

const STATEMENTS = namedStatements('ledger/open-call-statements.sql', statements, [
  'keepOpenCall',
  'selectOpenCalls',
  'dropOpenCall',
  'forgetOpenCalls',
])

/** Metered calls that were begun, in the ledger's own file, so that a proxy that was killed knows its last ones. */
export function sqliteOpenCalls(db: Database.Database): OpenCallLedger {
  const insert = db.prepare(STATEMENTS.keepOpenCall)
  const select = db.prepare(STATEMENTS.selectOpenCalls)
  const remove = db.prepare(STATEMENTS.dropOpenCall)
  const forget = db.prepare(STATEMENTS.forgetOpenCalls)
  // In transactions for the reason given in sqlite-lessons.ts: a bare statement that fails to get the lock blocks later
  // commits.
  const keep = db.transaction((...values: unknown[]) => {
    forget.run()
    insert.run(...values)
  }).immediate
  const drop = db.transaction((id: string) => void remove.run(id)).immediate
  return {
    keepOpenCall: async (scope, { id, body }, ttl) => void keep(id, figuresText(scope), scope.resolution, body, ttl),
    openCalls: async (scope) => select.all(figuresText(scope), scope.resolution) as OpenCall[],
    dropOpenCall: async (_, id) => void drop(id),
  }
}
