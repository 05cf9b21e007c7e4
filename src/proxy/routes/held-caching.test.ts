import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Cell } from '../../domain/cell.ts'
import { cellCenter } from '../../domain/distance.ts'
import { parentsAround } from '../../testing/cells.ts'
import { type ProxyUnderTest, startProxyUnderTest } from '../../testing/proxy-under-test.ts'
import { type StrangeService, startStrangeService } from '../../testing/strange-service/start-strange-service.ts'

const PERIOD = '2026-11-01'
const [TILE] = parentsAround(8, 1) as [Cell]
const { lat, lng } = cellCenter(TILE)

let service: StrangeService
let proxy: ProxyUnderTest
let ledger: string

beforeAll(async () => {
  service = await startStrangeService()
  proxy = await startProxyUnderTest(service)
  await proxy.buy([TILE])
  const body = JSON.stringify({ as_of: PERIOD, currency: 'EUR', lens: 'default', resolution: 8, parent: TILE })
  await fetch(`${proxy.url}/api/rates`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
  ledger = JSON.parse((await proxy.get('/api/period')).text).ledger
})

afterAll(async () => {
  await proxy.close()
  await service.close()
})

async function cachingOf(path: string, query: Record<string, string>): Promise<string | null> {
  const { response } = await proxy.get(`${path}?${new URLSearchParams(query)}`)
  expect(response.status).toBe(200)
  return response.headers.get('Cache-Control')
}

it.each([
  ['a tile', `/api/tiles/${PERIOD}/default/8/${TILE}`, {}],
  ['an edition', `/api/editions/${PERIOD}/default/8`, {}],
  ['an area', `/api/areas/${PERIOD}/default/8`, { lat: String(lat), lng: String(lng), radius_km: '1' }],
  ['a rate', `/api/rates/${PERIOD}/EUR`, {}],
])('%s is cached for ever only under the name of the ledger that it comes from', async (_, path, query) => {
  expect(await cachingOf(path, { ...query, ledger })).toBe('public, max-age=31536000, immutable')
  for (const other of [{}, { ledger: '' }, { ledger: 'another' }, { ledger: `${ledger}0` }]) {
    expect(await cachingOf(path, { ...query, ...other })).toMatch(/^no-(cache|store)$/)
  }
})

// Strangers could fill a cache with copies of a tile.
it.each([`0${TILE}`, `0x${TILE}`, TILE.toUpperCase(), String(BigInt(`0x${TILE}`))])(
  'a tile of a cell that is spelled %s is not cached for ever',
  async (parent) => expect(await cachingOf(`/api/tiles/${PERIOD}/default/8/${parent}`, { ledger })).toBe('no-cache'),
)
