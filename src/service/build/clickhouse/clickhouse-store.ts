import { basename, join } from 'node:path'
import type { AsOf } from '../../../domain/period.ts'
import type { ClickhouseAddress } from '../../clickhouse/clickhouse-address.ts'
import { type ClickhouseServer, openServers } from '../../clickhouse/clickhouse-server.ts'
import { BUILT_TABLES, dropBuild, SCRATCH_TABLES } from '../../clickhouse/figure-tables.ts'
import {
  newestBuilds,
  type PublishedBuild,
  readBuilds,
  readHeldBuild,
} from '../../figures/clickhouse/published-builds.ts'
import { openDuckSession } from '../../storage/duck-session.ts'
import { clearLeftovers, temporaryName } from '../../storage/leftovers.ts'
import type { BuildStore, BuildStoreOptions } from '../build-store.ts'
import { readListingDays } from '../listing-days.ts'
import { ANY_DAY } from '../listing-span.ts'
import { mergeDays } from '../merge-days.ts'
import { fingerprintOfDays } from '../write-held-cells.ts'
import { STATEMENTS } from './build-statements.ts'
import { addListings, listingSources, type StoredSource } from './listing-files.ts'
import { listCells, makeFiguresThere } from './make-figures-there.ts'
import {
  ANY_TIME,
  catchUp,
  copyInShards,
  describeBuild,
  firstOfShards,
  newBuild,
  publishEverywhere,
  publishHeldEverywhere,
  publishWithdrawal,
  reachable,
  readCommonBuilds,
} from './publish-builds.ts'

/** The time limit of a build's statement, in ms. */
const STATEMENT_MS = 3_600_000
/** How long replaced builds stay, and rows of builds that were never published. */
const KEPT_HOURS = 24
const WRITTEN = [...BUILT_TABLES, ...SCRATCH_TABLES]

/**
 * Computes each shard's figures on its first server that responds, copies them to the others of the shard, compares them,
 * and then publishes: by one row on each server. A server that does not respond gets what it lacks from a later build.
 */
export function clickhouseBuildStore(address: ClickhouseAddress, stored: StoredSource | null = null) {
  return async ({ dataDir, files, listingsAtOnce, log }: BuildStoreOptions): Promise<BuildStore> => {
    const all = await openServers(address, { statementMs: STATEMENT_MS })
    const servers = await reachable(all, (server, err) =>
      log.error({ server: server.name, err }, 'a server of figures fails; a later build brings it up to date'),
    )
    const { first } = servers
    const everywhere = [first, ...servers.others]
    const builders = firstOfShards(servers)
    await catchUp(everywhere)
    const spill = join(dataDir, 'service')
    clearLeftovers(spill)
    const session = await openDuckSession({ spillDir: join(spill, temporaryName('spill')), memoryLimit: '4GB' })
    const inPlace = stored?.listings() ?? []
    const names = new Set(inPlace.map(({ name }) => name))
    // Copies of what is in object storage may be old.
    const here = files.filter((file) => !names.has(basename(file)))
    let areListingsSent = false
    let made: string | null = null
    /** Only a build that computes something needs the listings on the servers. */
    const withListings = async () => {
      if (areListingsSent) return
      const sources = await listingSources(here, stored)
      await addListings(builders, sources, {
        cutter: { session, folder: spill, listingsAtOnce },
        onAdd: (file, server) => log.info({ file, server: server.name }, 'adding listings'),
      })
      areListingsSent = true
    }
    const newest = async () => newestBuilds(await readCommonBuilds(everywhere), ANY_TIME)
    const buildOf = async (label: AsOf) => (await newest()).find(({ as_of }) => as_of === label) ?? null
    const nextOf = async (as_of: AsOf) => ({ as_of, revision: ((await buildOf(as_of))?.revision ?? 0) + 1 })
    return {
      days: async () => mergeDays([await readListingDays(session, here), ...inPlace.map(({ days }) => days)]),
      publishedLabels: async () => (await newest()).filter(({ withdrawn }) => !withdrawn).map(({ as_of }) => as_of),
      publishedFingerprint: async (label) => (await buildOf(label))?.fingerprint ?? null,
      withdraw: async (label) => publishWithdrawal(everywhere, await nextOf(label), newBuild(label)),
      async writeHeldCells(days) {
        const fingerprint = fingerprintOfDays(days)
        const held = await Promise.all(everywhere.map(readHeldBuild))
        if (held.every((cells) => cells?.fingerprint === fingerprint)) return
        await withListings()
        const build = newBuild('held')
        await Promise.all(builders.map((server) => listCells(server, build, ANY_DAY)))
        await copyInShards(servers, build)
        await publishHeldEverywhere(everywhere, { build, fingerprint })
      },
      async make(period) {
        await withListings()
        made = newBuild(period.asOf)
        return makeFiguresThere(builders, made, { ...period, listingsAtOnce })
      },
      async publish(label, meta) {
        if (made === null) throw new Error(`Expected a period that was made before ${label} is published, found none.`)
        const description = await describeBuild(builders, made, meta)
        const figures = await countFigures(builders, made)
        await copyInShards(servers, made)
        await publishEverywhere(everywhere, await nextOf(label), description)
        return figures
      },
      async announcePublished(announce) {
        const announced = new Set((await first.rows<{ build: string }>(STATEMENTS.announced)).map(({ build }) => build))
        const fresh = (await newest()).filter(({ build }) => !announced.has(build))
        if (fresh.length === 0) return
        await announce(fresh.map(({ as_of }) => as_of))
        await first.run(STATEMENTS.announce, { builds: fresh.map(({ build }) => build) })
      },
      async removeReplaced() {
        for (const server of everywhere) await removeOld(server)
      },
      async close() {
        session.close()
        await Promise.all(all.map((server) => server.close()))
      },
    }
  }
}

async function countFigures(builders: readonly ClickhouseServer[], build: string): Promise<number> {
  const counted = await Promise.all(
    builders.map((server) => server.rows<{ figures: string }>(STATEMENTS.countFigures, { build })),
  )
  return counted.flat().reduce((sum, { figures }) => sum + Number(figures), 0)
}

/**
 * Forgets builds that were replaced a day ago, and drops the rows of those that were forgotten by an earlier build. In the
 * day between, a service that still wants such a build finds no server that lists it, rather than one that lists it without
 * its rows.
 */
async function removeOld(server: ClickhouseServer): Promise<void> {
  const published = await readBuilds(server)
  const held = await readHeldBuild(server)
  const known = new Set([...published.map(({ build }) => build), held?.build])
  for (const { build, is_old } of await server.rows<{ build: string; is_old: number }>(STATEMENTS.builds, {
    hours: KEPT_HOURS,
    tables: WRITTEN,
  })) {
    if (!is_old || known.has(build)) continue
    for (const table of WRITTEN) await dropBuild(server, table, build)
  }
  const replaced = replacedBefore(published, Date.now() - KEPT_HOURS * 3_600_000)
  if (replaced.length > 0) await server.run(STATEMENTS.forgetBuilds, { builds: replaced })
}

/** The builds that were replaced before an instant. */
function replacedBefore(published: readonly PublishedBuild[], instant: number): string[] {
  const newest = new Map(newestBuilds(published, ANY_TIME).map((build) => [build.as_of, build]))
  return published
    .filter(({ as_of, build }) => {
      const by = newest.get(as_of)
      return by !== undefined && by.build !== build && Date.parse(`${by.published_at.replace(' ', 'T')}Z`) < instant
    })
    .map(({ build }) => build)
}
