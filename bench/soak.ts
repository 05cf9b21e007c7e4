// Lets 200 viewers look at a moving map over two proxies that share a Redis, for an hour, while the service fails and
// heals, Redis is frozen or full, and one of the proxies is killed again and again; beside it, builds are killed. Afterwards
// nothing may be lost, sold twice or wrong, everything must have healed, and the memory of the proxy that was never
// killed must have stayed flat after its warm-up.
//   npm run bench -- soak [--minutes 60] [--viewers 200] [--builds ROUNDS]
import { setMaxListeners } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { openLedger } from '../src/proxy/ledger/opening/open-ledger.ts'
import { parentsAround } from '../src/testing/cells.ts'
import { startRedis, type TestRedis } from '../src/testing/servers/redis-server.ts'
import { type StrangeService, startStrangeService } from '../src/testing/strange-service/start-strange-service.ts'
import { main as killBuilds } from './kill-builds.ts'
import { type Server, startServer } from './shared/program.ts'
import { type Scene, type Seen, watchOn } from './shared/soak-viewers.ts'
import { median, printTable } from './shared/table.ts'

const NOW = '2026-11-21T10:00:00Z'
const BUDGET = 1_000
/** Metered calls that one proxy makes at once: the most that a kill can lose. */
const AT_ONCE = 3
/** Tiles that viewers look at in one moment, and how many of them are new after a minute. */
const GROUND = { tiles: 60, newPerMinute: 40 } as const
const EVENT_MS = 5_000
const CALM_MS = 10_000
const LOOK_MS = 2_000
/** Starts of a proxy in succession, and the pause between them. */
const MOST_STARTS = 5
const START_PAUSE_MS = 5_000
/** Memory after the warm-up, to which the end is compared: the first fifth of the time is not counted. */
const WARM_UP = 0.2
const MOST_GROWTH = 0.1

export async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: 'string', default: '60' },
      viewers: { type: 'string', default: '200' },
      builds: { type: 'string' },
    },
  })
  const minutes = Number(values.minutes)
  const folder = mkdtempSync(join(tmpdir(), 'squaremetre-soak-'))
  const redis = await startRedis()
  const service = await startStrangeService({ cellBudget: BUDGET, allowance: 10_000_000, delay: 20 })
  try {
    const rounds = Number(values.builds ?? Math.max(2, Math.round(minutes)))
    return await soak({ folder, redis, service, minutes, viewers: Number(values.viewers), rounds })
  } finally {
    await service.close()
    await redis.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Soak {
  readonly folder: string
  readonly redis: TestRedis
  readonly service: StrangeService
  readonly minutes: number
  readonly viewers: number
  /** Builds to kill meanwhile. */
  readonly rounds: number
}

async function soak({ folder, redis, service, minutes, viewers, rounds }: Soak): Promise<number> {
  const start = (name: string) =>
    startServer(
      'proxy',
      {
        dataDir: join(folder, name),
        ledgerUrl: redis.url,
        serviceBaseUrl: service.url,
        serviceToken: service.token,
        now: NOW,
        access: { trustedProxies: ['loopback'] },
      },
      join(folder, `${name}.log`),
    )
  /** As a supervisor does: a program that ended because its Redis had not come back yet is started again. */
  const startAgain = async (name: string): Promise<Server> => {
    for (let tries = 1; ; tries++) {
      try {
        return await start(name)
      } catch (error) {
        if (tries === MOST_STARTS) throw error
        await sleep(START_PAUSE_MS)
      }
    }
  }
  const lasting = await start('lasting')
  let killed = await start('killed')
  let kills = 0
  const began = performance.now()
  const ms = 60_000 * minutes
  const elapsed = () => performance.now() - began
  const all = parentsAround(8, GROUND.tiles + Math.ceil(GROUND.newPerMinute * minutes))
  const scene: Scene = {
    service,
    urlOf: (viewer) => new URL((viewer % 2 === 0 ? lasting : killed).url).origin,
    ground: () => {
      const first = Math.min(all.length - GROUND.tiles, Math.floor((GROUND.newPerMinute * elapsed()) / 60_000))
      return all.slice(first, first + GROUND.tiles)
    },
  }
  const seen: Seen = { views: 0, tiles: 0, wrong: 0, cutOff: 0, refused: new Map() }
  const over = new AbortController()
  // Each viewer waits for it.
  setMaxListeners(0, over.signal)
  const memory: { at: number; mb: number }[] = []
  const events: (readonly [name: string, run: () => Promise<void>])[] = [
    [
      'the service is down',
      async () =>
        during(
          () => service.goDown(),
          () => service.comeBack(),
        ),
    ],
    [
      'the service fails',
      async () =>
        during(
          async () => {
            service.rules.meteredFault = { kind: 'status', status: 503 }
          },
          async () => {
            service.rules.meteredFault = null
          },
        ),
    ],
    [
      'Redis is frozen',
      async () =>
        during(
          async () => redis.freeze(),
          async () => redis.thaw(),
        ),
    ],
    [
      // As its disk would be: whatever is to be written is refused, and what is held can be read.
      'Redis is full',
      async () =>
        during(
          async () => void (await redis.run(['CONFIG', 'SET', 'maxmemory', '1'])),
          async () => void (await redis.run(['CONFIG', 'SET', 'maxmemory', '0'])),
        ),
    ],
    [
      'a proxy is killed',
      async () => {
        process.kill(killed.pid, 'SIGKILL')
        kills++
        killed = await startAgain('killed')
      },
    ],
  ]
  const troubles = async () => {
    for (let round = 0; elapsed() < ms; round++) {
      await sleep(Math.min(CALM_MS, Math.max(0, ms - elapsed())))
      const [name, run] = events[round % events.length] ?? raise('expected an event')
      await run()
      const mb = memory.at(-1)?.mb.toFixed(0) ?? '?'
      console.log(
        `${(elapsed() / 60_000).toFixed(1)} min: ${name}; ${seen.views} views, ${service.calls.length} calls, ${mb} MB`,
      )
    }
    over.abort()
  }
  const weigh = async () => {
    while (!over.signal.aborted) {
      memory.push({ at: elapsed() / ms, mb: (await lasting.ask('bytes')) / 2 ** 20 })
      await sleep(LOOK_MS)
    }
  }
  const builds = rounds === 0 ? 0 : killBuilds(['--rounds', String(rounds)])
  await Promise.all([watchOn(scene, viewers, seen, over.signal), troubles(), weigh()])
  const healed = await areHealed([lasting, killed])
  const again = await secondLook(scene, viewers, service)
  const counted = await countedCalls(folder, redis, service)
  const buildFaults = await builds
  await Promise.all([lasting.close(), killed.close()])
  return report({ seen, kills, healed, again, counted, buildFaults, growth: growthOf(memory), service })
}

async function during(begin: () => Promise<void>, end: () => Promise<void>): Promise<void> {
  await begin()
  await sleep(EVENT_MS)
  await end()
}

/** Waits until all proxies are ready; false when one is not after a minute. */
async function areHealed(servers: readonly Server[]): Promise<boolean> {
  for (let looks = 0; looks < 60; looks++) {
    const answers = await Promise.all(servers.map(async ({ url }) => (await fetch(new URL('/readyz', url))).text()))
    if (answers.every((text) => text.includes('"ready"'))) return true
    await sleep(1_000)
  }
  return false
}

/** Looks at the last ground twice; returns the calls that the second time cost. */
async function secondLook(scene: Scene, viewers: number, service: StrangeService): Promise<number> {
  const buyAll = async (viewer: number) => {
    const body = JSON.stringify({ as_of: '2026-11-01', lens: 'default', resolution: 8, parents: scene.ground() })
    const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': '198.51.100.1' }
    await (await fetch(`${scene.urlOf(viewer)}/api/purchases`, { method: 'POST', headers, body })).text()
  }
  await buyAll(viewers)
  const before = service.calls.length
  await buyAll(viewers + 1)
  return service.calls.length - before
}

async function countedCalls(dataDir: string, redis: TestRedis, service: StrangeService): Promise<number> {
  const log = pino({ level: 'silent' })
  const ledger = await openLedger({ dataDir, ledgerUrl: redis.url, serviceBaseUrl: service.url, log })
  try {
    return (await ledger.totals()).calls_spent
  } finally {
    await ledger.close()
  }
}

/** How much more memory was in use in the last fifth than in the first one after the warm-up, as a share. */
function growthOf(memory: readonly { at: number; mb: number }[]): number {
  const between = (from: number, to: number) =>
    median(memory.filter(({ at }) => at >= from && at < to).map(({ mb }) => mb))
  return between(0.8, 2) / between(WARM_UP, 0.4) - 1
}

interface Findings {
  readonly seen: Seen
  readonly kills: number
  readonly healed: boolean
  readonly again: number
  readonly counted: number
  readonly buildFaults: number
  readonly growth: number
  readonly service: StrangeService
}

function report({ seen, kills, healed, again, counted, buildFaults, growth, service }: Findings): number {
  const sold = service.calls.filter(({ answered }) => answered).length
  const lost = sold - counted
  const twice = service.boughtTwice()
  const refused = [...seen.refused].map(([code, count]) => `${code} × ${count}`).join(', ') || 'none'
  const rows: [what: string, found: string, bound: string, isKept: boolean][] = [
    ['views', `${seen.views}, of which ${seen.cutOff} cut off`, 'some', seen.views > 0],
    ['refusals', refused, 'only while something failed', true],
    ['wrong figures', `${seen.wrong} in ${seen.tiles} tiles`, 'none', seen.wrong === 0 && seen.tiles > 0],
    [
      'calls sold, and counted',
      `${sold}, ${counted}`,
      `${AT_ONCE} lost at each of ${kills} kills`,
      lost >= 0 && lost <= AT_ONCE * kills,
    ],
    ['cells sold twice', String(twice), 'only those of lost calls', twice <= lost * BUDGET],
    ['calls of a second look', String(again), '0', again === 0],
    ['healed', healed ? 'yes' : 'no', 'yes', healed],
    [
      'memory, after warm-up',
      `${(100 * growth).toFixed(1)} %`,
      `at most ${100 * MOST_GROWTH} % more`,
      growth <= MOST_GROWTH,
    ],
    ['killed builds', buildFaults === 0 ? 'no faults' : 'faults', 'no faults', buildFaults === 0],
  ]
  console.log()
  printTable(
    ['', 'found', 'bound', ''],
    rows.map(([what, found, bound, isKept]) => [what, found, bound, isKept ? 'kept' : 'broken']),
  )
  return rows.every(([, , , isKept]) => isKept) ? 0 : 1
}

function raise(message: string): never {
  throw new Error(message)
}
