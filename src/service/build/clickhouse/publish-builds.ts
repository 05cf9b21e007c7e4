import { randomUUID } from 'node:crypto'
import { group } from 'd3-array'
import type { AsOf } from '../../../domain/period.ts'
import { type ClickhouseServer, nameFault } from '../../clickhouse/clickhouse-server.ts'
import { copyBuild, createFigureTables, keepShare } from '../../clickhouse/figure-tables.ts'
import {
  checkShard,
  nameShard,
  newestBuilds,
  newestHeld,
  type PublishedBuild,
  readBuilds,
  readHeldBuild,
} from '../../figures/clickhouse/published-builds.ts'
import type { BuiltMeta } from '../build-store.ts'
import { STATEMENTS } from './build-statements.ts'

/** Future periods are included: readers decide which one counts today. */
export const ANY_TIME = new Date(8.64e15)
/** Withdrawals have no content. */
const WITHDRAWN = 'withdrawn'

/** A published build's description, except its label and number. */
export type BuildDescription = Pick<
  PublishedBuild,
  'build' | 'fingerprint' | 'withdrawn' | 'meta' | 'property_types' | 'countries'
>

/** Names are unique, so that rows of two builds never mix. */
export function newBuild(label: string): string {
  return `${label}-${randomUUID()}`
}

/** Describes a build whose rows the servers have between them. */
export async function describeBuild(
  servers: readonly ClickhouseServer[],
  build: string,
  meta: BuiltMeta,
): Promise<BuildDescription> {
  const all = <Row>(sql: string) => Promise.all(servers.map((server) => server.rows<Row>(sql, { build })))
  const types = (await all<{ types: string[] }>(STATEMENTS.propertyTypes)).flat()
  const countries = (await all<{ countries: string[] }>(STATEMENTS.countries)).flat()
  return {
    build,
    fingerprint: meta.fingerprint,
    withdrawn: false,
    meta: JSON.stringify(meta),
    property_types: [...new Set(types.flatMap((of) => of.types))].sort(),
    countries: [...new Set(countries.flatMap((of) => of.countries))].sort(),
  }
}

/** The servers of an address that respond. */
export interface Reachable {
  readonly first: ClickhouseServer
  readonly others: readonly ClickhouseServer[]
}

/** The first server of each shard that responds. */
export function firstOfShards({ first, others }: Reachable): readonly ClickhouseServer[] {
  return [...group([first, ...others], ({ shard }) => shard.number).values()].flatMap(([server]) => server ?? [])
}

/** Gives the servers of each shard what the first of them has computed of a build; nothing is published yet. */
export async function copyInShards(servers: Reachable, build: string): Promise<void> {
  for (const from of firstOfShards(servers)) {
    const same = servers.others.filter((server) => server !== from && server.shard.number === from.shard.number)
    for (const server of same) await copyBuild(from, server, build)
  }
}

/** Gives each server the rows of its shard of a build that the first one has; nothing is published yet. */
export async function spreadBuild({ first, others }: Reachable, build: string): Promise<void> {
  for (const server of others) await copyBuild(first, server, build)
  await keepShare(first, build)
}

/** Publishes a build that all of the servers have. */
export async function publishEverywhere(
  servers: readonly ClickhouseServer[],
  { as_of, revision }: { as_of: AsOf; revision: number },
  description: BuildDescription,
): Promise<void> {
  for (const server of servers) await server.run(STATEMENTS.publish, { ...description, as_of, revision })
}

/** Publishes that a label has no figures any more. */
export function publishWithdrawal(
  servers: readonly ClickhouseServer[],
  of: { as_of: AsOf; revision: number },
  build: string,
): Promise<void> {
  const nothing = { meta: '{}', property_types: [], countries: [] }
  return publishEverywhere(servers, of, { build, fingerprint: WITHDRAWN, withdrawn: true, ...nothing })
}

/** Publishes the cells of all listings. */
export async function publishHeldEverywhere(
  servers: readonly ClickhouseServer[],
  held: { build: string; fingerprint: string },
): Promise<void> {
  for (const server of servers) await server.run(STATEMENTS.publishHeld, held)
}

/** The servers that respond, with their tables; throws when none of a shard does. */
export async function reachable(
  servers: readonly ClickhouseServer[],
  onFault: (server: ClickhouseServer, error: unknown) => void,
): Promise<Reachable> {
  const found: ClickhouseServer[] = []
  const faults: string[] = []
  for (const server of servers) {
    try {
      await createFigureTables(server)
      found.push(server)
    } catch (error) {
      onFault(server, error)
      faults.push(nameFault(server, error))
    }
  }
  const [first, ...others] = found
  const missing = servers.find(({ shard }) => found.every((server) => server.shard.number !== shard.number))?.shard
  if (!first || missing) {
    const none = missing && missing.of > 1 ? `No server of ${nameShard(missing)}` : 'No server of ClickHouse'
    throw new Error(`${none} can be used; nothing was changed. ${faults.join('; ')}`)
  }
  for (const server of found) await noteShard(server)
  return { first, others }
}

/** Throws where the server has another shard. */
async function noteShard(server: ClickhouseServer): Promise<void> {
  try {
    const isNoted = await checkShard(server, (await readBuilds(server)).length > 0)
    if (!isNoted) await server.run(STATEMENTS.noteShard, { ...server.shard })
  } catch (error) {
    throw new Error(`${nameFault(server, error)}; nothing was changed.`, { cause: error })
  }
}

/** The builds that all servers have published: a build that was killed while publishing may be on some of them only. */
export async function readCommonBuilds(servers: readonly ClickhouseServer[]): Promise<readonly PublishedBuild[]> {
  const [first = [], ...others] = await Promise.all(servers.map(readBuilds))
  return first.filter(({ build }) => others.every((builds) => builds.some((other) => other.build === build)))
}

/** Copies to each server the published builds that others of its shard have, so that all of them have the same. */
export async function catchUp(servers: readonly ClickhouseServer[]): Promise<void> {
  for (const shard of group(servers, (server) => server.shard.number).values()) await catchUpShard(shard)
}

async function catchUpShard(servers: readonly ClickhouseServer[]): Promise<void> {
  const held = await Promise.all(servers.map(readBuilds))
  const newest = newestBuilds(held.flat(), ANY_TIME)
  for (const [i, server] of servers.entries()) {
    const has = new Set(held[i]?.map(({ build }) => build))
    for (const missing of newest.filter(({ build }) => !has.has(build))) {
      const from = servers[held.findIndex((builds) => builds.some(({ build }) => build === missing.build))]
      if (!from) continue
      if (!missing.withdrawn) await copyBuild(from, server, missing.build)
      const { published_at: _, ...row } = missing
      await server.run(STATEMENTS.publish, row)
    }
  }
  const cells = await Promise.all(servers.map(readHeldBuild))
  const newestCells = newestHeld(cells)
  const source = servers[cells.findIndex((of) => of?.build === newestCells?.build)]
  if (!source || !newestCells) return
  for (const [i, server] of servers.entries()) {
    if (cells[i]?.build === newestCells.build) continue
    await copyBuild(source, server, newestCells.build)
    await server.run(STATEMENTS.publishHeld, newestCells)
  }
}
