import { createReadStream, createWriteStream, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { namedStatements } from '../../server/storage/named-statements.ts'
import { STATEMENTS as BUILDING } from '../build/clickhouse/build-statements.ts'
import {
  ANY_TIME,
  catchUp,
  describeBuild,
  firstOfShards,
  newBuild,
  publishEverywhere,
  publishHeldEverywhere,
  publishWithdrawal,
  reachable,
  readCommonBuilds,
  spreadBuild,
} from '../build/clickhouse/publish-builds.ts'
import type { ClickhouseAddress } from '../clickhouse/clickhouse-address.ts'
import { type ClickhouseServer, nameFault, openServers } from '../clickhouse/clickhouse-server.ts'
import { BUILT_TABLES, dropBuild } from '../clickhouse/figure-tables.ts'
import { ALL_GROUND, type Shard, shareParameters, withShare } from '../clickhouse/shards.ts'
import { newestBuilds, type PublishedBuild, readHeldBuild } from '../figures/clickhouse/published-builds.ts'
import { openDuckSession } from '../storage/duck-session.ts'
import { literalPaths } from '../storage/literal-path.ts'
import statementsSql from './clickhouse-statements.sql?raw'
import { type Draft, MOVED_TABLES, type MovableFigures, type MovedTable, type Revision } from './movable-figures.ts'

const STATEMENTS = namedStatements('moving/clickhouse-statements.sql', statementsSql, [
  'readFigure',
  'readFact',
  'readListingCell',
  'joinParts',
  'addFigure',
  'addFact',
  'addListingCell',
])
const READ = { figure: STATEMENTS.readFigure, fact: STATEMENTS.readFact, listing_cell: STATEMENTS.readListingCell }
const ADD = { figure: STATEMENTS.addFigure, fact: STATEMENTS.addFact, listing_cell: STATEMENTS.addListingCell }

const STATEMENT_MS = 3_600_000

/** Figures in ClickHouse: rows go to the first server that responds, and from there to the others before they are published. */
export async function clickhouseSide(address: ClickhouseAddress, givenBy?: string): Promise<MovableFigures> {
  const all = await openServers(address, { statementMs: STATEMENT_MS, givenBy })
  const servers = await reachable(all, (server, error) => {
    throw new Error(`Figures are moved to all servers of the address, but ${nameFault(server, error)}`, {
      cause: error,
    })
  })
  const { first } = servers
  const everywhere = [first, ...servers.others]
  const parts = firstOfShards(servers).map((server) => ({ server, shard: server.shard }))
  await catchUp(everywhere)
  const newest = async () => newestBuilds(await readCommonBuilds(everywhere), ANY_TIME)
  const buildOf = async (label: string): Promise<string> => {
    const found = label === 'held' ? await readHeldBuild(first) : (await newest()).find(({ as_of }) => as_of === label)
    if (!found) throw new Error(`Expected ${label} in ${first.name}, found none.`)
    return found.build
  }
  /** The same revision was announced where it comes from. Noted first: a move can be killed as soon as it is published. */
  const noteAnnounced = (build: string) => first.run(BUILDING.announce, { builds: [build] })
  const draftOf = async (
    build: string,
    folder: string,
    tables: readonly MovedTable[],
    publish: () => Promise<void>,
  ): Promise<Draft> => {
    for (const table of tables) {
      await first.insert(ADD[table], createReadStream(join(folder, `${table}.parquet`)), { build })
    }
    return {
      read: (target) => readBuild([{ server: first, shard: ALL_GROUND }], build, tables, target),
      publish,
      async discard() {
        for (const server of everywhere) for (const table of BUILT_TABLES) await dropBuild(server, table, build)
      },
    }
  }
  return {
    name: `${address.shards.map((hosts) => hosts.join(',')).join(';')}/${address.database}`,
    revisions: async () => (await newest()).map(revisionOf),
    async held() {
      const held = await readHeldBuild(first)
      return held && { fingerprint: held.fingerprint }
    },
    read: async (label, folder) =>
      readBuild(parts, await buildOf(label), label === 'held' ? ['listing_cell'] : MOVED_TABLES, folder),
    async receive(revision, folder) {
      const build = newBuild(revision.as_of)
      return draftOf(build, folder, MOVED_TABLES, async () => {
        const meta = { ...revision.meta, fingerprint: revision.fingerprint }
        const description = await describeBuild([first], build, meta)
        await spreadBuild(servers, build)
        await noteAnnounced(build)
        await publishEverywhere(everywhere, revision, description)
      })
    },
    async receiveHeld({ fingerprint }, folder) {
      const build = newBuild('held')
      return draftOf(build, folder, ['listing_cell'], async () => {
        await spreadBuild(servers, build)
        await publishHeldEverywhere(everywhere, { build, fingerprint })
      })
    },
    async withdraw(revision) {
      const build = newBuild(revision.as_of)
      await noteAnnounced(build)
      await publishWithdrawal(everywhere, revision, build)
    },
    close: async () => void (await Promise.all(all.map((server) => server.close()))),
  }
}

function revisionOf({ as_of, revision, fingerprint, withdrawn, meta }: PublishedBuild): Revision {
  return { as_of, revision, fingerprint, withdrawn, meta: JSON.parse(meta) }
}

/** The rows of a shard, on a server that has them. */
interface Part {
  readonly server: ClickhouseServer
  readonly shard: Shard
}

async function readBuild(
  parts: readonly Part[],
  build: string,
  tables: readonly MovedTable[],
  folder: string,
): Promise<void> {
  for (const table of tables) {
    const file = join(folder, `${table}.parquet`)
    const [first, ...others] = parts
    if (first && others.length === 0) {
      await readPart(first, { build, table, file })
      continue
    }
    const files = parts.map(({ shard }) => join(folder, `${table}-${shard.number}.parquet`))
    for (const [i, part] of parts.entries()) await readPart(part, { build, table, file: files[i] ?? file })
    const session = await openDuckSession({ spillDir: join(folder, 'spill'), memoryLimit: '4GB' })
    try {
      await session.run(STATEMENTS.joinParts, { parts: literalPaths(files), file })
    } finally {
      session.close()
      for (const part of files) rmSync(part)
    }
  }
}

/** Writes the rows that a shard has, but for listings that it only has for the cells around them. */
async function readPart(
  { server, shard }: Part,
  { build, table, file }: { build: string; table: MovedTable; file: string },
): Promise<void> {
  const rows = await server.read(withShare(READ[table], shard, 'ownCells'), { build, ...shareParameters(shard) })
  await pipeline(rows, createWriteStream(file))
}
