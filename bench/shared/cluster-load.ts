import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { decodeTile } from '../../src/contract/figure-tile.ts'
import { IDEMPOTENCY_KEY } from '../../src/contract/limits.ts'
import { writeCellList } from '../../src/contract/service/assumptions.ts'
import { type Cell, cellToDecimal } from '../../src/domain/cell.ts'
import { figuresOf } from '../../src/domain/figure.ts'
import { lensKey } from '../../src/domain/lens.ts'
import { asOfAt } from '../../src/domain/period.ts'
import { tileCells } from '../../src/domain/tile.ts'
import { openLedger } from '../../src/proxy/ledger/opening/open-ledger.ts'
import { readPurchaseEvents } from '../../src/testing/proxy-under-test.ts'
import type { Cluster } from './cluster.ts'
import { MARKET_NOW, marketTiles } from './market.ts'

/** The outcomes of the interface clients' calls and the page readers' purchases. */
export interface Outcome {
  readonly calls: { sent: number; wrong: number; lost: number; chargedInVain: number; uncounted: number }
  /** `tiles` were compared, one by one. */
  readonly purchases: { made: number; tiles: number; wrong: number; lost: number; twice: number }
  /** How calls were lost, with how often. */
  readonly reasons: ReadonlyMap<string, number>
}

/** Clients of the interface, each with one call at a time. */
export const CLIENTS = 6
/** Readers of the page, each with one purchase at a time. */
export const READERS = 3
const TILES = 40
/** Tiles of one view. */
const VIEW = 3
/** A page keeps retrying for this long. */
const PATIENCE_MS = 45_000
/** The engines add up averages in another order; tiles are cut off after five digits. */
const SAME = 1e-12
const SAME_IN_TILE = 1.1e-4
const AS_OF = asOfAt(new Date(MARKET_NOW))

interface Row {
  readonly h3: string
  readonly [name: string]: unknown
}

let loads = 0

/** Starts clients and readers, which run until `end`. */
export async function startClusterLoad(cluster: Cluster): Promise<{ end(): Promise<Outcome> }> {
  const tiles = marketTiles(TILES)
  const number = loads++
  const paths = tiles.slice(0, 12).flatMap((tile) => {
    const cells = `/stats/current?h3=${writeCellList(tileCells(tile))}`
    return [cells, `${cells}&property_type=house`, `${cells}&min_price_usd=150000`]
  })
  const expected = new Map<string, readonly Row[]>()
  for (const path of paths) expected.set(path, await referenceRows(cluster, path))
  const before = await chargedOf(cluster)
  const [calls, purchases] = [
    { sent: 0, wrong: 0, lost: 0, answered: 0 },
    { made: 0, tiles: 0, wrong: 0, lost: 0 },
  ]
  const reasons = new Map<string, number>()
  let isOver = false
  const client = async () => {
    while (!isOver) {
      const path = paths[Math.floor(Math.random() * paths.length)] ?? ''
      calls.sent++
      const rows = await answerOf(cluster.interfaceUrl + path, cluster.clientToken)
      if (typeof rows === 'string') {
        calls.lost++
        reasons.set(rows, (reasons.get(rows) ?? 0) + 1)
      } else {
        calls.answered++
        if (!areSame(rows, expected.get(path) ?? [])) calls.wrong++
      }
      await sleep(10)
    }
  }
  const reader = async (own: number) => {
    for (let turn = 0; !isOver; turn++) {
      const max_price_usd = 300_000 + 1_000 * number + 100 * own + (turn % 50)
      const first = Math.floor(Math.random() * (TILES - VIEW))
      const parents = tiles.slice(first, first + VIEW)
      purchases.made++
      if (!(await buyView(cluster, lensKey({ max_price_usd: String(max_price_usd) }), parents))) purchases.lost++
      for (const parent of parents) {
        const isRight = await isTileRight(cluster, max_price_usd, parent)
        if (isRight !== null) purchases.tiles++
        if (isRight === false) purchases.wrong++
      }
    }
  }
  const workers = [
    ...Array.from({ length: CLIENTS }, client),
    ...Array.from({ length: READERS }, (_, own) => reader(own)),
  ]
  return {
    async end() {
      isOver = true
      await Promise.all(workers)
      // A call that nobody waits for any more is still charged.
      await sleep(1_000)
      const after = await chargedOf(cluster)
      const charged = after.clients - before.clients
      const { answered, ...of } = calls
      return {
        calls: { ...of, chargedInVain: Math.max(0, charged - answered), uncounted: Math.max(0, answered - charged) },
        purchases: {
          ...purchases,
          twice: Math.max(0, after.proxies - before.proxies - (after.bought - before.bought)),
        },
        reasons,
      }
    },
  }
}

async function referenceRows({ reference }: Cluster, path: string): Promise<readonly Row[]> {
  const rows = await answerOf(reference.url + path, reference.token)
  if (typeof rows === 'string') throw new Error(`Expected figures of ${path.slice(0, 60)} from files, found ${rows}`)
  return rows
}

/** The rows of a response; a text when there is none, or another one. */
async function answerOf(url: string, token: string): Promise<readonly Row[] | string> {
  try {
    const headers = { authorization: `Bearer ${token}`, [IDEMPOTENCY_KEY]: randomUUID() }
    const answer = await fetch(url, { headers })
    const text = await answer.text()
    if (answer.status !== 200) return `status ${answer.status}`
    return (JSON.parse(text) as { stats: readonly Row[] }).stats
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } }
    return cause?.code ?? String(error)
  }
}

function areSame(rows: readonly Row[], expected: readonly Row[]): boolean {
  return rows.length === expected.length && rows.every((row, i) => isSameRow(row, expected[i]))
}

function isSameRow(row: Row, expected: Row | undefined): boolean {
  return Object.entries(row).every(([name, value]) => {
    const other = expected?.[name]
    if (typeof value !== 'number' || typeof other !== 'number') return value === other
    return Math.abs(value - other) <= SAME * Math.abs(other)
  })
}

/** Buys tiles as the page does: asks again while a proxy fails. Returns whether all are held in the end. */
async function buyView({ pageUrl }: Cluster, lens: string, parents: readonly Cell[]): Promise<boolean> {
  const until = performance.now() + PATIENCE_MS
  while (performance.now() < until) {
    try {
      const bought = await fetch(`${pageUrl}/api/purchases`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ as_of: AS_OF, lens, resolution: 8, parents }),
      })
      if (bought.ok) {
        const { all } = readPurchaseEvents(await bought.text())
        const known = new Set([...all('tile'), ...all('no_listings')].map(({ parent }) => parent))
        if (parents.every((parent) => known.has(parent))) return true
      }
    } catch {
      // A connection that ends in the middle is what this is about: the page asks again.
    }
    await sleep(500)
  }
  return false
}

/** Compares a held tile with the figures from files; null when a proxy that holds it cannot be reached now. */
async function isTileRight(cluster: Cluster, max_price_usd: number, parent: Cell): Promise<boolean | null> {
  const address = `${cluster.pageUrl}/api/tiles/${AS_OF}/${lensKey({ max_price_usd: String(max_price_usd) })}/8/${parent}`
  const held = await fetch(address).catch(() => null)
  if (held?.status !== 200) return null
  const cells = tileCells(parent)
  const figures = figuresOf(decodeTile(new Uint8Array(await held.arrayBuffer())))
  const path = `/stats/current?h3=${writeCellList(cells)}&max_price_usd=${max_price_usd}`
  const rows = new Map((await referenceRows(cluster, path)).map((row) => [row.h3, row]))
  return cells.every((cell, i) => {
    const [found, row] = [figures[i]?.median_price ?? null, rows.get(cellToDecimal(cell))?.median_price ?? null]
    if (typeof found !== 'number' || typeof row !== 'number') return found === row
    return Math.abs(found - row) <= SAME_IN_TILE * row
  })
}

/** What both accounts were charged so far, and the calls whose cells the ledger has. */
async function chargedOf({ redis, accounts, interfaceUrl }: Cluster) {
  const client = new Redis(`${redis.url}/1`)
  const ledger = await openLedger({
    ...{ dataDir: '', ledgerUrl: `${redis.url}/0`, serviceBaseUrl: interfaceUrl },
    log: pino({ level: 'silent' }),
  })
  try {
    const sum = async (account: string) => {
      const keys = await client.keys(`squaremetre:{account ${account}}:spent:current:*`)
      const counts = await Promise.all(keys.map((key) => client.get(key)))
      return counts.reduce((total, count) => total + Number(count), 0)
    }
    const { calls_spent: bought } = await ledger.totals()
    return { clients: await sum(accounts.clients), proxies: await sum(accounts.proxies), bought }
  } finally {
    client.disconnect()
    await ledger.close()
  }
}
