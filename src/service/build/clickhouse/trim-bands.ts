import { Readable } from 'node:stream'
import type { AsOf } from '../../../domain/period.ts'
import type { ClickhouseServer } from '../../clickhouse/clickhouse-server.ts'
import { shareParameters, withShare } from '../../clickhouse/shards.ts'
import { STATEMENTS } from './build-statements.ts'
import extremesSql from './extremes.sql?raw'
import measuredSql from './measured.sql?raw'

/** Listings of the same country, offer, type and rooms, with or without an area, are trimmed together. */
export type TrimGroup = readonly [
  country: string,
  ad_sub_type: string,
  property_type: string,
  rooms: number,
  has_area: number,
]

/** The number of a group's listings in one currency, on the ground of one shard. */
export interface GroupSize {
  readonly group: TrimGroup
  readonly currency: string
  readonly is_rated: boolean
  readonly in_3m: number
  readonly in_1m: number
}

/** The input of a build: its name, the days of its listings, and the rates. */
export interface BuildWindow {
  readonly build: string
  readonly start: string
  readonly last_month: string
  readonly as_of: AsOf
  readonly rates: Readonly<Record<string, number>>
}

type SizeRow = readonly [string, string, string, number, number, string, number, number, number]
type Extremes = readonly [lows_3m: number[], highs_3m: number[], lows_1m: number[], highs_1m: number[]]

/** Completes a statement that reads the listings of a window in USD. */
export function withMeasured(sql: string): string {
  return sql.replace('({measured})', `(${measuredSql})`)
}

/** Counts the listings of a window by group and currency, on the servers that compute a build: one of each shard. */
export async function countGroups(builders: readonly ClickhouseServer[], window: BuildWindow): Promise<GroupSize[]> {
  const counts = await Promise.all(
    builders.map((server) =>
      server.arrays<SizeRow>(withShare(STATEMENTS.groupSizes, server.shard, 'ownCells'), {
        ...window,
        ...shareParameters(server.shard),
      }),
    ),
  )
  return counts.flat().map(([country, offer, type, rooms, has_area, currency, is_rated, in_3m, in_1m]) => ({
    group: [country, offer, type, rooms, has_area] as const,
    ...{ currency, is_rated: is_rated === 1, in_3m, in_1m },
  }))
}

/**
 * Finds the bounds of the trim among the listings of all shards, and notes them on each server. A bound is the value at a
 * certain place from either end of its group, so each shard sends only that many of its lowest and highest values.
 */
export async function findBands(
  builders: readonly ClickhouseServer[],
  window: BuildWindow,
  { sizes, trim }: { sizes: readonly GroupSize[]; trim: number },
): Promise<void> {
  const { build } = window
  const ranks = ranksOf(sizes, trim)
  const rows = [...ranks.values()].map(({ group, rank_3m, rank_1m }) => [build, ...group, rank_3m, rank_1m])
  await Promise.all(builders.map((server) => insertRows(server, STATEMENTS.addRanks, rows)))
  const found = new Map<string, Extremes[]>()
  const most = [...ranks.values()].reduce((largest, { rank_3m }) => Math.max(largest, rank_3m), 1)
  await Promise.all(builders.map((server) => readExtremes(server, { ...window, most }, found)))
  const bands = [...found].map(([key, parts]) => {
    const { group, rank_3m, rank_1m } = ranks.get(key) ?? unexpectedGroup(key)
    const [low_3m, high_3m] = boundsOf(parts, [0, 1], rank_3m)
    const [low_1m, high_1m] = boundsOf(parts, [2, 3], rank_1m)
    return [build, ...group, low_3m, high_3m, low_1m, high_1m]
  })
  await Promise.all(builders.map((server) => insertRows(server, STATEMENTS.addBands, bands)))
}

interface Ranks {
  readonly group: TrimGroup
  readonly rank_3m: number
  readonly rank_1m: number
}

function ranksOf(sizes: readonly GroupSize[], trim: number): Map<string, Ranks> {
  const totals = new Map<string, { group: TrimGroup; in_3m: number; in_1m: number }>()
  for (const { group, is_rated, in_3m, in_1m } of sizes) {
    if (!is_rated) continue
    const total = totals.get(JSON.stringify(group)) ?? { group, in_3m: 0, in_1m: 0 }
    totals.set(JSON.stringify(group), { group, in_3m: total.in_3m + in_3m, in_1m: total.in_1m + in_1m })
  }
  // As DuckDB's quantile_disc counts.
  const rankOf = (count: number) => Math.max(1, count - Math.floor(count - count * trim))
  const ranked = [...totals].map(([key, { group, in_3m, in_1m }]) => {
    return [key, { group, rank_3m: rankOf(in_3m), rank_1m: rankOf(in_1m) }] as const
  })
  return new Map(ranked)
}

async function readExtremes(
  server: ClickhouseServer,
  window: BuildWindow & { most: number },
  found: Map<string, Extremes[]>,
): Promise<void> {
  const sql = withShare(withMeasured(extremesSql), server.shard, 'ownCells')
  const parameters = { ...window, ...shareParameters(server.shard) }
  for await (const rows of server.chunks<readonly [...TrimGroup, ...Extremes]>(sql, parameters)) {
    for (const [country, offer, type, rooms, has_area, ...extremes] of rows) {
      const key = JSON.stringify([country, offer, type, rooms, has_area])
      const parts = found.get(key)
      if (parts) parts.push(extremes)
      else found.set(key, [extremes])
    }
  }
}

/**
 * The values at a place from either end; 0 and 0 when there are no listings, because then nothing is compared with them.
 */
function boundsOf(parts: readonly Extremes[], [lows, highs]: readonly [0, 1] | readonly [2, 3], rank: number) {
  const lowest = Float64Array.from(parts.flatMap((part) => part[lows])).sort()
  const highest = Float64Array.from(parts.flatMap((part) => part[highs])).sort()
  return [lowest[rank - 1] ?? 0, highest[highest.length - rank] ?? 0] as const
}

function unexpectedGroup(key: string): never {
  throw new Error(`Expected the listings of ${key} to have been counted, found none.`)
}

async function insertRows(server: ClickhouseServer, sql: string, rows: readonly unknown[][]): Promise<void> {
  await server.insert(sql, Readable.from(rows.map((row) => `${JSON.stringify(row)}\n`)))
}
