import { type Cell, cellToBigInt } from '../../domain/cell.ts'
import { namedStatements } from '../../server/storage/named-statements.ts'
import shareSql from './share.sql?raw'

/** A part of the ground: the coarse cells whose mixed number leaves `number` when divided by `of`. 0 of 1 is all of it. */
export interface Shard {
  readonly number: number
  readonly of: number
}

export const ALL_GROUND: Shard = { number: 0, of: 1 }

const SHARES = namedStatements('clickhouse/share.sql', shareSql, ['ownCells', 'ownListings'])

/** The number of the shard that has a cell of resolution 1 or finer, of so many. Written in share.sql, too. */
export function shardOf(cell: Cell, of: number): number {
  if (of === 1) return 0
  const id = cellToBigInt(cell)
  // Where H3 has the base cell and the first digit.
  const coarse = Number(((id >> 45n) & 127n) * 7n + ((id >> 42n) & 7n))
  // Numbers of neighbours follow a pattern, by which all of western Europe would be in one of two shards.
  return (((coarse * 40_503) & 65_535) >> 4) % of
}

/** Completes a statement whose condition is `({share})` for rows of cells, or for listings and those of cells around them. */
export function withShare(sql: string, { of }: Shard, share: keyof typeof SHARES): string {
  return sql.replace('({share})', of === 1 ? 'true' : `(${SHARES[share]})`)
}

/** The parameters of a statement completed by `withShare`. */
export function shareParameters({ number, of }: Shard): { shard: number; shards: number } {
  return { shard: number, shards: of }
}
