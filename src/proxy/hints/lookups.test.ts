import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gridDisk, latLngToCell } from 'h3-js'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { receivedCoverage } from '../../contract/service/coverage.ts'
import { type Cell, trustCell } from '../../domain/cell.ts'
import type { EditionName } from '../../domain/edition.ts'
import { parentsAround } from '../../testing/cells.ts'
import { createMemoryLedger } from '../../testing/strange-visits/memory-ledger.ts'
import { openSqliteLedger } from '../ledger/sqlite/sqlite-ledger.ts'
import { WITHOUT_SHARES } from '../upstream/free/free-shares.ts'
import { createMarketGround } from './ground/market-ground.ts'
import { createLookups } from './lookups.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lookups-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('a tile that was empty is looked up again once its period was built again', async () => {
  const revisions: Record<string, string> = { '2026-10-01': 'a', '2026-11-01': 'a' }
  const market = { country: 'es', h3_resolutions: [4, 5, 6, 7, 8] }
  const coverage = async () => receivedCoverage.parse({ countries: [market], revisions })
  let asked = 0
  const lookup = async () => ({ kind: 'ok', value: { prices_available: asked++ > 0, h3: null, zones: [] } })
  const ledger = openSqliteLedger(join(folder, 'ledger.sqlite'))
  const lookups = createLookups(ledger, {
    upstream: { lookup } as never,
    ground: createMarketGround({ coverage }),
    coverage,
    shares: WITHOUT_SHARES,
    clock: () => new Date('2026-11-21T10:00:00Z'),
  })
  const name = { as_of: '2026-11-01', lens: 'default', resolution: 8 } as EditionName
  const empty = async () => (await lookups.findEmpty(name, parentsAround(8, 1), { address: '' })).size
  expect([await empty(), await empty(), asked]).toEqual([1, 1, 1])
  revisions['2026-10-01'] = 'b'
  expect([await empty(), asked]).toEqual([1, 1])
  revisions['2026-11-01'] = 'b'
  expect([await empty(), asked]).toEqual([0, 2])
  await ledger.close()
})

it('look-ups that are late are not waited for, and their tiles count as neither empty nor outside', async () => {
  const market = { country: 'es', h3_resolutions: [4, 5, 6, 7, 8] }
  const coverage = async () => receivedCoverage.parse({ countries: [market] })
  // In the middle of the Pacific, where a look-up that names no place would show that nothing is served.
  const parents = gridDisk(latLngToCell(-30, -130, 5), 4).map(trustCell)
  const [first, second] = parents
  let asked = 0
  const lookup = async (cell: Cell) => {
    asked++
    if (cell === second) return { kind: 'ok', value: { prices_available: false, h3: null, zones: [] } }
    return cell === first ? { kind: 'failed', failure: { code: 'timeout', message: '' } } : new Promise(() => {})
  }
  const ledger = createMemoryLedger()
  const lookups = createLookups(ledger, {
    upstream: { lookup } as never,
    ground: createMarketGround({ coverage }),
    coverage,
    shares: WITHOUT_SHARES,
    clock: () => new Date('2026-11-21T10:00:00Z'),
  })
  const name = { as_of: '2026-11-01', lens: 'default', resolution: 8 } as EditionName
  // Reads the table of countries, so that nothing else takes a turn of the event loop.
  await lookups.findEmpty(name, parents.slice(0, 2), { address: '' })
  let late = 0
  const empty = await lookups.findEmpty(name, parents, { address: '', longest: 1, onLate: () => late++ })
  expect(empty).toEqual(
    new Map([
      [first, 'not_covered'],
      [second, 'no_listings'],
    ]),
  )
  expect([late, asked < parents.length]).toEqual([1, true])
})
