// Measures how long the service takes for a tile's cells, at rest and during a build of all periods that runs as the
// schedule runs it: in a separate process at the lowest priority. Uses the demonstration market; calls come at a steady
// pace, each timed from when it was due, in alternating phases of rest and building.
//   npm run bench -- serving-while-building [DATA_DIR] [--phases 6] [--seconds 10] [--rate 50]
// A given DATA_DIR is used, filled if it is empty, and kept.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import Database from 'libsql'
import { Pool } from 'undici'
import { writeCellList } from '../src/contract/service/assumptions.ts'
import { cellFromBigInt } from '../src/domain/cell.ts'
import { createAccount } from '../src/service/accounts/accounts.ts'
import { createToken } from '../src/service/accounts/tokens.ts'
import { periodsDir, publishedPeriods } from '../src/service/periods/period-folders.ts'
import { type Command, startCommand } from './shared/command.ts'
import { cellsUnder } from './shared/market.ts'
import { BENCH_PLANS } from './shared/plans.ts'
import { type Server, startServer } from './shared/program.ts'
import { median, printTable, quantile } from './shared/table.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const TILES = 200
const MOST_RATIO = 2

interface Phase {
  p50: number
  p99: number
}

interface Load {
  server: Server
  token: string
  paths: readonly string[]
  /** Calls a second. */
  rate: number
  seconds: number
}

/** Measures and prints; returns the exit code, 1 when serving is more than twice as slow while building. */
export async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      phases: { type: 'string', default: '6' },
      seconds: { type: 'string', default: '10' },
      rate: { type: 'string', default: '50' },
    },
  })
  const [named] = positionals
  const dataDir = named ?? mkdtempSync(join(tmpdir(), 'serving-while-building-'))
  try {
    await makeMarket(dataDir)
    const name = `bench-${Date.now()}`
    await createAccount({ dataDir, name, plan: 'bench', plans: BENCH_PLANS })
    const token = await createToken({ dataDir, account: name, kind: 'ro' })
    const server = await startServer('service', { dataDir, now: NOW.toISOString() })
    const paths = tilePaths(dataDir)
    try {
      const load = { server, token, paths, rate: Number(values.rate), seconds: Number(values.seconds) }
      return report(await alternate(load, dataDir, Number(values.phases)))
    } finally {
      await server.close()
    }
  } finally {
    if (!named) rmSync(dataDir, { recursive: true, force: true })
  }
}

async function makeMarket(dataDir: string): Promise<void> {
  mkdirSync(dataDir, { recursive: true })
  if (publishedPeriods(periodsDir(dataDir)).length > 0) return
  console.log('building the demonstration market and its newest period')
  await startCommand(['demo'], { dataDir, now: NOW }).ended
  await startCommand(['build', '--newest'], { dataDir, now: NOW }).ended
}

/** Returns calls for the cells of resolution 8 under some cells of resolution 5 that have listings. */
function tilePaths(dataDir: string): string[] {
  const newest = publishedPeriods(periodsDir(dataDir)).at(-1)
  const database = new Database(join(newest?.dir ?? '', 'figures.sqlite'))
  try {
    const rows = database
      .prepare('SELECT CAST(cell AS TEXT) AS cell FROM listing_cell WHERE (cell >> 52) & 15 = 5 ORDER BY cell % 10007')
      .all([]) as { cell: string }[]
    const tiles = rows.slice(0, TILES).map(({ cell }) => cellFromBigInt(BigInt(cell)))
    return tiles.map((tile) => `/stats/current?h3=${writeCellList(cellsUnder(tile))}`)
  } finally {
    database.close()
  }
}

async function alternate(load: Load, dataDir: string, phases: number): Promise<{ rest: Phase[]; building: Phase[] }> {
  const rest: Phase[] = []
  const building: Phase[] = []
  await callSteadily(load)
  for (let phase = 0; phase < phases; phase++) {
    rest.push(await callSteadily(load))
    const build = await startBuilding(dataDir, phase)
    building.push(await callSteadily(load))
    if (build.child.exitCode !== null) throw new Error('the build ended within a phase: choose fewer --seconds')
    build.child.kill('SIGKILL')
    await build.ended
  }
  return { rest, building }
}

/** Starts a build that has work to do, because its trim differs from the last one's; waits until it is under way. */
async function startBuilding(dataDir: string, phase: number): Promise<Command> {
  const command = startCommand(['build', '--trim-pct', phase % 2 === 0 ? '0.02' : '0.01'], { dataDir, now: NOW })
  setPriority(command.child.pid ?? 0, constants.priority.PRIORITY_LOW)
  while (!command.said().includes('building 2026')) await setTimeout(50)
  return command
}

/** Sends each call when it is due, however long earlier ones take. */
async function callSteadily({ server, token, paths, rate, seconds }: Load): Promise<Phase> {
  const { origin, pathname } = new URL(server.url)
  const pool = new Pool(origin, { connections: 64, pipelining: 1 })
  const headers = { authorization: `Bearer ${token}` }
  const calls: Promise<number>[] = []
  const began = performance.now()
  for (let i = 0; i < rate * seconds; i++) {
    const due = began + (i * 1000) / rate
    const early = due - performance.now()
    if (early > 0) await setTimeout(early)
    calls.push(timeCall(pool, { path: pathname + (paths[i % paths.length] ?? ''), headers, due }))
  }
  const latencies = await Promise.all(calls)
  await pool.close()
  return { p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) }
}

async function timeCall(
  pool: Pool,
  { path, headers, due }: { path: string; headers: Record<string, string>; due: number },
): Promise<number> {
  const { statusCode, body } = await pool.request({ path, method: 'GET', headers })
  const text = await body.text()
  if (statusCode !== 200) throw new Error(`${path}: expected status 200, found ${statusCode}: ${text}`)
  return performance.now() - due
}

function report({ rest, building }: { rest: Phase[]; building: Phase[] }): number {
  const ratioOf = (name: keyof Phase) =>
    median(building.map((phase) => phase[name])) / median(rest.map((phase) => phase[name]))
  const rows = (['p50', 'p99'] as const).map((name) => [
    `${name}, ms`,
    ...[rest, building].flatMap((phases) => [
      median(phases.map((phase) => phase[name])).toFixed(1),
      phases.map((phase) => phase[name].toFixed(1)).join(' '),
    ]),
    ratioOf(name).toFixed(2),
  ])
  printTable(['', 'at rest', 'of each phase', 'building', 'of each phase', 'ratio'], rows)
  console.log(`ratio of p99 should be at most ${MOST_RATIO}`)
  return ratioOf('p99') <= MOST_RATIO ? 0 : 1
}
