// Measures what the checks of one request cost the service, call by call and in turn within one run. The last column is
// the ratio to reading the token, which every request needs.
//   npm run bench -- metering-cost [CALLS]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { createAccount } from '../src/service/accounts/accounts.ts'
import { openSqliteAccounts } from '../src/service/accounts/sqlite-accounts.ts'
import { createToken } from '../src/service/accounts/tokens.ts'
import { createMemoryCounts } from '../src/service/metering/rate-limiter.ts'
import { openRateCounts } from '../src/service/metering/rate-store.ts'

const PLENTY = 1_000_000_000
const BATCH = 50

export async function main([calls = '5000']: string[]): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), 'metering-cost-'))
  await createAccount({ dataDir, name: 'bench' })
  const token = await createToken({ dataDir, account: 'bench', kind: 'ro' })
  const store = openSqliteAccounts(dataDir, 'serving')
  const fail = (error: unknown) => {
    throw error
  }
  const faultsOf = () => ({ begin: fail, end: () => {} })
  const rates = openRateCounts(dataDir, { log: pino({ level: 'silent' }), faultsOf })
  const memory = createMemoryCounts()
  const balance = { account: 1, quota_group: 'current', cycle: '2026-11-01', day: '2026-11-20' } as const
  try {
    report(
      measureInTurn(Number(calls), {
        'read the token': () => store.callerOf(token),
        'read what is spent': () => store.used(balance),
        'count the minute, in memory': () => memory.take(7, '1 current', PLENTY),
        'count the minute, in the store': () => rates.take(7, '1 current', PLENTY),
        'charge the cycle and the day': () => store.charge(balance, PLENTY),
      }),
    )
    return 0
  } finally {
    store.close()
    rates.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Returns the microseconds of each call, sorted. Calls take turns in batches, so that a slow moment affects all of them. */
function measureInTurn(calls: number, named: Record<string, () => unknown>): Map<string, number[]> {
  const times = new Map(Object.keys(named).map((name) => [name, [] as number[]]))
  for (let done = -BATCH; done < calls; done += BATCH) {
    for (const [name, call] of Object.entries(named)) {
      for (let i = 0; i < BATCH; i++) {
        const start = performance.now()
        call()
        // The first batch is a warm-up.
        if (done >= 0) times.get(name)?.push((performance.now() - start) * 1_000)
      }
    }
  }
  for (const list of times.values()) list.sort((a, b) => a - b)
  return times
}

function report(times: Map<string, number[]>): void {
  const at = (list: readonly number[], quantile: number) => list[Math.floor(quantile * (list.length - 1))] ?? Number.NaN
  const [unit = []] = times.values()
  console.log(`${''.padEnd(32)}median µs    p99 µs   ratio`)
  for (const [name, list] of times) {
    const ratio = at(list, 0.5) / at(unit, 0.5)
    const cells = [at(list, 0.5).toFixed(1), at(list, 0.99).toFixed(1)].map((cell) => cell.padStart(9))
    console.log(`${name.padEnd(32)}${cells.join(' ')}  ${ratio.toFixed(2).padStart(6)}`)
  }
}
