import { isDeepStrictEqual } from 'node:util'
import { counted } from '../../domain/names/counted.ts'
import { ACCOUNT_TABLES, type AccountRow, type AccountStatement, type MovableAccounts } from './movable-accounts.ts'

/** What became of a table: `verified` was there already. */
export interface MovedTable {
  readonly table: string
  readonly rows: number
  readonly outcome: 'moved' | 'verified'
}

interface Table {
  readonly table: string
  readonly rows: readonly AccountRow[]
}

/**
 * Copies accounts with their numbers, tokens, sessions and usage into an empty store, and compares every row before it
 * takes effect, in one step: a move that is interrupted leaves nothing, and can be done again. Throws where the other store
 * has other accounts.
 */
export async function moveAccounts(
  from: MovableAccounts,
  to: MovableAccounts,
  onProgress: (text: string) => void = () => {},
): Promise<MovedTable[]> {
  onProgress('reading')
  const source = await from.snapshot(readAll)
  if (source[0]?.rows.length === 0) throw new Error(`${from.name} has no accounts`)
  return to.together(async (statement) => {
    const isEmpty = (await readAll(statement)).every(({ rows }) => rows.length === 0)
    for (const [i, { rows }] of source.entries()) {
      const { table, add } = tableAt(i)
      if (isEmpty) onProgress(`copying ${counted(rows.length, 'row')} of ${table}`)
      for (const row of isEmpty ? rows : []) await statement(add, row)
    }
    if (isEmpty) await to.countOn(statement)
    onProgress('comparing')
    refuseDifferences(source, await readAll(statement), to.name)
    return source.map(({ table, rows }) => ({ table, rows: rows.length, outcome: isEmpty ? 'moved' : 'verified' }))
  })
}

async function readAll(statement: AccountStatement): Promise<Table[]> {
  const tables: Table[] = []
  for (const { table, read } of ACCOUNT_TABLES) tables.push({ table, rows: await statement(read) })
  return tables
}

function refuseDifferences(source: readonly Table[], target: readonly Table[], name: string): void {
  for (const [i, { table, rows }] of source.entries()) {
    const found = target[i]?.rows ?? []
    const at = Array.from({ length: Math.max(rows.length, found.length) }).findIndex(
      (_, row) => !isDeepStrictEqual({ ...rows[row] }, { ...found[row] }),
    )
    if (at === -1) continue
    throw new Error(
      `Expected ${name} to have no accounts, or the same. Its table ${table} differs from row ${at + 1} on (rows expected: ${rows.length}, found: ${found.length}); nothing was moved. Name an empty place.`,
    )
  }
}

function tableAt(i: number): (typeof ACCOUNT_TABLES)[number] {
  const table = ACCOUNT_TABLES[i]
  if (table === undefined) throw new Error(`Expected ${ACCOUNT_TABLES.length} tables, found more.`)
  return table
}
