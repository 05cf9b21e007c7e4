// Runs two services, two proxies, two servers of ClickHouse, two Redis databases and haproxy with the configuration of
// deploy/compose on loopback, kills or replaces one after another under load, and lets it come back. Compares every
// response with the figures from files, and what accounts were charged with what clients received.
//   npm run bench -- kill-cluster [NAMES…]     by default all: service proxy clickhouse frozen-clickhouse redis upgrade
// It needs haproxy and the ClickHouse of the tests. Exits with 1 where a figure was wrong, a call was lost, or anything was
// charged or bought twice.

import { type Cluster, startCluster } from './shared/cluster.ts'
import { type Outcome, startClusterLoad } from './shared/cluster-load.ts'
import { printTable } from './shared/table.ts'

/** Time for which the load goes on before a fault, during it, and after it. */
const QUIET_MS = 2_000
const AWAY_MS = 4_000
const LATER_MS = 4_000

interface Fault {
  readonly name: string
  readonly what: string
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
  const wanted = names.length === 0 ? FAULTS : FAULTS.filter(({ name }) => names.includes(name))
  if (wanted.length < names.length) {
    console.error(`Expected names among ${FAULTS.map(({ name }) => name).join(' ')}, found "${names.join(' ')}"`)
    return 2
  }
  const cluster = await startCluster()
  const rows: string[][] = []
  try {
    for (const fault of wanted) rows.push([fault.what, ...cellsOf(await underLoad(cluster, fault))])
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
  const isKept = rows.every((row) => [2, 3, 4, 8, 9, 10].every((column) => row[column] === '0') && row[7] !== '0')
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

function cellsOf({ calls, purchases }: Outcome): string[] {
  return [
    ...[calls.sent, calls.wrong, calls.lost, calls.chargedInVain, calls.uncounted],
    ...[purchases.made, purchases.tiles, purchases.wrong, purchases.lost, purchases.twice],
  ].map(String)
}

function pause(ms: number): Promise<void> {
  return new Promise((over) => setTimeout(over, ms))
}
