import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cell, cellToBigInt } from '../../domain/cell.ts'
import { parseCurrency } from '../../domain/currency.ts'
import type { EditionName } from '../../domain/edition.ts'
import { lensKey } from '../../domain/lens.ts'
import { parseAsOf } from '../../domain/period.ts'
import { tileCells } from '../../domain/tile.ts'
import { parentsAround } from '../../testing/cells.ts'
import { type ProxyUnderTest, startProxyUnderTest } from '../../testing/proxy-under-test.ts'
import { type StrangeService, startStrangeService } from '../../testing/strange-service/start-strange-service.ts'
import { TileStore } from '../tiles/tile-store.ts'

const NAME: EditionName = { as_of: parseAsOf('2026-11-01') ?? expect.fail(), lens: lensKey({}), resolution: 8 }
const EUROS: EditionName = { ...NAME, currency: parseCurrency('EUR') ?? expect.fail() }
const [TILE] = parentsAround(8, 1) as [Cell]

let service: StrangeService
let proxy: ProxyUnderTest

beforeAll(async () => {
  service = await startStrangeService({
    unitsPerUsd: (currency, cell) => (currency === 'USD' ? 1 : 0.9 + Number(cellToBigInt(cell) % 97n) / 1_000),
  })
  proxy = await startProxyUnderTest(service)
})
afterAll(async () => {
  await proxy.close()
  await service.close()
})

function openStore(): TileStore {
  const store = new TileStore({
    baseUrl: proxy.url,
    send: (input, init) => fetch(input, init),
    now: () => 0,
    capacity: 10,
    onPeriod: (as_of) => expect.fail(`moved to ${as_of}`),
    onMeter: () => {},
  })
  store.openLedger('one')
  return store
}

test('figures bought in another currency are kept beside those in USD, in the page and in the proxy', async () => {
  const store = openStore()
  for (const name of [NAME, EUROS]) {
    await store.ensureHeld(name, [TILE])
    expect(store.stateOf(name, TILE).kind).toBe('not_held')
    await store.requestPurchase(name, [TILE])
  }
  expect([store.edition(NAME)?.currency, store.edition(EUROS)?.currency]).toEqual(['USD', 'EUR'])
  const priced = tileCells(TILE).filter((cell) => store.cellOf(NAME, cell).figure !== null)
  const ratios = priced.map((cell) => {
    const [usd, eur] = [NAME, EUROS].map((name) => store.cellOf(name, cell).figure?.median_price ?? 0)
    return (eur ?? 0) / (usd ?? 1)
  })
  expect(Math.min(...ratios)).toBeCloseTo(0.9, 1)
  expect(Math.max(...ratios)).toBeGreaterThan(0.98)

  const other = openStore()
  await other.ensureHeld(EUROS, [TILE])
  expect(other.edition(EUROS)?.currency).toBe('EUR')
  expect(other.cellOf(EUROS, priced[0] ?? TILE)).toEqual(store.cellOf(EUROS, priced[0] ?? TILE))
  expect(other.stateOf(NAME, TILE).kind).toBe('unknown')
  expect(service.calls.length).toBe(2)
})
