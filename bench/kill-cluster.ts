// Runs two services, two proxies, two servers of ClickHouse, a Postgres with the accounts, two Redis databases and haproxy
// with the configuration of deploy/compose on loopback, kills or replaces one after another under load, and lets it come
// back. Compares every response with the figures from files, and what accounts were charged with what clients received.
//   npm run bench -- kill-cluster [NAMES…]
// By default all of: service proxy clickhouse frozen-clickhouse redis postgres frozen-postgres balancer upgrade. A name
// given twice is tried twice. It needs haproxy, Postgres and the ClickHouse of the tests. Exits with 1 where a figure was
// wrong, a call was lost, or anything was charged or bought twice; while haproxy is away, but for the calls that nobody was
// there to take, and for one call in flight of each client and reader.

import { type Cluster, startCluster } from './shared/cluster.ts'
import { CLIENTS, type Outcome, READERS, startClusterLoad } from './shared/cluster-load.ts'
import { printTable } from './shared/table.ts'

/** How long the load runs before a fault, during it, and after it. */
const QUIET_MS = 2_000
const AWAY_MS = 4_000
const LATER_MS = 4_000

interface Fault {
  readonly name: string
  readonly what: string
  /** While it lasts, calls fail. */
  readonly shutsOut?: boolean
  begin(cluster: Cluster): Promise<void>
  end(cluster: Cluster): Promise<void>
}

const FAULTS: readonly Fault[] = [
  {
    name: 'service',
    what: 'a service is killed',
    begin: ({ services: [one] }) => one.kill(),
    end: ({ services: [one] }) => one.start(),
  },
  {
    name: 'proxy',
    what: 'a proxy is killed',
    begin: ({ proxies: [one] }) => one.kill(),
    end: ({ proxies: [one] }) => one.start(),
  },
  {
    name: 'clickhouse',
    what: 'a ClickHouse is killed',
    begin: ({ clickhouses: [one] }) => one.kill(),
    end: ({ clickhouses: [one] }) => one.start(),
  },
  {
    name: 'frozen-clickhouse',
    what: 'a ClickHouse is frozen',
    begin: async ({ clickhouses: [, other] }) => other.freeze(),
    end: async ({ clickhouses: [, other] }) => other.thaw(),
  },
  {
    name: 'redis',
    what: 'the Redis is killed',
    begin: ({ redis }) => redis.kill(),
    end: ({ redis }) => redis.start(),
  },
  {
    name: 'postgres',
    what: 'the Postgres is killed',
    begin: ({ postgres }) => postgres.kill(),
    end: ({ postgres }) => postgres.start(),
  },
  {
    name: 'frozen-postgres',
    what: 'the Postgres is frozen',
    begin: async ({ postgres }) => postgres.freeze(),
    end: async ({ postgres }) => postgres.thaw(),
  },
  {
    name: 'balancer',
    what: 'haproxy is killed',
    shutsOut: true,
    begin: ({ balancer }) => balancer.kill(),
    end: ({ balancer }) => balancer.start(),
  },
  {
    name: 'upgrade',
    what: 'services and proxies are replaced one by one',
    async begin({ services, proxies }) {
      for (const each of [...services, ...proxies]) {
        await each.stop()
        await each.start()
      }
    },
    end: async () => {},
  },
]

/** Returns 0 when nothing was wrong, lost, or charged or bought twice. */
export async function main(names: readonly string[]): Promise<number> {
  const named = names.flatMap((wanted) => FAULTS.filter(({ name }) => name === wanted))
  const wanted = names.length === 0 ? FAULTS : named
  if (wanted.length < names.length) {
    console.error(`Expected names among ${FAULTS.map(({ name }) => name).join(' ')}, found "${names.join(' ')}"`)
    return 2
  }
  const cluster = await startCluster()
  const rows: string[][] = []
  try {
    for (const fault of wanted) rows.push([fault.what, ...cellsOf(await underLoad(cluster, fault), fault)])
  } finally {
    await cluster.close()
  }
  console.log()
  printTable(
    [
      '',
      'calls',
      'wrong',
      'lost',
      'nobody there',
      'charged, not received',
      'uncounted',
      'purchases',
      'tiles',
      'wrong',
      'lost',
      'bought twice',
    ],
    rows,
  )
  const isKept = rows.every((row, i) => {
    const isShutOut = wanted[i]?.shutsOut === true
    // Calls in flight when the balancer was killed may have been charged, and nobody can tell the client. A reader may
    // be led to the other proxy afterwards, which buys again what the first one did not receive.
    const isInBounds = Number(row[5]) <= (isShutOut ? CLIENTS : 0) && Number(row[11]) <= (isShutOut ? READERS : 0)
    return isInBounds && [2, 3, 9, 10].every((column) => row[column] === '0') && row[8] !== '0'
  })
  return isKept ? 0 : 1
}

async function underLoad(cluster: Cluster, fault: Fault): Promise<Outcome> {
  console.log(fault.what)
  const load = await startClusterLoad(cluster)
  await pause(QUIET_MS)
  await fault.begin(cluster)
  await pause(AWAY_MS)
  await fault.end(cluster)
  await pause(LATER_MS)
  return load.end()
}

function cellsOf({ calls, purchases, reasons }: Outcome, { shutsOut = false }: Fault): string[] {
  for (const [reason, count] of reasons) console.log(`  ${count} calls lost: ${reason}`)
  const [lost, nobodyThere] = shutsOut ? [0, calls.lost] : [calls.lost, 0]
  return [
    ...[calls.sent, calls.wrong, lost, nobodyThere, calls.chargedInVain, calls.uncounted],
    ...[purchases.made, purchases.tiles, purchases.wrong, purchases.lost, purchases.twice],
  ].map(String)
}

function pause(ms: number): Promise<void> {
  return new Promise((over) => setTimeout(over, ms))
}
