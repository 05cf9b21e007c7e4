import { namedStatements } from '../../server/storage/named-statements.ts'
import checksumSql from './checksum.sql?raw'
import type { ClickhouseServer } from './clickhouse-server.ts'
import tablesSql from './tables.sql?raw'

const TABLES = namedStatements('clickhouse/tables.sql', tablesSql, [
  'period',
  'announced',
  'figure',
  'fact',
  'listingCell',
  'held',
  'own',
  'listing',
  'listingFile',
])

/** Tables whose rows belong to a build and are the same on all servers. */
export const BUILT_TABLES = ['figure', 'fact', 'listing_cell'] as const
export type BuiltTable = (typeof BUILT_TABLES)[number]

/** Creates the tables that do not exist yet. */
export async function createFigureTables(server: ClickhouseServer): Promise<void> {
  for (const statement of Object.values(TABLES)) await server.run(statement)
}

/** How many rows of a build a table has, and a sum over their content in which their order does not matter. */
export interface Checksum {
  readonly rows: string
  readonly sum: string
}

/** Reads the checksum of a build's rows. */
async function checksumOf(server: ClickhouseServer, table: BuiltTable, build: string): Promise<Checksum> {
  const [found] = await server.rows<Checksum>(checksumSql, { table, build })
  if (!found) throw new Error(`Expected a checksum of ${table} on ${server.name}, found none.`)
  return found
}

/**
 * Copies a build's rows to another server and compares them; what is there already stays. Throws when the rows differ,
 * and then leaves none there.
 */
export async function copyBuild(from: ClickhouseServer, to: ClickhouseServer, build: string): Promise<void> {
  for (const table of BUILT_TABLES) {
    const expected = await checksumOf(from, table, build)
    if (isSame(expected, await checksumOf(to, table, build))) continue
    await dropBuild(to, table, build)
    const rows = await from.read('SELECT * FROM {table:Identifier} WHERE build = {build:String} FORMAT Native', {
      table,
      build,
    })
    await to.insert('INSERT INTO {table:Identifier} FORMAT Native', rows, { table })
    const found = await checksumOf(to, table, build)
    if (isSame(expected, found)) continue
    await dropBuild(to, table, build)
    throw new Error(
      `Expected ${expected.rows} rows of ${build} with checksum ${expected.sum} in ${table} on ${to.name}, found ${found.rows} with ${found.sum}; the build is not published there.`,
    )
  }
}

/** Removes a build's rows from a table. */
export async function dropBuild(server: ClickhouseServer, table: BuiltTable | 'own', build: string): Promise<void> {
  await server.run('ALTER TABLE {table:Identifier} DROP PARTITION {build:String}', { table, build })
}

function isSame(a: Checksum, b: Checksum): boolean {
  return a.rows === b.rows && a.sum === b.sum
}
