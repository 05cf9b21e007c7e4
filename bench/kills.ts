// Runs the three loops of kills in one command: of purchases (over a file and over Redis), of metering, and of builds.
// Exits with 1 where one of them lost, sold or counted something twice.
//   npm run bench -- kills [ROUNDS]
import { main as killBuilds } from './kill-builds.ts'
import { main as killMetering } from './kill-metering.ts'
import { main as killPurchases } from './kill-purchases.ts'
import { printTable } from './shared/table.ts'

const LOOPS: readonly { name: string; run: (rounds: string) => Promise<number> }[] = [
  { name: 'purchases, over a file', run: (rounds) => killPurchases([rounds]) },
  { name: 'purchases, over Redis', run: (rounds) => killPurchases([rounds, '--redis']) },
  { name: 'metering', run: (rounds) => killMetering([rounds]) },
  { name: 'builds', run: (rounds) => killBuilds(['--rounds', rounds]) },
]

export async function main([rounds = '50']: string[]): Promise<number> {
  const rows: string[][] = []
  for (const { name, run } of LOOPS) {
    console.log(`\n${name}`)
    const began = performance.now()
    const code = await run(rounds)
    rows.push([name, rounds, `${((performance.now() - began) / 60_000).toFixed(1)}`, code === 0 ? 'kept' : 'broken'])
  }
  console.log()
  printTable(['kills of', 'rounds', 'minutes', ''], rows)
  return rows.every((row) => row.at(-1) === 'kept') ? 0 : 1
}
