import { namedStatements } from '../../server/storage/named-statements.ts'
import checksumSql from './checksum.sql?raw'
import type { ClickhouseServer } from './clickhouse-server.ts'
import { ALL_GROUND, type Shard, shareParameters, withShare } from './shards.ts'
import tablesSql from './tables.sql?raw'

const TABLES = namedStatements('clickhouse/tables.sql', tablesSql, [
  'shard',
  'period',
  'announced',
  'figure',
  'fact',
  'listingCell',
  'held',
  'own',
  'pool',
  'trimRank',
  'trimBand',
  'listing',
  'listingFile',
])

/** Tables whose rows belong to a build and are the same on all servers of a shard. */
export const BUILT_TABLES = ['figure', 'fact', 'listing_cell'] as const
export type BuiltTable = (typeof BUILT_TABLES)[number]

/** Tables that a build needs only while it computes. */
export const SCRATCH_TABLES = ['own', 'pool', 'trim_rank', 'trim_band'] as const

const SHARE = { figure: 'ownCells', fact: 'ownListings', listing_cell: 'ownCells' } as const

/** Creates the tables that do not exist yet. */
export async function createFigureTables(server: ClickhouseServer): Promise<void> {
  for (const statement of Object.values(TABLES)) await server.run(statement)
}

/** How many rows of a build a table has, and a sum over their content in which their order does not matter. */
export interface Checksum {
  readonly rows: string
  readonly sum: string
}

/** Reads the checksum of a build's rows that a shard has. */
async function checksumOf(
  server: ClickhouseServer,
  shard: Shard,
  { table, build }: { table: BuiltTable; build: string },
): Promise<Checksum> {
  const sql = withShare(checksumSql, shard, SHARE[table])
  const [found] = await server.rows<Checksum>(sql, { table, build, ...shareParameters(shard) })
  if (!found) throw new Error(`Expected a checksum of ${table} on ${server.name}, found none.`)
  return found
}

/**
 * Copies to another server the rows of a build that its shard has, and compares them; rows that are there already stay.
 * `from` has the whole build, or is of the same shard. Throws when the rows differ, after removing them there.
 */
export async function copyBuild(from: ClickhouseServer, to: ClickhouseServer, build: string): Promise<void> {
  for (const table of BUILT_TABLES) {
    const of = { table, build }
    const expected = await checksumOf(from, to.shard, of)
    if (isSame(expected, await checksumOf(to, ALL_GROUND, of))) continue
    await dropBuild(to, table, build)
    const rows = await from.read(withShare(READ, to.shard, SHARE[table]), { ...of, ...shareParameters(to.shard) })
    await to.insert('INSERT INTO {table:Identifier} FORMAT Native', rows, { table })
    const found = await checksumOf(to, ALL_GROUND, of)
    if (isSame(expected, found)) continue
    await dropBuild(to, table, build)
    throw new Error(
      `Expected ${expected.rows} rows of ${build} with checksum ${expected.sum} in ${table} on ${to.name}, found ${found.rows} with ${found.sum}; the build is not published there.`,
    )
  }
}

const READ = 'SELECT * FROM {table:Identifier} WHERE build = {build:String} AND ({share}) FORMAT Native'

/** Removes the rows of a build that is not published yet from a server whose shard does not have them. */
export async function keepShare(server: ClickhouseServer, build: string): Promise<void> {
  if (server.shard.of === 1) return
  for (const table of BUILT_TABLES) {
    await server.run(withShare(KEEP, server.shard, SHARE[table]), { table, build, ...shareParameters(server.shard) })
  }
}

const KEEP =
  'ALTER TABLE {table:Identifier} DELETE IN PARTITION {build:String} WHERE NOT ({share}) SETTINGS mutations_sync = 2'

/** Removes a build's rows from a table. */
export async function dropBuild(
  server: ClickhouseServer,
  table: BuiltTable | (typeof SCRATCH_TABLES)[number],
  build: string,
): Promise<void> {
  await server.run('ALTER TABLE {table:Identifier} DROP PARTITION {build:String}', { table, build })
}

function isSame(a: Checksum, b: Checksum): boolean {
  return a.rows === b.rows && a.sum === b.sum
}
