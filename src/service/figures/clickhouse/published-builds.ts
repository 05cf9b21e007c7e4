import { z } from 'zod'
import { type AsOf, ageDays, parseAsOf } from '../../../domain/period.ts'
import { namedStatements } from '../../../server/storage/named-statements.ts'
import type { ClickhouseServer } from '../../clickhouse/clickhouse-server.ts'
import { ALL_GROUND, type Shard } from '../../clickhouse/shards.ts'
import { type PeriodMeta, parsePeriodMeta } from '../period.ts'
import statementsSql from './statements.sql?raw'

/** The statements that read figures. */
export const STATEMENTS = namedStatements('figures/clickhouse/statements.sql', statementsSql, [
  'periods',
  'shard',
  'held',
  'cellsWithFigures',
  'listingCells',
  'countriesOfCells',
  'figures',
])

/** A published build of a period, or its withdrawal. */
export interface PublishedBuild {
  readonly as_of: AsOf
  /** From 1. */
  readonly revision: number
  /** The name of its rows; another build of the same label has another one. */
  readonly build: string
  readonly fingerprint: string
  readonly withdrawn: boolean
  readonly meta: string
  readonly property_types: readonly string[]
  readonly countries: readonly string[]
  readonly published_at: string
}

const label = z.string().transform((text, context) => {
  const as_of = parseAsOf(text)
  if (as_of !== null) return as_of
  context.addIssue(`expected the label of a period, found "${text}"`)
  return z.NEVER
})
const rows = z.array(
  z.object({
    as_of: label,
    revision: z.int(),
    build: z.string(),
    fingerprint: z.string(),
    withdrawn: z.boolean(),
    meta: z.string(),
    property_types: z.array(z.string()),
    countries: z.array(z.string()),
    published_at: z.string(),
  }),
)
const heldRows = z.array(z.object({ build: z.string(), fingerprint: z.string(), published_at: z.string() }))

/** A build of the cells of all listings. */
export type HeldBuild = z.infer<typeof heldRows>[number]

/** All builds that a server has published, withdrawals included. */
export async function readBuilds(server: ClickhouseServer): Promise<readonly PublishedBuild[]> {
  return rows.parse(await rowsOrNone(server, STATEMENTS.periods))
}

/** The newest build of the cells of all listings; null when there is none. */
export async function readHeldBuild(server: ClickhouseServer): Promise<HeldBuild | null> {
  return heldRows.parse(await rowsOrNone(server, STATEMENTS.held))[0] ?? null
}

const shardRows = z.array(z.object({ number: z.int(), of: z.int() }))

/**
 * Returns whether a server has noted which shard it has; before its first build it has noted nothing. Throws when that is
 * not the shard at its place in the address: cells that the server lacks would look like ground without figures.
 */
export async function checkShard(server: ClickhouseServer, hasBuilds: boolean): Promise<boolean> {
  const [said] = shardRows.parse(await rowsOrNone(server, STATEMENTS.shard))
  const found = said ?? (hasBuilds ? ALL_GROUND : null)
  const { number, of } = server.shard
  if (found !== null && (found.number !== number || found.of !== of)) {
    throw new Error(
      `expected ${nameShard(server.shard)} at this place of the address, found ${nameShard(found)}: name the servers as they were when their figures were built, or move the figures to empty servers`,
    )
  }
  return said !== undefined
}

/** Counted from 1, for people. */
export function nameShard({ number, of }: Shard): string {
  return `shard ${number + 1} of ${of}`
}

/** ClickHouse's code for a table that does not exist. */
const NO_TABLE = '60'

/** The first build creates the tables: before it, nothing is published. */
async function rowsOrNone(server: ClickhouseServer, sql: string): Promise<unknown[]> {
  try {
    return await server.rows(sql)
  } catch (error) {
    if ((error as { code?: unknown }).code === NO_TABLE) return []
    throw error
  }
}

/** The build that counts of each label up to today, oldest label first, withdrawals included. */
export function newestBuilds(builds: Iterable<PublishedBuild>, now: Date): PublishedBuild[] {
  const newest = new Map<AsOf, PublishedBuild>()
  for (const build of builds) {
    if (ageDays(build.as_of, now) < 0) continue
    const held = newest.get(build.as_of)
    if (!held || isNewer(build, held)) newest.set(build.as_of, build)
  }
  return [...newest.values()].sort((a, b) => (a.as_of < b.as_of ? -1 : 1))
}

/** The newest of what several servers have; null when none has any. */
export function newestHeld(builds: readonly (HeldBuild | null)[]): HeldBuild | null {
  const newestFirst = builds
    .flatMap((held) => held ?? [])
    .sort((a, b) => (a.published_at === b.published_at ? 0 : a.published_at < b.published_at ? 1 : -1))
  return newestFirst[0] ?? null
}

/** Returns how a period was built. Throws on a description that no build writes. */
export function metaOfBuild({ meta }: PublishedBuild): PeriodMeta {
  return parsePeriodMeta(JSON.parse(meta))
}

function isNewer(a: PublishedBuild, b: PublishedBuild): boolean {
  if (a.revision !== b.revision) return a.revision > b.revision
  return a.published_at === b.published_at ? a.build > b.build : a.published_at > b.published_at
}
