import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect } from 'vitest'
import { statsResponse } from '../contract/service/stats/stats.ts'
import type { Cell } from '../domain/cell.ts'
import { parseCurrency } from '../domain/currency.ts'
import type { EditionName } from '../domain/edition.ts'
import { lensKey } from '../domain/lens.ts'
import { parseAsOf } from '../domain/period.ts'
import { tileCells } from '../domain/tile.ts'
import type { BoughtCall, Ledger } from '../proxy/ledger/ledger.ts'
import { openRedisLedger } from '../proxy/ledger/redis/redis-ledger.ts'
import { openSqliteLedger } from '../proxy/ledger/sqlite/sqlite-ledger.ts'
import { cutAnswer } from '../proxy/tiles/cut-answer.ts'
import type { Slice } from '../proxy/tiles/slice.ts'
import { parentsAround } from './cells.ts'
import { startRedis, startRedisCluster } from './servers/redis-server.ts'
import { statsBody } from './strange-service/bodies/stats-body.ts'
import { defaultRules } from './strange-service/rules/default-rules.ts'

export const AS_OF = parseAsOf('2026-11-01') ?? expect.fail()
export const NAME = { as_of: AS_OF, lens: lensKey({}), resolution: 8 as const }
export const EUROS: EditionName = { ...NAME, currency: parseCurrency('EUR') ?? expect.fail() }
export const [PARENT, OTHER] = parentsAround(8, 2) as [Cell, Cell]

const LOG = pino({ level: 'silent' })

/** A place for ledgers: until it is cleared, each opened ledger sees what the earlier ones wrote. */
export interface TestLedgerStore {
  open(name?: string): Promise<Ledger>
  clear(): Promise<void>
  close(): Promise<void>
}

function sqliteStore(): TestLedgerStore {
  const root = mkdtempSync(join(tmpdir(), 'ledger-'))
  let folder = join(root, '0')
  let cleared = 0
  return {
    open: async (name = 'ledger') => openSqliteLedger(join(folder, 'proxy', `${name}.sqlite`)),
    clear: async () => {
      folder = join(root, String(++cleared))
    },
    close: async () => rmSync(root, { recursive: true }),
  }
}

async function redisStore(starting: Promise<Pick<Awaited<ReturnType<typeof startRedis>>, 'url' | 'clear' | 'close'>>) {
  const { url, clear, close } = await starting
  return { open: (name = 'ledger') => openRedisLedger({ url, name, log: LOG }), clear, close }
}

/** The cells of a tile from one index to another, the whole tile by default. */
export function slice(parent: Cell, first = 0, end = 343): Slice {
  return { parent, first, cells: tileCells(parent).slice(first, end) }
}

/** An answered call for these slices, with the figures of a strange service. */
export function bought(slices: Slice[], name: EditionName = NAME): BoughtCall {
  const cells = slices.flatMap((piece) => piece.cells)
  const answer = statsResponse.parse(statsBody(defaultRules(), cells, { currency: name.currency ?? 'USD' }))
  const cut = cutAnswer(answer, { ...name, slices })
  return cut.kind === 'ok'
    ? { ...cut, id: randomUUID(), name, at: new Date('2026-11-21T10:00:00Z') }
    : expect.fail(cut.reason)
}

/** Every kind of store, for `describe.each`. */
export const LEDGER_STORES: readonly (readonly [name: string, start: () => Promise<TestLedgerStore>])[] = [
  ['in an SQLite file', async () => sqliteStore()],
  ['on Redis', () => redisStore(startRedis())],
  ['on Redis Cluster', () => redisStore(startRedisCluster())],
]
