// Measures the time from the proxy's start until it sends a held tile, in turn with a thousand and ten thousand tiles in
// its ledger.
//   npm run bench -- proxy-start
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from 'undici'
import { fillLedger } from './shared/held-ledger.ts'
import { bundle, startServer } from './shared/program.ts'
import { median, printTable } from './shared/table.ts'
import { byTurns } from './shared/turns.ts'

const SERVICE = { serviceBaseUrl: 'http://127.0.0.1:9/public/v1', serviceToken: 'unused' }
const FEW = 1_000
const MANY = 10_000
const ROUNDS = 15
const MOST_RATIO = 1.2

/** Measures and prints; returns the exit code, 1 when many tiles slow the start by more than a fifth. */
export async function main(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'squaremetre-bench-'))
  try {
    await bundle('proxy')
    const starts = { few: await starter(join(folder, 'few'), FEW), many: await starter(join(folder, 'many'), MANY) }
    // The first start reads the program from disk and does not count.
    await starts.few()
    await starts.many()
    const { few, many } = await byTurns(starts, ROUNDS)
    const ratio = median(many.map((ms, i) => ms / (few[i] ?? Number.NaN)))
    printTable(
      ['tiles held', 'start, ms', 'ratio'],
      [
        [FEW.toLocaleString('en'), median(few).toFixed(0), '1.00'],
        [MANY.toLocaleString('en'), median(many).toFixed(0), ratio.toFixed(2)],
      ],
    )
    console.log(`ratio should be at most ${MOST_RATIO}`)
    return ratio > MOST_RATIO ? 1 : 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Starts a proxy over a ledger with that many tiles and gets the last one; returns how long both took, in ms. */
async function starter(dataDir: string, tiles: number): Promise<() => Promise<number>> {
  const path = (await fillLedger(dataDir, SERVICE.serviceBaseUrl, tiles)).at(-1) ?? ''
  return async () => {
    const began = performance.now()
    const proxy = await startServer('proxy', { dataDir, ...SERVICE }, join(dataDir, 'proxy.log'))
    const { statusCode, body } = await request(proxy.url + path)
    await body.dump()
    const ms = performance.now() - began
    await proxy.close()
    if (statusCode !== 200) throw new Error(`${path}: expected status 200, found ${statusCode}`)
    return ms
  }
}
