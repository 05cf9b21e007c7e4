import { group } from 'd3-array'
import type { Cell } from '../../../domain/cell.ts'
import type { FaultLog } from '../../../server/storage/file-faults.ts'
import type { ClickhouseAddress } from '../../clickhouse/clickhouse-address.ts'
import { type ClickhouseServer, nameFault, openServers } from '../../clickhouse/clickhouse-server.ts'
import { shardOf } from '../../clickhouse/shards.ts'
import { FiguresUnreadable } from '../period.ts'
import {
  checkShard,
  type HeldBuild,
  newestHeld,
  type PublishedBuild,
  readBuilds,
  readHeldBuild,
} from './published-builds.ts'

/** The servers of an address. Those of one shard have the same figures, apart from what is being published. */
export interface Replicas {
  /** Asks all of them what they have published. */
  look(): Promise<void>
  /** What at least one server of each shard has published. */
  builds(): ReadonlyMap<string, PublishedBuild>
  /**
   * Asks a server of each shard that has some of the cells, and the build; the next one when it fails. Returns all rows.
   * Rejects with `FiguresUnreadable` when none is left.
   */
  askFor<Row>(build: string, cells: readonly Cell[], question: Question<Row>): Promise<Row[]>
  /** Asks a server of each shard, one shard after the other, as `askFor` does. */
  askEach(build: string, question: (server: ClickhouseServer) => Promise<void>): Promise<void>
  /** The build of the cells of all listings that is the newest of every shard; null when there is none. */
  held(): HeldBuild | null
  /** True while one of them fails. */
  isDegraded(): boolean
  /** True when at least one server of each shard has said what it has. */
  isKnown(): boolean
  /** Why `isKnown` is false, for operators: the fault of each server. */
  faults(): string
  close(): Promise<void>
}

/** What a server is asked of some cells. */
type Question<Row> = (server: ClickhouseServer, cells: readonly Cell[]) => Promise<readonly Row[]>

/** The limit for a query that a person waits for. */
const ANSWER_MS = 15_000
/** A server that does not even list its builds by then gets no queries while others respond. */
const LOOK_MS = 2_000

interface Replica {
  readonly server: ClickhouseServer
  /** The same server, with less patience. */
  readonly quick: ClickhouseServer
  /** Null until it has responded; afterwards the last known list, since builds do not change. */
  builds: ReadonlyMap<string, PublishedBuild> | null
  held: HeldBuild | null
  /** Null while it responds. */
  fault: Error | null
  /** Ends its pending queries. */
  readonly giveUp: Set<(error: unknown) => void>
}

/** Opens the servers of an address. A failing one is logged once, and once when it responds again. */
export async function openReplicas(address: ClickhouseAddress, log: FaultLog | null): Promise<Replicas> {
  const quick = await openServers(address, { statementMs: LOOK_MS })
  const patient = await openServers(address, { statementMs: ANSWER_MS })
  const replicas = quick.map(
    (server, i): Replica => ({
      server: patient[i] ?? server,
      quick: server,
      builds: null,
      held: null,
      fault: null,
      giveUp: new Set(),
    }),
  )
  const shards = address.shards.map((_, number) => replicas.filter(({ server }) => server.shard.number === number))
  let turn = 0
  const begin = (replica: Replica, err: unknown) => {
    if (replica.fault === null) log?.error({ server: replica.server.name, err }, 'a server of figures fails')
    replica.fault = err instanceof Error ? err : new Error(String(err))
  }
  const end = (replica: Replica) => {
    if (replica.fault !== null) log?.info({ server: replica.server.name }, 'the server of figures responds again')
    replica.fault = null
  }
  const lookAt = async (replica: Replica) => {
    try {
      const [builds, held] = [await readBuilds(replica.quick), await readHeldBuild(replica.quick)]
      await checkShard(replica.quick, builds.length > 0)
      replica.held = held
      replica.builds = new Map(builds.map((build) => [build.build, build]))
      end(replica)
    } catch (error) {
      begin(replica, error)
      // Others may respond while this one would keep a person waiting.
      if (shards[replica.server.shard.number]?.length !== 1) for (const giveUp of replica.giveUp) giveUp(error)
    }
  }
  const ask = async <T>(
    build: string,
    shard: readonly Replica[],
    question: (server: ClickhouseServer) => Promise<T>,
  ): Promise<T> => {
    const candidates = shard.filter(({ builds, held }) => builds?.has(build) || held?.build === build)
    let last: unknown = null
    for (const replica of inOrder(candidates, turn++)) {
      try {
        return await untilGivenUp(replica, question)
      } catch (error) {
        begin(replica, error)
        last = error
      }
    }
    throw new FiguresUnreadable('no server has the figures that were asked for', { cause: last })
  }
  return {
    look: async () => void (await Promise.all(replicas.map(lookAt))),
    builds() {
      const published = shards.map((shard) => new Map(shard.flatMap(({ builds }) => [...(builds ?? [])])))
      return new Map([...(published[0] ?? [])].filter(([build]) => published.every((builds) => builds.has(build))))
    },
    async askFor(build, cells, question) {
      const parts = group(cells, (cell) => shardOf(cell, shards.length))
      const answers = [...parts].map(([number, part]) =>
        ask(build, shards[number] ?? [], (server) => question(server, part)),
      )
      return (await Promise.all(answers)).flat()
    },
    async askEach(build, question) {
      for (const shard of shards) await ask(build, shard, question)
    },
    held() {
      const [first = null, ...others] = shards.map((shard) => newestHeld(shard.map(({ held }) => held)))
      return others.every((held) => held?.build === first?.build) ? first : null
    },
    isDegraded: () => replicas.some(({ fault }) => fault !== null),
    isKnown: () => shards.every((shard) => shard.some(({ builds }) => builds !== null)),
    faults: () => replicas.flatMap(({ server, fault }) => (fault ? nameFault(server, fault) : [])).join('; '),
    close: async () => {
      await Promise.all(replicas.flatMap(({ server, quick }) => [server.close(), quick.close()]))
    },
  }
}

async function untilGivenUp<T>(
  { server, giveUp }: Replica,
  question: (server: ClickhouseServer) => Promise<T>,
): Promise<T> {
  let end: (error: unknown) => void = () => {}
  const given = new Promise<never>((_, reject) => {
    end = reject
    giveUp.add(end)
  })
  try {
    return await Promise.race([question(server), given])
  } finally {
    giveUp.delete(end)
  }
}

/** Responding servers first, starting with a different one each time. */
function inOrder(replicas: readonly Replica[], turn: number): Replica[] {
  const from = replicas.length === 0 ? 0 : turn % replicas.length
  const turned = [...replicas.slice(from), ...replicas.slice(0, from)]
  return [...turned.filter(({ fault }) => fault === null), ...turned.filter(({ fault }) => fault !== null)]
}
