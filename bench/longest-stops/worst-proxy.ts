import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { PART_TILES_MAX, PURCHASE_TILES_MAX } from '../../src/contract/proxy-api.ts'
import { tileCells } from '../../src/domain/tile.ts'
import { ledgerFile } from '../../src/proxy/ledger/opening/ledger-file.ts'
import { startStrangeService } from '../../src/testing/strange-service/start-strange-service.ts'
import { fillLedger, fillParts } from '../shared/held-ledger.ts'
import { type Restarting, startRestarting, startServer } from '../shared/program.ts'
import { longestAnswer } from './worst-answers.ts'
import type { WorstInput } from './worst-inputs.ts'
import { proxyInputs } from './worst-inputs-proxy.ts'
import {
  AS_OF,
  aroundParis,
  BASEMAP_RANGE,
  HELD_TILES,
  LENSES,
  NOW,
  PAGE_BYTES,
  RECEIPTS,
} from './worst-proxy-holds.ts'

/** Runs a proxy that holds much, over a service that answers at length, while `use` sends it the worst input of each route. */
export async function withWorstProxy<Result>(
  use: (server: Restarting, inputs: readonly WorstInput[]) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'squaremetre-stops-'))
  const service = await startStrangeService({
    cellBudget: 100_000,
    urlLimit: 60_000,
    allowance: 1_000_000,
    hasFigures: () => true,
    places: { large: aroundParis(PURCHASE_TILES_MAX).flatMap(tileCells) },
    freeFault: longestAnswer,
  })
  const dataDir = join(folder, 'proxy')
  const paths = await fillLedger(dataDir, service.url, HELD_TILES)
  const parts = await fillParts(dataDir, service.url, PART_TILES_MAX)
  spendForAYear(join(dataDir, 'proxy', ledgerFile({ serviceBaseUrl: service.url })))
  const pageDir = join(folder, 'page')
  mkdirSync(join(pageDir, 'assets'), { recursive: true })
  writeFileSync(join(pageDir, 'index.html'), '<!doctype html>')
  writeFileSync(join(pageDir, 'assets', 'app.js'), randomBytes(PAGE_BYTES / 2).toString('hex'))
  const tiles = join(folder, 'streets.pmtiles')
  writeFileSync(tiles, randomBytes(BASEMAP_RANGE))
  const basemap = { source: { kind: 'file', path: tiles }, isShownAtOnce: false }
  const input = { dataDir, serviceBaseUrl: service.url, serviceToken: service.token, pageDir, now: NOW, basemap }
  const server = await startRestarting(() => startServer('proxy', input, join(folder, 'proxy.log')))
  try {
    return await use(server, proxyInputs(service, { paths, parts }))
  } finally {
    await server.close()
    await service.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function spendForAYear(file: string): void {
  const database = new Database(file)
  const insert = database.prepare(
    'INSERT INTO receipt (at, as_of, lens, resolution, cells, rows) VALUES (?, ?, ?, 8, 343, 100)',
  )
  database.transaction(() => {
    for (let i = 0; i < RECEIPTS; i++) {
      const day = new Date(Date.parse(NOW) - (i % 365) * 86_400_000)
      insert.run(day.toISOString(), AS_OF, `rooms=${i % LENSES}`)
    }
  })()
  database.close()
}
