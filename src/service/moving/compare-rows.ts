import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { namedStatements } from '../../server/named-statements.ts'
import { DUCK_SETTINGS } from '../storage/duck-settings.ts'
import { literalPath } from '../storage/literal-path.ts'
import statementsSql from './compare-statements.sql?raw'
import type { MovedTable } from './movable-figures.ts'

const STATEMENTS = namedStatements('moving/compare-statements.sql', statementsSql, ['figure', 'fact', 'listing_cell'])

/** How many rows a table has in one folder, and how many rows of either folder have no equal in the other. */
export interface Difference {
  readonly rows: number
  readonly different: number
}

/** Compares a table in two folders row by row; averages may differ by `tolerance` of themselves. */
export async function differenceOf(
  table: MovedTable,
  [one, other]: readonly [string, string],
  tolerance: number,
): Promise<Difference> {
  const instance = await DuckDBInstance.create(':memory:', DUCK_SETTINGS)
  try {
    const connection = await instance.connect()
    const files = {
      one: literalPath(join(one, `${table}.parquet`)),
      other: literalPath(join(other, `${table}.parquet`)),
    }
    const parameters = table === 'figure' ? { ...files, tolerance } : files
    const reader = await connection.runAndReadAll(STATEMENTS[table], parameters)
    connection.closeSync()
    const [found] = reader.getRowObjectsJS() as { rows: number; different: number }[]
    if (!found) throw new Error(`Expected counts of ${table}, found none.`)
    return found
  } finally {
    instance.closeSync()
  }
}
