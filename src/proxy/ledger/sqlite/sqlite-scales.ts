import type Database from 'libsql'
import { figuresText } from '../../../domain/currency.ts'
import { namedStatements } from '../../../server/storage/named-statements.ts'
import type { DecidedScale, ScaleLedger, ScaleName } from '../ledger.ts'
import statements from './scale-statements.sql?raw'

const STATEMENTS = namedStatements('ledger/scale-statements.sql', statements, ['insertScale', 'selectScale'])

/** Decided classes in the ledger's own file. */
export function sqliteScales(db: Database.Database): ScaleLedger {
  const insert = db.prepare(STATEMENTS.insertScale)
  const select = db.prepare(STATEMENTS.selectScale)
  const read = (name: ScaleName): DecidedScale | null => {
    const row = select.get(...nameValues(name)) as { body: string } | undefined
    return row ? JSON.parse(row.body) : null
  }
  // In a transaction for the reason given in sqlite-lessons.ts: a bare statement that fails to get the lock blocks later
  // commits.
  const keep = db.transaction((name: ScaleName, decided: DecidedScale) => {
    insert.run(...nameValues(name), JSON.stringify(decided))
    return read(name) ?? decided
  }).immediate as (name: ScaleName, decided: DecidedScale) => DecidedScale
  return {
    scale: async (name) => read(name),
    keepScale: async (name, decided) => keep(name, decided),
  }
}

function nameValues({ edition, metric, geo_id }: ScaleName): [string, string, number, string, string] {
  return [edition.as_of, figuresText(edition), edition.resolution, metric, geo_id]
}
