// Repeatedly kills services that share one folder with SIGKILL, each at a random moment under metered load, and compares
// their counts with what clients got: every answered request must be counted, and nothing may be counted that was not
// sent.
//   npm run bench -- kill-metering [ROUNDS] [CONNECTIONS] [SERVICES]
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import Database from 'libsql'
import { z } from 'zod'
import { buildServer } from '../scripts/build.js'
import { createAccount } from '../src/service/accounts/accounts.ts'
import { createToken } from '../src/service/accounts/tokens.ts'
import { PLANS, type Plans } from '../src/service/plans/plans.ts'

/** A cell without listings: the answer is empty, and counted. */
const METERED = '/stats/current?lat=-48.88&lng=-123.39&radius_km=1'
const LONGEST_LIFE_MS = 600
const LINES = 10

const PLENTY = 100_000_000
const PLANS_OF_BENCH: Plans = {
  vast: {
    ...PLANS.large,
    allowance: { current: PLENTY, history: PLENTY },
    rate_per_min: { current: PLENTY, history: PLENTY, metadata: PLENTY },
  },
}

/** Requests of clients: those answered with 200, and those that kills cut off. */
interface Tally {
  answered: number
  cutOff: number
}
interface Counted {
  readonly byCycle: number
  readonly byDay: number
  readonly integrity: string
}
interface Service {
  readonly url: string
  kill(): Promise<void>
}

/** Returns 0 when no request was lost or counted in excess, else 1. */
export async function main([rounds = '200', connections = '32', services = '2']: string[]): Promise<number> {
  await buildServer()
  const dataDir = mkdtempSync(join(tmpdir(), 'kill-metering-'))
  try {
    return await killOften(dataDir, {
      rounds: Number(rounds),
      connections: Number(connections),
      services: Number(services),
    })
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function killOften(
  dataDir: string,
  { rounds, connections, services }: { rounds: number; connections: number; services: number },
): Promise<number> {
  await createAccount({ dataDir, name: 'bench', plan: 'vast', plans: PLANS_OF_BENCH })
  const token = await createToken({ dataDir, account: 'bench', kind: 'ro' })
  const plansFile = join(dataDir, 'plans.json')
  writeFileSync(plansFile, JSON.stringify({ default_plan: 'vast', plans: PLANS_OF_BENCH }))
  const tally: Tally = { answered: 0, cutOff: 0 }
  const faults: string[] = []
  console.log('round  answered  cut off  counted  by day  file')
  for (let round = 1; round <= rounds; round++) {
    const running = await Promise.all(Array.from({ length: services }, () => startService(dataDir, plansFile)))
    const load = { token, connections: Math.ceil(connections / services), tally }
    await Promise.all(running.map((service) => loadUntilKilled(service, load)))
    const counted = readCounted(dataDir)
    const fault = faultOf(tally, counted)
    if (fault) faults.push(`round ${round}: ${fault}`)
    if (fault || round % Math.ceil(rounds / LINES) === 0) printRound(round, tally, counted)
  }
  console.log(`\nkills   ${rounds * services}\nfaults  ${faults.length}`)
  for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`)
  return faults.length === 0 ? 0 : 1
}

function faultOf({ answered, cutOff }: Tally, { byCycle, byDay, integrity }: Counted): string | null {
  if (integrity !== 'ok') return `the file is broken: ${integrity}`
  if (byCycle < answered) return `${answered - byCycle} answered requests are not counted`
  if (byCycle > answered + cutOff) return `${byCycle - answered - cutOff} requests are counted that nobody sent`
  return byDay === byCycle ? null : `${byDay} are counted by day, ${byCycle} by cycle`
}

function printRound(round: number, { answered, cutOff }: Tally, { byCycle, byDay, integrity }: Counted): void {
  const cells: [number | string, number][] = [
    [round, 5],
    [answered, 8],
    [cutOff, 7],
    [byCycle, 7],
    [byDay, 6],
  ]
  console.log(`${cells.map(([value, width]) => String(value).padStart(width)).join('  ')}  ${integrity}`)
}

/** Sends requests over all connections until the service is killed, at a random moment after its first answer. */
async function loadUntilKilled(
  { url, kill }: Service,
  { token, connections, tally }: { token: string; connections: number; tally: Tally },
): Promise<void> {
  const askOnce = async (): Promise<boolean> => {
    const answer = await send(url + METERED, token)
    if (answer === 'cut off') tally.cutOff++
    if (typeof answer === 'string') return false
    if (answer.status !== 200) throw new Error(`${url}${METERED}: expected status 200, found ${answer.status}`)
    tally.answered++
    // The status makes it answered, whatever happens to the body.
    await answer.arrayBuffer().catch(() => null)
    return true
  }
  const askOn = async () => {
    while (await askOnce());
  }
  await askOnce()
  const life = new Promise((over) => setTimeout(over, Math.random() * LONGEST_LIFE_MS)).then(kill)
  await Promise.all([life, ...Array.from({ length: connections }, askOn)])
}

/** Returns a request's answer, or how its connection failed: refused before anything was sent, or cut off after. */
async function send(url: string, token: string): Promise<Response | 'refused' | 'cut off'> {
  try {
    return await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  } catch (error) {
    // `fetch` reports connection failures as TypeErrors.
    if (!(error instanceof TypeError)) throw error
    return (error.cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED' ? 'refused' : 'cut off'
  }
}

async function startService(dataDir: string, plansFile: string): Promise<Service> {
  const program = pathToFileURL('dist/cli/main.js').href
  const script = `const { runCommandLine } = await import('${program}'); await runCommandLine(['service', '--port', '0'], {})`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, PLANS_FILE: plansFile },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(child, 'exit')
  const url = await addressOf(child, gone)
  return {
    url,
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
  }
}

async function addressOf(child: ChildProcess, gone: Promise<unknown>): Promise<string> {
  if (!child.stdout) throw new Error('the service has no stdout')
  const first = once(child.stdout.setEncoding('utf8'), 'data')
  const ended = gone.then(() =>
    Promise.reject(new Error(`the service exited with code ${child.exitCode} before it was ready`)),
  )
  ended.catch(() => {})
  const [line] = await Promise.race([first, ended])
  return String(line).trim()
}

const total = z.object({ total: z.number().nullable() })
const check = z.object({ integrity_check: z.string() })

function readCounted(dataDir: string): Counted {
  const database = new Database(join(dataDir, 'service', 'accounts.sqlite'))
  try {
    const sum = (table: 'spent' | 'spent_day') =>
      total.parse(database.prepare(`SELECT sum(used) AS total FROM ${table}`).get([])).total ?? 0
    const { integrity_check } = check.parse(database.prepare('PRAGMA integrity_check').get([]))
    return { byCycle: sum('spent'), byDay: sum('spent_day'), integrity: integrity_check }
  } finally {
    database.close()
  }
}
