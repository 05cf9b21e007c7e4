import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Ledger } from '../ledger/ledger.ts'
import { openSqliteLedger } from '../ledger/sqlite/sqlite-ledger.ts'
import { createReserve } from './reserve.ts'

const RESERVE = 7

let folder: string
let ledger: Ledger

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reserve-'))
  ledger = openSqliteLedger(join(folder, 'ledger.sqlite'))
})
afterEach(async () => {
  await ledger.close()
  rmSync(folder, { recursive: true })
})

/** A proxy's reserve, with what its last answer said is left. */
function startReserve(remaining: number) {
  const usage = { used: null, remaining, limit: null, resetsAt: null, degraded: false, isCounted: true }
  const reserve = createReserve(RESERVE, { allowance: async () => usage, group: async () => 'current' }, ledger)
  const take = async () => {
    const place = await reserve.take()
    return place.kind === 'taken' ? () => place.release(true) : null
  }
  return { take, hear: (left: number) => Object.assign(usage, { remaining: left }) }
}

it('is kept when calls of two proxies are counted in another order than they were admitted', async () => {
  const [one, other] = [startReserve(10), startReserve(10)]
  const [releaseOne, releaseOther] = [await one.take(), await other.take()]
  // The second call is counted first, and the first one before the third: neither proxy hears of all three.
  other.hear(9)
  releaseOther?.()
  expect(await other.take()).not.toBeNull()
  one.hear(8)
  releaseOne?.()
  expect(await one.take()).toBeNull()
})

it('a proxy spends every call above it', async () => {
  const proxy = startReserve(10)
  for (const left of [9, 8, 7]) {
    const release = await proxy.take()
    expect(release).not.toBeNull()
    proxy.hear(left)
    release?.()
  }
  expect(await proxy.take()).toBeNull()
})
