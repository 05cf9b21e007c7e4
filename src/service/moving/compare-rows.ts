import { join } from 'node:path'
import { namedStatements } from '../../server/storage/named-statements.ts'
import { openDuckSession } from '../storage/duck-session.ts'
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
  const session = await openDuckSession({ spillDir: join(other, 'spill'), memoryLimit: '4GB' })
  try {
    const files = {
      one: literalPath(join(one, `${table}.parquet`)),
      other: literalPath(join(other, `${table}.parquet`)),
    }
    const parameters = table === 'figure' ? { ...files, tolerance } : files
    const [found] = await session.rows<Difference>(STATEMENTS[table], parameters)
    if (!found) throw new Error(`Expected counts of ${table}, found none.`)
    return found
  } finally {
    session.close()
  }
}
