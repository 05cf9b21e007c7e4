// Repeatedly kills proxies that share one ledger with SIGKILL, each at a random moment while viewers buy, and compares what
// the service sold with what the ledger then holds. Held cells must not be sold again, at most the calls in flight at the
// kills may be lost, only their cells may be sold twice, and the totals must match the receipts.
//   npm run bench -- kill-purchases [ROUNDS] [--redis]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { pino } from 'pino'
import type { Cell } from '../src/domain/cell.ts'
import { lensKey } from '../src/domain/lens.ts'
import { asOfAt } from '../src/domain/period.ts'
import { tileCells } from '../src/domain/tile.ts'
import { EMBEDDED_LEDGER } from '../src/proxy/ledger/opening/ledger-file.ts'
import { type LedgerPlace, openLedger } from '../src/proxy/ledger/opening/open-ledger.ts'
import { redisKeys } from '../src/proxy/ledger/redis/redis-keys.ts'
import { parentsAround } from '../src/testing/cells.ts'
import { buildProxyProcess, type ProxyLauncher, type ProxyProcess } from '../src/testing/servers/proxy-process.ts'
import { startRedis } from '../src/testing/servers/redis-server.ts'
import { type StrangeService, startStrangeService } from '../src/testing/strange-service/start-strange-service.ts'

const PROXIES = 2
const VIEWERS = 8
/** Tiles of one view. */
const TILES = 6
/** Tiles of the area that viewers look at in one round. */
const NEAR = 30
/** Tiles that the area moves by after each round: few, so that lost tiles are requested again. */
const STEP = 6
/** Milliseconds after the first metered call of a round. */
const LONGEST_LIFE_MS = 1_500
/** Milliseconds that a service takes for a call. */
const DELAY_MS = 40
/** Metered calls that one proxy makes at once, and the most that a kill can lose. */
const AT_ONCE = 3
const BUDGET = 700
const LINES = 10
const LEASES = { ttl: 1_000, grace: 400, poll: 25 }
const NAME = { as_of: asOfAt(new Date('2026-11-21')), lens: lensKey({}), resolution: 8 as const }

/** The purchases, and the service they go to. */
interface Run {
  readonly service: StrangeService
  readonly ground: readonly Cell[]
  readonly asked: { calls: number }
  readonly launch: () => Promise<ProxyProcess>
  readonly readLedger: () => Promise<LedgerState>
  kills: number
}

interface LedgerState {
  readonly held: ReadonlySet<Cell>
  readonly tiles: number
  readonly calls: number
  /** Counted one by one, since the totals are stored separately. */
  readonly receipts: number
}

/** Returns 0 when nothing held was sold again and all totals match, else 1. */
export async function main(args: string[]): Promise<number> {
  const rounds = Number(args.find((arg) => /^\d+$/.test(arg)) ?? 200)
  const dataDir = mkdtempSync(join(tmpdir(), 'kill-purchases-'))
  const redis = args.includes('--redis') ? await startRedis() : null
  const service = await startStrangeService({ cellBudget: BUDGET, allowance: 1_000_000 })
  const launcher = await buildProxyProcess()
  try {
    return await killOften(rounds, prepare(service, launcher, { dataDir, ledgerUrl: redis?.url ?? null, rounds }))
  } finally {
    launcher.close()
    await service.close()
    await redis?.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function prepare(
  service: StrangeService,
  { launch }: ProxyLauncher,
  { rounds, ...where }: { dataDir: string; ledgerUrl: string | null; rounds: number },
): Run {
  const asked = { calls: 0 }
  Object.defineProperty(service.rules, 'delay', {
    get: () => {
      asked.calls += 0.5 // It is read twice for each call.
      return DELAY_MS
    },
  })
  const place = { ...where, serviceBaseUrl: service.url }
  const ground = parentsAround(8, (rounds + 1) * STEP + 2 * NEAR)
  return {
    service,
    ground,
    asked,
    launch: () => launch({ ...place, serviceToken: service.token, leaseTimes: LEASES, today: '2026-11-21' }),
    readLedger: () => readLedger({ ...place, log: pino({ level: 'silent' }) }, ground),
    kills: 0,
  }
}

async function killOften(rounds: number, run: Run): Promise<number> {
  const faults: string[] = []
  await learnLimits(run)
  let before = await run.readLedger()
  console.log('round  sold calls  receipts  lost  tiles held  cells sold twice')
  for (let round = 1; round <= rounds; round++) {
    const firstCall = run.service.calls.length
    const start = round * STEP
    await loadUntilKilled(run, run.ground.slice(start, start + NEAR))
    const after = await run.readLedger()
    const fault = faultOf(run, firstCall, before, after)
    if (fault !== null) faults.push(`round ${round}: ${fault}`)
    if (fault !== null || round % Math.ceil(rounds / LINES) === 0) printRound(round, run, after)
    before = after
  }
  console.log(`\nkills   ${rounds * PROXIES}\nfaults  ${faults.length}`)
  for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`)
  return faults.length === 0 ? 0 : 1
}

/** Learns the service's limits beforehand, so that kills test purchases and not learning. */
async function learnLimits({ launch, ground }: Run): Promise<void> {
  const proxy = await launch()
  await buyView(proxy.url, ground.slice(-NEAR))
  await proxy.kill()
}

/** Viewers buy views of the area from two proxies; each proxy is killed at a random moment. */
async function loadUntilKilled(run: Run, near: readonly Cell[]): Promise<void> {
  const proxies = await Promise.all(Array.from({ length: PROXIES }, run.launch))
  const viewers = proxies.flatMap((proxy) => Array.from({ length: VIEWERS / PROXIES }, () => viewOn(proxy.url, near)))
  const askedBefore = run.asked.calls
  const kills = proxies.map(async (proxy) => {
    while (run.asked.calls === askedBefore) await sleep(5)
    await sleep(Math.random() * LONGEST_LIFE_MS)
    await proxy.kill()
    run.kills++
  })
  await Promise.all([...kills, ...viewers])
  // Calls in flight are sold, although nobody gets the answer.
  while (run.asked.calls > run.service.calls.length) await sleep(5)
}

/** Runs one viewer until the proxy is gone. */
async function viewOn(url: string, ground: readonly Cell[]): Promise<void> {
  for (;;) {
    const first = Math.floor(Math.random() * (ground.length - TILES))
    try {
      await buyView(url, ground.slice(first, first + TILES))
    } catch (error) {
      // `fetch` reports connection failures as TypeErrors.
      if (error instanceof TypeError) return
      throw error
    }
  }
}

async function buyView(url: string, parents: readonly Cell[]): Promise<void> {
  const body = JSON.stringify({ ...NAME, parents })
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }
  await (await fetch(`${url}/api/purchases`, init)).text()
}

async function readLedger(place: LedgerPlace, ground: readonly Cell[]): Promise<LedgerState> {
  const ledger = await openLedger(place)
  try {
    const tiles = await Promise.all(ground.map((parent) => ledger.tile(NAME, parent)))
    const { tiles_held, calls_spent } = await ledger.totals()
    const byDay = (await ledger.spendingByDay('')).reduce((sum, { calls }) => sum + calls, 0)
    const held = new Set(ground.filter((_, index) => tiles[index] !== null))
    const receipts = place.ledgerUrl ? await countReceipts(place.ledgerUrl) : byDay
    return { held, tiles: tiles_held, calls: calls_spent, receipts }
  } finally {
    await ledger.close()
  }
}

async function countReceipts(url: string): Promise<number> {
  const client = new Redis(url)
  try {
    return await client.hlen(redisKeys(EMBEDDED_LEDGER).receipts(NAME))
  } finally {
    client.disconnect()
  }
}

function faultOf(run: Run, firstCall: number, before: LedgerState, after: LedgerState): string | null {
  const answered = run.service.calls.filter((call) => call.answered)
  const heldCells = new Set([...before.held].flatMap(tileCells))
  // A circle also includes cells in between, held or not, at no extra cost.
  const lists = run.service.calls.slice(firstCall).filter(({ answered, selector }) => answered && selector === 'h3')
  const again = lists.flatMap(({ cells }) => cells).filter((cell) => heldCells.has(cell)).length
  if (again > 0) return `${again} cells of held tiles were sold again`
  if (after.tiles !== after.held.size) return `${after.tiles} tiles are counted, and ${after.held.size} are held`
  if (after.calls !== after.receipts)
    return `${after.calls} calls are counted, and there are ${after.receipts} receipts`
  const lost = answered.length - after.calls
  if (lost < 0 || lost > run.kills * AT_ONCE) return `${lost} sold calls have no receipt after ${run.kills} kills`
  const twice = soldTwice(run)
  return twice > lost * BUDGET ? `${twice} cells were sold twice, and ${lost} calls were lost` : null
}

function soldTwice({ service }: Run): number {
  const cells = service.calls
    .filter(({ answered, selector }) => answered && selector === 'h3')
    .flatMap((call) => call.cells)
  return cells.length - new Set(cells).size
}

function printRound(round: number, run: Run, { tiles, calls }: LedgerState): void {
  const sold = run.service.calls.filter((call) => call.answered).length
  const columns: [number, number][] = [
    [round, 5],
    [sold, 10],
    [calls, 8],
    [sold - calls, 4],
    [tiles, 10],
    [soldTwice(run), 16],
  ]
  console.log(columns.map(([value, width]) => String(value).padStart(width)).join('  '))
}
